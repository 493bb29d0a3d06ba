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

/// Why something could not be decided: the first error of an expression, or work that a request may not make.
struct Obstacle {
    private(set) var error: EvaluationError?
    /// Why it was not looked at to the end, a clause; nil where it was.
    private(set) var stop: String?
    /// How many values were compared.
    var comparisons = 0

    /// Keeps the first reason to stop looking.
    mutating func giveUp(_ reason: String) -> Judgement {
        if stop == nil { stop = reason }
        return .undecided
    }

    /// Keeps why another could not be decided.
    mutating func meet(_ other: Obstacle) -> Judgement {
        if let error = other.error { return meet(error) }
        if let stop = other.stop { return giveUp(stop) }
        return .undecided
    }

    /// Keeps the first error.
    mutating func meet(_ error: EvaluationError) -> Judgement {
        if self.error == nil { self.error = error }
        return .undecided
    }
}
