import HTTPMessage
import Scenarios

/// A failure as it is decided under the run's lock: its kind, its position in the order of failures, and the facts that
/// its sentences are made from. Nothing changes it any more, so `FailureComposer` explains it outside the lock.
///
/// It stands for all failures of one request.
package final class DecidedFailure: Sendable {
    /// Its index in the order of the run's failures, from 0; nil where the scenario allows the request, so that the run
    /// does not fail.
    let ordinal: Int?
    /// Of several failures the kind of the first, as far as it is known before they are explained.
    package let kind: FailureKind
    let facts: FailureFacts
    /// The request that it is about; nil for a failure of `vars`.
    let entry: TimelineEntry?
    /// The request whole, where the sentences may show parts of it.
    let view: RequestView?
    /// What expressions see, with the variables as before the request.
    let scope: EvaluationContext
    let instant: Instant

    init(
        _ kind: FailureKind, _ facts: FailureFacts, ordinal: Int?, entry: TimelineEntry?, view: RequestView? = nil,
        scope: EvaluationContext, at instant: Instant
    ) {
        self.kind = kind
        self.facts = facts
        self.ordinal = ordinal
        self.entry = entry
        self.view = view
        self.scope = scope
        self.instant = instant
    }

    /// Whether it makes the run fail.
    package var isCounted: Bool { ordinal != nil }

    /// The kind, where it makes the run fail.
    package var countedKind: FailureKind? { isCounted ? kind : nil }

    /// Whether it takes more than a tenth of a millisecond to explain, so that others should not wait for it.
    package var takesLongToExplain: Bool {
        switch facts {
        case .unmatched(let candidates, _): candidates.count > Self.quicklyRanked
        case .taken: (view?.request.body.count ?? 0) > Self.quicklyCompared
        default: false
        }
    }

    /// So many rules are soon ranked, and so many bytes of a body soon compared.
    private static let quicklyRanked = 50
    private static let quicklyCompared = 2_048

    /// The number of the request that it is about.
    package var requestNumber: Int? { entry?.number }
}

/// What the sentences of a failure are made from: rules by number, and counts.
enum FailureFacts: Sendable {
    /// A value of `vars` could not be made.
    case initialValue(Assignment, EvaluationError)
    case malformed(MalformedRequest)
    /// A request came for a stub that must never be asked.
    case never(stub: Int)
    case outOfOrder(OutOfOrder)
    case exhausted(Exhausted)
    /// Nothing takes the request, with the rules that it may have been meant for; `isResponse` says that the failure is the
    /// response.
    case unmatched([NearMiss], isResponse: Bool)
    /// A step or stub took the request; `isRejected` says that the failure is sent in place of the response.
    case taken(rule: Int, isRejected: Bool)
    /// A response can't be made as the scenario states it; `rule` is nil where nothing took the request.
    case unmade(ResponseProblem, rule: Int?)

    struct OutOfOrder: Sendable {
        /// The first steps that would take the request, and how many more there are.
        let waiting: [UnavailableStep]
        let moreWaiting: Int
        let exhausted: [RuleCount]
        let moreExhausted: Int
        let interruption: Interruption?
    }

    struct Exhausted: Sendable {
        /// The step or stub that took a request last.
        let rule: Int
        /// How many requests came for it, this one included.
        let count: Int
        /// The last request that it took.
        let last: TimelineEntry?
        let others: [RuleCount]
        let moreOthers: Int
        let interruption: Interruption?
    }

    /// How many steps of a list are told one by one.
    static let shownSteps = 20
}

/// How many requests a step or stub took.
struct RuleCount: Sendable {
    let rule: Int
    let count: Int
}

/// A step that would take a request, and why it does not.
struct UnavailableStep: Sendable {
    enum Reason: Sendable {
        /// A later step took a request; its first has the number `first`.
        case closed(by: Int, first: Int?)
        /// The first of the steps and blocks that it waits for, and how many more there are.
        case waits([PendingDependency], more: Int)
        /// Neither, so that its `when` is what does not hold.
        case condition
    }

    /// How many of the steps and blocks that it waits for are named.
    static let shown = 3

    let step: Int
    let reason: Reason
}

/// What is incomplete of what a step waits for.
enum PendingDependency: Sendable {
    case step(RuleCount)
    /// A parallel block, and the first of its incomplete steps.
    case block(Int, [RuleCount])
}

/// A rule that a request may have been meant for.
struct NearMiss: Sendable {
    enum State: Int8, Sendable {
        /// It would take a request that matches.
        case live
        /// A step that is not open, or no more.
        case notOpen
        case exhausted
    }

    let rule: Int
    let state: State
}

/// A response that ended its connection.
struct Interruption: Sendable {
    let rule: Int
    let fault: String
}
