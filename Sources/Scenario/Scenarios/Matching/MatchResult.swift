/// Whether a value matches, if an operand may have no value yet (Kleene's three values).
enum MatchResult: Hashable {
    case matches
    case differs
    /// An expression has no value; the caller keeps the first such error.
    case undetermined

    init(_ matches: Bool) { self = matches ? .matches : .differs }

    static prefix func ! (result: MatchResult) -> MatchResult {
        switch result {
        case .matches: .differs
        case .differs: .matches
        case .undetermined: .undetermined
        }
    }

    /// Both must match: a difference decides.
    mutating func and(_ other: MatchResult) {
        if self == .differs || other == .matches { return }
        self = other
    }

    /// One must match: a match decides.
    mutating func or(_ other: MatchResult) {
        if self == .matches || other == .differs { return }
        self = other
    }
}

/// What is not known of a recorded request.
package enum UnknownPart: Sendable {
    /// A value that was redacted.
    case redacted
    /// The body, of which only the beginning was kept, or nothing, or the content without the bytes.
    case body
}

/// Why something could not be decided: the first error of an expression, or a limit of work.
struct MatchContext {
    private(set) var error: EvaluationError?
    /// Why the comparison stopped early, as a clause; nil if it did not.
    private(set) var stop: String?
    /// Whether a condition is about the body, which has not come yet.
    private(set) var lacksBody = false
    /// Whether a value that was redacted is unknown.
    private(set) var lacksRedacted = false
    /// Whether that is a body that was cut, or that has other bytes than were sent.
    private var lacksCutBody = false
    /// The number of values that were compared.
    var comparisons = 0

    /// The steps that are not taken from the limit of work yet: taking each would cost more than what it counts.
    private var uncounted = 0
    private static let countedTogether = 32
    /// Whether there are no steps left: nothing more is compared, however many values a loop still visits.
    private var isExhausted = false

    /// Counts steps of work.
    ///
    /// - Returns: nil, or the result if there are no steps left.
    mutating func count(_ steps: Int, in scope: EvaluationContext) -> MatchResult? {
        guard let work = scope.work else { return nil }
        if isExhausted { return .undetermined }
        uncounted += steps
        guard uncounted >= Self.countedTogether else { return nil }
        isExhausted = !work.spend(uncounted)
        uncounted = 0
        return isExhausted ? giveUp(WorkBudget.exhausted) : nil
    }

    /// Takes the last steps from the limit of work.
    mutating func finishCounting(in scope: EvaluationContext) {
        scope.work?.spend(uncounted)
        uncounted = 0
    }

    /// Records that the result depends on the body.
    mutating func waitForBody() -> MatchResult {
        lacksBody = true
        return .undetermined
    }

    /// Records that the result depends on a value that was redacted.
    mutating func meetRedacted() -> MatchResult {
        lacksRedacted = true
        return .undetermined
    }

    /// Records that the result depends on a part that is hidden.
    mutating func meetHidden(in view: RequestView, isInBody: Bool) -> MatchResult {
        if isInBody, view.isBodyCut || view.isBodyRestated { lacksCutBody = true }
        return meetRedacted()
    }

    /// Whether only redacted values leave a result open: then they count as the expected ones.
    func isOpenByRedaction(_ result: MatchResult) -> Bool {
        result == .undetermined && lacksRedacted && error == nil && stop == nil && !lacksBody
    }

    /// What leaves a result open that counts as the expected one; nil if it is decided.
    func unknownPart(in result: MatchResult) -> UnknownPart? {
        isOpenByRedaction(result) ? (lacksCutBody ? .body : .redacted) : nil
    }

    /// Records the first reason to stop.
    mutating func giveUp(_ reason: String) -> MatchResult {
        if stop == nil { stop = reason }
        return .undetermined
    }

    /// Records why another comparison could not be decided.
    mutating func meet(_ other: MatchContext) -> MatchResult {
        if other.lacksRedacted { lacksRedacted = true }
        if other.lacksCutBody { lacksCutBody = true }
        if let error = other.error { return meet(error) }
        if let stop = other.stop { return giveUp(stop) }
        return .undetermined
    }

    /// Records the first error.
    mutating func meet(_ error: EvaluationError) -> MatchResult {
        if self.error == nil { self.error = error }
        return .undetermined
    }
}
