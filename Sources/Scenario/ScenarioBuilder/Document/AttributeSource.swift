/// The source of a scenario in the arguments of an attribute, as in `@Test(.mockServer(Scenario("s") { … }))`.
///
/// Such an attribute is a macro. Swift compiles its arguments where the macro is expanded, and there every `#line` is
/// that of the declaration below the attribute. So all parts of the scenario have one position. Here each gets the one
/// of its own call, which is looked for in the source.
struct AttributeSource {
    /// A part of the scenario: from its name to the next part's.
    struct Part {
        let name: Substring
        let site: CallSite
        fileprivate let tokens: ArraySlice<SwiftTokens.Token>
    }

    /// The words that begin a part, and the lists of the document.
    private static let names: Set<Substring> = [
        "Step", "Stub", "Expect", "Unmatched", "Defaults", "Parallel", "InOrder", "Scenario", "ScenarioDocument",
    ]

    private let declaration: CallSite
    private let lineStarts: [Int]
    private(set) var parts: [Part] = []

    /// The attribute of the declaration at a position; nil if there is no declaration with one.
    init?(above declaration: CallSite, in source: [UInt8]) {
        self.declaration = declaration
        lineStarts = [0] + source.indices.filter { source[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        guard lineStarts.indices.contains(declaration.line - 1) else { return nil }
        let offset = lineStarts[declaration.line - 1] + declaration.column - 1
        let tokens = SwiftTokens(source).all
        guard let arguments = Self.arguments(before: offset, in: tokens) else { return nil }
        let starts = arguments.indices.filter { index in
            Self.names.contains(tokens[index].text) && index + 1 < arguments.endIndex && Self.opens(tokens[index + 1])
        }
        for (start, end) in zip(starts, starts.dropFirst() + [arguments.endIndex]) {
            parts.append(
                Part(name: tokens[start].text, site: site(tokens[start + 1].offset), tokens: arguments[start..<end]))
        }
    }

    private static func opens(_ token: SwiftTokens.Token) -> Bool { token.text == "(" || token.text == "{" }

    /// The arguments of the last attribute `@Test` or `@Suite` of the declaration at an offset. Between the two are only
    /// names and other attributes.
    private static func arguments(
        before offset: Int, in tokens: [SwiftTokens.Token]
    ) -> ArraySlice<SwiftTokens.Token>? {
        guard let declaration = tokens.firstIndex(where: { $0.offset == offset }) else { return nil }
        var found: Range<Int>?
        var index = tokens.startIndex
        while index < tokens.endIndex, index <= declaration {
            let name = tokens[index].text == "@" ? attributeName(after: index, in: tokens) : nil
            if let name, let end = closing(name + 1, in: tokens) {
                // Its position is that of the attribute itself, or of the declaration below.
                found = index == declaration || end <= declaration ? name + 2..<end : nil
                index = end
            } else if tokens[index].text == "{" || tokens[index].text == "}" || tokens[index].text == ";" {
                found = nil
            }
            index += 1
        }
        return found.map { tokens[$0] }
    }

    /// The index of the name `Test` or `Suite` of an attribute with arguments.
    private static func attributeName(after index: Int, in tokens: [SwiftTokens.Token]) -> Int? {
        var index = index + 1
        while index + 2 < tokens.count, tokens[index + 1].text == "." { index += 2 }
        guard index + 1 < tokens.count, tokens[index].text == "Test" || tokens[index].text == "Suite",
            tokens[index + 1].text == "("
        else { return nil }
        return index
    }

    /// The index of the parenthesis that closes the one at an index.
    private static func closing(_ opening: Int, in tokens: [SwiftTokens.Token]) -> Int? {
        var depth = 0
        for index in opening..<tokens.count {
            switch tokens[index].text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    private func site(_ offset: Int) -> CallSite {
        let line = lineStarts.lastIndex { $0 <= offset } ?? 0
        return CallSite(file: declaration.file, line: line + 1, column: offset - lineStarts[line] + 1)
    }

    /// The parts with one of these names, for so many that the document has; all are the same part if a loop made them.
    /// Empty if it is not clear which is which.
    func parts(named names: Set<Substring>, count: Int) -> [Part] {
        let found = parts.filter { names.contains($0.name) }
        if found.count == count { return found }
        return found.count == 1 ? Array(repeating: found[0], count: count) : []
    }

    /// The position in a part at which a function was called; that of the part unless the function is called there once.
    func site(of site: CallSite, in part: Part) -> CallSite {
        guard site == declaration else { return site }
        let name = site.function.map { "\($0)".prefix { $0 != "(" } } ?? ""
        let calls = part.tokens.indices.dropLast().filter { index in
            part.tokens[index].text == name && Self.opens(part.tokens[index + 1])
        }
        return calls.count == 1 ? self.site(part.tokens[calls[0] + 1].offset) : part.site
    }
}

extension ScenarioDocument {
    /// The document with the positions of its own calls in source if it was written in the arguments of an attribute.
    ///
    /// - Parameter source: the content of a Swift file; called only if parts of the document have the same position.
    package func locatedInAttribute(_ source: (_ file: String) -> [UInt8]?) -> ScenarioDocument {
        guard let declaration = sharedSite, let bytes = source(declaration.file),
            let attribute = AttributeSource(above: declaration, in: bytes)
        else { return self }
        return DocumentLocator(attribute, declaration, self).located(self)
    }

    /// The position that several parts have.
    private var sharedSite: CallSite? {
        var seen: Set<CallSite> = [site]
        return (steps + stubs).first { !seen.insert($0.site).inserted }?.site
    }
}

/// Gives the parts of a document positions in the arguments of an attribute.
private struct DocumentLocator {
    private let attribute: AttributeSource
    private let declaration: CallSite
    private let steps: ArraySlice<AttributeSource.Part>
    private let stubs: ArraySlice<AttributeSource.Part>
    private let whole: AttributeSource.Part?

    init(_ attribute: AttributeSource, _ declaration: CallSite, _ document: ScenarioDocument) {
        self.attribute = attribute
        self.declaration = declaration
        steps = attribute.parts(named: ["Step"], count: document.steps.count { $0.site == declaration })[...]
        stubs = attribute.parts(named: ["Stub"], count: document.stubs.count { $0.site == declaration })[...]
        whole = attribute.parts(named: ["Scenario", "ScenarioDocument"], count: 1).first
    }

    func located(_ document: ScenarioDocument) -> ScenarioDocument {
        var located = document
        var (ruleSteps, ruleStubs) = (steps, stubs)
        located.steps = document.steps.map { self.located($0, &ruleSteps) }
        located.stubs = document.stubs.map { self.located($0, &ruleStubs) }
        if let whole { located.site = attribute.site(of: document.site, in: whole) }
        guard case .map(let entries) = document.root.kind else { return located }
        var (steps, stubs) = (steps, stubs)
        let nodes = entries.map { entry in
            let value =
                switch entry.key {
                case "steps": rules(in: entry.value, &steps)
                case "stubs": rules(in: entry.value, &stubs)
                case "expect": list(entry.value, named: "Expect")
                case "unmatched": node(entry.value, part(named: "Unmatched"))
                case "defaults": node(entry.value, part(named: "Defaults"))
                default: node(entry.value, whole)
                }
            return (entry.key, Optional(value))
        }
        located.root = .map(nodes, at: located.site)
        return located
    }

    private func part(named name: Substring) -> AttributeSource.Part? {
        attribute.parts(named: [name], count: 1).first ?? whole
    }

    private func located(_ rule: RuleContent, _ parts: inout ArraySlice<AttributeSource.Part>) -> RuleContent {
        guard rule.site == declaration, let part = parts.popFirst() else { return rule }
        var rule = rule
        rule.site = part.site
        for index in rule.checks.indices {
            rule.checks[index].site = attribute.site(of: rule.checks[index].site, in: part)
        }
        if let site = rule.responder?.site { rule.responder?.site = attribute.site(of: site, in: part) }
        return rule
    }

    /// The rules of a list of the document, those in parallel blocks, too.
    private func rules(in value: DocumentNode, _ parts: inout ArraySlice<AttributeSource.Part>) -> DocumentNode {
        switch value.kind {
        case .list(let nodes):
            let located = nodes.map { rules(in: $0, &parts) }
            return .list(located, at: value.site == declaration ? located.first?.site ?? value.site : value.site)
        case .map(let entries) where entries.contains { $0.key == "parallel" }:
            let block = part(named: "Parallel")
            return .map(
                entries.map { entry in
                    (entry.key, entry.key == "parallel" ? rules(in: entry.value, &parts) : node(entry.value, block))
                }, at: node(.map([], at: value.site), block).site)
        case .map:
            return value.site == declaration ? node(value, parts.popFirst()) : value
        case .null, .bool, .number, .string, .invalid: return value
        }
    }

    private func list(_ value: DocumentNode, named name: Substring) -> DocumentNode {
        guard case .list(let nodes) = value.kind else { return node(value, whole) }
        var parts = attribute.parts(named: [name], count: nodes.count { $0.site == declaration })[...]
        return .list(
            nodes.map { $0.site == declaration ? node($0, parts.popFirst()) : $0 },
            at: node(.map([], at: value.site), whole).site)
    }

    /// A value that was written in a part.
    private func node(_ value: DocumentNode, _ part: AttributeSource.Part?) -> DocumentNode {
        guard let part else { return value }
        let site = attribute.site(of: value.site, in: part)
        switch value.kind {
        case .list(let nodes): return .list(nodes.map { node($0, part) }, at: site)
        case .map(let entries): return .map(entries.map { ($0.key, Optional(node($0.value, part))) }, at: site)
        case .null, .bool, .number, .string, .invalid: return DocumentNode(value.kind, at: site)
        }
    }
}
