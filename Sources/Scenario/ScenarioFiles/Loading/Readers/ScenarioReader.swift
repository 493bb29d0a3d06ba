import ExactJSON
import Scenarios

/// Reads a document into a scenario and reports its errors.
struct ScenarioReader {
    private let state: LoadingContext
    private let root: Node
    private let keyed: KeyedEntries
    private let merged: MergedScenario

    /// A reader of `root`; nil if it is not a map, which is reported.
    init?(_ root: Node, state: LoadingContext) {
        let foreign = root.entries.map(ForeignWords.foreignFile) ?? root.items.map(ForeignWords.foreignFile(items:))
        if let foreign = foreign ?? nil {
            state.error(
                "this is \(foreign.what), not a scenario; \(foreign.cure), below stubs: in a file that mockserver init writes",
                at: foreign.position)
            return nil
        }
        if let text = root.plainText, ForeignWords.isProgram(text) {
            state.error(ForeignWords.program, at: root.position)
            return nil
        }
        guard let entries = root.entries else {
            state.error(
                "a scenario is a map, not \(root.summary): write mockserver: 1 in the first line, and a list below steps:",
                at: root.position)
            return nil
        }
        self.state = state
        self.root = root
        let ours = entries.filter { !$0.name.hasPrefix("x-") }
        guard let keyed = state.entries(of: root.keeping(ours), .scenario) else { return nil }
        self.keyed = keyed
        state.schemas.add(root)
        merged = MergedScenario(keyed, IncludeReader(state: state).parts(of: keyed))
    }

    func scenario() -> Scenario {
        state.checkVersion(keyed, at: root.position)
        if let schema = keyed["$schema"] { _ = state.text(schema) }
        let order = keyed["order"].flatMap { state.word($0, "order", Scenario.Order.self) } ?? .strict
        var script = ScriptReader(keyed["steps"], state: state)
        var stubs = stubEntries(&script)
        state.stepNames = script.names
        define(script.seeds, stubs)
        let initialValues = initialValues()
        readBasePath()
        let defaults = defaults()
        let steps = script.steps(RuleReader(state: state, defaults: defaults, isStub: false))
        // Its response is counted before those of stubs, so that further stubs don't change its index.
        let unmatched = keyed["unmatched"].map { unmatchedResponse($0) }
        let stubReader = RuleReader(state: state, defaults: defaults, isStub: true)
        var stubRules: [Rule] = []
        var stubRequests: [Node?] = []
        stubRules.reserveCapacity(stubs.count)
        stubRequests.reserveCapacity(stubs.count)
        for index in stubs.indices {
            // If nothing else has the stub's nodes, they are freed here.
            guard let entries = stubs[index].entries.take() else { continue }
            stubRules.append(stubReader.rule(entries, id: stubs[index].id, position: stubs[index].position))
            stubRequests.append(stubs[index].isRemoved ? nil : comparableRequest(entries))
        }
        let expectations = expectations()
        let (lists, blocks) = (script.stepLists, script.parallelBlocks)
        if !reportCycles(steps, lists, blocks: blocks, order: order, seeds: script.seeds) {
            ReachabilityCheck(
                state, order, steps: steps, lists: lists, blocks: blocks,
                stepRequests: script.seeds.map { comparableRequest($0.entries) },
                stubs: stubRules, stubRequests: stubRequests
            ).report()
        }
        ConditionCheck(state: state, rules: steps.map(\.rule) + stubRules).report()
        reportUnusedCaptures()
        let scenario = Scenario(
            name: keyed["name"].flatMap { state.string($0) } ?? state.fileName,
            description: keyed["description"].flatMap { state.string($0) }, source: state.file,
            position: root.position,
            rulesPosition: keyed.entry(steps.isEmpty ? "stubs" : "steps")?.position, order: order,
            variables: state.variables.variables, initialValues: initialValues, steps: steps, lists: lists,
            blocks: blocks, stubs: stubRules, unmatched: unmatched, expectations: expectations,
            linger: keyed["linger"].flatMap { state.duration($0) } ?? .milliseconds(100),
            clock: keyed["clock"].flatMap { state.word($0, "clock", ClockKind.self) } ?? .real,
            seed: keyed["seed"].flatMap { seed($0) },
            redaction: RedactionReader(state: state).redaction(merged.values("redact").reversed()),
            crossOrigin: keyed["cors"].flatMap { CrossOriginReader(state: state).policy($0) },
            needs: state.needs, connectionSteps: state.connectionSteps)
        reportUncheckedIntervals(in: scenario)
        return scenario
    }

    /// Reports each `interval` that no request can be checked by: there is never a response before.
    private func reportUncheckedIntervals(in scenario: Scenario) {
        // Only of a few steps the order matters: to look before each one would take the square of their number.
        for (index, step) in scenario.steps.enumerated()
        where step.rule.times.upper == 1 && step.rule.timing?.interval != nil {
            if scenario.stepsBefore(step: index).isEmpty { reportUncheckedInterval(step.rule, .step) }
        }
        for stub in scenario.stubs where stub.times.upper == 1 { reportUncheckedInterval(stub, .stub) }
    }

    private func reportUncheckedInterval(_ rule: Rule, _ noun: RuleNoun) {
        guard let limit = rule.timing?.interval?.limits.first else { return }
        state.error(
            "\(noun.text(rule.id)) waits for no step and takes one request, so there is no response from which its interval "
                + "could run; raise times, or leave interval out", at: limit.position)
    }

    /// The request of a rule; nil if it has an error and so can't be compared with other rules.
    private func comparableRequest(_ keyed: KeyedEntries) -> Node? {
        keyed["request"].flatMap { state.misreadRequests.contains($0.position) ? nil : $0 }
    }

    private func seed(_ node: Node) -> UInt64? {
        if let text = node.plainText, let seed = UInt64(text), text.utf8.first != UInt8(ascii: "+") { return seed }
        let quoted = node.plainText == nil ? node.text.flatMap { UInt64($0) } : nil
        state.error(
            quoted.map { "seed is a number: write \($0) without quotes" }
                ?? "seed is a whole number from 0 to \(UInt64.max): write 7, or another such number", at: node.position)
        return nil
    }

    // MARK: Names

    private struct Stub {
        /// nil once its rule is read.
        var entries: KeyedEntries?
        let id: String
        let position: Position
        var isRemoved = false
    }

    private func stubEntries(_ script: inout ScriptReader) -> [Stub] {
        var stubs: [Stub] = []
        let items = merged.stubs(state)
        stubs.reserveCapacity(items.count)
        script.reserveIdentities(items.count)
        for item in items {
            guard let entries = state.entries(of: item, .stub) else { continue }
            let position = item.entries?.first?.position ?? item.position
            let id = script.stubIdentity(entries, number: stubs.count + 1, at: position)
            stubs.append(Stub(entries: entries, id: id, position: position))
        }
        for added in state.addedStubs { read(added, &stubs, &script) }
        return stubs
    }

    /// Reads a document that is one stub, or a list of them.
    private func read(_ added: AddedStubs, _ stubs: inout [Stub], _ script: inout ScriptReader) {
        let document = Document.read(path: added.path, bytes: added.bytes)
        state.add(document)
        guard document.isComplete, let root = document.root else { return }
        let items = root.items ?? [root]
        if items.isEmpty {
            state.error("there is no stub in this list; write one, like [{request: GET /me}]", at: root.position)
        }
        for (index, item) in items.enumerated() {
            guard item.entries != nil else {
                state.error(
                    "a stub is a map, like {request: GET /me, response: 200}, not \(item.summary)", at: item.position)
                continue
            }
            guard let entries = state.entries(of: item, .stub) else { continue }
            let position = item.entries?.first?.position ?? item.position
            let number = stubs.count + 1
            let isRemoved = added.removed.contains(index)
            let id =
                isRemoved
                ? entries["id"].flatMap { state.identity($0) } ?? "stub \(number)"
                : script.stubIdentity(entries, number: number, at: position)
            stubs.append(Stub(entries: entries, id: id, position: position, isRemoved: isRemoved))
        }
    }

    private func define(_ seeds: [ScriptReader.Seed], _ stubs: [Stub]) {
        for (order, entry) in (merged.variables(state)?.entries ?? []).enumerated() {
            state.variables.define(
                VariableTable.Definition(
                    name: entry.name, position: entry.position, definedBy: nil, order: order, isCapture: false))
        }
        for seed in seeds { define(seed.entries, of: seed.id) }
        for stub in stubs { if let entries = stub.entries { define(entries, of: stub.id) } }
    }

    /// Defines the variables that a step or stub captures and sets.
    private func define(_ keyed: KeyedEntries, of id: String) {
        for key in ["capture", "set"] {
            for entry in keyed[key]?.entries ?? [] {
                state.variables.define(
                    VariableTable.Definition(
                        name: entry.name, position: entry.position, definedBy: id, order: nil,
                        isCapture: key == "capture"))
            }
        }
    }

    /// The values of `vars`, those from outside in place of the file's.
    private func initialValues() -> [Assignment] {
        let node = merged.variables(state)
        let given = GivenVariables(state.givenVariables)
        state.checkGivenVariables(among: node?.entries?.map(\.name) ?? [], at: root.position)
        guard let node else { return [] }
        for entry in node.entries ?? [] { ForeignValues.check(variable: entry.value, state: state) }
        let values = given.replacing(
            state.assignments(node, "vars", context: TemplateContext(.vars)), of: state.variables.variables)
        for problem in VariableSizes.problems(of: values, count: state.variables.definitions.count) {
            let name = state.variables.definitions[problem.assignment.variable].name
            guard problem.assignment.isGiven else {
                state.error(
                    "\(problem.sentence); write less here, or send it from a file: response: {file: …}",
                    at: problem.position)
                continue
            }
            state.reportGivenVariable(name, "\(problem.sentence); give less", at: problem.position)
        }
        return values
    }

    private func reportUnusedCaptures() {
        for definition in state.variables.definitions where definition.isCapture && !definition.isUsed {
            state.warning(
                .unusedCapture,
                "nothing uses the captured \"\(definition.name)\": write {{\(definition.name)}} where it is wanted, or "
                    + "leave it out", at: definition.position)
        }
    }

    // MARK: The rest

    private func readBasePath() {
        guard let node = keyed["base_path"], let text = state.text(node) else { return }
        guard text.scalars.first == "/", text.scalars.last != "/" else {
            let trimmed = text.string.utf8.reversed().drop { $0 == UInt8(ascii: "/") }.reversed()
            let path = String(decoding: Array(trimmed), as: UTF8.self)
            state.error(
                path.isEmpty
                    ? "base_path stands before every path: / would double their slash, so leave it out"
                    : "base_path begins with / and does not end with one: write \(ShortForm.withoutOrigin(path))",
                at: node.position)
            return
        }
        let path = PathReader.read(text, base: nil, context: TemplateContext(.basePath), state: state)
        if case .rest(let name)? = path?.segments.last {
            state.error(
                "{+\(name)} stands last in a path and so can't stand in base_path: write {\(name)} for one segment",
                at: node.position)
            return
        }
        state.basePath = path
    }

    private func defaults() -> RuleReader.Defaults {
        guard let node = merged.defaults(), let keyed = state.entries(of: node, .defaults) else {
            return RuleReader.Defaults()
        }
        var defaults = RuleReader.Defaults()
        defer { state.pendingParameters = [] }
        if let node = keyed["response"] { defaults.response = ResponseReader.defaults(node, state: state) }
        if let node = keyed["assert"] {
            // Reports errors that don't depend on a step even if no step uses the assertion. The path is unknown here.
            _ = RequestMatcherReader(state: state, context: TemplateContext(.assertion)).requestMatcher(node)
            defaults.assertion = node
        }
        if let node = keyed["head"] { defaults.head = state.word(node, "head", HeadHandling.self) }
        if let node = keyed["on_assert_failure"] {
            defaults.onAssertFailure = state.word(node, "on_assert_failure", AssertFailureAction.self)
        }
        return defaults
    }

    private func unmatchedResponse(_ node: Node) -> UnmatchedResponse {
        let reader = ResponseReader(
            state: state, context: TemplateContext(.unmatched, parameters: []), defaults: nil, defaultStatus: 501)
        let response = reader.response(node, .unmatched)
        let allow = node.entries?.first { $0.name == "allow" }.map { state.flag($0.value) } ?? false
        let saysResponse = node.entries?.contains { $0.name != "allow" } ?? true
        return UnmatchedResponse(response: saysResponse ? response : nil, allow: allow)
    }

    private func expectations() -> [Expectation] {
        guard let node = keyed["expect"] else { return [] }
        guard let items = node.items else {
            state.error(
                "expect must be a list\(ShapeAdvice.inPlaceOfExpectations(node))",
                at: node.position)
            return []
        }
        let reader = ExpectationReader(state: state)
        return items.compactMap { reader.expectation($0) }
    }

    private func reportCycles(
        _ steps: [Step], _ lists: [StepList], blocks: [ParallelBlock], order: Scenario.Order,
        seeds: [ScriptReader.Seed]
    ) -> Bool {
        func name(_ dependency: Dependency) -> String {
            switch dependency {
            case .step(let index): RuleNoun.step.text(steps[index].rule.id)
            case .block(let index):
                "block \(blocks[index].id.map { "\"\($0)\"" } ?? "in line \(blocks[index].position.line)")"
            }
        }
        /// A step that waits for the block it stands in can only be cured by waiting for less.
        func advice(_ cycle: [Dependency], _ index: Int) -> String {
            let own = cycle.lazy.compactMap { dependency -> String? in
                if case .block(let block) = dependency, cycle.count == 2 { blocks[block].id } else { nil }
            }.first
            let inBlock = own.map { ": \(name(.step(index))) is in block \"\($0)\"" } ?? ""
            return "leave the after of \(name(.step(index))) out\(inBlock)"
        }
        let cycles = CycleCheck(steps: steps, lists: lists, blocks: blocks, order: order).cycles()
        for cycle in cycles {
            guard
                let start = cycle.firstIndex(where: { dependency in
                    if case .step(let index) = dependency { steps[index].after != nil } else { false }
                }), case .step(let index) = cycle[start]
            else { continue }
            let around = (cycle[start...] + cycle[..<start]).map(name) + [name(cycle[start])]
            let text = around[0] + " waits for " + around.dropFirst().joined(separator: ", which waits for ")
            state.error(
                "no step can be the first: \(text); \(advice(cycle, index))",
                at: seeds[index].entries["after"]?.position ?? seeds[index].position)
        }
        return !cycles.isEmpty
    }
}
