import HTTPMessage
public import ScenarioBuilder
public import ScenarioFiles
public import Scenarios

extension Scenario {
    /// A scenario written in Swift. Errors in it are thrown where it is first played, at their Swift lines.
    ///
    /// ```swift
    /// let scenario = Scenario("token refresh") {
    ///     Step(.get, "/me").respond(.unauthorized)
    ///     Step(.post, "/auth/refresh")
    ///         .assert(.json(["refreshToken": "rt-1"]))
    ///         .respond(json: ["result": ["accessToken": "at-2"]])
    ///     Step(.get, "/me")
    ///         .assert(.bearer("at-2"), .header("Accept", "application/json"))
    ///         .respond(json: ["name": "Ada Lovelace"])
    /// }
    /// ```
    ///
    /// The parameters are the keys of the file format; nil leaves a key out.
    public init(
        _ name: String, description: String? = nil, vars: KeyValuePairs<String, JSONValue> = [:],
        basePath: String? = nil, order: ScenarioDocument.StepOrder? = nil, clock: ScenarioDocument.Clock? = nil,
        linger: Duration? = nil, seed: UInt64? = nil, cors: CrossOrigin? = nil, redact: [String]? = nil,
        include: [String] = [], options: LoadOptions = LoadOptions(), file: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column,
        @ScenarioContentBuilder _ content: () -> [any ScenarioContent]
    ) {
        let document = ScenarioDocument(
            name, description: description, vars: vars, basePath: basePath, order: order, clock: clock, linger: linger,
            seed: seed, cors: cors, redact: redact, include: include, file: file, line: line, column: column, content)
        do {
            try self.init(document, options: options)
        } catch {
            let position = Position(document.site)
            self.init(name: name, source: position.file, position: position, loadError: error)
        }
    }

    /// Reads a scenario that was written in Swift.
    ///
    /// - Throws: all its errors, at their Swift lines.
    public init(
        _ document: ScenarioDocument, options: LoadOptions = LoadOptions()
    ) throws(ScenarioError) {
        self = try Self.load(document, options: options).get()
    }

    /// Reads a scenario that was written in Swift, and its diagnostics. Body files are looked for in the folder of the
    /// Swift source, unless the options name another.
    public static func load(
        _ document: ScenarioDocument, options: LoadOptions = LoadOptions()
    ) -> LoadedScenario {
        var reader = DocumentReader()
        let root = reader.node(document.root)
        let file = reader.file(document.site.file)
        var options = options
        options.folder = options.folder ?? folder(ofFile: document.site.file)
        let loaded = load(
            Document(file: file, root: root, isComplete: true, diagnostics: reader.diagnostics.found),
            options: options)
        let rules = document.steps + document.stubs
        guard let scenario = loaded.scenario, rules.contains(where: \.hasClosures) else { return loaded }
        let folder = options.folder
        let closures = rules.map { rule in
            RuleClosures(
                checks: rule.checks.map { check in
                    Scenarios.RequestCheck(position: reader.position(of: check.site), body: check.body)
                },
                responder: rule.responder.map { responder in
                    Scenarios.Responder(position: reader.position(of: responder.site)) { request in
                        try template(of: responder.body(request), folder: folder)
                    }
                })
        }
        // Stubs of included files come after those of the document.
        let closed = scenario.adding { closures.indices.contains($0) ? closures[$0] : nil }
        return LoadedScenario(scenario: closed, diagnostics: loaded.diagnostics, source: loaded.source)
    }

    /// A scenario without steps, which takes no request.
    package init(emptyNamed name: String, at site: CallSite) {
        let position = Position(site)
        self.init(name: name, source: position.file, position: position)
    }

    /// A response that a closure made, as the loader reads it.
    private static func template(of response: Response, folder: String?) throws(ScenarioError) -> ResponseTemplate {
        let document = ScenarioDocument("response", file: #filePath) { Stub("/").respond(response.literal) }
        var options = LoadOptions()
        options.folder = folder
        let scenario = try Scenario.load(document, options: options).get()
        return scenario.stubs[0].responses[0]
    }
}

extension RuleContent {
    fileprivate var hasClosures: Bool { !checks.isEmpty || responder != nil }
}
