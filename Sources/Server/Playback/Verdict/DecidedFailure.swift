package import HTTPMessage
package import Scenarios

/// A failure as decided under the run's lock: its kind, its position in the order of failures, and the facts for its
/// sentences. It is immutable, so `FailureComposer` explains it outside the lock.
///
/// It represents all failures of one request.
package final class DecidedFailure: Sendable {
    /// Its index in the order of the run's failures, from 0; nil if the scenario allows the request, so that the run
    /// does not fail.
    let ordinal: Int?
    /// The kind of the first of several failures, as far as it is known before they are explained.
    package let kind: FailureKind
    let facts: FailureFacts
    /// The request that the failure is about; nil for a failure of `vars`.
    let entry: TimelineEntry?
    /// The whole request, if the sentences may show parts of it.
    let view: RequestView?
    /// The context of expressions, with the variables as before the request.
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

    /// The kind, if it makes the run fail.
    package var countedKind: FailureKind? { isCounted ? kind : nil }

    /// Whether explaining it takes more than a tenth of a millisecond, so that others should not wait for it.
    package func takesLongToExplain(in scenario: Scenario) -> Bool {
        let comparesLong = scenario.needsLimit || (view?.size ?? 0) > Self.quicklyCompared
        return switch facts {
        case .unmatched(let candidates, _): comparesLong || candidates.count > Self.quicklyRanked
        case .taken, .undecided: comparesLong
        case .exhausted(let facts): !facts.open.isEmpty && comparesLong
        default: false
        }
    }

    /// Whether earlier requests may show where a value of its request is from. Only the first failures of a run are
    /// explained so, as nobody reads a thousand.
    package var isExplainedByEarlier: Bool {
        guard let ordinal, ordinal < Self.explainedByEarlier else { return false }
        return switch facts {
        case .taken, .unmatched, .outOfOrder, .exhausted, .interval, .never: true
        default: false
        }
    }

    static let explainedByEarlier = 32

    /// The most rules that are ranked quickly, and the most bytes of a request that are compared quickly.
    private static let quicklyRanked = 50
    private static let quicklyCompared = 2_048

    /// The whole request, if the sentences may show parts of it.
    package var request: Request? { view?.request }

    /// The number of the request that the failure is about.
    package var requestNumber: Int? { entry?.number }
}

/// A rule that fails the run by a request of its own.
enum UndecidedRule: Sendable {
    /// A stub that must never get one, by its index among the stubs.
    case never(stub: Int)
    /// An item of `expect` with a limit, by its index.
    case expectation(Int)
}

/// The facts that a failure's sentences are made from: rules by number, and counts.
enum FailureFacts: Sendable {
    /// A value of `vars` could not be evaluated.
    case initialValue(Assignment, EvaluationError)
    case malformed(MalformedRequest)
    /// A request came for a stub that must never get one; the last requests that rules took before.
    case never(stub: Int, recent: [TimelineEntry])
    case outOfOrder(OutOfOrder)
    case exhausted(Exhausted)
    /// No rule takes the request; the rules that it may have been meant for. `isResponse` says that the failure is sent
    /// as the response.
    case unmatched([NearMiss], isResponse: Bool)
    /// Deciding the request takes more than so many steps of work, so that no rule takes it.
    case tooMuchWork(steps: Int, isResponse: Bool)
    /// The request may be one by which the run fails, but comparing it stopped at a limit, so that no rule takes it.
    case undecided(UndecidedRule, isResponse: Bool)
    /// A step or stub took the request; `isRejected` says that the failure is sent instead of the response.
    case taken(rule: Int, isRejected: Bool)
    /// The response can't be produced as the scenario states it; `rule` is nil if no rule took the request.
    case unmade(ResponseProblem, rule: Int?)
    /// A closure rejected the request, with this text, at its position.
    case check(String, Position, rule: String)
    /// The scenario can't be played as a test wants it.
    case misuse(String, Position)
    /// The rule's hold gave up waiting; `arrivals` requests had come for it, the first of which are `held`.
    case holdTimeout(rule: Int, arrivals: Int, held: [TimelineEntry], HoldEnd)
    /// The order of a hold's release can't be kept, because HTTP/1.1 sends the response to `first` before the other.
    case releaseConflict(rule: Int, first: TimelineEntry)
    /// Too many requests were in flight; `rule` is nil for an item of `expect`.
    case inFlight(Int, RequestLimit, rule: Int?, others: [TimelineEntry])
    /// A request came too soon or too late after the response before it; the last requests that rules took, this one too.
    case interval(ArrivalInterval, IntervalLimits.Limit, rule: Int, recent: [TimelineEntry])
    /// The client left too soon, or stayed; of a stream so many events were sent.
    case client(ClientAssertion, ClientOutcome, rule: Int, sentEvents: Int?)

    struct OutOfOrder: Sendable {
        /// The first steps that would take the request, and the number of further ones.
        let waiting: [UnavailableStep]
        let moreWaiting: Int
        let exhausted: [RuleCount]
        let moreExhausted: Int
        let interruption: Interruption?
        /// The last requests whose response was a fault, and that did not come again.
        let unrepeated: [Interruption]
        /// The first of the waiting steps, and what it waits for; empty if something else keeps the request from it too.
        let refused: RefusedStep
        let lacks: [LackingStep]
    }

    struct Exhausted: Sendable {
        /// The step or stub that last took a request.
        let rule: Int
        /// The number of requests that came for it, including this one.
        let count: Int
        /// The last request that it took.
        let last: TimelineEntry?
        let others: [RuleCount]
        let moreOthers: Int
        /// The first open steps that the request may have been meant for: they have its method and path, if they name
        /// any.
        let open: [NearMiss]
        let interruption: Interruption?

        /// The most steps in `open`, and the most in which they are searched for.
        static let openLimit = (listed: 8, searched: 200)
    }

    /// The number of steps in a list that are named one by one.
    static let shownSteps = 20
}

/// The number of requests that a step or stub took.
struct RuleCount: Sendable {
    let rule: Int
    let count: Int
}

/// A step that matches a request, and why it does not take it.
struct UnavailableStep: Sendable {
    enum Reason: Sendable {
        /// A later step took a request; the number of its first request is `first`.
        case closed(by: Int, first: Int?)
        /// The first of the steps and blocks that it waits for, and the number of further ones.
        case waits([PendingDependency], more: Int)
        /// Neither: its `when` is not met.
        case condition
    }

    /// The number of steps and blocks it waits for that are named.
    static let shown = 3

    let step: Int
    let reason: Reason
}

/// An incomplete step or block that another step waits for.
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
        /// A step that is not open yet or already closed.
        case notOpen
        case exhausted
    }

    let rule: Int
    let state: State
}

/// A response that ended its connection.
struct Interruption: Sendable {
    let rule: Int
    /// `reset`, `rst_stream CANCEL`.
    let name: String
    /// The fault; nil for frames of HTTP/2 and for a connection that is closed after a whole response.
    let fault: Fault?
    /// The request that got it.
    let entry: TimelineEntry
}
