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
final class StubRegistry: Sendable {
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
    /// Where stubs are changed and played one after the other, so that of several changes at once the last has all.
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
        changes.sync {
            let (isPlayed, isComplete) = (server.hasRequests, server.isComplete)
            let (index, isLate) = state.withLock { state -> (Int, Bool) in
                if isPlayed, isComplete { state.stage += 1 }
                let isLate = isMisused || isPlayed && !isComplete
                state.chains.append(Chain(steps: [step], stage: state.stage, isLate: isLate))
                return (state.chains.count - 1, isLate)
            }
            if isLate { failLate(at: step.content.site, on: server) } else { play(on: server) }
            return index
        }
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
        changes.sync {
            let isPlayed = server.hasRequests
            let (result, wasLate, isLate) = state.withLock { state -> (Result, Bool, Bool) in
                let result = change(&state.chains[chain].steps)
                let wasLate = state.chains[chain].isLate
                // What the run plays of it already, it goes on to play.
                let isLate = wasLate || isPlayed || state.chains[chain].stage != state.stage
                return (result, wasLate, isLate)
            }
            if !isLate { play(on: server) } else if !wasLate { failLate(at: site, on: server) }
            return result
        }
    }

    private func failLate(at site: CallSite, on server: MockServer) {
        server.fail(
            isMisused
                ? "stubs can be added only to a server that was started without a scenario; write this one in it"
                : "the stub came too late, because requests have come and not all of the earlier stubs have had theirs; "
                    + "write it before the first request, or when all of those are answered",
            at: sources.position(of: site))
    }

    /// Plays the chains of the stage from their beginning. If they have errors, each is a failure of the run, at its
    /// own line.
    private func play(on server: MockServer) {
        let (chains, reported) = state.withLock { ($0.played, $0.reported) }
        do throws(ScenarioError) {
            server.play(try Scenario(ScenarioDocument(name, at: site, chains: chains), sources))
            state.withLock { $0.reported = [] }
        } catch {
            // A run that has errors as its failures already is not replaced: they would be another run's.
            if reported.isEmpty { server.play(scenarioWithErrors) }
            for (position, text) in errors(error) where !reported.contains("\(position) \(text)") {
                server.fail(text, at: position)
                state.withLock { _ = $0.reported.insert("\(position) \(text)") }
            }
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
