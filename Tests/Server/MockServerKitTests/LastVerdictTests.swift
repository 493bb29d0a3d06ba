import Dispatch
import Foundation
import Locking
import TestSupport
import Testing

@testable import MockServerKit

/// What a client gets a response to is in the verdict at the end, however close to that it came.
@Suite("The last verdict", .timeLimit(.minutes(60)))
struct LastVerdictTests {
    /// A client that asks again and again until its response has another status or none comes, and how many it had.
    private struct Asking {
        private let count = Locked(0)
        private let isBegun = DispatchSemaphore(value: 0)
        private let task: Task<Void, any Error>

        init(_ client: RawClient, _ request: String) {
            task = Task { [count, isBegun] in
                try await OwnThread.run {
                    var status: Int?
                    defer { isBegun.signal() }
                    while let response = try? client.ask(request), response.status == status ?? response.status {
                        if status == nil { isBegun.signal() }
                        status = response.status
                        count.withLock { $0 += 1 }
                    }
                }
            }
        }

        /// Ends something on a thread of its own as soon as the client had a response: it asks no longer than that takes.
        func thenEnd<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
            try await OwnThread.run { [isBegun] in
                isBegun.wait()
                return try body()
            }
        }

        /// The number of responses with the status of the first.
        var responses: Int {
            get async throws {
                try await task.value
                return count.withLock { $0 }
            }
        }
    }

    /// A response that the client's system has taken in part: the rest waits in the server's. Another client, which asks
    /// meanwhile, rests between its requests.
    private static let stuck = """
        linger: 0ms
        stubs: [{ request: GET /b, response: { delay: 5ms } }]
        steps: [{ id: a, request: GET /a, client: answered, response: { text: \(String(repeating: "x", count: 60_000)) } }]
        """

    @Test("of a server counts what it answers while it waits for a delivery", arguments: ["finish", "block", "report"])
    func ofServer(way: String) async throws {
        let server = try MockServer(playing: Self.stuck)
        let client = try RawClient(server, receiveBuffer: 4_096)
        try client.send(get("/a"))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        let other = Asking(try RawClient(server), get("/b"))
        let verdict: Verdict
        switch way {
        case "finish":
            try await other.thenEnd {}
            verdict = await server.finish()
        case "block": verdict = try await other.thenEnd { try server.finish() }
        default: verdict = try await other.thenEnd { server.finalReport().verdict }
        }
        let count = try await other.responses
        #expect(verdict.requests > count)
        #expect(verdict.requests == server.verdict.requests)
        client.close()
    }

    @Test("waits for the delivery of each response once")
    func once() async throws {
        let server = try MockServer(playing: Self.stuck)
        let client = try RawClient(server, receiveBuffer: 4_096)
        try client.send(get("/a"))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        #expect(await !server.verify(timeout: .milliseconds(20)).passed)
        #expect(await !server.verify(timeout: .seconds(600)).passed)
        // Nobody waits any more: the waiter would be returned.
        #expect(server.run.notify(when: .delivered) {} == nil)
        await server.stop()
        #expect(server.verdict.failures.map(\.kind) == [.client])
        client.close()
    }

    /// A request that takes a while to be decided, on its event loop.
    private static let slow = post("/b", "{\"a\": [" + String(repeating: "1,", count: 20_000) + "1], \"b\": 1}")
    private static func stub(_ status: Int) -> String {
        "linger: 0ms\nstubs: [{ request: { path: /b, json: { b: 1 } }, response: { status: \(status) } }]"
    }

    @Test("of a session counts what was being decided when the session ended")
    func ofSession() async throws {
        var options = MockServer.Options.patient
        options.sessions = .patient
        let server = try MockServer(playing: "stubs: [{ request: GET /own }]", options: options)
        let table = try #require(server.sessions)
        let scenario = CompiledScenario(try Scenario(yaml: "mockserver: 1\n" + Self.stub(202)))
        for _ in 1...20 {
            let session = try table.begin(scenario)
            let client = try RawClient(server)
            let request = Self.slow.replacingOccurrences(of: " /b ", with: " /s/\(session.id)/b ")
            let asking = Asking(client, request)
            let report = try await asking.thenEnd { table.end(session) }
            let count = try await asking.responses
            #expect(try #require(report).verdict.requests >= count)
        }
        server.stopNow()
    }

    @Test("of a run counts what was being decided when the run was replaced")
    func ofRun() async throws {
        let server = try MockServer(playing: Self.stub(202))
        let scenarios = try [202, 201].map { try Scenario(yaml: "mockserver: 1\n" + Self.stub($0)) }
        for index in 1...20 {
            let client = try RawClient(server)
            let asking = Asking(client, Self.slow)
            let ended = try await asking.thenEnd { server.currentRun.play(scenarios[index % 2]) }
            let count = try await asking.responses
            #expect(ended.verdict.requests >= count)
        }
        server.stopNow()
    }
}
