import struct ScenarioBuilder.Step
import BuiltScenarios
import Locking
import MockServerKit

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

        /// The chains that the run plays.
        var played: [[Step]] { chains.filter { $0.stage == stage && !$0.isLate }.map(\.steps) }
    }

    private let name: String
    private let site: CallSite
    /// Whether the server was started with a scenario, which stubs can't be added to.
    private let isMisused: Bool
    private let sources = SwiftSources()
    private let state = Locked(State())

    init(_ name: String, at site: CallSite, isMisused: Bool = false) {
        self.name = name
        self.site = site
        self.isMisused = isMisused
    }

    /// A scenario without steps, which takes no request.
    var scenario: Scenario { Scenario(emptyNamed: name, at: site, sources) }

    /// Begins a chain, and returns its index.
    func begin(_ step: Step, on server: MockServer) -> Int {
        let (isPlayed, isComplete) = (server.hasRequests, server.isComplete)
        let (index, isLate) = state.withLock { state -> (Int, Bool) in
            if isPlayed, isComplete { state.stage += 1 }
            let isLate = isMisused || isPlayed && !isComplete
            state.chains.append(Chain(steps: [step], stage: state.stage, isLate: isLate))
            return (state.chains.count - 1, isLate)
        }
        if isLate { failLate(at: step.content.site, on: server) } else { play(step.content.site, on: server) }
        return index
    }

    /// Adds a request to a chain, and returns its index in it.
    func add(_ step: Step, toChain chain: Int, on server: MockServer) -> Int {
        change(chain, at: step.content.site, on: server) { $0.append(step) }
        return state.withLock { $0.chains[chain].steps.count - 1 }
    }

    func content(ofStep step: Int, inChain chain: Int) -> RuleContent {
        state.withLock { $0.chains[chain].steps[step].content }
    }

    func set(_ content: RuleContent, ofStep step: Int, inChain chain: Int, on server: MockServer) {
        change(chain, at: content.site, on: server) { $0[step].content = content }
    }

    private func change(
        _ chain: Int, at site: CallSite, on server: MockServer, _ change: @Sendable (inout [Step]) -> Void
    ) {
        let isPlayed = server.hasRequests
        let (wasLate, isLate) = state.withLock { state -> (Bool, Bool) in
            change(&state.chains[chain].steps)
            let wasLate = state.chains[chain].isLate
            // What the run plays of it already, it goes on to play.
            let isLate = wasLate || isPlayed || state.chains[chain].stage != state.stage
            return (wasLate, isLate)
        }
        if !isLate { return play(site, on: server) }
        if !wasLate { failLate(at: site, on: server) }
    }

    private func failLate(at site: CallSite, on server: MockServer) {
        server.fail(
            isMisused
                ? "stubs can be added only to a server that was started without a scenario; write this one in it"
                : "the stub came too late, because requests have come and not all of the earlier stubs have had theirs; "
                    + "write it before the first request, or when all of those are answered",
            at: sources.position(of: site))
    }

    /// Plays the chains of the stage from their beginning.
    private func play(_ site: CallSite, on server: MockServer) {
        let document = ScenarioDocument(name, at: self.site, chains: state.withLock(\.played))
        do {
            server.play(try Scenario(document, sources))
        } catch {
            server.play(scenario)
            server.fail("the stubs have errors:\n\(error)", at: sources.position(of: site))
        }
    }
}
