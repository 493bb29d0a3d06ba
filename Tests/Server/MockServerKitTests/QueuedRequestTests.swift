import Dispatch
import ExactJSON
import TestSupport
import Testing

@testable import MockServerKit

/// HTTP/1.1 requests behind one whose decision takes long.
@Suite("Requests behind one that is being decided", .timeLimit(.minutes(60)))
struct QueuedRequestTests {
    /// A server on which a closure makes the response to `POST /slow` once it is let go. Closures have threads of their
    /// own, so these block nobody else.
    private struct Host {
        let client: AdminClient
        private let isReached = DispatchSemaphore(value: 0)
        private let isOpen = DispatchSemaphore(value: 0)
        var server: MockServer { client.server }

        init(closes: Bool = false) throws {
            let (isReached, isOpen) = (isReached, isOpen)
            let scenario = try Scenario(yaml: "mockserver: 1\n" + QueuedRequestTests.scenario)
            let position = scenario.position
            let closures = RuleClosures(
                checks: [],
                responder: Responder(position: position) { _ in
                    isReached.signal()
                    isOpen.wait()
                    return ResponseTemplate(
                        status: .constant(202), connection: closes ? .close : nil, position: position, index: 0)
                })
            var options = MockServer.Options.patient
            options.admin = .init()
            options.sessions = .patient
            client = AdminClient(server: try MockServer(scenario.adding { $0 == 0 ? closures : nil }, options: options))
        }

        /// A client that has sent these bytes behind a request that is being decided.
        func client(_ bytes: String) async throws -> RawClient {
            let client = try RawClient(server)
            try client.send(post("/slow", ""))
            try await OwnThread.run { isReached.wait() }
            try client.send(bytes)
            return client
        }

        func letGo() { isOpen.signal() }

        /// Waits until so many requests are unanswered: decided or not, or of which only a part has come.
        func awaitUnanswered(_ count: Int, in run: ScenarioRun) async {
            while run.activity.unanswered < count { await Task.yield() }
        }
    }

    private static let scenario = """
        linger: 0ms
        stubs:
          - { request: POST /slow }
          - { request: 'GET /ok/{n}', response: { text: '{{request.path.n}}' } }
          - { request: POST /ok, response: { text: '{{request.body}}' } }
          - { request: DELETE /x, never: true }
        """

    private static let forbidden = "DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test("are answered in their order, however many they are", arguments: [1, 3_000])
    func order(count: Int) async throws {
        let host = try Host()
        let client = try await host.client("")
        let requests = (1...count).map { get("/ok/\($0)") }.joined() + post("/ok", "posted")
        let sending = Task { try await OwnThread.run { try client.send(requests) } }
        host.letGo()
        #expect(try await OwnThread.run { try client.response().status } == 202)
        let texts = try await OwnThread.run { try (0...count).map { _ in try client.response().text } }
        try await sending.value
        #expect(texts == (1...count).map(String.init) + ["posted"])
        #expect(await host.server.finish().passed)
    }

    @Test("belong to the run that is current when they come, though another replaces it before they are decided")
    func replaced() async throws {
        let host = try Host()
        let run = host.server.run
        let client = try await host.client(Self.forbidden)
        await host.awaitUnanswered(2, in: run)
        let currentRun = host.server.currentRun
        let ended = Task { try await OwnThread.run { currentRun.play().verdict } }
        while host.server.run === run { await Task.yield() }
        host.letGo()
        #expect(try await ended.value.failures.map(\.kind) == [.never])
        await host.server.stop()
        withExtendedLifetime(client) {}
    }

    @Test("belong to their own session, which does not end before they are decided")
    func sessions() async throws {
        let host = try Host()
        let begun = try host.client.send("POST", "/sessions", body: "mockserver: 1\n" + Self.scenario)
        guard case .string(let other)? = begun.json["session"] else { throw CancellationError() }
        let client = try await host.client("DELETE /s/\(other)/x HTTP/1.1\r\nHost: h\r\n\r\n")
        let id = try #require(SessionID(other))
        let session = try #require(host.server.sessions?.session(id))
        await host.awaitUnanswered(1, in: session.currentRun.run)
        let admin = host.client
        let ended = Task { try await OwnThread.run { try admin.send("DELETE", "/sessions/\(other)") } }
        host.letGo()
        #expect(try await ended.value.json["passed"] == .bool(false))
        await host.server.stop()
        withExtendedLifetime(client) {}
    }

    @Test(
        "of which only a part has come fail a run that the server's stop ends",
        arguments: [
            "GET /ok/1 HTTP/1.1\r\nHos", get("/ok/1") + "GET /ok/2 HTTP/1.1\r\nHos",
            "POST /ok HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx",
        ])
    func cut(bytes: String) async throws {
        let host = try Host()
        let run = host.server.run
        let client = try await host.client(bytes)
        while !run.isReceiving { await Task.yield() }
        let server = host.server
        let stopped = Task { await server.stop() }
        host.letGo()
        await stopped.value
        #expect(!host.server.verdict.passed)
        withExtendedLifetime(client) {}
    }

    @Test("count all the same when their client resets the connection")
    func reset() async throws {
        let host = try Host()
        let client = try await host.client(Self.forbidden)
        await host.awaitUnanswered(2, in: host.server.run)
        client.reset()
        host.letGo()
        let verdict = await host.server.verify(timeout: .seconds(3_600))
        #expect(verdict.requests == 2)
        #expect(verdict.failures.map(\.kind) == [.never])
        await host.server.stop()
    }

    @Test("are for the client to send again where the response to that closes the connection")
    func closed() async throws {
        let host = try Host(closes: true)
        let client = try await host.client(Self.forbidden + get("/ok/1"))
        await host.awaitUnanswered(3, in: host.server.run)
        host.letGo()
        #expect(try await OwnThread.run { try client.response().status } == 202)
        let verdict = await host.server.finish()
        #expect(verdict.passed && verdict.requests == 1)
    }

    @Test("that are no requests are refused in their turn")
    func garbage() async throws {
        let host = try Host()
        let client = try await host.client(get("/ok/1") + "GARBAGE\r\n\r\n")
        while !host.server.run.isReceiving { await Task.yield() }
        #expect(host.server.verdict.requests <= 1, "nothing behind is decided yet")
        host.letGo()
        let statuses = try await OwnThread.run { try (0..<3).map { _ in try client.response().status } }
        #expect(statuses == [202, 200, 400])
        #expect(await host.server.finish().failures.map(\.kind) == [.badRequest])
    }

    @Test("may wait for 100 Continue, and are asked for their body once it is their turn")
    func continues() async throws {
        let host = try Host()
        let client = try await host.client(
            "POST /ok HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        while !host.server.run.isReceiving { await Task.yield() }
        host.letGo()
        let (slow, interim) = try await OwnThread.run { (try client.response(), try client.response()) }
        #expect(slow.status == 202 && interim.status == 100)
        try client.send("body")
        #expect(try await OwnThread.run { try client.response().text } == "body")
        #expect(await host.server.finish().passed)
    }
}
