public import HTTPTypes
public import ScenarioWords

/// A part of a scenario: `Step`, `Stub`, `Parallel`, `Defaults`, `Unmatched` or `Expect`. A function that returns several is
/// written with `ScenarioContentBuilder`; no other type can be a part.
public protocol ScenarioContent: Sendable {}

/// A part as this package makes it. `ScenarioContent` can't require what it adds, which would have to be public then.
protocol DocumentPart: ScenarioContent {
    /// Adds the part to the lists of the document.
    func add(to lists: inout DocumentLists)
}

/// The lists of a document while it is built.
struct DocumentLists: Sendable {
    var steps: [DocumentNode] = []
    /// The contents of all steps in their order.
    var rules: [RuleContent] = []
    var stubs: [RuleContent] = []
    var expectations: [DocumentNode] = []
    var defaults: DocumentNode?
    var unmatched: DocumentNode?

    init() {}

    /// Adds a part of a document that begins at `site`.
    mutating func add(_ part: any ScenarioContent, at site: CallSite) {
        if let part = part as? any DocumentPart { return part.add(to: &self) }
        let message =
            "\(type(of: part)) is no part of a scenario: write a function with @ScenarioContentBuilder instead"
        steps.append(DocumentNode(.invalid(message), at: site))
    }

    func entries(at site: CallSite) -> [(String, DocumentNode?)] {
        func list(_ nodes: [DocumentNode]) -> DocumentNode? { nodes.isEmpty ? nil : .list(nodes, at: site) }
        return [
            ("defaults", defaults), ("steps", list(steps)), ("stubs", list(stubs.map(\.node))),
            ("unmatched", unmatched), ("expect", list(expectations)),
        ]
    }
}

/// Collects the parts of a scenario.
@resultBuilder
public enum ScenarioContentBuilder {
    /// One part.
    public static func buildExpression(_ part: some ScenarioContent) -> [any ScenarioContent] { [part] }
    /// Several parts.
    public static func buildExpression(_ parts: [any ScenarioContent]) -> [any ScenarioContent] { parts }
    /// All parts in their order.
    public static func buildBlock(_ parts: [any ScenarioContent]...) -> [any ScenarioContent] { parts.flatMap { $0 } }
    /// The parts of an `if` without `else`.
    public static func buildOptional(_ parts: [any ScenarioContent]?) -> [any ScenarioContent] { parts ?? [] }
    /// The parts of the first branch.
    public static func buildEither(first parts: [any ScenarioContent]) -> [any ScenarioContent] { parts }
    /// The parts of the other branch.
    public static func buildEither(second parts: [any ScenarioContent]) -> [any ScenarioContent] { parts }
    /// The parts of a loop.
    public static func buildArray(_ parts: [[any ScenarioContent]]) -> [any ScenarioContent] { parts.flatMap { $0 } }
    /// The parts behind an availability check.
    public static func buildLimitedAvailability(_ parts: [any ScenarioContent]) -> [any ScenarioContent] { parts }
}

extension Step: ScenarioContent, DocumentPart {
    func add(to lists: inout DocumentLists) {
        lists.steps.append(content.node)
        lists.rules.append(content)
    }
}

extension Stub: ScenarioContent, DocumentPart {
    func add(to lists: inout DocumentLists) { lists.stubs.append(content) }
}

/// What may stand in a parallel block: a step, or steps that run in order.
public protocol ParallelEntry: Sendable {
    /// The steps in their order.
    var orderedSteps: [Step] { get }
}

extension Step: ParallelEntry {
    public var orderedSteps: [Step] { [self] }
}

/// Collects the steps and lists of a parallel block.
@resultBuilder
public enum ParallelBuilder {
    /// One step or list.
    public static func buildExpression(_ entry: some ParallelEntry) -> [any ParallelEntry] { [entry] }
    /// All in their order.
    public static func buildBlock(_ entries: [any ParallelEntry]...) -> [any ParallelEntry] { entries.flatMap { $0 } }
    /// Those of an `if` without `else`.
    public static func buildOptional(_ entries: [any ParallelEntry]?) -> [any ParallelEntry] { entries ?? [] }
    /// Those of the first branch.
    public static func buildEither(first entries: [any ParallelEntry]) -> [any ParallelEntry] { entries }
    /// Those of the other branch.
    public static func buildEither(second entries: [any ParallelEntry]) -> [any ParallelEntry] { entries }
    /// Those of a loop.
    public static func buildArray(_ entries: [[any ParallelEntry]]) -> [any ParallelEntry] { entries.flatMap { $0 } }
}

/// Steps of a parallel block that run in order.
public struct InOrder: ParallelEntry {
    public let orderedSteps: [Step]

    /// These steps, in this order.
    public init(_ steps: Step...) { orderedSteps = steps }

    /// These steps, in this order.
    public init(@ParallelBuilder _ entries: () -> [any ParallelEntry]) {
        orderedSteps = entries().flatMap(\.orderedSteps)
    }

    init(_ steps: [Step]) { orderedSteps = steps }
}

/// Steps, or lists of steps, that are open together. The script goes on when all of them are complete.
///
/// ```swift
/// let both = Parallel(Step(.get, "/a"), InOrder(Step(.get, "/b"), Step(.get, "/c")))
/// let same = Parallel {
///     Step(.get, "/a")
///     InOrder {
///         Step(.get, "/b")
///         Step(.get, "/c")
///     }
/// }
/// ```
public struct Parallel: ScenarioContent, DocumentPart {
    private let entries: [any ParallelEntry]
    private let id: String?
    private let site: CallSite

    /// These steps and lists.
    public init(
        _ entries: any ParallelEntry..., id: String? = nil, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        self.entries = entries
        self.id = id
        site = CallSite(filePath, line, column)
    }

    /// These steps and lists.
    public init(
        id: String? = nil, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ParallelBuilder _ entries: () -> [any ParallelEntry]
    ) {
        self.entries = entries()
        self.id = id
        site = CallSite(filePath, line, column)
    }

    init(_ entries: [any ParallelEntry], at site: CallSite) {
        self.entries = entries
        id = nil
        self.site = site
    }

    func add(to lists: inout DocumentLists) {
        let nodes = entries.map { entry in
            let steps = entry.orderedSteps.map(\.content)
            lists.rules += steps
            return steps.count == 1 ? steps[0].node : .list(steps.map(\.node), at: steps.first?.site ?? site)
        }
        lists.steps.append(
            .map([("id", id.map { .string($0, at: site) }), ("parallel", .list(nodes, at: site))], at: site))
    }
}

/// What steps and stubs start from.
public struct Defaults: ScenarioContent, DocumentPart {
    private let node: DocumentNode

    /// These keys of `defaults`; nil leaves one out.
    ///
    /// - Parameters:
    ///   - response: what every response starts from.
    ///   - conditions: what must be true of every request that a step or stub takes.
    ///   - onAssertFailure: what becomes of a request that breaks an assertion.
    ///   - headFromGet: whether stubs for GET take HEAD too.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    ///   - column: the caller's column; leave it out.
    public init(
        response: Response? = nil, assert conditions: [Condition] = [], onAssertFailure: AssertFailureAction? = nil,
        headFromGet: Bool = false, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        node = .map(
            [
                ("response", response?.map),
                ("assert", conditions.isEmpty ? nil : Condition.request(conditions, at: site)),
                ("on_assert_failure", onAssertFailure.map { .string($0.rawValue, at: site) }),
                ("head", headFromGet ? .string("from_get", at: site) : nil),
            ], at: site)
    }

    func add(to lists: inout DocumentLists) { lists.defaults = node }
}

/// The response to a request that no step and no stub takes.
public struct Unmatched: ScenarioContent, DocumentPart {
    private let node: DocumentNode

    /// This response.
    ///
    /// - Parameters:
    ///   - response: the response.
    ///   - allow: whether such requests don't fail the run.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    ///   - column: the caller's column; leave it out.
    public init(
        _ response: Response? = nil, allow: Bool = false, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        let map = response?.map ?? .map([], at: site)
        node = allow ? map.adding([("allow", .bool(true, at: site))]) : response?.node ?? map
    }

    func add(to lists: inout DocumentLists) { lists.unmatched = node }
}

/// A check at the end of the run. It counts every request received, whoever took it.
public struct Expect: ScenarioContent, DocumentPart {
    private let node: DocumentNode

    /// So many requests of this kind; at least one unless said.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - path: the path, perhaps with a query.
    ///   - conditions: what else the requests have.
    ///   - times: how many requests; nil for at least one.
    ///   - maxInFlight: the most of them that may be unanswered at a time.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    ///   - column: the caller's column; leave it out.
    public init(
        _ method: HTTPRequest.Method, _ path: String, _ conditions: Condition..., times: Times? = nil,
        maxInFlight: Int? = nil, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        self.init(RequestMatcher(method, path, conditions, at: site), times, maxInFlight, at: site)
    }

    /// So many requests of this kind; at least one unless said.
    public init(
        _ request: RequestMatcher, times: Times? = nil, maxInFlight: Int? = nil, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) {
        self.init(request, times, maxInFlight, at: CallSite(filePath, line, column))
    }

    private init(_ request: RequestMatcher, _ times: Times?, _ maxInFlight: Int?, at site: CallSite) {
        node = .map(
            [
                ("request", request.node), ("times", times?.node(at: site)),
                ("max_in_flight", maxInFlight.map { .number($0, at: site) }),
            ], at: site)
    }

    /// Not one request of this kind.
    public init(
        never request: RequestMatcher, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        node = .map([("request", request.node), ("never", .bool(true, at: site))], at: site)
    }

    /// The last request of one step comes before the first of another.
    public init(
        step: String, before other: String, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        node = .map([("step", .string(step, at: site)), ("before", .string(other, at: site))], at: site)
    }

    /// So many connections carried a request.
    public init(
        connections: Times, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(filePath, line, column)
        node = .map([("connections", connections.node(at: site))], at: site)
    }

    func add(to lists: inout DocumentLists) { lists.expectations.append(node) }
}
