package import HTTPMessage
package import Scenarios

/// An immutable copy of a run's state at an instant: a verdict is made from it outside the run's lock.
///
/// It shares its arrays with the script. Release it soon: until then, the script must copy each array that it changes.
package struct RunSnapshot: Sendable {
    let composer: FailureComposer
    let order: StepOrder
    let progress: ChunkedArray<Script.Progress>
    let variables: [VariableState]
    let connections: StepConnections
    var log: FailureLog
    let tallies: ChunkedArray<ExpectationTally>
    /// Requests without a complete response, in order of arrival.
    let unanswered: [TimelineEntry]
    /// Watched responses that are neither delivered nor left, in order of arrival, as far as they can be judged.
    let undelivered: [ResponseDelivery]
    /// Whether there are such.
    package var hasUndelivered: Bool { !undelivered.isEmpty }
    /// The requests that have begun and are not whole, in the order of their connections.
    fileprivate(set) var receiving: [BegunRequest]
    /// Those that a run which replaced this one has taken over.
    let handedOver: [BegunRequest]
    /// Why connections wait that could not be accepted; nil if none does.
    fileprivate(set) var unaccepted: String?
    /// The same, if a run which replaced this one waits for them.
    let unacceptedAtHandover: String?
    let requests: Int
    /// The last request that no rule took.
    let lastRefused: TimelineEntry?
    /// The first preflights that did not get the permission that they asked for.
    let refusedPreflights: [RefusedPreflight]
    /// The last requests whose response was a fault, and that did not come again.
    let unrepeated: [Interruption]
    /// Whether the run was ended before its time: what it had not reached is not a failure.
    let isCutShort: Bool
    /// The holds that keep responses back: each rule's number, and how many requests came for it.
    let holding: [Int: Int]
    /// Those of them that fail if the run ends now and nothing more is sent.
    fileprivate(set) var closedHolds: [ClosedHold]

    /// The run as one that nobody has replaced: for a reader who has found it so, and so misses the run which has taken
    /// over what had begun.
    package var asLast: RunSnapshot {
        var last = self
        last.receiving += handedOver
        last.unaccepted = unaccepted ?? unacceptedAtHandover
        return last
    }

    /// The run while a request is being decided that may open its holds.
    package var leavingHoldsOpen: RunSnapshot {
        var undecided = self
        undecided.closedHolds = []
        return undecided
    }

    /// The scenario, with the stubs that were added.
    package var scenario: Scenario { composer.scenario }

    /// The number of requests that each step took, in the order of the scenario's steps.
    package var stepCounts: [Int] { scenario.steps.indices.map { progress[$0].count } }

    /// The verdict if the run ends at `instant`.
    ///
    /// - Parameter isGoingOn: whether its responses will still be sent, so that only those are judged which never will be.
    package func verdict(at instant: Instant, isGoingOn: Bool = false) -> Verdict {
        let (log, failures, omitted) = ending(at: instant, isGoingOn: isGoingOn)
        let all = log.failures + failures
        return Verdict(
            scenario: scenario.name, failures: all,
            omittedFailures: log.omitted + omitted + all.reduce(0) { $0 + $1.unshown },
            dropped: unanswered, requests: requests, steps: scenario.steps.count,
            completeSteps: scenario.steps.count - order.incompleteSteps, seed: composer.seed,
            failedEarly: !self.log.isEmpty, kindsAtEnd: failures.map(\.kind), isCutShort: isCutShort,
            isGoingOn: isGoingOn)
    }

    func ruleText(_ number: Int) -> String { composer.ruleText(number) }

    func scope(rule: Int) -> EvaluationContext { composer.scope(rule: rule, variables, connections) }
}

extension Script {
    /// The state as it is now.
    package var snapshot: RunSnapshot {
        RunSnapshot(
            composer: composer, order: order, progress: progress, variables: variables, connections: connections,
            log: log, tallies: tallies.items, unanswered: unsentResponses, undelivered: undelivered,
            receiving: receiving.sorted(), handedOver: handedOver.sorted(), unaccepted: unaccepted,
            unacceptedAtHandover: unacceptedAtHandover, requests: requests, lastRefused: lastRefused,
            refusedPreflights: refusedPreflights, unrepeated: interruptions.map(\.interruption), isCutShort: isCutShort,
            holding: timing?.holding ?? [:], closedHolds: closedHolds)
    }

    /// The verdict if the run ends at `instant`.
    package func verdict(at instant: Instant) -> Verdict { snapshot.verdict(at: instant) }
}
