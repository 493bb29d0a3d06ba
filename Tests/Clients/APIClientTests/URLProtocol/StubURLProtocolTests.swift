import ClientTestSupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A session with a responder") struct StubURLProtocolTests {
    private struct Refused: Error {}

    private let request: URLRequest

    init() throws {
        request = URLRequest(url: try #require(URL(string: "https://api.example.com/items?page=2")))
    }

    private func posting(_ stream: InputStream) -> URLRequest {
        var post = request
        post.httpMethod = "POST"
        post.httpBodyStream = stream
        return post
    }

    @Test("gets its response, with any status, headers and body", arguments: [200, 204, 304, 404, 503])
    func response(status: Int) async throws {
        let session = URLSession(mockResponder: { request in
            StubResponse(
                status: status, headers: ["X-Path": request.url?.path ?? ""],
                body: Data((request.url?.query ?? "").utf8))
        })
        let (body, response) = try await session.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        #expect(http.statusCode == status)
        #expect(http.value(forHTTPHeaderField: "x-path") == "/items")
        #expect(body == Data("page=2".utf8))
        #expect(http.url == request.url)
    }

    @Test("gets a 401 that asks for a token; one that asks for credentials needs another platform than Linux")
    func challenge() async throws {
        func answer(_ challenge: String) async throws -> Int? {
            let session = URLSession(mockResponder: { _ in
                StubResponse(status: 401, headers: ["WWW-Authenticate": challenge])
            })
            return try await (session.data(for: request).1 as? HTTPURLResponse)?.statusCode
        }
        #expect(try await answer(#"Bearer realm="a""#) == 401)
        #if canImport(FoundationNetworking)
        let challenges = [
            #"Basic realm="a""#, #"Digest realm="a", nonce="b""#, #"basic realm="a""#,
            #"Bearer realm="a", BASIC realm="b""#,
        ]
        for challenge in challenges {
            await #expect(throws: URLError(.userAuthenticationRequired)) { try await answer(challenge) }
        }
        #endif
    }

    @Test("fails with the error that it throws")
    func failure() async {
        let offline = URLSession(mockResponder: { _ in throw URLError(.notConnectedToInternet) })
        let error = await #expect(throws: URLError.self) { try await offline.data(for: request) }
        #expect(error?.code == .notConnectedToInternet)
        let refusing = URLSession(mockResponder: { _ in throw Refused() })
        let refusal = await #expect(throws: (any Error).self) { try await refusing.data(for: request) }
        #expect(refusal.map { ($0 as NSError).domain.hasSuffix("Refused") } == true)
    }

    @Test("hands over the body of a request, given as data or as a stream")
    func body() async throws {
        let echo = URLSession(mockResponder: { StubResponse(body: $0.httpBody ?? Data("no body".utf8)) })
        #expect(try await echo.data(for: request).0 == Data("no body".utf8))
        let sent = Data((0..<5_000).map { UInt8($0 % 251) })
        #expect(try await echo.data(for: posting(InputStream(data: sent))).0 == sent)
        var post = request
        post.httpMethod = "POST"
        post.httpBody = sent
        #expect(try await echo.data(for: post).0 == sent)
    }

    @Test(
        "fails if the stream of a body can't be read, and is not asked for a response",
        arguments: [("/nowhere/at/all", ENOENT), ("/", EISDIR)])
    func unreadableBody(path: String, reason: Int32) async throws {
        let stream = try #require(InputStream(fileAtPath: path))
        let asked = AsyncStream<URLRequest>.makeStream()
        let session = URLSession(mockResponder: { request in
            asked.continuation.yield(request)
            return StubResponse()
        })
        let error = await #expect(throws: (any Error).self) { try await session.data(for: posting(stream)) }
        #expect(error.map { ($0 as NSError).code } == Int(reason))
        asked.continuation.finish()
        for await request in asked.stream { Issue.record("\(request) was answered") }
    }

    @Test("shares it with no other session")
    func isolation() async throws {
        let sessions = (0..<200).map { number in
            URLSession(mockResponder: { _ in StubResponse(body: Data("\(number)".utf8)) })
        }
        for number in [0, 199, 1, 2, 3, 4, 5, 127, 128, 64] {
            #expect(try await sessions[number].data(for: request).0 == Data("\(number)".utf8))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, session) in sessions.enumerated() {
                group.addTask {
                    let body = try await session.data(for: request).0
                    #expect(body == Data("\(number)".utf8))
                }
            }
            try await group.waitForAll()
        }
    }
}
