package import ExactJSON

/// What the expressions of a template see: a snapshot that nothing changes afterwards.
package struct EvaluationContext: Sendable {
    /// One state for each of `Scenario.variables`.
    package var variables: [VariableState]
    /// Where the steps that request matchers name took their last requests.
    package var connections: StepConnections
    /// The request being decided or answered; nil while `vars` are evaluated.
    package var request: RequestView?
    /// 1 for the step's first request; 0 outside a step.
    package var count: Int
    /// Where `uuid` and `random` draw from.
    package var randomSource: RandomSource
    /// The moment that `now` tells.
    package var now: WallClockTime
    /// What `server.url` tells; empty where the server has no URL.
    package var serverURL: String
    /// What the request being decided or explained may still use; nil where nothing is bounded but each match.
    var work: Work?

    package init(
        variables: [VariableState], connections: StepConnections = StepConnections(), request: RequestView? = nil,
        count: Int = 0, randomSource: RandomSource, now: WallClockTime, serverURL: String
    ) {
        self.variables = variables
        self.connections = connections
        self.request = request
        self.count = count
        self.randomSource = randomSource
        self.now = now
        self.serverURL = serverURL
    }
}

extension EvaluationContext {
    /// What a response without templates is made in.
    package static let empty = EvaluationContext(
        variables: [], randomSource: RandomSource(seed: 0, rule: -1, count: 0), now: WallClockTime(nanoseconds: 0),
        serverURL: "")
}

/// What a variable holds at a point of the run.
package enum VariableState: Sendable {
    /// Nothing has set it yet.
    case unset
    /// Its value and where the scenario gave it.
    case value(JSON, setAt: Position)
    /// Its capture found no value: what uses it fails because of that one failure.
    case broken(at: Position)
}

/// A moment of the calendar.
package struct WallClockTime: Hashable, Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z, leap seconds aside.
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }
}

/// The origin of a rule's random values: each comes from the seed, the rule, its count and the position in the file, so
/// that none depends on the order of arrival.
package struct RandomSource: Hashable, Sendable {
    package var seed: UInt64
    /// Which rule draws; steps first, then stubs; -1 for `vars`.
    package var rule: Int
    package var count: Int

    package init(seed: UInt64, rule: Int, count: Int) {
        self.seed = seed
        self.rule = rule
        self.count = count
    }
}

/// Why a template makes no value.
package struct EvaluationError: Error, Sendable {
    package enum Reason: Sendable {
        /// A variable that is defined but not set yet, by its index in `Scenario.variables`.
        case unset(variable: Int)
        /// A variable whose capture failed.
        case broken(variable: Int, at: Position)
        /// A sentence for people: what has no value, or what a filter could not do with one.
        case invalid(String)
    }

    package let reason: Reason
    /// Where the expression stands.
    package let position: Position

    package init(_ reason: Reason, position: Position) {
        self.reason = if case .invalid(let sentence) = reason { .invalid(Excerpt.visible(sentence)) } else { reason }
        self.position = position
    }
}
