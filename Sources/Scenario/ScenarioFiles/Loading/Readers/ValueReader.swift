import Scenarios
import ExactJSON
import RegularExpressions
import TextCoding

/// Reads the matcher of a text value: a scalar, a list or a map of operators.
struct ValueReader {
    /// The kind of value, if it restricts the matcher.
    enum Subject {
        case plain
        case header(String)
        case bearer
        case basicUser
        /// A SHA-256 digest in hexadecimal.
        case digest
        /// A path behind the base path; its percent-encoding is decoded.
        case path
        /// A request target as it was sent.
        case target

        /// Whether the values begin with a slash.
        fileprivate var isPath: Bool {
            switch self {
            case .path, .target: true
            case .header(let name):
                ["location", "referer", "content-location", "x-original-url"].contains(name.lowercased())
            case .plain, .bearer, .basicUser, .digest: false
            }
        }
    }

    static let operators = [
        "equals", "equals_ignore_case", "contains", "starts_with", "ends_with", "matches", "one_of", "present",
        "absent",
        "gt", "gte", "lt", "lte", "length", "all_of", "any_of", "not",
    ]

    let state: LoadingContext
    let context: TemplateContext
    var subject = Subject.plain
    /// Whether the name can have several values, so that a list matches them in order.
    var allowsList = true

    func matcher(_ node: Node) -> ValueMatcher {
        if node.text != nil {
            state.warnOfNull(node, "write {absent: true} for a value that must be missing, or quote it")
            switch subject {
            case .header(let name): ForeignValues.check(compared: node, header: name, isToken: false, state: state)
            case .bearer: ForeignValues.check(compared: node, header: nil, isToken: true, state: state)
            case .plain: ForeignValues.check(compared: node, header: nil, isToken: false, state: state)
            case .basicUser, .digest, .path, .target: break
            }
            return ValueMatcher(.scalar(whole(node)), position: node.position)
        }
        if let items = node.items {
            guard allowsList else {
                state.error(
                    "one value is wanted here, not a list: write \(ShapeAdvice.value(meantBy: items))",
                    at: node.position)
                return nothing(node)
            }
            return ValueMatcher(.list(items.map { scalarOrOperators($0) }), position: node.position)
        }
        return operators(node)
    }

    private func scalarOrOperators(_ node: Node) -> ValueMatcher {
        var reader = self
        reader.allowsList = false
        return reader.matcher(node)
    }

    private func operators(_ node: Node) -> ValueMatcher {
        guard !node.isMissing else {
            state.error("a value is needed here; write '' for the empty text", at: node.position)
            return nothing(node)
        }
        let entries = node.entries ?? []
        guard !entries.isEmpty else {
            state.error(
                "an operator is missing: {} wants nothing; write {present: true} for any value", at: node.position)
            return nothing(node)
        }
        let matchers = entries.map { entry in
            ValueMatcher(kind(entry), position: entry.value.position)
        }
        if matchers.count == 1, let only = matchers.first { return only }
        return ValueMatcher(.allOf(matchers), position: node.position)
    }

    private func kind(_ entry: Node.Entry) -> ValueMatcher.Kind {
        let value = entry.value
        switch entry.name {
        case "equals": return .equals(operand(value, isWhole: true))
        case "equals_ignore_case": return .equalsIgnoreCase(operand(value, isWhole: true))
        case "contains": return .contains(operand(value))
        case "starts_with": return .startsWith(operand(value))
        case "ends_with": return .endsWith(operand(value))
        case "matches": return .matches(regex(value))
        case "one_of": return .oneOf(items(value, of: "one_of").map { operand($0, isWhole: true) })
        case "present": return state.flag(value) ? .present : .absent
        case "absent": return state.flag(value) ? .absent : .present
        case "length": return .length(state.count(value, context: context))
        case "all_of": return .allOf(branches(value, of: "all_of"))
        case "any_of": return .anyOf(branches(value, of: "any_of"))
        case "not": return .not(scalarOrOperators(value))
        default:
            if let comparison = Comparison(rawValue: entry.name) {
                return .compare(comparison, state.number(value, context: context))
            }
            let meant = ForeignWords.inPlaceOfOperator(entry.name, isJSON: false).map { "; \($0)" }
            state.error(
                "unknown operator \"\(entry.name)\""
                    + (meant ?? Nearest.operatorHintOrAll(for: entry.name, among: Self.operators)),
                at: entry.position)
            return .present
        }
    }

    private func items(_ node: Node, of name: String) -> [Node] {
        guard let items = node.items, !items.isEmpty else {
            let meant = node.text?.asFlowScalar ?? (name == "one_of" ? "a, b" : "{starts_with: a}, {ends_with: b}")
            state.error("\(name) takes a list of at least one item: write [\(meant)]", at: node.position)
            return []
        }
        return items
    }

    private func branches(_ node: Node, of name: String) -> [ValueMatcher] {
        items(node, of: name).map { scalarOrOperators($0) }
    }

    private func operand(_ node: Node, isWhole: Bool = false) -> Template {
        guard state.string(node) != nil else { return Template(text: "", position: node.position) }
        if isWhole { return whole(node) }
        return inPath(TemplateParser.template(of: node, context: context, state: state))
    }

    /// A text that the whole value is compared with.
    private func whole(_ node: Node) -> Template {
        let template = TemplateParser.template(of: node, context: context, state: state)
        switch subject {
        case .header(let name): HeaderRules.check(value: template, of: name, state: state)
        case .bearer:
            if let token = template.constant, token.lowercased().hasPrefix("bearer ") {
                let alone = String(token.dropFirst("bearer ".count)).trimmed.asFlowScalar
                state.error(
                    "bearer takes the token alone, without \"Bearer\" before it: write \(alone)", at: node.position)
            }
        case .basicUser:
            if template.constant?.utf8.contains(UInt8(ascii: ":")) ?? false {
                state.error(
                    "a user name can't hold a colon: the first one ends it (RFC 7617, section 2); write what follows it as "
                        + "password", at: node.position)
            }
        case .digest: return digest(template)
        case .path, .plain, .target: break
        }
        return inPath(template)
    }

    /// A digest in lower case, as it is compared.
    private func digest(_ template: Template) -> Template {
        guard let text = template.constant else { return template }
        if text.utf8.count != 64 || Hex.decode(text) == nil {
            state.error(
                "a SHA-256 digest has 64 hexadecimal digits, and \(Excerpt.quoted(text)) is not one; write what sha256sum "
                    + "prints",
                at: template.position)
        }
        return Template(text: text.lowercased(), position: template.position)
    }

    /// The template; for a path, with its percent-encoding normalized to the path that operators see.
    private func inPath(_ template: Template) -> Template {
        guard case .path = subject else { return template }
        let segments = template.segments.map { segment -> Template.Segment in
            switch segment {
            case .text(let text):
                guard text.utf8.contains(UInt8(ascii: "%")) else { return segment }
                guard let path = PathSegments.text(decoding: text) else {
                    state.error(
                        "\(Excerpt.quoted(text)) is not percent-encoded UTF-8; write %25 for a percent sign",
                        at: template.position)
                    return segment
                }
                return .text(path)
            case .expression(let expression):
                return .expression(
                    Expression(
                        operand: expression.operand, filters: expression.filters + [.path],
                        position: expression.position))
            }
        }
        return Template(segments: segments, position: template.position)
    }

    func regex(_ node: Node) -> RegularExpressionTemplate {
        let nothing = RegularExpressionTemplate.template(Template(text: "", position: node.position))
        guard let text = state.text(node) else { return nothing }
        RegularExpressionSlashes.check(node, isPath: subject.isPath, state: state)
        let template = TemplateParser(text, context: context, state: state).template()
        // Values are escaped when they are inserted; for the check of the expression, a letter stands for each.
        let source = template.segments.map { segment in
            if case .text(let text) = segment { text } else { "x" }
        }.joined()
        do {
            let compiled = try RegularExpression(source)
            return template.expressions.isEmpty ? .constant(compiled) : .template(template)
        } catch {
            let offset = template.expressions.isEmpty && text.string == source ? error.offset : 0
            state.error(
                "the regular expression is wrong: \(error.message)\(Self.advice(on: error.message))",
                at: text.position(at: offset))
            return nothing
        }
    }

    /// What to write instead, for what is most often wrong in a regular expression.
    private static func advice(on message: String) -> String {
        let marks = [
            ("missing closing parenthesis", "("), ("unmatched closing parenthesis", ")"),
            ("missing terminating ]", "["),
            ("does not follow a repeatable item", "*"),
        ]
        guard let mark = marks.first(where: { message.contains($0.0) })?.1 else { return "" }
        return "; write \\\(mark) for the character"
    }

    private func nothing(_ node: Node) -> ValueMatcher {
        ValueMatcher(.present, position: node.position)
    }
}
