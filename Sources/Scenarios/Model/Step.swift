/// How often something may happen.
package struct CountRange: Hashable, Sendable {
    package let lower: Int
    /// nil where there is no upper bound.
    package let upper: Int?

    package init(lower: Int, upper: Int?) {
        self.lower = lower
        self.upper = upper
    }

    package static let once = CountRange(lower: 1, upper: 1)

    /// `exactly 1`, `at least 2`, `at most 5`, `2 to 5`.
    package var description: String {
        switch (lower, upper) {
        case (let lower, let upper?) where lower == upper: "exactly \(lower)"
        case (0, let upper?): "at most \(upper)"
        case (let lower, let upper?): "\(lower) to \(upper)"
        case (let lower, nil): "at least \(lower)"
        }
    }
}

/// Whether a failed assertion changes the response.
package enum AssertFailureAction: String, Hashable, Sendable, CaseIterable {
    /// The scripted response is sent all the same.
    case record
    /// The failure is sent as a 422.
    case reject
}

/// What steps and stubs have in common: which requests they take and what they do with one. By reference, as each request
/// is held against several.
package final class Rule: Sendable {
    /// Its name in reports: the `id`, else `step N`, `stub N`.
    package let id: String
    package let position: Position
    package let request: RequestMatcher
    /// The request as a reader knows it: `GET /me`, or its position where it has no short form.
    package let summary: String
    /// The step's own assertions, and after them those of `defaults` unless it opts out.
    package let assertions: [RequestMatcher]
    package let onAssertFailure: AssertFailureAction
    package let times: CountRange
    /// Variables that must hold for it to be open.
    package let when: [WhenCondition]
    package let captures: [Capture]
    package let sets: [Assignment]
    /// The answers in turn, at least one.
    package let responses: [ResponseTemplate]
    package let then: AfterLastResponse
    /// Of a stub: any match is a failure.
    package let never: Bool

    package init(
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
package struct WhenCondition: Sendable {
    /// Its index in `Scenario.variables`.
    package let variable: Int
    package let matcher: JSONMatcher
    /// Where the name stands.
    package let position: Position

    package init(variable: Int, matcher: JSONMatcher, position: Position) {
        self.variable = variable
        self.matcher = matcher
        self.position = position
    }
}

/// What responses do when they run out.
package enum AfterLastResponse: String, Hashable, Sendable, CaseIterable {
    case fail
    case repeatLast = "repeat_last"
    case cycle
}

/// A name for a value of the request.
package struct Capture: Sendable {
    package enum Source: Hashable, Sendable {
        case part(RequestPart)
        /// A singular query into the body.
        case json(JSONPath)
    }

    /// Its index in `Scenario.variables`.
    package let variable: Int
    package let source: Source
    /// The first group of which is the value.
    package let matches: RegularExpressionTemplate?
    package let position: Position

    package init(variable: Int, source: Source, matches: RegularExpressionTemplate?, position: Position) {
        self.variable = variable
        self.source = source
        self.matches = matches
        self.position = position
    }
}

/// A variable given a value.
package struct Assignment: Sendable {
    /// Its index in `Scenario.variables`.
    package let variable: Int
    package let value: JSONTemplate
    /// Where the value stands.
    package let position: Position

    package init(variable: Int, value: JSONTemplate, position: Position) {
        self.variable = variable
        self.value = value
        self.position = position
    }
}

/// A step of the script: a rule and its position in the order.
package struct Step: Sendable {
    package let rule: Rule
    /// The list it stands in, by its index in `Scenario.lists`, and its index there.
    package let list: Int
    package let indexInList: Int
    /// What it waits for where `after` says so; nil for all before it in its list.
    package let after: [Dependency]?

    package init(rule: Rule, list: Int, indexInList: Int, after: [Dependency]?) {
        self.rule = rule
        self.list = list
        self.indexInList = indexInList
        self.after = after
    }
}

/// What a step can wait for: a step or a parallel block, by its index in the scenario.
package enum Dependency: Hashable, Sendable {
    case step(Int)
    case block(Int)
}

/// Steps that run in order.
package struct StepList: Sendable {
    /// The block it is an entry of; nil for the script's own list.
    package let block: Int?
    package let items: [Dependency]

    package init(block: Int?, items: [Dependency]) {
        self.block = block
        self.items = items
    }
}

/// Lists that are open together.
package struct ParallelBlock: Sendable {
    package let id: String?
    package let position: Position
    /// The list it stands in and its index there.
    package let list: Int
    package let indexInList: Int
    /// Its entries, by their index in `Scenario.lists`; an entry that is a step is a list of one.
    package let entries: [Int]

    package init(id: String?, position: Position, list: Int, indexInList: Int, entries: [Int]) {
        self.id = id
        self.position = position
        self.list = list
        self.indexInList = indexInList
        self.entries = entries
    }
}
