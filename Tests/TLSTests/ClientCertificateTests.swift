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
        var wire = try Wire(context(required: required), .init(newest: version.number, identity: identity))
        wire.run()
        #expect(try wire.facts.clientSubject == #"CN=Zoë\, tester,O=mockserver"#)
        #expect(wire.client.isOpen)
    }

    @Test("none is taken where it is only requested", arguments: [TLSVersion.tls12, .tls13])
    func none(_ version: TLSVersion) throws {
        var wire = try Wire(context(required: false), .init(newest: version.number))
        wire.run()
        #expect(try wire.facts.clientSubject == nil)
    }

    @Test("none is refused where it is required, by an alert", arguments: [TLSVersion.tls12, .tls13])
    func missing(_ version: TLSVersion) throws {
        var wire = try Wire(context(required: true), .init(newest: version.number))
        wire.run()
        #expect(try wire.failure == .clientCertificateMissing)
        #expect(
            try wire.failure.description == "The client sent no certificate, and this server requires one.")
        let alert = version == .tls13 ? "tlsv13 alert certificate required" : "sslv3 alert handshake failure"
        #expect(wire.client.failure == alert)
    }

    @Test(
        "another authority's is refused, also where it is only requested", arguments: [TLSVersion.tls12, .tls13],
        [true, false])
    func wrongAuthority(_ version: TLSVersion, required: Bool) throws {
        let identity = try CertificateAuthority().clientIdentity(commonName: "mallory")
        var wire = try Wire(context(required: required), .init(newest: version.number, identity: identity))
        wire.run()
        #expect(try wire.failure == .clientCertificateRefused(reason: "unable to get local issuer certificate"))
        #expect(
            try wire.failure.description
                == "The client's certificate was refused: unable to get local issuer certificate.")
        #expect(wire.client.failure == "tlsv1 alert unknown ca")
    }

    @Test("a server's certificate is no client's")
    func wrongPurpose() throws {
        let identity = try Self.authority.get().serverIdentity(names: ["localhost"])
        var wire = try Wire(context(required: true), .init(identity: identity))
        wire.run()
        #expect(
            [
                TLSError.clientCertificateRefused(reason: "unsupported certificate purpose"),
                .clientCertificateRefused(reason: "unsuitable certificate purpose"),
            ].contains(try wire.failure))
    }

    @Test("a client's certificate is not asked for unless that is configured")
    func notAsked() throws {
        let identity = try Self.authority.get().clientIdentity(commonName: "alice")
        var wire = try Wire(makeContext(), .init(identity: identity))
        wire.run()
        #expect(try wire.facts.clientSubject == nil)
    }

    @Test("a file without an authority is an error of the context")
    func noAuthority() {
        #expect(throws: CertificateError.noCertificate(file: "empty.pem")) {
            try makeContext(clients: .required(PEMFile(name: "empty.pem", text: "")))
        }
    }
}
