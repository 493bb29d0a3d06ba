import APIClient
import Foundation
import MockServerTesting
import TestSupport  // not in the guide
import Testing

extension MockServer.Options {
    /// HTTPS, with certificates of the test authority.
    static var https: MockServer.Options {
        var options = MockServer.Options()
        options.tls = MockServer.TLSOptions()
        return options
    }
}

/// The bytes of the certificate in a PEM text.
func certificate(fromPEM pem: String) throws -> Data {
    let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return try #require(Data(base64Encoded: lines.joined()))
}

@Suite("The guide: Pinning", .alone) struct PinCertificatesGuide {  // not in the guide
    @Test func onlyPinnedCertificatesAreAccepted() async throws {
        let server = try MockServer(Scenario("pinned") { Stub(.get, "/me") }, options: .https)
        let current = try certificate(fromPEM: #require(server.certificateAuthority?.pem))
        let backup = try certificate(fromPEM: MockServer.PersistentCertificateAuthority().pem)
        let stranger = try certificate(fromPEM: MockServer.PersistentCertificateAuthority().pem)
        let pins: [CertificatePin] = try [.publicKey(ofCertificate: current), .publicKey(ofCertificate: backup)]
        let policy = PinningPolicy([PinnedHost("localhost", pins: pins)])
        #expect(policy.verdict(on: [current], for: "localhost") == .match)
        #expect(policy.verdict(on: [backup], for: "LOCALHOST.") == .match)
        #expect(policy.verdict(on: [stranger], for: "localhost") == .mismatch)
        #expect(policy.verdict(on: [stranger], for: "example.com") == .unpinned)
        #expect(!policy.verdict(on: [Data("no certificate".utf8)], for: "localhost").isAccepted)
        await server.stop()
        #expect(server.verdict.passed)
    }

    @Test func aServerThatIsNotTrustedGetsNoRequest() async throws {
        let server = try MockServer(Scenario("A server that is not trusted") { Stub(.get, "/me") }, options: .https)
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "secret", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        await #expect(throws: IdentityError.self) { try await service.fetchProfile() }
        await server.stop()
        #expect(server.journal.compactMap(\.status) == [])
        // The handshake that the client broke off is a failure of the run.
        #expect(!server.verdict.passed)
    }
}  // not in the guide

#if canImport(Security)
func pinnedClient(_ policy: PinningPolicy) throws -> RESTClient {
    let transport = URLSessionTransport(configuration: .ephemeral, pinning: policy)
    return try RESTClient(baseURL: "https://api.example.com", transport: transport)
}
#endif
