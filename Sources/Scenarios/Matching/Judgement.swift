/// Whether something holds, where what it is compared with may have no value yet (Kleene's three values).
enum Judgement: Hashable {
    case holds
    case fails
    /// An expression has no value; the first such error is kept by whoever asked.
    case undecided

    init(_ holds: Bool) { self = holds ? .holds : .fails }

    static prefix func ! (judgement: Judgement) -> Judgement {
        switch judgement {
        case .holds: .fails
        case .fails: .holds
        case .undecided: .undecided
        }
    }

    /// Both must hold: what fails decides.
    mutating func and(_ other: Judgement) {
        if self == .fails || other == .holds { return }
        self = other
    }

    /// One must hold: what holds decides.
    mutating func or(_ other: Judgement) {
        if self == .holds || other == .fails { return }
        self = other
    }
}

/// What judging sees besides the value: the scope, and where the first error of an expression is left.
struct Obstacle {
    private(set) var error: EvaluationError?

    /// Keeps the first error.
    mutating func meet(_ error: EvaluationError) -> Judgement {
        if self.error == nil { self.error = error }
        return .undecided
    }
}
