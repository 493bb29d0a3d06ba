import ClientTestSupport
import Foundation
import MockServerKit
import TestSupport
import Testing

@testable import APIClient

@Suite("Over a server, a client that retries", .alone, .timeLimit(.minutes(60))) struct RetryingServerTests {
    private struct Order: Codable, Sendable, Equatable {
        let item: Int
    }

    private let me = APIRequest(.get, "/me", expecting: .raw)
    private let log = APIRequest(.get, "/log", expecting: .raw)
    private let waits = Protected<[Duration]>([])
    private let policy = RetryPolicy(maxAttempts: 5, baseDelay: .seconds(1))

    /// A client whose waits take no time.
    private func client(_ server: TestServer, timeout: TimeInterval = 300) throws -> RESTClient {
        try server.client(timeout: timeout).retrying(policy, random: { 0.5 }) { [waits] duration in
            waits.withLock { $0.append(duration) }
        }
    }

    private var milliseconds: [Double] { waits.withLock { $0.map { $0 / .milliseconds(1) } } }

    @Test("waits as long as a 503 says in seconds, and a 429 by a date")
    func retryAfter() async throws {
        try await withServer("retry-after") { server in
            let response = try await client(server).send(me)
            #expect(response.body == Data("at last".utf8))
            #expect(milliseconds == [2_500, 8_000])
        }
    }

    @Test("returns a response that asks for an hour")
    func retryAfterTooLong() async throws {
        try await withServer("retry-after-long") { server in
            let error = await #expect(throws: RESTError.self) { try await client(server).send(me) }
            guard case .status(let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(response.status == 503)
            #expect(milliseconds == [])
        }
    }

    @Test("asks again when the connection is reset at the request and in the response, and when a body is cut")
    func resets() async throws {
        try await withServer("retry-resets") { server in
            let response = try await client(server).send(me)
            #expect(response.body == Data("0123456789".utf8))
            #expect(milliseconds == [500, 1_000, 2_000])
        }
    }

    @Test("asks again when nothing comes in time", .enabled(if: Transport.hasSocket))
    func timeout() async throws {
        try await withServer("retry-timeout") { server in
            let response = try await client(server, timeout: 10).send(me)
            #expect(response.body == Data("in time".utf8))
            #expect(milliseconds == [500])
        }
    }

    @Test("sends no POST twice, whether its connection is lost or a 503 comes")
    func postOnce() async throws {
        try await withServer("retry-post-once") { server in
            let order = try RequestBody.json(Order(item: 1))
            for path: RequestPath in ["/lost", "/cut", "/busy"] {
                let post = APIRequest(.post, path, sending: order, expecting: .raw)
                await #expect(throws: RESTError.self) { try await client(server).send(post) }
            }
            #expect(milliseconds == [])
        }
    }

    @Test("sends a POST with an Idempotency-Key again, with the same key and body")
    func postAgain() async throws {
        try await withServer("retry-post-again") { server in
            let order = try await client(server).post(
                "/orders", sending: .json(Order(item: 1)), expecting: .json(Order.self)
            ) { $0.addingIdempotencyKey() }
            #expect(order == Order(item: 1))
            #expect(milliseconds == [1_500, 1_000])
        }
    }

    @Test("asks again for a stream up to its head, and never after it")
    func stream() async throws {
        try await withServer("retry-stream") { server in
            let response = try await client(server).stream(log)
            #expect(response.status == 200)
            #expect(milliseconds == [500, 4_000])
            try await server.clock.waitForSleepers(1, timeout: .seconds(600))
            try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
            let error = await #expect(throws: RESTError.self) { try await response.collected() }
            guard case .connection = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(milliseconds.count == 2)
        }
    }

    @Test("sends a file again from its first byte", .enabled(if: Transport.hasSocket))
    func upload() async throws {
        let file = try TemporaryFolder()
        try await withServer("retry-upload") { server in
            let told = Protected<[TransferProgress]>([])
            let response = try await client(server).upload(
                file.file("photo", containing: "a photo"), by: APIRequest(.put, "/photos/7", expecting: .raw)
            ) { progress in told.withLock { $0.append(progress) } }
            #expect(response.status == 204)
            #expect(milliseconds == [500, 4_000])
            #expect(told.withLock { $0.last } == TransferProgress(bytes: 7, expected: 7))
        }
    }

    @Test("has one token for all attempts, and after a refresh another one")
    func authorized() async throws {
        try await withServer("retry-refresh") { server in
            let client = try client(server)
            let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
            #expect(try await client.authorized(by: tokens).send(me).body == Data("signed in".utf8))
        }
    }
}
