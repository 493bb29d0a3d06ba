import Dispatch
import ExactJSON
import Foundation
import Locking
import TestSupport
import Testing

@testable import MockServerKit
@testable import Sockets

/// What others find while a session ends, whose report is made outside the table's lock.
@Suite("A session that is ending", .timeLimit(.minutes(60)))
struct EndingSessionTests {
    private static let unmet = "mockserver: 1\nname: pages\nlinger: 0ms\nsteps: [{ request: GET /a }]"

    /// A server with a session, and a gate at which the end of that session waits before its report is made.
    private struct Gate {
        let server: MockServer
        let table: SessionTable
        let session: Session
        private let isReached = DispatchSemaphore(value: 0)
        private let opens = DispatchSemaphore(value: 0)

        init(_ lines: String = unmet, options: (inout MockServer.Options) -> Void = { _ in }) throws {
            var serverOptions = MockServer.Options.patient
            serverOptions.sessions = .patient
            serverOptions.admin = .init()
            options(&serverOptions)
            server = try MockServer(playing: "stubs: [{ request: GET /own }]", options: serverOptions)
            table = try #require(server.sessions)
            session = try table.begin(CompiledScenario(Scenario(yaml: lines)))
            // Readers of requests learn of the end first, on the thread that ends the session.
            _ = session.currentRun.run.notify(when: .request(after: 0)) { [isReached, opens] in
                isReached.signal()
                opens.wait()
            }
        }

        /// Begins the end of the session on a thread of its own, and returns when that waits.
        func end(expires: Bool = false) -> Task<RunReport?, any Error> {
            let (table, session) = (table, session)
            let end = Task { try await OwnThread.run { table.end(session, expires: expires) } }
            isReached.wait()
            return end
        }

        func open() { opens.signal() }

        func metrics() -> [String] {
            MetricsSource(ServerMetrics(), ConnectionCounts(), table).text.split(separator: "\n").map(String.init)
        }
    }

    @Test("is open for the metrics and in the list, and its verdict counts for whoever asks")
    func counted() async throws {
        let gate = try Gate()
        let server = gate.server
        let end = try await OwnThread.run { gate.end() }
        let counts = gate.table.counts
        #expect(counts.open == 1 && counts.ended.failed == 0 && counts.begun == 1)
        #expect(gate.metrics().contains("mockserver_sessions_open 1"))
        #expect(gate.metrics().contains("mockserver_sessions_ended_total{result=\"failed\"} 0"))
        #expect(gate.table.all.map(\.id) == [gate.session.id])
        #expect(gate.table.past.ended.failed == 0)
        #expect(gate.table.unsettled.contains { $0 === gate.session })
        // It gets no requests, and can't end twice.
        #expect(gate.table.session(gate.session.id) == nil)
        #expect(gate.table.end(gate.session) == nil)
        #expect(server.report().sessions.map(\.session) == [gate.session.id.description])
        #expect(!server.report().passed)
        #expect(!server.verdict.passed)
        #expect(await !server.verify(timeout: .seconds(600)).passed)
        #expect(await !server.finish().passed)
        gate.open()
        #expect(try await end.value?.passed == false)
        #expect(gate.table.counts.open == 0 && gate.table.counts.ended.failed == 1)
        #expect(gate.table.all.isEmpty && gate.table.past.ended.failed == 1)
        #expect(server.report().sessions.map(\.passed) == [false])
    }

    @Test("because it has expired was not asked for, unless somebody asks meanwhile")
    func expired() async throws {
        let gate = try Gate { $0.sessions?.timeout = .seconds(3_600) }
        let end = try await OwnThread.run { gate.end(expires: true) }
        #expect(!gate.table.isVerified)
        #expect(!gate.server.verdict.passed)
        #expect(gate.table.isVerified)
        #expect(gate.table.counts.expired == 0)
        gate.open()
        _ = try await end.value
        #expect(gate.table.isVerified)
        #expect(gate.table.counts.expired == 1)
        gate.server.stopNow()
    }

    @Test("takes a place among the sessions until it has ended")
    func limit() async throws {
        let gate = try Gate { $0.sessions?.limit = 1 }
        let end = try await OwnThread.run { gate.end() }
        let scenario = CompiledScenario(try Scenario(yaml: Self.unmet))
        #expect(throws: SessionTable.Full.self) { try gate.table.begin(scenario) }
        gate.open()
        _ = try await end.value
        #expect(throws: Never.self) { try gate.table.begin(scenario) }
        gate.server.stopNow()
    }

    @Test("and has failed by then stays failed, also for whoever asked before that was known")
    func told() async throws {
        let gate = try Gate("mockserver: 1\nstubs: [{ request: GET /a }]")
        defer { gate.server.stopNow() }
        let failing = try Gate()
        defer { failing.server.stopNow() }
        for gate in [gate, failing] { gate.open() }
        let told = failing.session.report(address: "")
        var ended = EndedSessions(address: "")
        let failed = ended.add(gate.session)
        let asked = ended
        #expect(ended.counts.passed + ended.counts.failed == 0)
        let all = Task { try await OwnThread.run { asked.all } }
        failed.fulfill(told)
        #expect(try await all.value.map(\.passed) == [false])
        #expect(ended.counts.failed == 1)
    }

    @Test("is waited for if a request of it is still being decided")
    func deciding() async throws {
        let (begins, opens) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let scenario = try Scenario(yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{ request: GET /a }]")
        let position = scenario.position
        let answered = scenario.adding { _ in
            RuleClosures(
                checks: [],
                responder: Responder(position: position) { _ in
                    begins.signal()
                    opens.wait()
                    throw CancellationError()
                })
        }
        let gate = try Gate()
        gate.open()
        let session = try gate.table.begin(CompiledScenario(answered))
        let client = try RawClient(gate.server)
        defer { client.close() }
        try client.send(get("/s/\(session.id)/a"))
        try await OwnThread.run { begins.wait() }
        #expect(gate.table.end(session)?.passed == true)
        let server = gate.server
        let isFinished = DispatchSemaphore(value: 0)
        let verdict = Task {
            defer { isFinished.signal() }
            return try await OwnThread.run { try server.finish() }
        }
        // It must not come before the decision.
        #expect(try await OwnThread.run { isFinished.wait(timeout: .now() + .milliseconds(50)) } == .timedOut)
        opens.signal()
        #expect(try await !verdict.value.failures.isEmpty)
    }

    @Test("is judged once the responses of its runs are sent, also of one that a reset ended")
    func afterReset() async throws {
        let client = try AdminClient("stubs: [{ request: GET /own }]") { $0.sessions = .patient }
        let begun = try client.send(
            "POST", "/sessions",
            body: """
                mockserver: 1
                name: late
                linger: 0ms
                stubs: [{ request: GET /a, client: answered, response: { delay: 300ms, text: late } }]
                """)
        guard case .string(let id)? = begun.json["session"] else { throw ClientError(call: "session", errno: 0) }
        let session = try #require(SessionID(id).flatMap { client.server.sessions?.session($0) })
        let raw = try RawClient(client.server)
        try raw.send(get("/s/\(id)/a"))
        while session.currentRun.run.extent.requests == 0 { await Task.yield() }
        #expect(try client.send("POST", "/sessions/\(id)/reset").status == 200)
        let ended = try client.send("DELETE", "/sessions/\(id)")
        #expect(ended.json["passed"] == true, "\(ended.json)")
        #expect(try raw.response().text == "late")
        #expect(client.server.verdict.passed)
        client.server.stopNow()
    }

    @Test(
        "and has ended is reported outside the lock that every request of a session needs",
        .enabled(if: Locked(0, measuresHolds: true).longestHold != nil, "holds are measured in debug builds"))
    func holds() throws {
        let items = (1...20_000).map { "  - { request: GET /\($0), times: 1 }\n" }.joined()
        let scenario = CompiledScenario(try Scenario(yaml: "mockserver: 1\nlinger: 0ms\nexpect:\n" + items))
        var options = ScenarioRun.Options()
        options.measuresHolds = true
        let table = SessionTable(.init(), options, longestRequest: .seconds(40), address: "")
        // It measures what one report costs, in the same unit.
        let meter = Locked(0, measuresHolds: true)
        for _ in 1...3 {
            let session = try table.begin(scenario)
            session.currentRun.run.fail("a failure", at: scenario.scenario.position)
            #expect(table.end(session)?.passed == false)
            meter.withLock { _ in #expect(!session.report(address: "").passed) }
        }
        #expect(table.reports.kept.count == 3)
        let (hold, report) = (try #require(table.longestHold), try #require(meter.longestHold))
        #expect(hold < report / 4, "the lock was held for \(hold), and a report takes \(report)")
    }
}
