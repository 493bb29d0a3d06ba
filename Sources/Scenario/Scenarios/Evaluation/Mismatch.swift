/// One leaf of a request matcher that does not match a request.
package struct Mismatch: Sendable {
    /// The expected or received value as text for people, on one line and without characters that move a cursor.
    package struct ComparedValue: Hashable, Sendable {
        /// The text before the value: `or `, or the name of the compared part if it is not the mismatch's own subject.
        package internal(set) var label = ""
        /// The value alone.
        package internal(set) var value: String
        /// A note that distinguishes the value from one that prints alike.
        package internal(set) var note = ""
        /// The part that the value belongs to; nil for the mismatch's own subject.
        package internal(set) var subject: RequestPart?
        /// The number of Unicode scalars in the value if `value` is cut or contains escapes.
        package internal(set) var length: Int?
        /// The variables that the text was made from, by their index in `Scenario.variables`.
        package var variables: [Int]

        package init(_ value: String, variables: [Int] = [], length: Int? = nil) {
            self.value = Excerpt.visible(value)
            self.variables = variables
            self.length = length
        }

        /// The whole line.
        package var text: String { label + value + note }
    }

    /// The part of the request that was compared.
    package internal(set) var subject: RequestPart
    /// The problem, in words that follow the subject: `differs`, `is missing`, `must not be there`.
    package internal(set) var problem: String
    /// The expected values, a line each; empty if the problem says everything.
    package internal(set) var expected: [ComparedValue]
    /// The received values, a line each.
    package internal(set) var received: [ComparedValue]
    /// The position of the leaf in the scenario.
    package let position: Position
    /// The number of expected and received lines that are not listed.
    package internal(set) var omitted = (expected: 0, received: 0)
    /// The number of leaves it stands for: itself, and the following ones that are not listed.
    package internal(set) var leaves = 1
    /// Whether there may be more leaves behind it that were not checked.
    package internal(set) var isIncomplete = false
    /// The expression without a value that is the only reason; `problem` says so too.
    package let blocked: EvaluationError?
    /// The names that are there instead of a missing one.
    package internal(set) var hint: NameHint?

    /// Whether it is a path in which only the form is wrong, as the problem says: were that right, the path would match.
    package internal(set) var isOfForm = false

    /// Whether nothing more is known than that the part differs.
    package var isPlain: Bool { problem == Self.differs }

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

/// The result of matching a request.
package enum RequestMatch: Sendable {
    /// The request matches; the values of the path's `{parameters}` by name.
    case matched(parameters: [PathParameter])
    case notMatched
    /// The result depends on this variable, which is not set.
    case waiting(variable: Int)
    /// Comparing it stopped at the limit of a single comparison. It counts as one that does not match, but not for a rule by
    /// which the run may fail.
    case undecided
    /// The head matches; the rest depends on the body, which has not come yet.
    case needsBody
}

/// A value that a path template took from a path.
package struct PathParameter: Hashable, Sendable {
    package let name: String
    /// The decoded value.
    package let value: String
}
