import Scenarios
import ExactJSON

/// Reads JSON of the scenario: matchers for values, and values to send or store.
struct JSONValueReader {
    let state: LoadingContext
    let context: TemplateContext
    /// Whether what operators compare is data, in which no operator stands.
    var comparesData = false

    // MARK: Values

    /// A value with templates in its strings and member names.
    func template(_ node: Node) -> JSONTemplate {
        switch made(node) {
        case .constant(let value): .constant(value)
        case .template(let template): template
        }
    }

    /// A value to send or store; most are constant and need no template, nor the memory for one.
    private enum Made {
        case constant(JSON)
        case template(JSONTemplate)

        var template: JSONTemplate {
            switch self {
            case .constant(let value): .constant(value)
            case .template(let template): template
            }
        }
    }

    private func made(_ node: Node) -> Made {
        switch node.kind {
        case .sequence(let items): return array(items)
        case .mapping(let mapping): return object(mapping.entries)
        case .scalar(let written):
            switch scalar(written, at: node) {
            case .constant(let value): return .constant(value)
            case .template(let template):
                if let expression = template.soleExpression, case .literal(let value) = expression.operand,
                    expression.filters.isEmpty
                {
                    return .constant(value)
                }
                return .template(.string(template))
            }
        }
    }

    private func array(_ items: [Node]) -> Made {
        var constants: [JSON] = []
        constants.reserveCapacity(items.count)
        for index in items.indices {
            switch made(items[index]) {
            case .constant(let value): constants.append(value)
            case .template(let first):
                let rest = items[(index + 1)...].map { made($0).template }
                return .template(.array(constants.map { .constant($0) } + [first] + rest))
            }
        }
        return .constant(.array(constants))
    }

    private func object(_ entries: [Node.Entry]) -> Made {
        var names: [String] = []
        var values: [JSON] = []
        names.reserveCapacity(entries.count)
        values.reserveCapacity(entries.count)
        for index in entries.indices {
            state.warnOfMissingSpace(entries[index])
            let name = name(entries[index].key)
            let value = made(entries[index].value)
            if case .constant(let name, _) = name, case .constant(let value) = value {
                names.append(name)
                values.append(value)
                continue
            }
            var members = names.indices.map { index in
                JSONTemplate.Member(
                    name: Template(text: names[index], position: entries[index].position),
                    value: .constant(values[index]))
            }
            members.append(JSONTemplate.Member(name: name.template, value: value.template))
            members += entries[(index + 1)...].map { entry in
                JSONTemplate.Member(name: self.name(entry.key).template, value: made(entry.value).template)
            }
            return .template(.object(members))
        }
        return .constant(.object(JSONObject(names: names, values: values)))
    }

    /// A member name of such a value.
    private enum Name {
        case constant(String, Position)
        case template(Template)

        var template: Template {
            switch self {
            case .constant(let text, let position): Template(text: text, position: position)
            case .template(let template): template
            }
        }
    }

    private func name(_ key: Node.Key) -> Name {
        if TemplateParser.isText(key.text) { return .constant(key.text, key.position) }
        let template = TemplateParser.template(of: key, context: context, state: state)
        return template.constant.map { .constant($0, key.position) } ?? .template(template)
    }

    private enum Scalar {
        case constant(JSON)
        case template(Template)
    }

    private func scalar(_ scalar: Node.Scalar, at node: Node) -> Scalar {
        switch scalar.value {
        case .string:
            if TemplateParser.isText(scalar.text) {
                ForeignValues.check(jsonText: scalar, at: node, state: state)
                ForeignTemplates.check(node, context: context, state: state)
                return .constant(.string(scalar.text))
            }
            let template = TemplateParser(PositionedText(node), context: context, state: state).template()
            return template.constant.map { .constant(.string($0)) } ?? .template(template)
        case .null: return .constant(.null)
        case .bool(let value): return .constant(.bool(value))
        case .number(let value): return .constant(.number(value))
        case .refused(let message):
            state.error(message, at: node.position)
            return .constant(.null)
        }
    }

    // MARK: Matchers

    static let operators = ValueReader.operators + ["unordered"]

    /// The matcher of a JSON value, in which a map is data and an operator begins with `$`.
    func matcher(_ node: Node) -> JSONMatcher {
        switch node.kind {
        case .sequence(let items): return JSONMatcher(.array(items.map { matcher($0) }), position: node.position)
        case .mapping(let mapping): return map(mapping.entries, node)
        case .scalar(let written):
            switch scalar(written, at: node) {
            case .constant(let value): return JSONMatcher(.scalar(value), position: node.position)
            case .template(let template): return JSONMatcher(.template(template), position: node.position)
            }
        }
    }

    /// The matcher of a variable, in which a map holds operators.
    func variableMatcher(_ node: Node) -> JSONMatcher {
        guard let entries = node.entries else { return matcher(node) }
        guard !entries.isEmpty else {
            state.error(
                "an operator is missing: {} wants nothing; write {present: true} for any value", at: node.position)
            return JSONMatcher(.operators([]), position: node.position)
        }
        return JSONMatcher(
            .operators(entries.compactMap { operation($0, name: $0.name, isPlain: true) }), position: node.position)
    }

    /// The matcher of a query's result: a map holds operators, anything else is the whole value.
    func resultMatcher(_ node: Node) -> JSONMatcher {
        guard node.entries == nil else { return variableMatcher(node) }
        let equals = JSONMatcher.Operator(.equals(compared(node)), position: node.position)
        return JSONMatcher(.operators([equals]), position: node.position)
    }

    /// What an operator compares.
    private func compared(_ node: Node) -> JSONMatcher { comparesData ? data(node) : matcher(node) }

    /// The matcher of a value without operators.
    private func data(_ node: Node) -> JSONMatcher {
        switch node.kind {
        case .sequence(let items): return JSONMatcher(.array(items.map { data($0) }), position: node.position)
        case .mapping(let mapping):
            let members = mapping.entries.compactMap { entry -> JSONMatcher.Member? in
                state.constant(entry.key, "the name of a wanted member").map {
                    JSONMatcher.Member(name: $0, position: entry.position, matcher: data(entry.value))
                }
            }
            return JSONMatcher(.object(members), position: node.position)
        case .scalar: return matcher(node)
        }
    }

    private func map(_ entries: [Node.Entry], _ node: Node) -> JSONMatcher {
        guard entries.contains(where: \.isOperator) else {
            state.warnOfOperators(entries)
            var members: [JSONMatcher.Member] = []
            members.reserveCapacity(entries.count)
            for entry in entries {
                state.warnOfMissingSpace(entry)
                ForeignValues.check(comparedMember: entry, state: state)
                if let member = member(entry) { members.append(member) }
            }
            return JSONMatcher(.object(members), position: node.position)
        }
        let isOperator = entries.map(\.isOperator)
        if let data = isOperator.firstIndex(of: false), let operation = isOperator.firstIndex(of: true) {
            let (member, mark) = (entries[data], entries[operation])
            state.error(
                "a map holds members or operators, not both: \"\(mark.name)\" is an operator, \"\(member.name)\" a member; "
                    + "write \"$\(mark.name)\" for a member of that name",
                at: entries[max(data, operation)].position)
        }
        let operators = entries.filter(\.isOperator)
            .compactMap { operation($0, name: String($0.name.dropFirst()), isPlain: false) }
        return JSONMatcher(.operators(operators), position: node.position)
    }

    private func member(_ entry: Node.Entry) -> JSONMatcher.Member? {
        guard var name = state.constant(entry.key, "the name of a wanted member") else { return nil }
        if name.utf8.first == UInt8(ascii: "$"), name.hasPrefix("$$") { name.removeFirst() }
        return JSONMatcher.Member(name: name, position: entry.position, matcher: matcher(entry.value))
    }

    private func operation(_ entry: Node.Entry, name: String, isPlain: Bool) -> JSONMatcher.Operator? {
        kind(entry, name: name, isPlain: isPlain).map { JSONMatcher.Operator($0, position: entry.value.position) }
    }

    private func kind(_ entry: Node.Entry, name: String, isPlain: Bool) -> JSONMatcher.Operator.Kind? {
        let value = entry.value
        switch name {
        case "equals": return .equals(compared(value))
        case "one_of": return .oneOf(list(value, entry.name).map { compared($0) })
        case "contains": return .contains(compared(value))
        case "present": return state.flag(value) ? .present : .absent
        case "absent": return state.flag(value) ? .absent : .present
        case "length": return .length(state.count(value, context: context))
        case "unordered":
            guard let items = value.items else {
                return state.refuse(
                    "\(entry.name) takes a list: write [\(value.text?.asFlowScalar ?? "1")]", at: value.position)
            }
            return .unordered(items.map { compared($0) })
        case "all_of": return .allOf(list(value, entry.name).map { branch($0, isPlain: isPlain) })
        case "any_of": return .anyOf(list(value, entry.name).map { branch($0, isPlain: isPlain) })
        case "not": return .not(branch(value, isPlain: isPlain))
        case "equals_ignore_case", "starts_with", "ends_with", "matches":
            return textOperator(name, value).map { .text($0) }
        default:
            if let comparison = Comparison(rawValue: name) {
                return .compare(comparison, state.number(value, context: context))
            }
            if let query = jsonPathCondition(entry) {
                return state.refuse(
                    "a query stands under json_path: write \(query) in place of json", at: entry.position)
            }
            if let meant = ForeignWords.inPlaceOfOperator(name, isJSON: true) {
                let own = isPlain ? meant.replacing("$", with: "") : meant
                return state.refuse("unknown operator \"\(entry.name)\"; \(own)", at: entry.position)
            }
            let known = Self.operators.map { isPlain ? $0 : "$" + $0 }
            let escape = isPlain ? "" : "; write \"$\(entry.name)\" for a member of that name"
            return state.refuse(
                "unknown operator \"\(entry.name)\"\(Nearest.operatorHintOrAll(for: entry.name, among: known))\(escape)",
                at: entry.position)
        }
    }

    /// The condition that is meant by a query as the name of a member, `$.user.name`; nil for another name.
    private func jsonPathCondition(_ entry: Node.Entry) -> String? {
        guard entry.name.hasPrefix("$.") || entry.name.hasPrefix("$[") else { return nil }
        let value = entry.value.text?.asFlowScalar ?? "…"
        for ending in [".length()", ".size()", ".length"] where entry.name.hasSuffix(ending) {
            return "json_path: {\(String(entry.name.dropLast(ending.count)).asFlowScalar): {length: \(value)}}"
        }
        return "json_path: {\(entry.name.asFlowScalar): \(value)}"
    }

    private func branch(_ node: Node, isPlain: Bool) -> JSONMatcher {
        comparesData ? resultMatcher(node) : isPlain ? variableMatcher(node) : matcher(node)
    }

    private func textOperator(_ name: String, _ node: Node) -> ValueMatcher? {
        let values = ValueReader(state: state, context: context)
        guard state.string(node) != nil else { return nil }
        func template() -> Template { TemplateParser.template(of: node, context: context, state: state) }
        let kind: ValueMatcher.Kind =
            switch name {
            case "equals_ignore_case": .equalsIgnoreCase(template())
            case "starts_with": .startsWith(template())
            case "ends_with": .endsWith(template())
            default: .matches(values.regex(node))
            }
        return ValueMatcher(kind, position: node.position)
    }

    private func list(_ node: Node, _ name: String) -> [Node] {
        guard let items = node.items, !items.isEmpty else {
            let meant = node.text?.asFlowScalar ?? (name.hasSuffix("one_of") ? "1, 2" : "{$gt: 1}, {$lt: 9}")
            state.error("\(name) takes a list of at least one item: write [\(meant)]", at: node.position)
            return []
        }
        return items
    }
}

extension Node.Entry {
    /// Whether the key is an operator in data, as `$gt` is and `$$gt` is not.
    fileprivate var isOperator: Bool {
        var bytes = name.utf8.makeIterator()
        return bytes.next() == UInt8(ascii: "$") && bytes.next() != UInt8(ascii: "$")
    }
}
