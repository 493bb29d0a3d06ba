import Foundation
import MockServerTesting
import MockServerURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The client of the migration guides.
struct ProfileLoader {
    let session: URLSession
    let baseURL: URL
    var refreshToken = "rt-1"

    /// The user's name; an expired token is refreshed once.
    func name() async throws -> String {
        var (data, status) = try await send("GET", "me", bearer: "expired")
        if status == 401 {
            let body = try JSONEncoder().encode(["refreshToken": refreshToken])
            let tokens = try await send("POST", "auth/refresh", body: body).data
            let fresh = try JSONDecoder().decode([String: String].self, from: tokens)["accessToken"]
            (data, status) = try await send("GET", "me", bearer: fresh)
        }
        guard status == 200 else { throw URLError(.badServerResponse) }
        return try JSONDecoder().decode([String: String].self, from: data)["name", default: ""]
    }

    private func send(
        _ method: String, _ path: String, bearer: String? = nil, body: Data? = nil
    ) async throws -> (data: Data, status: Int?) {
        var request = URLRequest(url: baseURL.appendingPathComponent(path))
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let bearer { request.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await session.data(for: request)
        return (data, (response as? HTTPURLResponse)?.statusCode)
    }
}

final class ProfileStub: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let isFresh = request.value(forHTTPHeaderField: "Authorization") == "Bearer fresh"
        switch request.url?.path {
        case "/me" where isFresh: respond(200, #"{"name": "Ada"}"#)
        case "/me": respond(401, "")
        default: respond(200, #"{"accessToken": "fresh"}"#)
        }
    }

    override func stopLoading() {}

    private func respond(_ status: Int, _ body: String) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(body.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}

@Suite("Before, with a URLProtocol stub") struct BeforeURLProtocolTests {
    @Test func theNameIsReadAfterARefresh() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ProfileStub.self]
        let loader = ProfileLoader(
            session: URLSession(configuration: configuration),
            baseURL: try #require(URL(string: "https://api.example.com")))
        #expect(try await loader.name() == "Ada")
    }

    @Test("a refresh with another token passes, as the guide says")
    func wrongToken() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [ProfileStub.self]
        let loader = ProfileLoader(
            session: URLSession(configuration: configuration),
            baseURL: try #require(URL(string: "https://api.example.com")), refreshToken: "rt-0")
        #expect(try await loader.name() == "Ada")
    }
}

@Suite("After, without a socket") struct AfterURLProtocolTests {
    @Test func theNameIsReadAfterARefresh() async throws {
        let server = try InProcessMockServer(
            Scenario("An expired token is refreshed, then the name is read") {
                Step(.get, "/me").assert(.bearer("expired")).respond(.unauthorized)
                Step(.post, "/auth/refresh")
                    .assert(.json(["refreshToken": "rt-1"]))
                    .respond(json: ["accessToken": "fresh"])
                Step(.get, "/me").assert(.bearer("fresh")).respond(json: ["name": "Ada"])
            })
        let loader = ProfileLoader(
            session: server.session, baseURL: try #require(URL(string: "https://api.example.com")))
        #expect(try await loader.name() == "Ada")
        let verdict = await server.verify()
        #expect(verdict.passed, "\(verdict)")
    }
}

@Suite("After, over a socket") struct AfterURLProtocolOverASocketTests {
    @Test(.mockServer("renewed-profile"))
    func theNameIsReadAfterARefresh() async throws {
        let loader = try ProfileLoader(
            session: URLSession(configuration: .ephemeral), baseURL: MockServer.current.url)
        #expect(try await loader.name() == "Ada")
    }
}
