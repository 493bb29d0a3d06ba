import Foundation
import Testing

@Suite("TLS by the command's options", .timeLimit(.minutes(60))) struct TLSTests {
    private let folder: TemporaryFolder
    private let hello: String

    init() throws {
        folder = try TemporaryFolder()
        hello = try folder.file(
            "hello.yaml",
            "mockserver: 1\nname: hello\nseed: 7\nlinger: 0ms\nstubs:\n  - request: /a\n    response: { text: hello }\n"
        )
    }

    /// Runs a script against the server; `$folder` is the folder of the test's files.
    private func wrapped(_ options: [String], _ script: String) async throws -> Program.Outcome {
        try await Program(
            [Program.binary, "--scenario", hello] + options + ["--", "sh", "-c", script, "sh", "{url}"],
            environment: ["folder": folder.path]
        ).outcome()
    }

    private let curl = #"curl -sS --cacert "$MOCKSERVER_CA_FILE" "$1/a""#

    // MARK: - Faults

    @Test(
        "each fault is one to curl, and no failure of the run",
        arguments: [
            ("handshake_refused", 35), ("expired_certificate", 60), ("wrong_host", 60), ("self_signed", 60),
            ("handshake_stalled", 28), ("no_close_notify", 0),
        ] as [(String, Int32)])
    func faults(kind: String, status: Int32) async throws {
        let limit = kind == "handshake_stalled" ? "0.2" : "20"
        let outcome = try await wrapped(["--tls-fault", kind], curl + " -m \(limit); test $? = \(status)")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.error.contains("\npassed: hello (") || outcome.error.hasPrefix("passed: hello ("))
    }

    @Test("no_close_notify is an unexpected end to openssl")
    func noCloseNotify() async throws {
        let script = #"""
            printf 'GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n' |
            openssl s_client -quiet -CAfile "$MOCKSERVER_CA_FILE" -connect "${1#https://}" 2>&1
            """#
        let cut = try await wrapped(["--tls-fault", "no_close_notify"], script)
        #expect(cut.output.contains("unexpected eof while reading"), "\(cut)")
        let whole = try await wrapped(["--tls"], script)
        #expect(whole.status == 0 && whole.output.contains("\nhello"), "\(whole)")
        #expect(!whole.output.contains("unexpected eof"), "\(whole)")
    }

    @Test("with a count a client's next try succeeds")
    func count() async throws {
        let outcome = try await wrapped(
            ["--tls-fault", "handshake_refused:1"], curl + " --retry 1 --retry-all-errors --retry-delay 1")
        #expect(outcome.status == 0)
        #expect(outcome.output == "hello", "\(outcome)")
    }

    // MARK: - Certificates

    @Test("ca makes an authority, keeps it when asked again, and servers sign by it")
    func authority() async throws {
        let out = "\(folder.path)/my ca"
        let made = try await Program.mockserver("ca", "--out", out).outcome()
        #expect(made.status == 0 && made.error == "")
        #expect(made.output.hasPrefix("Made a certificate authority.\n\n  certificate  \(out)/ca.pem\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: out).sorted() == ["ca-key.pem", "ca.pem"])
        let mode = try FileManager.default.attributesOfItem(atPath: "\(out)/ca-key.pem")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let kept = try await Program.mockserver("ca", "--out", out).outcome()
        #expect(
            kept.output
                == made.output.replacingOccurrences(
                    of: "Made a certificate authority.", with: "The certificate authority that was made before is kept."
                ))
        let fingerprint = try await Program.output(
            of: "openssl", "x509", "-in", "\(out)/ca.pem", "-noout", "-fingerprint", "-sha256")
        let hex = fingerprint.trimmingCharacters(in: .newlines).suffix(95)
        #expect(made.output.contains("  SHA-256      \(hex)\n"), "\(fingerprint)")
        let outcome = try await wrapped(
            ["--tls-ca", out], curl + #"; curl -sS --cacert "$folder/my ca/ca.pem" "$1/a""#)
        #expect(outcome.output == "hellohello", "\(outcome)")
    }

    @Test("ca changes nothing where half an authority is, or what is none")
    func notAnAuthority() async throws {
        let out = "\(folder.path)/ca"
        _ = try await Program.mockserver("ca", "--out", out).outcome()
        let (certificate, key) = ("\(out)/ca.pem", "\(out)/ca-key.pem")
        try FileManager.default.moveItem(atPath: certificate, toPath: "\(folder.path)/kept.pem")
        let half = try await Program.mockserver("ca", "--out", out).outcome()
        #expect(half.status == 65)
        #expect(
            half.error
                == "Error: --out \(out): has ca-key.pem without ca.pem, and one is of no use without the other: bring ca.pem "
                + "back, or for a new authority move ca-key.pem away\n")
        try "nonsense".write(toFile: certificate, atomically: true, encoding: .utf8)
        let none = try await Program.mockserver("ca", "--out", out).outcome()
        #expect(none.status == 65)
        #expect(none.error.hasPrefix("Error: --out \(out): "), "\(none.error)")
        #expect(none.error.contains("ca.pem holds no certificate: "))
        #expect(
            none.error.hasSuffix(
                "; nothing was changed: for a new authority move ca.pem and ca-key.pem away, run this again, and have the "
                    + "clients trust that one\n"))
        #expect(try String(contentsOfFile: certificate, encoding: .utf8) == "nonsense")
        #expect(FileManager.default.fileExists(atPath: key))
        #expect(try FileManager.default.contentsOfDirectory(atPath: out).sorted() == ["ca-key.pem", "ca.pem"])
    }

    @Test("ca says of an authority that has expired that a new one is needed")
    func expired() async throws {
        let script = #"""
            mkdir "$folder/old" && cd "$folder/old" &&
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca-key.pem -out request -subj /CN=old \
                2>/dev/null &&
            printf 'basicConstraints=CA:TRUE\nkeyUsage=keyCertSign\n' >extensions &&
            openssl x509 -req -in request -signkey ca-key.pem -days -1 -extfile extensions -out ca.pem 2>/dev/null &&
            exec "$mockserver" ca --out .
            """#
        let outcome = try await Program.shell(script, variables: ["folder": folder.path])
        #expect(outcome.status == 65, "\(outcome)")
        #expect(outcome.error.contains("/old/ca.pem expired on "), "\(outcome.error)")
    }

    @Test("a folder that can't be made is named")
    func noFolder() async throws {
        let outcome = try await Program.mockserver("ca", "--out", "/no/such/folder").outcome()
        #expect(outcome.status == 73)
        #expect(
            outcome.error
                == "Error: --out /no/such/folder: can't be made: No such file or directory; name a folder in one that you may "
                + "write\n")
    }

    @Test("a certificate of one's own is shown, and a command is told to trust it where it is signed by itself")
    func own() async throws {
        _ = try await Program.output(
            of: "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
            "\(folder.path)/key.pem", "-out", "\(folder.path)/own.pem", "-subj", "/CN=own", "-addext",
            "subjectAltName=IP:127.0.0.1")
        let options = ["--tls-certificate", "\(folder.path)/own.pem", "--tls-key", "\(folder.path)/key.pem"]
        let outcome = try await wrapped(options, curl + #"; cmp "$MOCKSERVER_CA_FILE" "$folder/own.pem" && echo same"#)
        #expect(outcome.output == "hellosame\n", "\(outcome)")
    }

    @Test("where the authority of one's own certificate is not known, nobody is told to trust one")
    func unknownAuthority() async throws {
        let made = try await Program.shell(client, variables: ["folder": folder.path])
        try #require(made.status == 0, "\(made)")
        let file = "\(folder.path)/client.pem"
        let options = ["--tls-certificate", file, "--tls-key", file]
        let outcome = try await Program(
            [Program.binary, "--scenario", hello] + options + ["--", "sh", "-c", "echo ${MOCKSERVER_CA_FILE-none}"],
            environment: ["MOCKSERVER_CA_FILE": "/of/another/server"]
        ).outcome()
        #expect(outcome.output == "none\n", "\(outcome)")
        let asked = try await wrapped(options + ["--write-ca", "\(folder.path)/trusted.pem"], "echo ran")
        #expect(asked.status == 64)
        #expect(
            asked.error
                == "Error: --write-ca \(folder.path)/trusted.pem: the authority of your own certificate is not known here; "
                + "leave the option out, or put the authority's certificate after your own in its file\n")
    }

    @Test("files that can't be used are named by their options")
    func unusable() async throws {
        _ = try await Program.mockserver("ca", "--out", folder.path).outcome()
        let missing = try await wrapped(["--tls-certificate", "no.pem", "--tls-key", "no.key"], "echo ran")
        #expect(
            missing
                == Program.Outcome(
                    status: 66, output: "", error: "Error: --tls-certificate no.pem: there is no such file\n"))
        let mixed = try await wrapped(
            ["--tls-certificate", "\(folder.path)/ca.pem", "--tls-key", "\(folder.path)/ca.pem"], "echo ran")
        #expect(mixed.status == 65)
        #expect(
            mixed.error.hasPrefix(
                "Error: --tls-certificate \(folder.path)/ca.pem --tls-key \(folder.path)/ca.pem: \(folder.path)/ca.pem holds "
                    + "no private key: "), "\(mixed.error)")
        let clients = try await wrapped(["--client-ca", "/etc/hostname"], "echo ran")
        #expect(clients.status == 65)
        #expect(
            clients.error.hasPrefix("Error: --client-ca /etc/hostname: /etc/hostname holds no certificate: "),
            "\(clients.error)")
    }

    @Test("--write-ca has what clients must trust as long as the server serves, and says so")
    func authorityFile() async throws {
        let path = "\(folder.path)/trusted.pem"
        let server = try Program.mockserver("--scenario", hello, "--write-ca", path)
        let output = try await server.output { $0.split(separator: "\n").count >= 2 }
        #expect(output.split(separator: "\n")[1] == "Clients must trust \(path).")
        let url = try await server.url()
        #expect(try await Program.output(of: "curl", "-sS", "--cacert", path, "\(url)/a") == "hello")
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(
        "who starts a client by hand is told what it must trust",
        arguments: [
            (
                ["--tls"],
                "Clients must trust this run's authority: --write-ca writes its certificate, --tls-ca takes one that lasts."
            ),
            (["--tls-ca", "ca"], "Clients must trust ca/ca.pem: mockserver ca --out ca says how."),
        ])
    func advice(options: [String], text: String) async throws {
        let script = #"""
            cd "$folder" && "$mockserver" ca --out ca >/dev/null && exec "$mockserver" --scenario hello.yaml "$@"
            """#
        let server = try Program(
            ["sh", "-c", script, "sh"] + options, environment: ["folder": folder.path, "mockserver": Program.binary])
        let output = try await server.output { $0.split(separator: "\n").count >= 2 }
        #expect(output.split(separator: "\n")[1] == text)
        server.send(SIGTERM)
        #expect(await server.outcome().status == 0)
    }

    // MARK: - Clients

    /// A client's certificate and key in `$folder/client.pem`, signed by the authority in `$folder/ca`.
    private let client = #"""
        "$mockserver" ca --out "$folder/ca" >/dev/null && cd "$folder" &&
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out request.pem -subj /CN=ada \
            2>/dev/null &&
        openssl x509 -req -in request.pem -CA ca/ca.pem -CAkey ca/ca-key.pem -CAcreateserial -days 2 -out client.pem \
            2>/dev/null && cat key.pem >>client.pem
        """#

    @Test(
        "a client's certificate is required, or only asked for",
        arguments: [([], 56), (["--client-certificate", "require"], 56), (["--client-certificate", "request"], 0)]
            as [([String], Int32)])
    func clientCertificates(options: [String], status: Int32) async throws {
        let made = try await Program.shell(client, variables: ["folder": folder.path])
        try #require(made.status == 0, "\(made)")
        let outcome = try await wrapped(
            ["--client-ca", "\(folder.path)/ca/ca.pem"] + options,
            curl + #" --cert "$folder/client.pem"; \#(curl) 2>/dev/null; test $? = \#(status)"#)
        #expect(outcome.output == (status == 0 ? "hellohello" : "hello"), "\(outcome)")
        #expect(outcome.status == (status == 0 ? 0 : 1))
    }

    @Test("clients find whom to trust by the variables of their own")
    func variables() async throws {
        let outcome = try await wrapped(
            ["--tls"],
            #"""
            set -e
            unset SSL_CERT_DIR CURL_CA_BUNDLE
            CURL_CA_BUNDLE=$MOCKSERVER_CA_FILE curl -sS "$1/a"
            export SSL_CERT_FILE=$MOCKSERVER_CA_FILE
            python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read())' "$1/a"
            /usr/bin/python3 -c 'import sys, httpx; print(httpx.get(sys.argv[1]).text)' "$1/a"
            """#)
        #expect(outcome.output == "hellob'hello'\nhello\n", "\(outcome)")
    }
}
