package import ExactJSON

/// The values that a template's expressions can read: an immutable snapshot.
package struct EvaluationContext: Sendable {
    /// One state for each of `Scenario.variables`.
    package var variables: [VariableState]
    /// The bytes of all their values together, so that setting one need not count the others.
    package var variablesSize = 0
    /// The most bytes that a template or one of its expressions may make.
    package var valueLimit = ValueLimit.rendered
    /// The connections of the last requests of those steps that request matchers name.
    package var connections: StepConnections
    /// The request that is being matched or answered; nil while `vars` are evaluated.
    package var request: RequestView?
    /// 1 for the step's first request; 0 outside a step.
    package var count: Int
    /// The source of `uuid` and `random`.
    package var randomSource: RandomSource
    /// The value of `now`.
    package var now: WallClockTime
    /// The value of `server.url`; empty if the server has no URL.
    package var serverURL: String
    /// Whether the request was recorded, and its redacted values are unknown.
    package var isRecorded: Bool
    /// The work that the request being matched or explained may still do; nil if only each single match has a limit.
    var work: WorkBudget?

    package init(
        variables: [VariableState], connections: StepConnections = StepConnections(), request: RequestView? = nil,
        count: Int = 0, randomSource: RandomSource, now: WallClockTime, serverURL: String, isRecorded: Bool = false,
        variablesSize: Int = 0
    ) {
        self.variablesSize = variablesSize
        self.variables = variables
        self.connections = connections
        self.request = request
        self.count = count
        self.randomSource = randomSource
        self.now = now
        self.serverURL = serverURL
        self.isRecorded = isRecorded
    }
}

extension EvaluationContext {
    /// The context of a response without templates.
    package static let empty = EvaluationContext(
        variables: [], randomSource: RandomSource(seed: 0, rule: -1, count: 0), now: WallClockTime(nanoseconds: 0),
        serverURL: "")
}

/// The state of a variable at a point of the run.
package enum VariableState: Sendable {
    /// Nothing has set it yet.
    case unset
    /// Its value and where the scenario gave it.
    case value(JSON, setAt: Position)
    /// Its capture found no value. Everything that uses the variable fails because of that one failure.
    case broken(at: Position)
}

/// An instant of the calendar.
@usableFromInline
package struct WallClockTime: Hashable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z, without leap seconds.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }
}

/// The origin of a rule's random values. Each value depends on the seed, the rule, its count and the position in the
/// file, but not on the order in which requests arrive.
package struct RandomSource: Hashable, Sendable {
    package var seed: UInt64
    /// The index of the rule: steps first, then stubs; -1 for `vars`.
    package var rule: Int
    package var count: Int

    package init(seed: UInt64, rule: Int, count: Int) {
        self.seed = seed
        self.rule = rule
        self.count = count
    }
}

/// Why a template has no value.
package struct EvaluationError: Error, Sendable {
    package enum Reason: Sendable {
        /// A variable that is defined but not set yet, by its index in `Scenario.variables`.
        case unset(variable: Int)
        /// A variable whose capture failed.
        case broken(variable: Int, at: Position)
        /// A sentence for people: which operand has no value, or why a filter failed.
        case invalid(String)
    }

    package let reason: Reason
    /// Whether a limit of size is the reason.
    package let isTooLarge: Bool
    /// The position of the expression.
    package let position: Position

    package init(_ reason: Reason, position: Position, isTooLarge: Bool = false) {
        self.isTooLarge = isTooLarge
        self.reason = if case .invalid(let sentence) = reason { .invalid(Excerpt.visible(sentence)) } else { reason }
        self.position = position
    }
}
