import COpenSSL
import Testing

@testable import TLS

@Suite("Client certificates")
struct ClientCertificateTests {
    private static let authority = Result { try CertificateAuthority() }

    private func context(required: Bool) throws -> TLSContext {
        let file = PEMFile(name: "clients.pem", text: try Self.authority.get().pem)
        return try makeContext(clients: required ? .required(file) : .requested(file))
    }

    @Test("a good one is taken, and the facts have its subject", arguments: [TLSVersion.tls12, .tls13], [true, false])
    func good(_ version: TLSVersion, required: Bool) throws {
        let identity = try Self.authority.get().clientIdentity(commonName: "Zoë, tester")
        var pair = try TLSPair(context(required: required), .init(newest: version.number, identity: identity))
        pair.run()
        #expect(try pair.facts.clientSubject == #"CN=Zoë\, tester,O=mockserver"#)
        #expect(pair.client.isOpen)
    }

    @Test("none is taken where it is only requested", arguments: [TLSVersion.tls12, .tls13])
    func none(_ version: TLSVersion) throws {
        var pair = try TLSPair(context(required: false), .init(newest: version.number))
        pair.run()
        #expect(try pair.facts.clientSubject == nil)
    }

    @Test("none is refused where it is required, by an alert", arguments: [TLSVersion.tls12, .tls13])
    func missing(_ version: TLSVersion) throws {
        var pair = try TLSPair(context(required: true), .init(newest: version.number))
        pair.run()
        #expect(try pair.failure == .clientCertificateMissing)
        #expect(
            try pair.failure.description == "The client sent no certificate, and this server requires one.")
        let alert = version == .tls13 ? "tlsv13 alert certificate required" : "sslv3 alert handshake failure"
        #expect(pair.client.failure == alert)
    }

    @Test(
        "another authority's is refused, also where it is only requested", arguments: [TLSVersion.tls12, .tls13],
        [true, false])
    func wrongAuthority(_ version: TLSVersion, required: Bool) throws {
        let identity = try CertificateAuthority().clientIdentity(commonName: "mallory")
        var pair = try TLSPair(context(required: required), .init(newest: version.number, identity: identity))
        pair.run()
        #expect(try pair.failure == .clientCertificateRefused(reason: "unable to get local issuer certificate"))
        #expect(
            try pair.failure.description
                == "The client's certificate was refused: unable to get local issuer certificate.")
        #expect(pair.client.failure == "tlsv1 alert unknown ca")
    }

    @Test("a server's certificate is no client's")
    func wrongPurpose() throws {
        let identity = try Self.authority.get().serverIdentity(names: ["localhost"])
        var pair = try TLSPair(context(required: true), .init(identity: identity))
        pair.run()
        #expect(
            [
                TLSError.clientCertificateRefused(reason: "unsupported certificate purpose"),
                .clientCertificateRefused(reason: "unsuitable certificate purpose"),
            ].contains(try pair.failure))
    }

    @Test("a client's certificate is not asked for unless that is configured")
    func notAsked() throws {
        let identity = try Self.authority.get().clientIdentity(commonName: "alice")
        var pair = try TLSPair(makeContext(), .init(identity: identity))
        pair.run()
        #expect(try pair.facts.clientSubject == nil)
    }

    @Test("a file without an authority is an error of the context")
    func noAuthority() {
        #expect(throws: CertificateError.noCertificate(file: "empty.pem")) {
            try makeContext(clients: .required(PEMFile(name: "empty.pem", text: "")))
        }
    }
}
