package import ScenarioWords

/// A script for the server and a set of assertions about the client, read from a file or built in Swift.
///
/// Steps, lists, blocks and variables refer to each other by their index in the arrays here.
public struct Scenario: Sendable {
    package typealias Order = StepOrder

    /// The name for people and reports; the file's name unless the file has another.
    public let name: String
    /// The purpose in the file's words; nil if the file has no description.
    public let description: String?
    /// The file it was read from.
    package let source: SourceFile
    /// The files that it includes.
    package var includedFiles: [SourceFile] = []
    /// The position where its content begins: a failure that concerns no step points here.
    package let position: Position
    /// The position of `steps`, or of `stubs` if there are no steps; nil if it has neither, as where files that it includes
    /// have its stubs.
    package let rulesPosition: Position?
    package let order: Order
    /// Every name that `vars`, `capture` or `set` defines.
    package let variables: [Variable]
    /// The values of `vars`, evaluated in order at the start of a run.
    package var initialValues: [Assignment]
    /// All steps in file order.
    package private(set) var steps: [Step]
    /// All lists of steps; the first is the script's own.
    package let lists: [StepList]
    package let blocks: [ParallelBlock]
    /// The stubs in file order.
    package private(set) var stubs: [Rule]
    package let unmatched: UnmatchedResponse?
    package let expectations: [Expectation]
    /// How long a run still listens when its steps are complete.
    package let linger: Duration
    /// How the run's clock moves.
    package let clock: ClockKind
    /// Whether any rule holds its responses.
    package let hasHolds: Bool
    /// Whether anything depends on when responses end: a `max_in_flight` or an `interval`.
    package let watchesEnds: Bool
    /// Whether it matters for any response whether its client gets the last byte: a `client`, or a `quiet`.
    package let watchesDelivery: Bool
    /// Whether any rule takes requests when their heads are there.
    package let decidesAtHead: Bool
    /// The seed; nil unless the file fixes it.
    public let seed: UInt64?
    package let redaction: Redaction
    /// What the responses permit the pages of other origins; nil unless the file has `cors`.
    package let crossOrigin: CrossOriginPolicy?
    /// The parts that any request matcher, capture or template reads. No other part of a request is parsed.
    package let needs: RequestNeeds
    /// The steps, by their index in `steps`, whose connection any request matcher refers to.
    package let connectionSteps: Set<Int>
    /// Why it can't be played: the errors of a scenario that was built in Swift. Whatever plays it throws this instead.
    package private(set) var loadError: (any Error)?
    /// The steps and stubs whose closures judge requests, by their ids.
    package private(set) var checkedRules: [String: Rule] = [:]
    /// Whether matching any step, stub or check may be slow even for a small request.
    package let needsLimit: Bool

    package init(
        name: String, description: String? = nil, source: SourceFile, position: Position? = nil,
        rulesPosition: Position? = nil, order: Order = .strict,
        variables: [Variable] = [],
        initialValues: [Assignment] = [], steps: [Step] = [], lists: [StepList] = [StepList(block: nil, items: [])],
        blocks: [ParallelBlock] = [], stubs: [Rule] = [], unmatched: UnmatchedResponse? = nil,
        expectations: [Expectation] = [], linger: Duration = .milliseconds(100), clock: ClockKind = .real,
        seed: UInt64? = nil,
        redaction: Redaction = .standard, crossOrigin: CrossOriginPolicy? = nil, needs: RequestNeeds = [],
        connectionSteps: Set<Int> = []
    ) {
        self.name = name
        self.description = description
        self.source = source
        self.position = position ?? Position(file: source, line: 1, column: 1)
        self.rulesPosition = rulesPosition
        self.order = order
        self.variables = variables
        self.initialValues = initialValues
        self.steps = steps
        self.lists = lists
        self.blocks = blocks
        self.stubs = stubs
        self.unmatched = unmatched
        self.expectations = expectations
        self.linger = linger
        self.clock = clock
        self.seed = seed
        self.redaction = redaction
        self.crossOrigin = crossOrigin
        self.needs = needs
        self.connectionSteps = connectionSteps
        let rules = [steps.map(\.rule), stubs].joined()
        hasHolds = rules.contains { $0.timing?.hold != nil }
        watchesEnds =
            rules.contains { $0.timing?.maxInFlight != nil || $0.timing?.interval != nil }
            || expectations.contains { $0.maxInFlight != nil }
        watchesDelivery = rules.contains { rule in
            if case .step(_, _, .quiet)? = rule.timing?.hold?.until { return true }
            return rule.timing?.client != nil
        }
        decidesAtHead = rules.contains(where: \.decidesAtHead)
        needsLimit =
            rules.contains { rule in
                rule.request.cost.needsLimit || rule.assertions.contains { $0.cost.needsLimit }
                    || rule.captures.contains(where: \.needsLimit) || rule.when.contains { $0.cost.needsLimit }
            }
            || expectations.contains {
                if case .count(let wanted, _, _) = $0.kind { wanted.cost.needsLimit } else { false }
            }
    }
}

extension Scenario {
    /// An empty scenario that can't be played because of `error`.
    package init(name: String, source: SourceFile, position: Position, loadError error: any Error) {
        self.init(name: name, source: source, position: position)
        loadError = error
    }

    /// Whether closures judge requests.
    package var hasChecks: Bool { !checkedRules.isEmpty }

    /// The same scenario with closures: `closures` returns those of each step, then of each stub, by its number.
    package func adding(_ closures: (Int) -> RuleClosures?) -> Scenario {
        var copy = self
        for number in steps.indices {
            guard let closures = closures(number) else { continue }
            let rule = Rule(steps[number].rule, closures)
            copy.steps[number] = Step(steps[number], rule: rule)
            if !closures.checks.isEmpty { copy.checkedRules[rule.id] = rule }
        }
        for number in stubs.indices {
            guard let closures = closures(steps.count + number) else { continue }
            let rule = Rule(stubs[number], closures)
            copy.stubs[number] = rule
            if !closures.checks.isEmpty { copy.checkedRules[rule.id] = rule }
        }
        return copy
    }
}

/// A named value of the run.
package struct Variable: Sendable {
    package let name: String
    /// The position of its first definition.
    package let position: Position
    /// The step or stub whose `capture` or `set` defines it first; nil for `vars`.
    package let definedBy: String?

    package init(name: String, position: Position, definedBy: String?) {
        self.name = name
        self.position = position
        self.definedBy = definedBy
    }
}

/// The response to a request that no rule takes.
package struct UnmatchedResponse: Sendable {
    /// nil for 501 with the failure's text.
    package let response: ResponseTemplate?
    /// Whether such requests are allowed. If not, each is a failure.
    package let allow: Bool

    package init(response: ResponseTemplate?, allow: Bool) {
        self.response = response
        self.allow = allow
    }
}

/// A check at the end of the run.
package struct Expectation: Sendable {
    package enum Kind: Sendable {
        /// The number of requests of the run that match, whichever rule took them.
        case count(RequestMatcher, CountRange, summary: String)
        /// The last request of one step came before the first of the other.
        case before(step: Int, other: Int)
        /// The number of connections that carried a request.
        case connections(CountRange)
    }

    package let kind: Kind
    package let position: Position
    /// The most requests that may be in flight at a time, of those that a count counts.
    package let maxInFlight: RequestLimit?

    /// Whether it fails by a request too many.
    package var isLimit: Bool {
        if case .count(_, let range, _) = kind { maxInFlight != nil || range.upper != nil } else { false }
    }

    package init(_ kind: Kind, position: Position, maxInFlight: RequestLimit? = nil) {
        self.kind = kind
        self.position = position
        self.maxInFlight = maxInFlight
    }
}

/// The parts of a request that must be parsed before it can be matched.
package struct RequestNeeds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let query = RequestNeeds(rawValue: 1)
    package static let cookies = RequestNeeds(rawValue: 2)
    package static let form = RequestNeeds(rawValue: 4 | 32)
    package static let json = RequestNeeds(rawValue: 8 | 32)
    /// The body without its content codings.
    package static let body = RequestNeeds(rawValue: 32)
    /// The parts of a multipart body.
    package static let multipart = RequestNeeds(rawValue: 64 | 32)
}
