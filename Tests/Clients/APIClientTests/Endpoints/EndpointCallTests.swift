import APIClient
import ClientTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A call of an endpoint") struct EndpointCallTests {
    private struct Refused: Error {}

    private let items = PublicEndpoint<[String]>("/items")

    @Test("gives the body, or what it is read as")
    func dataAndValue() async throws {
        let transport = try Responder.json(["lamp"])
        #expect(try await transport.data(for: items, host: .staging) == Data(#"["lamp"]"#.utf8))
        #expect(try await transport.value(for: items, host: .staging) == ["lamp"])
    }

    @Test("sends one request, made for its host and token")
    func sent() async throws {
        let profile = Profile(id: "user-1", name: "Ada", email: "ada@example.com")
        let transport = RecordingTransport(answeredBy: try Responder.json(["result": profile]))
        let token = AccessToken("at-1")
        #expect(try await transport.value(for: .profile, with: token, host: .staging) == profile)
        #expect(transport.requests == [try PrivateEndpoint.profile.makeRequest(with: token, host: .staging)])
        let body = try await transport.data(for: .profile, with: token, host: .production)
        #expect(body == (try RequestBody.json(["result": profile]).bytes))
        #expect(transport.requests.last == (try PrivateEndpoint.profile.makeRequest(with: token, host: .production)))
    }

    @Test("by an app's session goes to the build's host, and its response is read")
    func session() async throws {
        let session = URLSession(mockResponder: { request in
            let expected = try EndpointHost.default.expectedURL(path: "/me")
            guard request.url == expected, request.value(forHTTPHeaderField: "Authorization") == "Bearer at-1" else {
                return StubResponse(status: 401)
            }
            return StubResponse(body: Data(#"{"result":{"id":"1","name":"Ada","email":"ada@example.com"}}"#.utf8))
        })
        #expect(try await session.value(for: .profile, with: AccessToken("at-1")).name == "Ada")
        #expect(try await session.data(for: .profile, with: AccessToken("at-1")).isEmpty == false)
        let rejected = RESTError.status(RESTResponse(status: 401))
        await #expect(throws: rejected) { try await session.value(for: .profile, with: AccessToken("at-2")) }
        await #expect(throws: rejected) { try await session.data(for: items) }
        await #expect(throws: rejected) { try await session.value(for: items) }
    }

    @Test("of a stub is answered by its responder, and reaches no network")
    func stub() async throws {
        let network = RecordingTransport(answeredBy: Responder.failure(Refused()))
        let stub = StubEndpoint<[String]>("/items")
        #expect(try await network.value(for: stub, with: .json(["stub"]), host: .production) == ["stub"])
        #expect(try await network.data(for: stub, with: .data(Data([7])), host: .production) == Data([7]))
        await #expect(throws: RESTError.timedOut) {
            try await network.data(for: stub, with: .failure(RESTError.timedOut), host: .production)
        }
        #expect(network.requests.isEmpty)
    }

    @Test("fails with the status of a response that is no success")
    func status() async throws {
        let transport = Responder.data(Data("later".utf8), status: 503, headers: ["Retry-After": "1"])
        let expected = RESTResponse(status: 503, headers: ["Retry-After": "1"], body: Data("later".utf8))
        await #expect(throws: RESTError.status(expected)) { try await transport.data(for: items, host: .staging) }
        await #expect(throws: RESTError.status(expected)) { try await transport.value(for: items, host: .staging) }
    }

    @Test("fails for a body of another form, which data(for:) does not read")
    func invalidData() async throws {
        let transport = Responder.data(Data("<html>".utf8))
        let error = await #expect(throws: RESTError.self) { try await transport.value(for: items, host: .staging) }
        guard case .invalidData = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await transport.data(for: items, host: .staging) == Data("<html>".utf8))
    }

    @Test("of an endpoint that is not valid sends nothing")
    func invalidEndpoint() async throws {
        let transport = RecordingTransport(answeredBy: Responder.data(Data()))
        await #expect(throws: InvalidEndpointError.self) {
            try await transport.value(for: items, host: EndpointHost("nowhere"))
        }
        #expect(transport.requests.isEmpty)
    }
}
