public import ScenarioWords

/// A scenario written in Swift: the format's document with the position of each part in Swift source. It is checked
/// when it is loaded, like a file.
///
/// ```swift
/// let document = ScenarioDocument("token refresh") {
///     Step(.get, "/me").respond(.unauthorized)
///     Step(.post, "/auth/refresh").respond(json: ["result": ["accessToken": "at-2"]])
///     Step(.get, "/me").assert(.bearer("at-2")).respond(json: ["name": "Ada Lovelace"])
/// }
/// ```
public struct ScenarioDocument: Sendable {
    /// The whole document.
    package internal(set) var root: DocumentNode
    /// The steps in the order of the document, those of parallel blocks included.
    package internal(set) var steps: [RuleContent]
    /// The stubs in the order of the document.
    package internal(set) var stubs: [RuleContent]
    /// The name of the scenario.
    public let name: String
    /// Where it begins.
    public internal(set) var site: CallSite

    /// A scenario with these parts. The parameters are the keys of the file format; nil leaves a key out.
    ///
    /// - Parameters:
    ///   - name: the title in reports.
    ///   - description: a longer text for people.
    ///   - vars: the variables of the run, evaluated once and in order.
    ///   - basePath: the path that is put before the path of every request.
    ///   - order: whether steps run in order.
    ///   - clock: the clock that delays, intervals and `now` use.
    ///   - linger: how long a complete run still listens before it ends.
    ///   - seed: makes `uuid` and `random` repeatable.
    ///   - cors: what browsers want to see.
    ///   - redact: more values to redact in all output; an empty list redacts nothing.
    ///   - include: files with stubs, variables and defaults, in the folder of the Swift source or below.
    ///   - filePath: the caller's file; leave it out.
    ///   - line: the caller's line; leave it out.
    ///   - column: the caller's column; leave it out.
    ///   - content: steps, stubs, parallel blocks, defaults and expectations.
    public init(
        _ name: String, description: String? = nil, vars: KeyValuePairs<String, JSONValue> = [:],
        basePath: String? = nil, order: StepOrder? = nil, clock: Clock? = nil, linger: Duration? = nil,
        seed: UInt64? = nil, cors: CrossOrigin? = nil, redact: [String]? = nil, include: [String] = [],
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        @ScenarioContentBuilder _ content: () -> [any ScenarioContent]
    ) {
        let site = CallSite(filePath, line, column)
        func node(_ text: String?) -> DocumentNode? { text.map { .string($0, at: site) } }
        let variables = vars.map { ($0.key, Optional($0.value.data(at: site))) }
        let items = redact.map { names in
            names.isEmpty ? DocumentNode.string("none", at: site) : .list(names.map { .string($0, at: site) }, at: site)
        }
        self.init(
            name, at: site,
            [
                ("description", node(description)),
                ("include", include.isEmpty ? nil : .list(include.map { .string($0, at: site) }, at: site)),
                ("vars", variables.isEmpty ? nil : .map(variables, at: site)), ("base_path", node(basePath)),
                ("order", node(order?.rawValue)), ("clock", node(clock?.rawValue)),
                ("linger", linger.map { .duration($0, at: site) }), ("seed", seed.map { .number($0, at: site) }),
                ("cors", cors?.node(at: site)), ("redact", items),
            ], content())
    }

    /// A document whose steps are these chains, side by side.
    package init(_ name: String, at site: CallSite, chains: [[Step]]) {
        let parts: [any ScenarioContent] =
            chains.count == 1 ? chains[0] : [Parallel(chains.map { InOrder($0) }, at: site)]
        self.init(name, at: site, [], parts)
    }

    /// A document of one stub.
    package init(_ name: String, at site: CallSite, stub: Stub) { self.init(name, at: site, [], [stub]) }

    private init(
        _ name: String, at site: CallSite, _ entries: [(String, DocumentNode?)], _ parts: [any ScenarioContent]
    ) {
        var lists = DocumentLists()
        for part in parts { lists.add(part, at: site) }
        self.name = name
        self.site = site
        steps = lists.rules
        stubs = lists.stubs
        let whole = DocumentNode.map(
            [("mockserver", .number(1, at: site)), ("name", .string(name, at: site))] + entries
                + lists.entries(at: site), at: site)
        root = whole.cut()
    }

    /// Whether steps run in order.
    public typealias StepOrder = ScenarioWords.StepOrder

    /// The clock that delays, intervals and `now` use.
    public typealias Clock = ClockKind
}

/// What responses permit the pages of other origins, and how preflights are answered.
public struct CrossOrigin: Sendable {
    private let origins: [String]?
    private let headers: [String]?
    private let maxAge: Duration?

    /// Everything for every origin.
    public static var all: CrossOrigin { CrossOrigin() }

    /// What these origins may do; nil for all.
    ///
    /// - Parameters:
    ///   - origins: the origins; nil for all.
    ///   - headers: the request headers that a preflight may ask for; nil for all.
    ///   - maxAge: how long a browser may keep the answer to a preflight.
    public init(origins: [String]? = nil, headers: [String]? = nil, maxAge: Duration? = nil) {
        self.origins = origins
        self.headers = headers
        self.maxAge = maxAge
    }

    func node(at site: CallSite) -> DocumentNode {
        func list(_ texts: [String]?) -> DocumentNode? {
            texts.map { .list($0.map { .string($0, at: site) }, at: site) }
        }
        if origins == nil, headers == nil, maxAge == nil { return .bool(true, at: site) }
        return .map(
            [
                ("origins", list(origins)), ("headers", list(headers)),
                ("max_age", maxAge.map { .duration($0, at: site) }),
            ], at: site)
    }
}
