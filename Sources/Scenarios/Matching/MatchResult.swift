/// Whether something holds, where what it is compared with may have no value yet (Kleene's three values).
enum MatchResult: Hashable {
    case matches
    case differs
    /// An expression has no value; the first such error is kept by whoever asked.
    case undetermined

    init(_ matches: Bool) { self = matches ? .matches : .differs }

    static prefix func ! (result: MatchResult) -> MatchResult {
        switch result {
        case .matches: .differs
        case .differs: .matches
        case .undetermined: .undetermined
        }
    }

    /// Both must hold: what fails decides.
    mutating func and(_ other: MatchResult) {
        if self == .differs || other == .matches { return }
        self = other
    }

    /// One must hold: what holds decides.
    mutating func or(_ other: MatchResult) {
        if self == .matches || other == .differs { return }
        self = other
    }
}

/// Why something could not be decided: the first error of an expression, or work that a request may not make.
struct MatchContext {
    private(set) var error: EvaluationError?
    /// Why it was not looked at to the end, a clause; nil where it was.
    private(set) var stop: String?
    /// How many values were compared.
    var comparisons = 0

    /// Keeps the first reason to stop looking.
    mutating func giveUp(_ reason: String) -> MatchResult {
        if stop == nil { stop = reason }
        return .undetermined
    }

    /// Keeps why another could not be decided.
    mutating func meet(_ other: MatchContext) -> MatchResult {
        if let error = other.error { return meet(error) }
        if let stop = other.stop { return giveUp(stop) }
        return .undetermined
    }

    /// Keeps the first error.
    mutating func meet(_ error: EvaluationError) -> MatchResult {
        if self.error == nil { self.error = error }
        return .undetermined
    }
}
