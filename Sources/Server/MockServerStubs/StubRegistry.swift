import BuiltScenarios
import Dispatch
import Locking
import MockServerKit
import struct ScenarioBuilder.Step
import struct ScenarioBuilder.Stub

/// The chains of stubs of a server.
///
/// Chains that are written before the first request are played side by side. When all of their requests have come and
/// are answered, a further chain begins a run of its own.
final class StubRegistry: UnloadedScenario {
    private struct Chain {
        var steps: [Step]
        /// The number of runs of stubs before its own.
        let stage: Int
        /// Whether it is not played: the run has had requests before the chain was whole.
        var isLate: Bool
    }

    private struct State {
        var chains: [Chain] = []
        var stage = 0
        /// Whether something was written that the server has not loaded.
        var hasChanged = false
        /// The errors of the stubs that the run has as its failures; empty while it plays the stubs.
        var reported: Set<String> = []

        /// The chains that the run plays.
        var played: [[Step]] { chains.filter { $0.stage == stage && !$0.isLate }.map(\.steps) }
    }

    private let name: String
    private let site: CallSite
    /// Whether the server was started with a scenario, which stubs can't be added to.
    private let isMisused: Bool
    private let sources = SwiftSources()
    private let state = Locked(State())
    /// Where stubs are changed and loaded one after the other. Whoever asks the server for its run there must know that
    /// nothing has changed: else the run is loaded, which waits for this queue.
    private let changes = DispatchQueue(label: "mockserver.stubs")

    init(_ name: String, at site: CallSite, isMisused: Bool = false) {
        self.name = name
        self.site = site
        self.isMisused = isMisused
    }

    /// A scenario without steps, which takes no request.
    var scenario: Scenario { Scenario(emptyNamed: name, at: site, sources) }

    /// Begins a chain, and returns its index.
    func begin(_ step: Step, on server: MockServer) -> Int {
        // Outside the queue, on which an event loop may wait.
        if !state.withLock({ $0.hasChanged }), server.hasRequests { server.awaitCompletion() }
        let (index, isLate) = changes.sync {
            let isUnused = state.withLock { $0.hasChanged } || !server.hasRequests
            let isComplete = isUnused || server.isComplete
            let (index, isLate) = state.withLock { state in
                if !isUnused, isComplete { state.stage += 1 }
                let isLate = isMisused || !isComplete
                state.chains.append(Chain(steps: [step], stage: state.stage, isLate: isLate))
                return (state.chains.count - 1, isLate)
            }
            if !isLate { playLater(on: server) }
            return (index, isLate)
        }
        if isLate { failLate(at: step.content.site, on: server) }
        return index
    }

    /// Adds a request to a chain, and returns its index in it.
    func add(_ step: Step, toChain chain: Int, on server: MockServer) -> Int {
        change(chain, at: step.content.site, on: server) { steps in
            steps.append(step)
            return steps.count - 1
        }
    }

    func content(ofStep step: Int, inChain chain: Int) -> RuleContent {
        state.withLock { $0.chains[chain].steps[step].content }
    }

    func set(_ content: RuleContent, ofStep step: Int, inChain chain: Int, on server: MockServer) {
        change(chain, at: content.site, on: server) { $0[step].content = content }
    }

    private func change<Result: Sendable>(
        _ chain: Int, at site: CallSite, on server: MockServer, _ change: @Sendable (inout [Step]) -> Result
    ) -> Result {
        let (result, becomesLate) = changes.sync {
            let isUnused = state.withLock { $0.hasChanged } || !server.hasRequests
            let (result, wasLate, isLate) = state.withLock { state -> (Result, Bool, Bool) in
                let result = change(&state.chains[chain].steps)
                let wasLate = state.chains[chain].isLate
                // What the run plays of it already, it goes on to play.
                let isLate = wasLate || !isUnused || state.chains[chain].stage != state.stage
                return (result, wasLate, isLate)
            }
            if !isLate { playLater(on: server) }
            return (result, isLate && !wasLate)
        }
        if becomesLate { failLate(at: site, on: server) }
        return result
    }

    private func playLater(on server: MockServer) {
        state.withLock { $0.hasChanged = true }
        server.playLater(self)
    }

    private func failLate(at site: CallSite, on server: MockServer) {
        server.fail(
            isMisused
                ? "stubs can be added only to a server that was started without a scenario; write this one in it"
                : "the stub came too late, because requests have come and not all of the earlier stubs have had theirs; "
                    + "write it before the first request, or when all of those are answered",
            at: sources.position(of: site))
    }

    /// The chains of the stage from their beginning. If they have errors, each is a failure of the run, at its own line.
    func load(_ play: (Scenario?, _ errors: [(Position, String)]) -> Void) {
        changes.sync {
            let (hasChanged, chains, reported) = state.withLock { ($0.hasChanged, $0.played, $0.reported) }
            guard hasChanged else { return }
            do throws(ScenarioError) {
                play(try Scenario(ScenarioDocument(name, at: site, chains: chains), sources), [])
                state.withLock { $0.reported = [] }
            } catch {
                let new = errors(error).filter { !reported.contains("\($0) \($1)") }
                // A run that has errors as its failures already is not replaced: they would be another run's.
                play(reported.isEmpty ? scenarioWithErrors : nil, new)
                state.withLock { $0.reported.formUnion(new.map { "\($0) \($1)" }) }
            }
            state.withLock { $0.hasChanged = false }
        }
    }

    private func errors(_ error: ScenarioError) -> [(Position, String)] {
        guard case .invalid(let diagnostics) = error else { return [(sources.position(of: site), "\(error)")] }
        return diagnostics.filter { $0.severity == .error }.map { ($0.position, $0.message) }
    }

    /// What is played while the stubs have errors: it takes every request, because the failures are told already.
    private var scenarioWithErrors: Scenario {
        let anything = Stub(matching: [], at: site).respond(.notImplemented, text: "the stubs have errors\n")
        return (try? Scenario(ScenarioDocument(name, at: site, stub: anything), sources)) ?? scenario
    }
}
