package import HTTPMessage
import Scenarios

/// A run's state at a moment, which nothing changes any more: what a verdict is made from, outside the run's lock.
///
/// It shares its arrays with the script. Let go of it soon: the script's next act copies those that it changes.
package struct RunSnapshot: Sendable {
    let composer: FailureComposer
    let order: StepOrder
    let progress: ChunkedArray<Script.Progress>
    let variables: [VariableState]
    let connections: StepConnections
    var log: FailureLog
    let tallies: [ExpectationTally]
    /// Requests that are not answered, in order of arrival.
    let unanswered: [TimelineEntry]
    let requests: Int

    var scenario: Scenario { composer.scenario }

    /// How many requests each step took, in the order of the scenario's steps.
    package var stepCounts: [Int] { scenario.steps.indices.map { progress[$0].count } }

    /// What the run comes to if it ends at `instant`.
    package func verdict(at instant: Instant) -> Verdict {
        let (log, failures, omitted) = ending(at: instant)
        let all = log.failures + failures
        return Verdict(
            scenario: scenario.name, failures: all,
            omittedFailures: log.omitted + omitted + all.reduce(0) { $0 + $1.unshown },
            droppedResponses: unanswered, requests: requests, steps: scenario.steps.count,
            completeSteps: scenario.steps.count - order.incompleteSteps, seed: composer.seed)
    }

    func ruleText(_ number: Int) -> String { composer.ruleText(number) }

    func scope(rule: Int) -> EvaluationContext { composer.scope(rule: rule, variables, connections) }
}

extension Script {
    /// The state as it is now.
    package var snapshot: RunSnapshot {
        RunSnapshot(
            composer: composer, order: order, progress: progress, variables: variables, connections: connections,
            log: log, tallies: tallies, unanswered: unsentResponses, requests: requests)
    }

    /// What the run comes to if it ends at `instant`.
    package func verdict(at instant: Instant) -> Verdict { snapshot.verdict(at: instant) }
}
