import ClientTestSupport
import Foundation
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A client with tokens") struct AuthorizedTransportTests {
    private let me = APIRequest(.get, "/me", expecting: .raw)

    /// A transport that rejects all tokens but one.
    private func accepting(_ token: String) -> RecordingTransport {
        RecordingTransport { request in
            let isAccepted = request.value(forHTTPHeaderField: "Authorization") == "Bearer \(token)"
            return RESTResponse(status: isAccepted ? 200 : 401)
        }
    }

    private func client(
        _ transport: RecordingTransport, access: String?, refresh: @escaping TokenStore.Refresh
    ) throws -> RESTClient {
        try RESTClient(baseURL: "http://h", transport: transport)
            .authorized(by: TokenStore(Tokens(access: access, refresh: "rt-1"), refresh: refresh))
    }

    private func authorizations(_ transport: RecordingTransport) -> [String?] {
        transport.requests.map { $0.value(forHTTPHeaderField: "Authorization") }
    }

    @Test("but without an access token asks without one, and then gets one")
    func noAccessToken() async throws {
        let transport = accepting("at-1")
        let client = try client(transport, access: nil) { refresh in Tokens(access: "at-1", refresh: refresh) }
        #expect(try await client.send(me).status == 200)
        #expect(try await client.send(me).status == 200)
        #expect(authorizations(transport) == [nil, "Bearer at-1", "Bearer at-1"])
    }

    @Test("leaves the authorization of a call alone, also if it is rejected")
    func ownAuthorization() async throws {
        let transport = accepting("at-1")
        let client = try client(transport, access: "at-1") { _ in throw RESTError.unsupported("refreshing") }
        await #expect(throws: RESTError.status(RESTResponse(status: 401))) {
            try await client.send(me, with: { $0.addingBearerAuthorization(token: "own") })
        }
        #expect(authorizations(transport) == ["Bearer own"])
    }

    @Test("marks an error of the client's in the refresh, and no other")
    func refreshErrors() async throws {
        struct Refused: Error {}
        let transport = accepting("at-2")
        let limited = try client(transport, access: "at-1") { _ in throw RESTError.timedOut }
        await #expect(throws: RESTError.refreshFailed(.timedOut)) { try await limited.send(me) }
        let refused = try client(transport, access: "at-1") { _ in throw Refused() }
        await #expect(throws: Refused.self) { try await refused.send(me) }
        #expect(authorizations(transport) == ["Bearer at-1", "Bearer at-1"])
    }

    @Test("a client without its tokens sends none, and the one that it was made of still does")
    func unauthorized() async throws {
        let transport = RecordingTransport { _ in RESTResponse(status: 200) }
        let tokens = TokenStore(Tokens(access: "at-1", refresh: "rt-1")) { _ in throw CancellationError() }
        let client = try RESTClient(baseURL: "http://h", transport: transport).authorized(by: tokens)
        _ = try await client.unauthorized().get("/a", expecting: .raw)
        _ = try await client.get("/b", expecting: .raw)
        #expect(transport.requests.map { $0.value(forHTTPHeaderField: "Authorization") } == [nil, "Bearer at-1"])
    }

    @Test("keeps its tokens above what is added later, in every order, and only the latest tokens count")
    func order() async throws {
        let transport = accepting("at-1")
        let client = try RESTClient(baseURL: "http://h", transport: transport)
        let old = TokenStore(Tokens(access: "old", refresh: "rt")) { _ in throw CancellationError() }
        let tokens = TokenStore(Tokens(access: "at-1", refresh: "rt")) { _ in throw CancellationError() }
        let cached = client.authorized(by: old).caching(in: ResponseCache()).authorized(by: tokens).retrying()
        #expect(try await cached.send(me).status == 200)
        await #expect(throws: RESTError.status(RESTResponse(status: 401))) {
            try await cached.unauthorized().send(me)
        }
        #expect(authorizations(transport) == ["Bearer at-1", nil])
        let authorized = try #require(cached.transport as? AuthorizedTransport)
        #expect((authorized.base as? RetryingTransport)?.base is CachingTransport)
        #expect(cached.unauthorized().transport is RetryingTransport)
    }
}
