/// One leaf of a request matcher that a request does not match.
package struct Mismatch: Sendable {
    /// A side of the comparison as text for people, in which nothing moves a terminal's cursor or begins a line.
    package struct ComparedValue: Hashable, Sendable {
        /// What stands before the value: `or `, or what was compared where that is not the mismatch's own subject.
        package internal(set) var label = ""
        /// The value alone.
        package internal(set) var value: String
        /// What tells the value from one that prints alike.
        package internal(set) var note = ""
        /// What the value is of; nil for the mismatch's own subject.
        package internal(set) var subject: RequestPart?
        /// How many Unicode scalars the value has, where `value` is cut or has escapes.
        package internal(set) var length: Int?
        /// Variables that the text was made from, by their index in `Scenario.variables`.
        package var variables: [Int]

        package init(_ value: String, variables: [Int] = [], length: Int? = nil) {
            self.value = Excerpt.visible(value)
            self.variables = variables
            self.length = length
        }

        /// The whole line.
        package var text: String { label + value + note }
    }

    /// What was compared.
    package let subject: RequestPart
    /// What is wrong, behind the subject: `differs`, `is missing`, `must not be there`.
    package let problem: String
    /// What the scenario wants, a line each; empty where the problem says it all.
    package let expected: [ComparedValue]
    /// What came, a line each.
    package let received: [ComparedValue]
    /// The leaf in the scenario.
    package let position: Position
    /// How many lines of either side are not listed.
    package internal(set) var omitted = (expected: 0, received: 0)
    /// How many leaves it stands for: itself, and such after it as are not listed.
    package internal(set) var leaves = 1
    /// Whether there may be more leaves behind it, at which nobody looked.
    package internal(set) var isIncomplete = false
    /// The expression without a value that alone is the reason; `problem` says so too.
    package let blocked: EvaluationError?

    package init(
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
package enum RequestMatch: Sendable {
    /// It does, with the values of the path's `{parameters}` by name.
    case matched(parameters: [PathParameter])
    case notMatched
    /// It might, were this variable set.
    case waiting(variable: Int)
}

/// A value that a path template took from a path.
package struct PathParameter: Hashable, Sendable {
    package let name: String
    /// Decoded.
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
