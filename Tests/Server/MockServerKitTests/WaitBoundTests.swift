import Dispatch
import HTTPMessage
import Locking
import MockRuntime
import TestSupport
import Testing

@testable import MockServerKit

/// What ends a wait of a test for something that never comes.
@Suite("A wait that nothing ends", .timeLimit(.minutes(60)))
struct WaitBoundTests {
    @Test("for a sleeper says what came, and what a sleeper is")
    func sleepers() async throws {
        let server = try MockServer(playing: "clock: virtual\nlinger: 0ms\nstubs: [{ request: GET /x }]")
        #expect(try await Task { try RawClient(server).ask(get("/x")).status }.value == 200)
        let error = await #expect(throws: ClockError.self) {
            try await server.clock.waitForSleepers(1, timeout: .milliseconds(20))
        }
        #expect(error == .tooFewSleepers(0, expected: 1, requests: 1, after: .milliseconds(20)))
        #expect(
            error?.description == """
                0 of 1 sleeper waited for the virtual clock within 0.02 seconds, and 1 request had come; a sleeper is a \
                response in its delay, or a task in sleep(for:) of this clock: give the client under test server.clock, \
                let it begin before this call in a task of its own, or raise timeout:
                """)
        await server.stop()
    }

    @Test("for what follows from a move of the clock says so, and the move goes on")
    func advancing() async throws {
        let time = ServerClock(.virtual)
        let clock = ScenarioClock { _ in
            true
        } requests: {
            1
        } _: {
            time
        }
        let start = clock.now
        time.virtualTime?.begin()
        let error = await #expect(throws: ClockError.self) {
            try await clock.advance(by: .seconds(1), timeout: .milliseconds(20))
        }
        #expect(error == .notWritten(after: .milliseconds(20), now: start))
        #expect(
            error?.description == """
                the responses that fall due are not written after 0.02 seconds, and the virtual clock stands at \
                \(start): a closure that makes a response has not returned; let it return without waiting for the test, \
                or raise timeout:
                """)
        time.virtualTime?.end()
        try await clock.advance(by: .seconds(1), timeout: .seconds(600))
        #expect(start.duration(to: clock.now) >= .seconds(1))
    }

    @Test("for a closure before a move of the clock has the time of the move")
    func settling() async throws {
        let time = ServerClock(.virtual)
        let decisions = DecisionsInProgress(timeout: .seconds(3_600))
        let clock = ScenarioClock {
            await decisions.ended(within: $0)
        } requests: {
            1
        } _: {
            time
        }
        let decision = decisions.begin()
        await #expect(throws: ClockError.self) {
            try await clock.advance(by: .seconds(1), timeout: .milliseconds(20))
        }
        decision.end()
        try await clock.advance(by: .seconds(1), timeout: .seconds(600))
        #expect(time.virtualTime?.now == Instant(nanoseconds: 2_000_000_000))
    }

    @Test("for the closures of several sessions ends at once for all", arguments: [false, true])
    func deadline(blocks: Bool) async throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]")
        let end = ContinuousClock.now + .milliseconds(20)
        for _ in 1...2 {
            let run = ScenarioRun(scenario, ScenarioRun.Options())
            let decisions = DecisionsInProgress(timeout: .seconds(3_600))
            let decision = decisions.begin()
            if blocks {
                await Task { decisions.awaitEnd(orFail: run, until: end) }.value
            } else {
                await decisions.ended(orFail: run, until: end)
            }
            #expect(run.verdict.failures.count == 1)
            decision.end()
        }
    }

    @Test("for the run to complete ends, and the verdict says what is missing")
    func completion() async throws {
        let server = try MockServer(playing: "linger: 0ms\nsteps: [{ id: a, request: GET /x }]")
        await server.waitUntilComplete(timeout: .milliseconds(20))
        #expect(server.verdict.failures.map(\.step) == ["a"])
        await server.stop()
    }

    @Test("for a closure that does not return says which one it is", arguments: [1, 2])
    func closure(requests: Int) async throws {
        let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let scenario = try Scenario(yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{ id: slow, request: GET /x }]")
        let position = scenario.position
        let closures = RuleClosures(
            checks: [],
            responder: Responder(position: position) { _ in
                begun.signal()
                goesOn.wait()
                return ResponseTemplate(position: position, index: 0)
            })
        let server = try MockServer(scenario.adding { _ in closures }, options: .patient)
        let clients = try (1...requests).map { _ in try RawClient(server) }
        for client in clients { try client.send(get("/x")) }
        try await OwnThread.run { for _ in clients { begun.wait() } }
        let decisions = DecisionsInProgress(timeout: .milliseconds(20))
        let decision = decisions.begin()
        await decisions.ended(orFail: server.run)
        decision.end()
        let title = server.verdict.failures.first?.title ?? ""
        #expect(
            title.replacing("#2", with: "#1")
                == "the closure of stub \"slow\" that makes the response to #1\(requests > 1 ? ", and 1 more," : "") has "
                + "not returned within 0.02 seconds, so the verdict is without it: let it return, and wait in the test itself"
        )
        for _ in clients { goesOn.signal() }
        for client in clients { #expect(try client.response().status == 200) }
        await server.stop()
    }

    @Test("for a decision that does not end is a failure of the run, once", arguments: [false, true])
    func decision(blocks: Bool) async throws {
        let run = ScenarioRun(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]"), ScenarioRun.Options())
        let decisions = DecisionsInProgress(timeout: .milliseconds(20))
        await decisions.ended(orFail: run)
        #expect(run.verdict.passed)
        let decision = decisions.begin()
        for _ in 1...2 {
            if blocks {
                await Task { decisions.awaitEnd(orFail: run) }.value
            } else {
                await decisions.ended(orFail: run)
            }
        }
        #expect(
            run.verdict.failures.map(\.title) == [
                "a request is still being decided after 0.02 seconds, so the verdict is without it: let the scenario read less "
                    + "of a large body"
            ])
        decision.end()
    }

    @Test("for decisions is for those that have begun before it")
    func earlierDecisions() async throws {
        let run = ScenarioRun(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]"), ScenarioRun.Options())
        let decisions = DecisionsInProgress(timeout: .seconds(3_600))
        let (first, told) = (decisions.begin(), Locked(false))
        var later: DecisionsInProgress.Decision?
        await withCheckedContinuation { continuation in
            decisions.notifyEnd(orFail: run) {
                #expect(told.withLock { $0 })
                continuation.resume()
            }
            later = decisions.begin()
            told.withLock { $0 = true }
            first.end()
        }
        #expect(!decisions.isEmpty && run.verdict.passed)
        later?.end()
        // At once.
        decisions.notifyEnd(orFail: run) { told.withLock { $0 = false } }
        #expect(!told.withLock { $0 })
    }

    @Test("for a decision that never ends, of somebody who is called back, is a failure of the run")
    func endlessDecision() async throws {
        let run = ScenarioRun(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]"), ScenarioRun.Options())
        let decisions = DecisionsInProgress(timeout: .milliseconds(20))
        let decision = decisions.begin()
        await withCheckedContinuation { continuation in
            decisions.notifyEnd(orFail: run) { continuation.resume() }
        }
        #expect(run.verdict.failures.count == 1)
        decision.end()
    }
}
