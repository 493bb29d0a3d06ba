import ExactJSON

/// Reads JSON of the scenario: what is wanted of a value, and values that are made.
struct JSONValueReader {
    let state: LoadState
    let context: TemplateContext

    // MARK: Values

    /// A value with templates in its strings and member names.
    func template(_ node: Node) -> JSONTemplate {
        if let items = node.items {
            let elements = items.map { template($0) }
            let constants = elements.compactMap(\.constant)
            return constants.count == elements.count ? .constant(.array(constants)) : .array(elements)
        }
        if let entries = node.entries {
            let members = entries.map { entry in
                JSONTemplate.Member(
                    name: TemplateParser(entry.keyText, context: context, state: state).template(),
                    value: template(entry.value))
            }
            var object = JSONObject()
            for member in members {
                guard let name = member.name.constant, let value = member.value.constant else {
                    return .object(members)
                }
                object[name] = value
            }
            return .constant(.object(object))
        }
        switch scalar(node) {
        case .constant(let value): return .constant(value)
        case .template(let template):
            if let expression = template.soleExpression, case .literal(let value) = expression.operand,
                expression.filters.isEmpty
            {
                return .constant(value)
            }
            return .string(template)
        }
    }

    private enum Scalar {
        case constant(JSON)
        case template(Template)
    }

    private func scalar(_ node: Node) -> Scalar {
        switch node.scalar?.value {
        case .string:
            let template = TemplateParser(SourceText(node), context: context, state: state).template()
            return template.constant.map { .constant(.string($0)) } ?? .template(template)
        case .null, nil: return .constant(.null)
        case .bool(let value): return .constant(.bool(value))
        case .number(let value): return .constant(.number(value))
        case .refused(let message):
            state.error(message, at: node.position)
            return .constant(.null)
        }
    }

    // MARK: Matchers

    static let operators = ValueReader.operators + ["unordered"]

    /// What is wanted of a value, where a map is data and an operator has a `$`.
    func matcher(_ node: Node) -> JSONMatcher {
        if let items = node.items { return JSONMatcher(.array(items.map { matcher($0) }), position: node.position) }
        if let entries = node.entries { return map(entries, node) }
        switch scalar(node) {
        case .constant(let value): return JSONMatcher(.scalar(value), position: node.position)
        case .template(let template): return JSONMatcher(.template(template), position: node.position)
        }
    }

    /// What is wanted of a variable, where a map holds operators.
    func variableMatcher(_ node: Node) -> JSONMatcher {
        guard let entries = node.entries else { return matcher(node) }
        guard !entries.isEmpty else {
            state.error("an operator is missing: {} wants nothing; {present: true} wants any value", at: node.position)
            return JSONMatcher(.operators([]), position: node.position)
        }
        return JSONMatcher(
            .operators(entries.compactMap { operation($0, name: $0.name, isPlain: true) }), position: node.position)
    }

    private func map(_ entries: [Node.Entry], _ node: Node) -> JSONMatcher {
        let isOperator = entries.map { $0.name.hasPrefix("$") && !$0.name.hasPrefix("$$") }
        guard isOperator.contains(true) else {
            return JSONMatcher(.object(entries.compactMap { member($0) }), position: node.position)
        }
        if let data = isOperator.firstIndex(of: false), let operation = isOperator.firstIndex(of: true) {
            let (member, mark) = (entries[data], entries[operation])
            state.error(
                "a map holds members or operators, not both: \"\(mark.name)\" is an operator, \"\(member.name)\" a member; "
                    + "a member that begins with $ is written \"$\(mark.name)\"",
                at: entries[max(data, operation)].position)
        }
        let operators = entries.filter { $0.name.hasPrefix("$") && !$0.name.hasPrefix("$$") }
            .compactMap { operation($0, name: String($0.name.dropFirst()), isPlain: false) }
        return JSONMatcher(.operators(operators), position: node.position)
    }

    private func member(_ entry: Node.Entry) -> JSONMatcher.Member? {
        guard var name = state.constant(entry.keyText, "the name of a wanted member") else { return nil }
        if name.hasPrefix("$$") { name.removeFirst() }
        return JSONMatcher.Member(name: name, position: entry.position, matcher: matcher(entry.value))
    }

    private func operation(_ entry: Node.Entry, name: String, isPlain: Bool) -> JSONMatcher.Operator? {
        kind(entry, name: name, isPlain: isPlain).map { JSONMatcher.Operator($0, position: entry.value.position) }
    }

    private func kind(_ entry: Node.Entry, name: String, isPlain: Bool) -> JSONMatcher.Operator.Kind? {
        let value = entry.value
        switch name {
        case "equals": return .equals(matcher(value))
        case "one_of": return .oneOf(list(value, entry.name).map { matcher($0) })
        case "contains": return .contains(matcher(value))
        case "present": return state.flag(value) ? .present : .absent
        case "absent": return state.flag(value) ? .absent : .present
        case "length": return .length(state.count(value, context: context))
        case "unordered":
            guard let items = value.items else {
                state.error("\(entry.name) takes a list", at: value.position)
                return nil
            }
            return .unordered(items.map { matcher($0) })
        case "all_of": return .allOf(list(value, entry.name).map { branch($0, isPlain: isPlain) })
        case "any_of": return .anyOf(list(value, entry.name).map { branch($0, isPlain: isPlain) })
        case "not": return .not(branch(value, isPlain: isPlain))
        case "equals_ignore_case", "starts_with", "ends_with", "matches":
            return textOperator(name, value).map { .text($0) }
        default:
            if let comparison = Comparison(rawValue: name) {
                return .compare(comparison, state.number(value, context: context))
            }
            let known = Self.operators.map { isPlain ? $0 : "$" + $0 }
            let escape = isPlain ? "" : "; a member of that name is written \"$\(entry.name)\""
            state.error(
                "unknown operator \"\(entry.name)\"\(Nearest.hint(for: entry.name, among: known))\(escape)",
                at: entry.position)
            return nil
        }
    }

    private func branch(_ node: Node, isPlain: Bool) -> JSONMatcher {
        isPlain ? variableMatcher(node) : matcher(node)
    }

    private func textOperator(_ name: String, _ node: Node) -> ValueMatcher? {
        let values = ValueReader(state: state, context: context)
        guard let text = state.text(node) else { return nil }
        func template() -> Template { TemplateParser(text, context: context, state: state).template() }
        let kind: ValueMatcher.Kind =
            switch name {
            case "equals_ignore_case": .equalsIgnoreCase(template())
            case "starts_with": .startsWith(template())
            case "ends_with": .endsWith(template())
            default: .matches(values.pattern(node))
            }
        return ValueMatcher(kind, position: node.position)
    }

    private func list(_ node: Node, _ name: String) -> [Node] {
        guard let items = node.items, !items.isEmpty else {
            state.error("\(name) takes a list that is not empty", at: node.position)
            return []
        }
        return items
    }
}
