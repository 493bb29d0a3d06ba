import APIClient
import ClientTestSupport
import Foundation
import MockServerKit
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A streamed response", .alone, .timeLimit(.minutes(60))) struct StreamingServerTests {
    private let log = APIRequest(.get, "/log", expecting: .raw)

    @Test("is there before its body ends, and a reader who leaves ends the transfer")
    func headFirst() async throws {
        try await withServer("streamed-stall") { server in
            let response = try await server.client(timeout: 3_600).stream(log)
            #expect(response.status == 200)
            #expect(response.headers["X-Kind"] == "log")
            var text = ""
            for try await piece in response.body {
                text += String(decoding: piece, as: UTF8.self)
                if text == "first" { break }
            }
        }
    }

    @Test("has its pieces in their order, each as it comes")
    func pieces() async throws {
        try await withServer("streamed-pieces") { server in
            let response = try await server.client().stream(log)
            var pieces = response.body.makeAsyncIterator()
            #expect(try await pieces.next() == Data("one".utf8))
            for text in ["two", "three"] {
                try await server.clock.waitForSleepers(1, timeout: .seconds(600))
                try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
                #expect(try await pieces.next() == Data(text.utf8))
            }
            #expect(try await pieces.next() == nil)
        }
    }

    @Test("that is cut is an error, whether its length was stated or not")
    func cut() async throws {
        try await withServer("streamed-cut") { server in
            let client = try server.client()
            for path: RequestPath in ["/length", "/chunked"] {
                let response = try await client.stream(APIRequest(.get, path, expecting: .raw))
                var pieces = response.body.makeAsyncIterator()
                #expect(try await pieces.next() == Data("01234".utf8))
                try await server.clock.waitForSleepers(1, timeout: .seconds(600))
                try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
                let error = await #expect(throws: RESTError.self) { while try await pieces.next() != nil {} }
                guard case .connection = error else {
                    Issue.record("\(path): \(String(describing: error))")
                    continue
                }
            }
        }
    }

    @Test("is an error if it is read more slowly than the transport's limit allows")
    func readTooSlowly() async throws {
        try await withServer("streamed-stall") { server in
            let configuration: URLSessionConfiguration
            switch server {
            case .listening: configuration = .ephemeral
            case .inProcess(let server): configuration = server.configuration
            }
            let client = try RESTClient(
                baseURL: server.url.absoluteString,
                transport: URLSessionTransport(configuration: configuration, bufferLimit: 0))
            let response = try await client.stream(log)
            await #expect(throws: RESTError.readTooSlowly) { try await response.collected() }
        }
    }

    @Test("of another status than success is the error, with its body")
    func status() async throws {
        try await withServer("streamed-status") { server in
            let error = await #expect(throws: RESTError.self) {
                _ = try await server.client().stream(log) { $0.settingHeader("X-Trace", to: "7") }
            }
            guard case .status(let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(response.status == 403)
            #expect(response.header("X-Why") == "closed")
            #expect(response.body == Data("not for you".utf8))
        }
    }

    @Test("is not asked for by a cancelled task, nor is a whole one")
    func cancelledBefore() async throws {
        try await withServer("nothing-comes") { server in
            let client = try server.client()
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await #expect(throws: CancellationError.self) { _ = try await client.stream(log) }
                await #expect(throws: CancellationError.self) { try await client.send(log) }
            }
            await task.value
            #expect(server.journal.isEmpty)
        }
    }

    @Test("ends with the task that waits for its head", arguments: [true, false])
    func cancelledAtHead(streams: Bool) async throws {
        try await withServer("streamed-no-head") { server in
            let client = try server.client(timeout: 3_600)
            let task = Task {
                if streams { _ = try await client.stream(log) } else { _ = try await client.send(log) }
            }
            try await server.waitFor(step: "log", timeout: .seconds(600))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("ends with the task that reads its body")
    func cancelledInBody() async throws {
        try await withServer("streamed-stall") { server in
            let client = try server.client(timeout: 3_600)
            let (firsts, first) = AsyncStream<Data>.makeStream()
            let task = Task {
                for try await piece in try await client.stream(log).body { first.yield(piece) }
            }
            for await piece in firsts where piece == Data("first".utf8) { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test("has no credentials of the request after a redirect to another origin", .enabled(if: Transport.hasSocket))
    func redirectedAway() async throws {
        try await withServer("redirected-away") { server in
            // The server calls itself 127.0.0.1.
            var address = try #require(URLComponents(url: server.url, resolvingAgainstBaseURL: false))
            try #require(address.host == "127.0.0.1")
            address.host = "localhost"
            let client = try RESTClient(baseURL: #require(address.string))
            let response = try await client.stream(APIRequest(.get, "/here", expecting: .raw)) {
                $0.addingBearerAuthorization(token: "secret").settingHeader("Cookie", to: "session=abc")
            }
            #expect(try await response.texts() == ["arrived"])
        }
    }

    @Test("keeps the credentials after a redirect to the same origin, and a whole one too")
    func redirectedNearby() async throws {
        try await withServer("redirected-nearby") { server in
            let response = try await server.client().send(
                APIRequest(.get, "/here", expecting: .raw), with: { $0.addingBearerAuthorization(token: "secret") })
            #expect(response.body == Data("arrived".utf8))
        }
    }

    @Test("is asked for once more with a new token after a 401")
    func refreshed() async throws {
        try await withServer("streamed-refresh") { server in
            let response = try await server.signedInClient().stream(log)
            #expect(try await response.texts().joined() == "onetwo")
        }
    }

    @Test("of a request with credentials of its own is left alone, though it is a 401")
    func ownCredentials() async throws {
        let yaml = """
            mockserver: 1
            steps: [{ request: GET /log, assert: { bearer: own }, response: { status: 401, text: not yours } }]
            """
        try await withServer(Scenario(yaml: yaml)) { server in
            let error = await #expect(throws: RESTError.self) {
                _ = try await server.signedInClient().stream(log) { $0.addingBearerAuthorization(token: "own") }
            }
            guard case .status(let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(response.body == Data("not yours".utf8))
        }
    }

    @Test("is not asked for a third time after a second 401")
    func second401() async throws {
        try await withServer("streamed-second-401") { server in
            let error = await #expect(throws: RESTError.self) {
                _ = try await server.signedInClient().stream(log)
            }
            guard case .status(let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(response.body == Data("still not".utf8))
        }
    }
}

extension TestServer {
    /// A client whose access token is `expired` and whose refresh token is `rt-1`.
    func signedInClient() throws -> RESTClient {
        let client = try client()
        return client.authorized(
            by: TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client))
    }
}
