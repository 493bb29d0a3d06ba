/// A script for the server and a set of assertions about the client, read from a file or built in Swift.
///
/// Steps, lists, blocks and variables refer to each other by their index in the arrays here.
public struct Scenario: Sendable {
    public enum Order: String, Hashable, Sendable, CaseIterable {
        /// Steps run in order.
        case strict
        /// Each step is open from the start.
        case any
    }

    /// For people and reports; the file's name where the file says none.
    public let name: String
    public let description: String?
    /// The file it was read from.
    public let source: SourceFile
    /// Where its content begins: what a failure points at that is about no step.
    public let position: Position
    public let order: Order
    /// Every name that `vars`, `capture` or `set` defines.
    public let variables: [Variable]
    /// What `vars` gives, evaluated in order at the start of a run.
    public let initialValues: [Assignment]
    /// All steps in file order.
    public let steps: [Step]
    /// The lists that steps stand in; the first is the script's own.
    public let lists: [StepList]
    public let blocks: [ParallelBlock]
    /// In file order.
    public let stubs: [Rule]
    public let unmatched: UnmatchedResponse?
    public let expectations: [Expectation]
    /// How long a run whose steps are complete still listens.
    public let linger: Duration
    /// Fixed where the file says so.
    public let seed: UInt64?
    public let redaction: Redaction
    /// What any request matcher, capture or template looks at, so that no other part of a request is taken apart.
    public let needs: RequestNeeds
    /// The steps, by their index in `steps`, whose connection any request matcher asks for.
    public let connectionSteps: Set<Int>
    /// Whether any step, stub or check compares elements in any order, which may take long for a body that is not large.
    package let comparesInAnyOrder: Bool

    public init(
        name: String, description: String? = nil, source: SourceFile, position: Position? = nil, order: Order = .strict,
        variables: [Variable] = [],
        initialValues: [Assignment] = [], steps: [Step] = [], lists: [StepList] = [StepList(block: nil, items: [])],
        blocks: [ParallelBlock] = [], stubs: [Rule] = [], unmatched: UnmatchedResponse? = nil,
        expectations: [Expectation] = [], linger: Duration = .milliseconds(100), seed: UInt64? = nil,
        redaction: Redaction = .standard, needs: RequestNeeds = [], connectionSteps: Set<Int> = []
    ) {
        self.name = name
        self.description = description
        self.source = source
        self.position = position ?? Position(file: source, line: 1, column: 1)
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
        self.seed = seed
        self.redaction = redaction
        self.needs = needs
        self.connectionSteps = connectionSteps
        let rules = [steps.map(\.rule), stubs].joined()
        comparesInAnyOrder =
            rules.contains { rule in
                rule.request.cost.comparesInAnyOrder || rule.assertions.contains { $0.cost.comparesInAnyOrder }
            }
            || expectations.contains {
                if case .count(let wanted, _, _) = $0.kind { wanted.cost.comparesInAnyOrder } else { false }
            }
    }
}

/// A name that holds a value of the run.
public struct Variable: Sendable {
    public let name: String
    /// Where it is defined first.
    public let position: Position
    /// The step or stub whose `capture` or `set` defines it first; nil for `vars`.
    public let definedBy: String?

    public init(name: String, position: Position, definedBy: String?) {
        self.name = name
        self.position = position
        self.definedBy = definedBy
    }
}

/// What a request that nobody takes is answered.
public struct UnmatchedResponse: Sendable {
    /// nil for 501 with the failure's text.
    public let response: ResponseTemplate?
    /// Whether such a request is not a failure.
    public let allow: Bool

    public init(response: ResponseTemplate?, allow: Bool) {
        self.response = response
        self.allow = allow
    }
}

/// A check at the end of the run.
public struct Expectation: Sendable {
    public enum Kind: Sendable {
        /// How many requests of the run match, whoever took them.
        case count(RequestMatcher, CountRange, summary: String)
        /// The last request of one step came before the first of the other.
        case before(step: Int, other: Int)
        /// How many connections carried a request.
        case connections(CountRange)
    }

    public let kind: Kind
    public let position: Position

    public init(_ kind: Kind, position: Position) {
        self.kind = kind
        self.position = position
    }
}

/// The parts of a request that have to be taken apart before it can be matched.
public struct RequestNeeds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let query = RequestNeeds(rawValue: 1)
    public static let cookies = RequestNeeds(rawValue: 2)
    public static let form = RequestNeeds(rawValue: 4)
    public static let json = RequestNeeds(rawValue: 8)
    /// A bound of work: there are regular expressions, or elements in any order.
    public static let work = RequestNeeds(rawValue: 16)
}
