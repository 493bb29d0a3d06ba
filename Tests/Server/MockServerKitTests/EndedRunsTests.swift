import ExactJSON
import Foundation
import Locking
import Sockets
import TestSupport
import Testing

@testable import MockServerKit

@Suite("A server whose run is reset", .timeLimit(.minutes(60)))
struct EndedRunsTests {
    private static let scenario = "linger: 0ms\nsteps: [{ id: a, request: GET /a, response: { text: hello } }]"

    private func currentRun(_ lines: String = scenario, journalLimit: Int = 4 << 20) throws -> CurrentRun {
        var options = ScenarioRun.Options()
        options.seed = 7
        options.journalLimit = journalLimit
        return CurrentRun(try Scenario(yaml: "mockserver: 1\nname: n\n" + lines, path: "run.yaml"), options)
    }

    private func request(_ target: String, body: Int = 0) -> Request {
        let target = Array(target.utf8)[...]
        let head = RequestHead(
            method: Array("GET".utf8)[...], target: target, authority: Array("h".utf8)[...], path: target, query: nil,
            version: .http11, fields: Fields([("Host", "h")]), raw: nil)
        return Request(
            head: head, body: [UInt8](repeating: 0x61, count: body), connection: ConnectionInfo(index: 1, exchange: 1))
    }

    @Test("keeps a run that failed without a request, as by a stub that came too late")
    func failedWithoutRequest() throws {
        let currentRun = try currentRun()
        currentRun.run.fail("too late", at: currentRun.run.scenario.position)
        _ = currentRun.play()
        currentRun.answer(request("/a"))
        let verdict = currentRun.verdict
        #expect(verdict.failures.map(\.title).first == "too late")
        #expect(!currentRun.report(address: "").passed)
    }

    @Test("keeps each run that requests came to, with its failures")
    func kept() throws {
        let currentRun = try currentRun()
        currentRun.answer(request("/a"))
        _ = currentRun.play()
        currentRun.answer(request("/b"))
        _ = currentRun.play()
        _ = currentRun.play()
        let verdict = currentRun.verdict
        #expect(!verdict.passed)
        #expect(verdict.failures.map(\.kind) == [.unmatched, .unmet, .unmet])
        #expect(verdict.failures.map { $0.remarks.last == "in run 2, which a reset ended" } == [true, true, false])
        #expect(verdict.requests == 2)
        #expect(verdict.summary() == "failed: n (3 failures, 2 requests, 0 of 1 step, seed 7)")
        let report = currentRun.report(address: "")
        #expect(report.earlierRuns.map(\.number) == [1, 2])
        #expect(report.earlierRuns.map(\.verdict.passed) == [true, false])
        #expect(report.earlierRuns.map { $0.journal.map(\.request.target) } == [["/a"], ["/b"]])
        #expect(report.number == 3)
    }

    @Test("does not fail because nothing came before it was reset")
    func untouched() throws {
        let currentRun = try currentRun()
        _ = currentRun.play()
        _ = currentRun.play()
        currentRun.answer(request("/a"))
        #expect(currentRun.verdict.passed)
        let report = currentRun.report(address: "")
        #expect(report.earlierRuns.isEmpty && report.number == 1 && report.passed)
    }

    @Test("is told once the last request of the run is decided")
    func undecided() async throws {
        let currentRun = try currentRun()
        let (former, order) = (currentRun.run, Locked<[String]>([]))
        let decision = former.decisions.begin()
        async let ended = OwnThread.run {
            let ended = currentRun.play()
            order.withLock { $0.append("told") }
            return ended.verdict.requests
        }
        while currentRun.run === former { await Task.yield() }
        // What need not wait has time to be done.
        for _ in 1...100 { await EventLoop.turnsEnded() }
        former.answered(former.arrived(request("/a")).id)
        order.withLock { $0.append("decided") }
        decision.end()
        #expect(try await ended == 1)
        #expect(order.withLock { $0 } == ["decided", "told"])
    }

    @Test("tells what failed in a run only after it was reset")
    func late() throws {
        let currentRun = try currentRun()
        currentRun.answer(request("/a"))
        let held = currentRun.run
        #expect(currentRun.play().verdict.passed)
        held.answered(held.arrived(request("/late")).id)
        let verdict = currentRun.verdict
        #expect(
            verdict.failures.map(\.title) == ["nothing takes GET /late", "step \"a\": 0 requests, expected exactly 1"])
        #expect(currentRun.report(address: "").earlierRuns[0].verdict.requests == 2)
    }

    @Test("counts a request that comes to a run while that is reset")
    func inBetween() throws {
        let currentRun = try currentRun()
        var held: ScenarioRun? = currentRun.run
        _ = currentRun.play()
        _ = held?.arrived(request("/late"))
        held = nil
        #expect(currentRun.report(address: "").earlierRuns.map(\.number) == [1])
        #expect(!currentRun.verdict.passed)
        // Another reset frees the run's script; its result stays.
        _ = currentRun.play()
        #expect(currentRun.report(address: "").earlierRuns.map(\.number) == [1])
        #expect(currentRun.verdict.failures.map(\.kind) == [.unmatched, .unmet, .unmet])
    }

    @Test("keeps what it was told to have failed by, also for whoever asked before that was known")
    func told() async throws {
        let (passing, failing) = (try currentRun("stubs: [{ request: GET /a }]"), try currentRun())
        for run in [passing, failing] { run.answer(request("/a")) }
        failing.answer(request("/b"))
        var ended = EndedRuns(journalLimit: 1 << 20)
        let failed = ended.add(passing.run)
        #expect(ended.takeUnused().isEmpty)
        let asked = ended
        let all = Task { try await OwnThread.run { asked.all().runs } }
        failed.fulfill(failing.run.recorded)
        #expect(try await all.value.map(\.run.verdict.passed) == [false])
    }

    @Test("keeps failed runs before those that passed, and counts what there is no room for")
    func bounded() throws {
        let currentRun = try currentRun()
        for index in 0..<2_300 {
            // 100 runs that fail, 1,100 that pass, 1,100 that fail.
            let fails = index < 100 || index >= 1_200
            currentRun.answer(request(fails ? "/b" : "/a"))
            _ = currentRun.play()
        }
        currentRun.answer(request("/a"))
        let report = currentRun.report(address: "")
        #expect(!report.passed)
        // The last run is not closed yet, and there is always room for it.
        #expect((1_000...1_001).contains(report.earlierRuns.count))
        #expect(report.earlierRuns.allSatisfy { !$0.verdict.passed })
        #expect(report.omittedRuns.passed == 1_100)
        #expect(report.omittedRuns.failed + report.earlierRuns.count == 1_200)
        let omitted = report.omittedRuns.failed
        #expect(report.closingText().hasSuffix("\n   and 1180 more, \(omitted) of them only counted"))
        #expect(report.number == 2_301)
        // A failed run shows at least one failure; the others are at least counted.
        #expect(report.earlierRuns.allSatisfy { !$0.verdict.failures.isEmpty })
        let verdict = currentRun.verdict
        #expect(verdict.failures.count <= 2_002)
        #expect(verdict.failures.count + verdict.omittedFailures == 2 * 1_200 - report.omittedRuns.failed)
    }

    @Test("keeps the journals of the last runs, together as much as of one")
    func journals() throws {
        let currentRun = try currentRun(journalLimit: 10_000)
        for _ in 1...10 {
            currentRun.answer(request("/b", body: 4_000))
            _ = currentRun.play()
        }
        currentRun.answer(request("/b"))
        let report = currentRun.report(address: "")
        #expect(report.earlierRuns.map(\.journal.count) == [0, 0, 0, 0, 0, 0, 0, 0, 1, 1])
        #expect(report.earlierRuns.allSatisfy { $0.verdict.failures.count == 2 })
    }

    @Test("gives the verdict of all its runs, by verify, verdict and finish")
    func server() throws {
        let client = try AdminClient(Self.scenario)
        _ = try Tool("curl -sS $url/wrong", client.server)
        let ended = try client.ask("POST", "/reset")
        #expect(ended.json["ended"]?["passed"] == false)
        #expect(try Tool("curl -sS $url/a", client.server).output == "hello")
        #expect(try client.get("/verdict?wait=300s").json["passed"] == true)
        let verdict = client.server.verify(timeout: .seconds(600))
        #expect(verdict.failures.map(\.kind) == [.unmatched, .unmet])
        #expect(!client.server.report().passed)
        #expect(try !client.server.finish().passed)
    }
}

extension CurrentRun {
    /// Has the current run decide a request, and the response written.
    fileprivate func answer(_ request: Request) {
        let (run, scenario) = playing
        if case .made(let exchange, _) = run.announced(request, by: scenario).finish() { exchange.end(.answered) }
    }
}
