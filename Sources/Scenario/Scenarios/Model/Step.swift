package import JSONPath

/// How often something may happen.
package struct CountRange: Hashable, Sendable {
    package let lower: Int
    /// nil if there is no upper limit.
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

/// The common part of steps and stubs: which requests they take and what they do with one. A class, because each
/// request is compared with several.
package final class Rule: Sendable {
    /// Its name in reports: the `id`, else `step N`, `stub N`.
    package let id: String
    package let position: Position
    package let request: RequestMatcher
    /// The request in its short form, `GET /me`; its position if it has none.
    package let summary: String
    /// The step's own assertions, followed by those of `defaults` unless the step opts out.
    package let assertions: [RequestMatcher]
    package let onAssertFailure: AssertFailureAction
    package let times: CountRange
    /// Conditions on variables that must match before the rule is open.
    package let when: [WhenCondition]
    package let captures: [Capture]
    package let sets: [Assignment]
    /// The responses in order, at least one.
    package let responses: [ResponseTemplate]
    package let then: AfterLastResponse
    /// For a stub: any match is a failure.
    package let never: Bool
    /// nil for most rules.
    package let timing: RuleTiming?
    /// The closures that judge the requests that it took; none for a scenario of a file.
    package let checks: [RequestCheck]
    /// Whether it takes a request when its head is there, before its body: with `early` or a fault within the request.
    package let decidesAtHead: Bool

    package init(
        id: String, position: Position, request: RequestMatcher, summary: String, assertions: [RequestMatcher] = [],
        onAssertFailure: AssertFailureAction = .record, times: CountRange, when: [WhenCondition] = [],
        captures: [Capture] = [],
        sets: [Assignment] = [], responses: [ResponseTemplate], then: AfterLastResponse = .fail, never: Bool = false,
        timing: RuleTiming? = nil, early: Bool = false, checks: [RequestCheck] = []
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
        self.timing = timing
        self.checks = checks
        decidesAtHead = early || responses.contains { $0.fault?.phase.isInRequest ?? false }
    }
}

extension Rule {
    /// The same rule with closures.
    convenience init(_ rule: Rule, _ closures: RuleClosures) {
        let responses = closures.responder.map {
            [ResponseTemplate(responder: $0, position: $0.position, index: rule.responses[0].index)]
        }
        self.init(
            id: rule.id, position: rule.position, request: rule.request, summary: rule.summary,
            assertions: rule.assertions, onAssertFailure: rule.onAssertFailure, times: rule.times, when: rule.when,
            captures: rule.captures, sets: rule.sets, responses: responses ?? rule.responses, then: rule.then,
            never: rule.never, timing: rule.timing, early: rule.decidesAtHead, checks: closures.checks)
    }
}

/// A condition on a variable that must match before a step is open.
package struct WhenCondition: Sendable {
    /// Its index in `Scenario.variables`.
    package let variable: Int
    package let matcher: JSONMatcher
    /// The position of the name.
    package let position: Position
    package let cost: RequestMatcherCost

    package init(variable: Int, matcher: JSONMatcher, position: Position) {
        self.variable = variable
        self.matcher = matcher
        self.position = position
        cost = RequestMatcherCost(when: matcher)
    }
}

/// A variable that is set from a value of the request.
package struct Capture: Sendable {
    package enum Source: Hashable, Sendable {
        case part(RequestPart)
        /// A query on the body.
        case json(JSONPathQuery)
    }

    /// Its index in `Scenario.variables`.
    package let variable: Int
    package let source: Source
    /// The expression whose first group is the value.
    package let matches: RegularExpressionTemplate?
    package let position: Position

    package init(variable: Int, source: Source, matches: RegularExpressionTemplate?, position: Position) {
        self.variable = variable
        self.source = source
        self.matches = matches
        self.position = position
    }
}

/// An assignment of a value to a variable.
package struct Assignment: Sendable {
    /// Its index in `Scenario.variables`.
    package let variable: Int
    package let value: JSONTemplate
    /// The position of the value.
    package let position: Position
    /// Whether the value was given from outside, in place of the one at the position.
    package let isGiven: Bool
    /// The number of its expressions and of their filters.
    package let evaluations: Int
    /// Whether it has an expression of many filters, each of which may double what the one before it made.
    package let chainsFilters: Bool

    package init(variable: Int, value: JSONTemplate, position: Position, isGiven: Bool = false) {
        self.variable = variable
        self.value = value
        self.position = position
        self.isGiven = isGiven
        let expressions = value.templates.flatMap(\.expressions)
        evaluations = expressions.reduce(0) { $0 + 1 + $1.filters.count }
        chainsFilters = expressions.contains { $0.filters.count > Filter.few }
    }
}

/// A step of the script: a rule and its position in the order.
package struct Step: Sendable {
    package let rule: Rule
    /// The index of its list in `Scenario.lists`, and its index in the list.
    package let list: Int
    package let indexInList: Int
    /// The steps and blocks it waits for according to `after`; nil for all before it in its list.
    package let after: [Dependency]?

    package init(rule: Rule, list: Int, indexInList: Int, after: [Dependency]?) {
        self.rule = rule
        self.list = list
        self.indexInList = indexInList
        self.after = after
    }
}

extension Step {
    /// The same step with another rule.
    init(_ step: Step, rule: Rule) {
        self.init(rule: rule, list: step.list, indexInList: step.indexInList, after: step.after)
    }
}

/// A step or a parallel block that a step can wait for, by its index in the scenario.
package enum Dependency: Hashable, Sendable {
    case step(Int)
    case block(Int)
}

/// Steps that run in order.
package struct StepList: Sendable {
    /// The block that contains the list; nil for the script's own list.
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
    /// The index of its list, and its index in the list.
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
