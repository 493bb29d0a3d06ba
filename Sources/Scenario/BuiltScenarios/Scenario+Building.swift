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
        include: [String] = [], options: LoadOptions = LoadOptions(), filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column,
        @ScenarioContentBuilder _ content: () -> [any ScenarioContent]
    ) {
        let document = ScenarioDocument(
            name, description: description, vars: vars, basePath: basePath, order: order, clock: clock, linger: linger,
            seed: seed, cors: cors, redact: redact, include: include, filePath: filePath, line: line, column: column,
            content)
        let sources = SwiftSources()
        do {
            try self.init(document, sources, options: options)
        } catch {
            let document = document.locatedInAttribute { sources.file($0).bytes }
            let position = sources.position(of: document.site)
            self.init(name: name, source: position.file, position: position, loadError: error)
        }
    }

    /// Reads a scenario that was written in Swift.
    ///
    /// - Throws: all its errors, at their Swift lines.
    public init(
        _ document: ScenarioDocument, options: LoadOptions = LoadOptions()
    ) throws(ScenarioError) {
        try self.init(document, SwiftSources(), options: options)
    }

    /// Reads a scenario that was written in Swift, and whose files may have been read before.
    package init(
        _ document: ScenarioDocument, _ sources: SwiftSources, options: LoadOptions = LoadOptions()
    ) throws(ScenarioError) {
        self = try Self.load(document, sources, options: options).get()
    }

    /// Reads a scenario that was written in Swift, and its diagnostics. Body files are looked for in the folder of the
    /// Swift source, unless the options name another.
    public static func load(
        _ document: ScenarioDocument, options: LoadOptions = LoadOptions()
    ) -> LoadedScenario {
        load(document, SwiftSources(), options: options)
    }

    private static func load(
        _ document: ScenarioDocument, _ sources: SwiftSources, options: LoadOptions
    ) -> LoadedScenario {
        let document = document.locatedInAttribute { sources.file($0).bytes }
        var reader = DocumentReader(sources)
        let root = reader.node(document.root)
        let file = sources.file(document.site.file)
        var options = options
        options.folder = options.folder ?? folder(ofFile: document.site.file)
        let loaded = load(
            Document(file: file, root: root, isComplete: true, diagnostics: reader.diagnostics.sorted),
            options: options)
        let rules = document.steps + document.stubs
        guard let scenario = loaded.scenario, rules.contains(where: \.hasClosures) else { return loaded }
        let folder = options.folder
        let closures = rules.map { rule in
            RuleClosures(
                checks: rule.checks.map { check in
                    Scenarios.RequestCheck(position: sources.position(of: check.site), body: check.body)
                },
                responder: rule.responder.map { responder in
                    Scenarios.Responder(position: sources.position(of: responder.site)) { request in
                        try template(of: responder.body(request), at: responder.site, sources, folder: folder)
                    }
                })
        }
        // Stubs of included files come after those of the document.
        let closed = scenario.adding { closures.indices.contains($0) ? closures[$0] : nil }
        return LoadedScenario(scenario: closed, diagnostics: loaded.diagnostics, source: loaded.source)
    }

    /// A scenario without steps, which takes no request.
    package init(emptyNamed name: String, at site: CallSite, _ sources: SwiftSources = SwiftSources()) {
        let position = sources.position(of: site)
        self.init(name: name, source: position.file, position: position)
    }

    /// A response that a closure at `site` made, as the loader reads it.
    private static func template(
        of response: Response, at site: CallSite, _ sources: SwiftSources, folder: String?
    ) throws(ScenarioError) -> ResponseTemplate {
        let step = Step(.get, "/", [], id: nil, at: site).respond(response.literal)
        var options = LoadOptions()
        options.folder = folder
        let scenario = try Scenario(ScenarioDocument("response", at: site, chains: [[step]]), sources, options: options)
        return scenario.steps[0].rule.responses[0]
    }
}

extension RuleContent {
    fileprivate var hasClosures: Bool { !checks.isEmpty || responder != nil }
}
