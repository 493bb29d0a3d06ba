/// How often something may happen.
public struct CountRange: Hashable, Sendable {
    public let lower: Int
    /// nil where there is no upper bound.
    public let upper: Int?

    public init(lower: Int, upper: Int?) {
        self.lower = lower
        self.upper = upper
    }

    public static let once = CountRange(lower: 1, upper: 1)

    /// `exactly 1`, `at least 2`, `at most 5`, `2 to 5`.
    public var description: String {
        switch (lower, upper) {
        case (let lower, let upper?) where lower == upper: "exactly \(lower)"
        case (0, let upper?): "at most \(upper)"
        case (let lower, let upper?): "\(lower) to \(upper)"
        case (let lower, nil): "at least \(lower)"
        }
    }
}

/// Whether a failed assertion changes the response.
public enum AssertFailureAction: String, Hashable, Sendable, CaseIterable {
    /// The scripted response is sent all the same.
    case record
    /// The failure is sent as a 422.
    case reject
}

/// What steps and stubs have in common: which requests they take and what they do with one. By reference, as each request
/// is held against several.
public final class Rule: Sendable {
    /// Its name in reports: the `id`, else `step N`, `stub N`.
    public let id: String
    public let position: Position
    public let request: RequestMatcher
    /// The request as a reader knows it: `GET /me`, or its position where it has no short form.
    public let summary: String
    /// The step's own assertions, and after them those of `defaults` unless it opts out.
    public let assertions: [RequestMatcher]
    public let onAssertFailure: AssertFailureAction
    public let times: CountRange
    /// Variables that must hold for it to be open.
    public let when: [WhenCondition]
    public let captures: [Capture]
    public let sets: [Assignment]
    /// The answers in turn, at least one.
    public let responses: [ResponseTemplate]
    public let then: AfterLastResponse
    /// Of a stub: any match is a failure.
    public let never: Bool

    public init(
        id: String, position: Position, request: RequestMatcher, summary: String, assertions: [RequestMatcher] = [],
        onAssertFailure: AssertFailureAction = .record, times: CountRange, when: [WhenCondition] = [],
        captures: [Capture] = [],
        sets: [Assignment] = [], responses: [ResponseTemplate], then: AfterLastResponse = .fail, never: Bool = false
    ) {
        self.id = id
        self.position = position
        self.request = request
        self.summary = summary
        self.assertions = assertions
        self.onAssertFailure = onAssertFailure
        self.times = times
        self.when = when
        self.captures = captures
        self.sets = sets
        self.responses = responses
        self.then = then
        self.never = never
    }
}

/// A variable that must hold for a step to be open.
public struct WhenCondition: Sendable {
    /// Its index in `Scenario.variables`.
    public let variable: Int
    public let matcher: JSONMatcher
    /// Where the name stands.
    public let position: Position

    public init(variable: Int, matcher: JSONMatcher, position: Position) {
        self.variable = variable
        self.matcher = matcher
        self.position = position
    }
}

/// What responses do when they run out.
public enum AfterLastResponse: String, Hashable, Sendable, CaseIterable {
    case fail
    case repeatLast = "repeat_last"
    case cycle
}

/// A name for a value of the request.
public struct Capture: Sendable {
    public enum Source: Hashable, Sendable {
        case part(RequestPart)
        /// A singular query into the body.
        case json(JSONPath)
    }

    /// Its index in `Scenario.variables`.
    public let variable: Int
    public let source: Source
    /// The first group of which is the value.
    public let matches: RegularExpressionTemplate?
    public let position: Position

    public init(variable: Int, source: Source, matches: RegularExpressionTemplate?, position: Position) {
        self.variable = variable
        self.source = source
        self.matches = matches
        self.position = position
    }
}

/// A variable given a value.
public struct Assignment: Sendable {
    /// Its index in `Scenario.variables`.
    public let variable: Int
    public let value: JSONTemplate
    /// Where the value stands.
    public let position: Position

    public init(variable: Int, value: JSONTemplate, position: Position) {
        self.variable = variable
        self.value = value
        self.position = position
    }
}

/// A step of the script: a rule and its position in the order.
public struct Step: Sendable {
    public let rule: Rule
    /// The list it stands in, by its index in `Scenario.lists`, and its index there.
    public let list: Int
    public let indexInList: Int
    /// What it waits for where `after` says so; nil for all before it in its list.
    public let after: [Dependency]?

    public init(rule: Rule, list: Int, indexInList: Int, after: [Dependency]?) {
        self.rule = rule
        self.list = list
        self.indexInList = indexInList
        self.after = after
    }
}

/// What a step can wait for: a step or a parallel block, by its index in the scenario.
public enum Dependency: Hashable, Sendable {
    case step(Int)
    case block(Int)
}

/// Steps that run in order.
public struct StepList: Sendable {
    /// The block it is an entry of; nil for the script's own list.
    public let block: Int?
    public let items: [Dependency]

    public init(block: Int?, items: [Dependency]) {
        self.block = block
        self.items = items
    }
}

/// Lists that are open together.
public struct ParallelBlock: Sendable {
    public let id: String?
    public let position: Position
    /// The list it stands in and its index there.
    public let list: Int
    public let indexInList: Int
    /// Its entries, by their index in `Scenario.lists`; an entry that is a step is a list of one.
    public let entries: [Int]

    public init(id: String?, position: Position, list: Int, indexInList: Int, entries: [Int]) {
        self.id = id
        self.position = position
        self.list = list
        self.indexInList = indexInList
        self.entries = entries
    }
}
