import ArgumentParser
import MockServerKit
import Testing

@testable import MockServerCLI

@Suite struct TLSArgumentsTests {
    private func options(_ arguments: String...) throws -> TLSArguments { try TLSArguments.parse(arguments) }

    /// The message to the user, without the usage after it.
    private func complaint(_ arguments: [String]) -> String? {
        do {
            _ = try TLSArguments.parse(arguments)
            return nil
        } catch {
            #expect(TLSArguments.exitCode(for: error).rawValue == 64)
            return TLSArguments.message(for: error)
        }
    }

    @Test("without any, TLS is not spoken")
    func off() throws {
        #expect(try !options().isOn)
        #expect(try options().serverOptions() == nil)
    }

    @Test(
        "each of them turns TLS on",
        arguments: [
            ["--tls"], ["--tls-ca", "ca"], ["--tls-certificate", "c", "--tls-key", "k"], ["--write-ca", "ca.pem"],
            ["--client-ca", "ca.pem"], ["--tls-minimum", "1.3"], ["--tls-fault", "wrong_host"],
        ])
    func on(_ arguments: [String]) throws {
        #expect(try TLSArguments.parse(arguments).isOn)
    }

    @Test("what is given is what the server is set up with")
    func server() throws {
        let plain = try #require(try options("--tls").serverOptions())
        #expect(plain.fault == nil && plain.minimumVersion == .tls12 && plain.clientCertificates == .notAsked)
        guard case .madeOnDemand = plain.certificates else { return #expect(Bool(false), "\(plain)") }
        let required = try options(
            "--tls-certificate", "c", "--tls-key", "k", "--client-ca", "a", "--tls-minimum", "1.3", "--tls-fault",
            "handshake_refused:2"
        ).serverOptions()
        #expect(required?.clientCertificates == .required(.file("a")))
        #expect(required?.minimumVersion == .tls13)
        #expect(required?.fault == .init(.handshakeRefused, connections: 2))
        guard case .own(.file("c"), .file("k"))? = required?.certificates else {
            return #expect(Bool(false), "\(String(describing: required))")
        }
        let requested = try options("--client-ca", "a", "--client-certificate", "request").serverOptions()
        #expect(requested?.clientCertificates == .requested(.file("a")))
    }

    @Test("a folder without an authority says how one is made")
    func noAuthority() throws {
        let options = try options("--tls-ca", "/no/such")
        #expect(
            throws: CommandFailure(
                .missingFile,
                "--tls-ca /no/such: /no/such/ca.pem: there is no such file; mockserver ca --out /no/such makes an authority, "
                    + "or says what to do")
        ) { try options.serverOptions() }
    }

    @Test(
        "wrong usage names the option and says what to write",
        arguments: [
            (
                ["--tls-certificate", "c"],
                "--tls-certificate needs --tls-key, its private key's file; it may be the same file."
            ),
            (
                ["--tls-key", "k"],
                "--tls-key needs --tls-certificate, the file of the certificate that it belongs to."
            ),
            (
                ["--tls-certificate", "c", "--tls-key", "k", "--tls-ca", "d"],
                "--tls-certificate and --tls-ca contradict each other: leave --tls-ca out to show your own certificate, or "
                    + "--tls-certificate and --tls-key to have one made."
            ),
            (
                ["--client-certificate", "request"],
                "--client-certificate needs --client-ca, the file of the authorities whose certificates are trusted."
            ),
            (
                ["--tls-fault", "self_signed", "--tls-certificate", "c", "--tls-key", "k"],
                "--tls-fault self_signed needs a certificate that is made here: leave --tls-certificate and --tls-key "
                    + "out, or leave --tls-fault out and give a certificate that has the fault itself."
            ),
            (
                ["--tls-fault", "expired"],
                "The value 'expired' is invalid for '--tls-fault <kind[:n]>': give one of handshake_refused, "
                    + "handshake_stalled, expired_certificate, wrong_host, self_signed, no_close_notify"
            ),
            (
                ["--tls-fault", "wrong_host:0"],
                "The value 'wrong_host:0' is invalid for '--tls-fault <kind[:n]>': give how many connections have it, from "
                    + "1 on: wrong_host:1"
            ),
            (
                ["--tls-minimum", "1.1"],
                "The value '1.1' is invalid for '--tls-minimum <version>': give 1.2 or 1.3; older versions are not supported"
            ),
            (
                ["--client-ca", "a", "--client-certificate", "maybe"],
                "The value 'maybe' is invalid for '--client-certificate <how>'. Please provide one of 'request' and "
                    + "'require'."
            ),
        ] as [([String], String)])
    func usage(arguments: [String], text: String) {
        #expect(complaint(arguments) == text)
    }

    @Test("an own certificate may have a fault that does not lie in it")
    func ownWithFault() throws {
        _ = try options("--tls-certificate", "c", "--tls-key", "k", "--tls-fault", "handshake_stalled")
    }
}
