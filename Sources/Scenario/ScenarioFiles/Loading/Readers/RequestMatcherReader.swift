import Scenarios
import HTTPMessage
import ExactJSON
import TextCoding

/// Reads `request`, `assert` and each branch of a combination.
struct RequestMatcherReader {
    let state: LoadingContext
    let context: TemplateContext

    func requestMatcher(_ node: Node) -> RequestMatcher {
        if let text = node.sourceText {
            state.warnOfFragment(behind: node)
            return RequestMatcher(conditions: shortForm(text), position: node.position)
        }
        guard let keyed = state.entries(of: node, .requestMatcher) else {
            return RequestMatcher(conditions: [], position: node.position)
        }
        let conditions = keyed.entries.compactMap { entry in
            kind(entry).map { Condition($0, position: Self.position(of: $0, entry)) }
        }
        return RequestMatcher(conditions: conditions, position: node.position)
    }

    /// The position that failures of a condition show: that of its value, or of its key if the value is a list of parts in
    /// lines of their own, whose position is that of the first part.
    private static func position(of kind: Condition.Kind, _ entry: Node.Entry) -> Position {
        if case .multipart = kind, entry.position.line < entry.value.position.line { return entry.position }
        return entry.value.position
    }

    /// The request in its short form, for readers; nil if it has none.
    func summary(_ node: Node, _ requestMatcher: RequestMatcher) -> String? {
        let base = state.basePath?.text ?? ""
        if let text = node.text {
            let scalars = base.isEmpty ? [] : text.scalars
            guard !base.isEmpty, let form = try? ShortForm(scalars) else { return text }
            let target = ScalarReader(scalars).text(form.path.lowerBound..<scalars.count)
            return [form.method, form.isAsterisk ? target : base + target].compactMap { $0 }.joined(separator: " ")
        }
        var method: String?
        for condition in requestMatcher.conditions {
            if case .method(let methods) = condition.kind { method = methods.joined(separator: "|") }
        }
        for condition in requestMatcher.conditions {
            guard case .path(.template(let path)) = condition.kind else { continue }
            return [method, path.text].compactMap { $0 }.joined(separator: " ")
        }
        return nil
    }

    // MARK: The short form

    private func shortForm(_ text: PositionedText) -> [Condition] {
        let form: ShortForm
        do {
            form = try ShortForm(text.scalars)
        } catch {
            state.error(error.message, at: text.position(at: error.offset))
            return []
        }
        var conditions: [Condition] = []
        if let method = form.method {
            state.warnOfUnknownMethod(method, at: text.start)
            conditions.append(Condition(.method(state.methodList(method)), position: text.start))
        }
        let path = text.slice(form.path)
        if form.isAsterisk {
            let asterisk = ValueMatcher(.equals(Template(text: "*", position: path.start)), position: path.start)
            conditions.append(Condition(.value(.target, asterisk), position: path.start))
        } else if let template = PathReader.read(
            path, base: state.basePath, context: context.at(.path), state: state,
            from: PathReader.Line(form: form, text: text))
        {
            LiteralPath.checkSpace(in: path, state: state)
            conditions.append(Condition(.path(.template(template)), position: path.start))
        }
        let query = query(form, text)
        if !query.isEmpty, let first = query.first {
            state.needs.formUnion(NamedPart.query.needs)
            conditions.append(
                Condition(
                    .named(.query, NamedMatchers(entries: query, exact: false)), position: first.matcher.position))
        }
        return conditions
    }

    /// The names and values behind the `?`; a name that appears twice requires both values, in order.
    private func query(_ form: ShortForm, _ text: PositionedText) -> [NamedMatchers.Entry] {
        var names: [String] = []
        var values: [UnicodeScalarKey: [ValueMatcher]] = [:]
        for pair in form.query {
            let nameText = text.slice(pair.name)
            guard let raw = state.constant(nameText, "the name of a query value"),
                let name = decoded(raw, at: nameText.start)
            else { continue }
            let valueText = text.slice(pair.value)
            if Self.isPathParameter(valueText.string),
                state.variables.index(of: String(valueText.string.dropFirst().dropLast())) == nil
            {
                state.warning(
                    .literalBraces,
                    "\(valueText.string) is text in a query; for any value write query: {\(raw): {present: true}}",
                    at: valueText.start)
            }
            if let meant = Self.valuesBehindQuestionMark(valueText.string) {
                state.warning(
                    .literalPath,
                    "the second ? is text in the query; between two values write &: \(raw)=\(meant)",
                    at: valueText.start)
            }
            let template = decoded(TemplateParser(valueText, context: context, state: state).pieces(), valueText)
            if values[UnicodeScalarKey(name)] == nil { names.append(name) }
            values[UnicodeScalarKey(name), default: []].append(
                ValueMatcher(.scalar(template), position: valueText.start))
        }
        return names.map { name in
            let all = values[UnicodeScalarKey(name)] ?? []
            if all.count == 1, let only = all.first { return NamedMatchers.Entry(name: name, matcher: only) }
            let position = all.first?.position ?? text.start
            return NamedMatchers.Entry(name: name, matcher: ValueMatcher(.list(all), position: position))
        }
    }

    /// What was meant by `1?page=2`, a value with a further one behind a `?`; nil for a value that can be an address.
    private static func valuesBehindQuestionMark(_ value: String) -> String? {
        let parts = value.split(separator: "?", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].unicodeScalars.allSatisfy(\.isMemberPart),
            let equals = parts[1].firstIndex(of: "="), !parts[1][..<equals].isEmpty,
            parts[1][..<equals].unicodeScalars.allSatisfy(\.isMemberPart)
        else { return nil }
        return "\(parts[0])&\(parts[1])"
    }

    /// Whether a value looks like a parameter of a path.
    private static func isPathParameter(_ value: String) -> Bool {
        value.hasPrefix("{") && value.hasSuffix("}") && String(value.dropFirst().dropLast()).isName
    }

    private func decoded(_ pieces: [TemplateParser.Piece], _ text: PositionedText) -> Template {
        var segments: [Template.Segment] = []
        for piece in pieces {
            switch piece.content {
            case .text(let characters):
                if let mark = characters.unicodeScalars.enumerated().first(where: { $0.element == "#" }) {
                    state.error(PathReader.fragment, at: text.position(at: piece.offset + mark.offset))
                }
                segments.append(.text(decoded(characters, at: text.position(at: piece.offset)) ?? ""))
            case .literal(let characters): segments.append(.text(characters))
            case .expression(let expression): segments.append(.expression(expression))
            }
        }
        let template = Template(segments: segments, position: text.start)
        guard template.expressions.isEmpty else { return template }
        return Template(
            text: segments.map { if case .text(let text) = $0 { text } else { "" } }.joined(), position: text.start)
    }

    private func decoded(_ raw: String, at position: Position) -> String? {
        guard let text = Percent.decode(raw, plusIsSpace: true).text else {
            return state.refuse("\"\(raw)\" is not percent-encoded UTF-8; write %25 for a percent sign", at: position)
        }
        return text
    }

    // MARK: Keys

    private func kind(_ entry: Node.Entry) -> Condition.Kind? {
        let value = entry.value
        if KeyTable.bodyConditions.contains(entry.name), let refusal = context.refusal(ofBodyPart: entry.name) {
            return state.refuse(refusal, at: entry.position)
        }
        switch entry.name {
        case "method": return methods(value).map { .method($0) }
        case "host":
            ForeignValues.check(host: value, state: state)
            return .value(.host, values(list: false).matcher(value))
        case "path": return path(value).map { .path($0) }
        case "target": return .value(.target, values(.target, list: false).matcher(value))
        case "query", "query_exact": return named(.query, entry, exact: entry.name == "query_exact")
        case "headers": return named(.header, entry)
        case "cookies": return named(.cookie, entry)
        case "bearer": return .value(.bearer, values(.bearer, list: false).matcher(value))
        case "basic": return .values(basic(value))
        case "graphql": return graphQL(value).map { .graphQL($0) }
        case "protocol": return state.word(value, "protocol", ApplicationProtocol.self).map { .applicationProtocol($0) }
        case "connection": return connection(value).map { .connection($0) }
        case "tls": return .tls(security(value))
        case "all_of": return branches(value, "all_of").map { .allOf($0) }
        case "any_of": return branches(value, "any_of").map { .anyOf($0) }
        case "not": return .not(requestMatcher(value))
        default: return bodyKind(entry)
        }
    }

    func values(_ subject: ValueReader.Subject = .plain, list: Bool) -> ValueReader {
        ValueReader(state: state, context: context, subject: subject, allowsList: list)
    }

    private func methods(_ node: Node) -> [String]? {
        let items = node.items ?? [node]
        guard !items.isEmpty else {
            return state.refuse(
                "method takes a method or a list of them: write GET, or leave method out", at: node.position)
        }
        if let list = node.entries?.first?.value.items?.compactMap(\.text), !list.isEmpty {
            return state.refuse(
                "method is a method or a list of them, not a map: write [\(list.joined(separator: ", "))]",
                at: node.position)
        }
        return items.compactMap { item in
            guard let method = state.string(item, "a method, like GET") else { return nil }
            state.warnOfNull(item, "leave the method out to take any")
            // RFC 9110, section 9.1: any token is a method, and methods are case-sensitive.
            guard method.isToken else {
                if let methods = ShapeAdvice.methods(in: method) {
                    return state.refuse(
                        "several methods are a list: write [\(methods.joined(separator: ", "))]", at: item.position)
                }
                return state.refuse(
                    "\(Excerpt.quoted(method)) is not a method: write letters, digits and !#$%&'*+-.^_`|~, like GET",
                    at: item.position)
            }
            state.warnOfUnknownMethod(method, at: item.position)
            return method
        }
    }

    private func path(_ node: Node) -> PathMatcher? {
        if let text = node.sourceText {
            state.warnOfFragment(behind: node)
            return PathReader.read(text, base: state.basePath, context: context.at(.path), state: state)
                .map { .template($0) }
        }
        var base = ""
        if let template = state.basePath {
            guard let literal = template.decodedLiteral else {
                return state.refuse(
                    "operators on a path go only with a literal base_path; write a base_path without {…}",
                    at: node.position)
            }
            base = literal
        }
        return .value(values(.path, list: false).matcher(node), base: base)
    }

    func named(_ part: NamedPart, _ entry: Node.Entry, exact: Bool = false) -> Condition.Kind {
        state.needs.formUnion(part.needs)
        return .named(part, matchers(entry, exact: exact, areHeaders: part == .header))
    }

    private func matchers(_ entry: Node.Entry, exact: Bool, areHeaders: Bool) -> NamedMatchers {
        guard let entries = entry.value.entries else {
            state.error(
                ShapeAdvice.inPlaceOfNames(entry.value, of: entry.name, areCompared: true), at: entry.value.position)
            return NamedMatchers(entries: [], exact: exact)
        }
        let named = entries.compactMap { entry -> NamedMatchers.Entry? in
            if let meant = ShapeAdvice.pairWithEquals(entry) {
                return state.refuse(meant, at: entry.position)
            }
            if let named = entry.value.entries?.first, ValueReader.operators.contains(entry.name),
                !ValueReader.operators.contains(named.name)
            {
                let isFlag = entry.name == "present" || entry.name == "absent"
                let value = isFlag ? "true" : named.value.text?.asFlowScalar ?? "…"
                return state.refuse(
                    "an operator stands after the name whose value it compares: write \(named.name): {\(entry.name): \(value)}",
                    at: entry.position)
            }
            let name: String
            if areHeaders {
                name = entry.name
                HeaderRules.check(name: name, at: entry.position, state: state)
            } else {
                guard let constant = state.constant(entry.key, "a name") else { return nil }
                name = constant
            }
            let reader = values(areHeaders ? .header(name) : .plain, list: true)
            let matcher = reader.matcher(entry.value)
            guard exact, case .scalar = matcher.kind else { return NamedMatchers.Entry(name: name, matcher: matcher) }
            // If no other values are allowed, a scalar means exactly one value.
            return NamedMatchers.Entry(name: name, matcher: ValueMatcher(.list([matcher]), position: matcher.position))
        }
        return NamedMatchers(entries: named, exact: exact)
    }

    private func connection(_ node: Node) -> ConnectionMatcher? {
        if let text = node.text {
            if text == "new" { return ConnectionMatcher(.new, position: node.position) }
            return state.refuse(
                "connection is new or {same_as: STEP}, not \"\(text)\"\(Self.connectionAdvice(text, state))",
                at: node.position)
        }
        guard let keyed = state.entries(of: node, .connection) else { return nil }
        guard let step = keyed["same_as"] else {
            if keyed.isComplete {
                state.error("connection is empty: write new or {same_as: STEP}", at: node.position)
            }
            return nil
        }
        guard let index = state.step(step, notABlock: "connection names a step") else { return nil }
        state.connectionSteps.insert(index)
        return ConnectionMatcher(.sameAs(step: index, id: state.stepNames.steps[index]), position: step.position)
    }

    /// What to write in place of a word: for a step that is named without `same_as`, or for a connection that was used
    /// before.
    private static func connectionAdvice(_ text: String, _ state: LoadingContext) -> String {
        if state.stepNames[text] != nil { return ": write {same_as: \(text.asFlowScalar)}" }
        let known = state.stepNames.dependencies.compactMap { name, dependency -> (Int, String)? in
            if case .step(let index) = dependency { (index, name) } else { nil }
        }
        let hint = state.hint(for: text, among: ["new"])
        if !hint.isEmpty { return hint }
        let id = known.min { $0.0 < $1.0 }?.1.asFlowScalar ?? "login"
        if ["fresh", "other", "another", "different", "first"].contains(text.lowercased()) { return ": write new" }
        let used = "that was used before, write {same_as: \(id)}"
        return ["old", "same", "reuse", "reused", "existing", "previous", "kept", "keep_alive", "keep-alive"]
            .contains(text.lowercased())
            ? ": for a connection \(used)" + (known.isEmpty ? ", with the id of an earlier step" : "")
            : ": write new for a connection that no request came on before; for one \(used)"
    }

    private func security(_ node: Node) -> [TLSMatcher] {
        guard let keyed = state.entries(of: node, .tls) else { return [] }
        if node.entries?.isEmpty ?? true {
            state.error("tls is empty: write {sni: example.com}", at: node.position)
        }
        return keyed.entries.compactMap { entry in
            if entry.name == "sni" { return TLSMatcher(.serverName, values(list: false).matcher(entry.value)) }
            guard let keyed = state.entries(of: entry.value, .clientCertificate) else { return nil }
            if entry.value.entries?.isEmpty ?? true {
                state.error("client_certificate is empty: write {subject: CN=alice}", at: entry.value.position)
            }
            return keyed["subject"].map { TLSMatcher(.clientSubject, values(list: false).matcher($0)) }
        }
    }

    private func branches(_ node: Node, _ name: String) -> [RequestMatcher]? {
        guard let items = node.items, !items.isEmpty else {
            return state.refuse(
                "\(name) takes a list of at least one request: write [{path: /a}, {path: /b}]", at: node.position)
        }
        return items.map { requestMatcher($0) }
    }
}

extension RequestMatcher {
    /// The parameters of its paths, including those in alternatives.
    var parameters: Set<String> {
        var names: Set<String> = []
        for condition in conditions {
            switch condition.kind {
            case .path(.template(let path)) where path.literalBytes == nil: names.formUnion(path.parameters)
            case .allOf(let requestMatchers), .anyOf(let requestMatchers):
                for requestMatcher in requestMatchers { names.formUnion(requestMatcher.parameters) }
            default: break
            }
        }
        return names
    }
}

extension PathTemplate {
    /// The path with its segments decoded; a decoded `/` is written `%2F` and a decoded `%` is written `%25`. Nil if
    /// the path is not literal.
    var decodedLiteral: String? { literalBytes.map { String(decoding: $0, as: UTF8.self) } }
}
