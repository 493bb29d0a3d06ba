import Dispatch
import Locking
import Testing

@testable import MockServerKit

@Suite("A scenario that is written call by call", .timeLimit(.minutes(60)))
struct UnloadedScenarioTests {
    /// A scenario with as many steps as calls have written.
    private final class Draft: UnloadedScenario {
        private struct State {
            var steps = 0
            var hasChanged = false
            var loads = 0
        }

        private let state = Locked(State())
        private let changes = DispatchQueue(label: "draft")

        var loads: Int { state.withLock { $0.loads } }

        func add(_ currentRun: CurrentRun) {
            changes.sync {
                state.withLock { ($0.steps, $0.hasChanged) = ($0.steps + 1, true) }
                currentRun.playLater(self)
            }
        }

        func load(_ play: (Scenario?, _ errors: [(Position, String)]) -> Void) {
            changes.sync {
                let steps = state.withLock { $0.hasChanged ? $0.steps : 0 }
                guard steps > 0 else { return }
                play(try? UnloadedScenarioTests.scenario(steps: steps), [])
                state.withLock { ($0.hasChanged, $0.loads) = (false, $0.loads + 1) }
            }
        }
    }

    fileprivate static func scenario(steps: Int) throws -> Scenario {
        let lines = (0..<steps).map { "  - { request: GET /\($0) }" }
        return try Scenario(yaml: "mockserver: 1\nsteps:\n" + lines.joined(separator: "\n"), path: "draft.yaml")
    }

    private func currentRun() throws -> CurrentRun {
        CurrentRun(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET / }]", path: "run.yaml"), .init())
    }

    @Test("is loaded once, by the first of those who use the run", arguments: 1...20)
    func once(round: Int) throws {
        let (currentRun, draft) = (try currentRun(), Draft())
        for _ in 0..<10 { draft.add(currentRun) }
        #expect(draft.loads == 0)
        let seen = Locked<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            let steps = number.isMultiple(of: 2) ? currentRun.run.scenario : currentRun.playing.scenario.scenario
            seen.withLock { $0.append(steps.steps.count) }
        }
        #expect(seen.withLock { $0 } == Array(repeating: 10, count: 8))
        #expect(draft.loads == 1)
        #expect(currentRun.verdict.steps == 10)
        draft.add(currentRun)
        #expect(currentRun.openRuns.last?.scenario.steps.count == 11)
        #expect(draft.loads == 2)
    }

    @Test("is not lost by a reset before that")
    func reset() throws {
        let (currentRun, draft) = (try currentRun(), Draft())
        draft.add(currentRun)
        _ = currentRun.end(currentRun.replace(by: nil))
        #expect(currentRun.run.scenario.steps.count == 1)
        draft.add(currentRun)
        _ = currentRun.play()
        #expect(currentRun.arranged.scenario.scenario.steps.count == 2)
    }
}
