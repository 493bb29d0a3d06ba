/// One leaf of a request matcher that a request does not match.
public struct Mismatch: Sendable {
    /// A side of the comparison as text for people, in which nothing moves a terminal's cursor or begins a line.
    public struct ComparedValue: Hashable, Sendable {
        /// What stands before the value: `or `, or what was compared where that is not the mismatch's own subject.
        public internal(set) var label = ""
        /// The value alone.
        public internal(set) var value: String
        /// What tells the value from one that prints alike.
        public internal(set) var note = ""
        /// What the value is of; nil for the mismatch's own subject.
        public internal(set) var subject: RequestPart?
        /// How many Unicode scalars the value has, where `value` is cut or has escapes.
        public internal(set) var length: Int?
        /// Variables that the text was made from, by their index in `Scenario.variables`.
        public var variables: [Int]

        public init(_ value: String, variables: [Int] = [], length: Int? = nil) {
            self.value = Excerpt.visible(value)
            self.variables = variables
            self.length = length
        }

        /// The whole line.
        public var text: String { label + value + note }
    }

    /// What was compared.
    public let subject: RequestPart
    /// What is wrong, behind the subject: `differs`, `is missing`, `must not be there`.
    public let problem: String
    /// What the scenario wants, a line each; empty where the problem says it all.
    public let expected: [ComparedValue]
    /// What came, a line each.
    public let received: [ComparedValue]
    /// The leaf in the scenario.
    public let position: Position
    /// How many lines of either side are not listed.
    public internal(set) var omitted = (expected: 0, received: 0)
    /// How many leaves it stands for: itself, and such after it as are not listed.
    public internal(set) var leaves = 1
    /// Whether there may be more leaves behind it, at which nobody looked.
    public internal(set) var isIncomplete = false
    /// The expression without a value that alone is the reason; `problem` says so too.
    public let blocked: EvaluationError?

    public init(
        subject: RequestPart, problem: String, expected: [ComparedValue] = [], received: [ComparedValue] = [],
        position: Position,
        blocked: EvaluationError? = nil
    ) {
        self.subject = subject
        self.problem = Excerpt.visible(problem)
        self.expected = expected
        self.received = received
        self.position = position
        self.blocked = blocked
    }
}

/// Whether a request matches.
public enum RequestMatch: Sendable {
    /// It does, with the values of the path's `{parameters}` by name.
    case matched(parameters: [PathParameter])
    case notMatched
    /// It might, were this variable set.
    case waiting(variable: Int)
}

/// A value that a path template took from a path.
public struct PathParameter: Hashable, Sendable {
    public let name: String
    /// Decoded.
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
