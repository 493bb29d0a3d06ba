import Dispatch
import Foundation
import HTTPMessage
import Locking
import MockRuntime
import Playback
import Testing

/// A failure between its decision, under the lock, and its filing after it has been explained.
@Suite struct DecidedFailureTests {
    /// Counts the calls of a run's hooks.
    private final class Calls: Sendable {
        private let counts = Locked((decided: 0, lost: 0))

        /// - Returns: the number of decided failures, including this one.
        func decide() -> Int {
            counts.withLock {
                $0.decided += 1
                return $0.decided
            }
        }
        func lose() { counts.withLock { $0.lost += 1 } }
        var decided: Int { counts.withLock { $0.decided } }
        var lost: Int { counts.withLock { $0.lost } }
    }

    private final class RunBox: Sendable {
        private let box = Locked<ScenarioRun?>(nil)
        var run: ScenarioRun? { box.withLock { $0 } }
        func keep(_ run: ScenarioRun) { box.withLock { $0 = run } }
    }

    /// How often the run is judged: DECIDED_FAILURES in the environment, or a thousand times.
    private static let count = ProcessInfo.processInfo.environment["DECIDED_FAILURES"].flatMap { Int($0) } ?? 1_000

    @Test("a run that is judged between the two, often and on many threads, has lost none", arguments: [count])
    func judgedBetween(_ count: Int) throws {
        let (calls, box) = (Calls(), RunBox())
        var options = ScenarioRun.Options()
        options.onDecidedFailure = {
            let decided = calls.decide()
            guard let verdict = box.run?.verdict, !verdict.passed,
                verdict.failures.reduce(0, { $0 + $1.repeats }) >= decided
            else { return calls.lose() }
        }
        let run = try scenarioRun("stubs: [{id: no, request: GET /no, never: true}]", options)
        box.keep(run)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let id = run.arrived(request("GET", "/no", connection: index + 1)).id
            run.answered(id)
        }
        #expect(calls.decided == count)
        #expect(calls.lost == 0)
        #expect(run.verdict.failures.map(\.repeats) == [count])
    }

    @Test("a failure is filed before its response is handed out, and the journal names its kind")
    func filed() throws {
        let run = try scenarioRun(
            """
            vars: {s: x}
            steps:
              - {id: make, request: PUT /n, capture: {id: {header: Location}}}
              - {id: use, request: GET /use, assert: {headers: {A: "{{id}}"}}}
              - {id: set, request: GET /set, assert: {headers: {A: "{{request.query.q}}"}}}
            """)
        let responses = [("PUT", "/n"), ("GET", "/use"), ("GET", "/set")].map { method, target in
            run.arrived(request(method, target)).player.response().head
        }
        #expect(responses.map { $0?.status } == [200, 500, 500])
        #expect(run.journal.map(\.failure) == [.capture, nil, .template])
        #expect(run.journal.map(\.status) == [200, 500, 500])
    }
}
