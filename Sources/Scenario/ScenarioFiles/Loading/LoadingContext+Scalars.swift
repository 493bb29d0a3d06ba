import Scenarios
import ExactJSON

/// Scalars of the format that are neither templates nor JSON.
extension LoadingContext {
    /// A scalar's text; anything else is reported.
    ///
    /// - Parameter wanted: the scalar, for messages.
    func text(_ node: Node, _ wanted: String = "a value") -> PositionedText? {
        if let text = node.sourceText { return text }
        if node.isMissingItem {
            error("this item is empty: write \(wanted), or leave the - out", at: node.position)
        } else {
            _ = node.text(&diagnostics)
        }
        return nil
    }

    /// A scalar's characters; anything else is reported.
    ///
    /// - Parameter wanted: the scalar, for messages.
    func string(_ node: Node, _ wanted: String = "a value") -> String? { node.text ?? text(node, wanted)?.string }

    /// The template in a scalar; anything else is reported.
    func template(_ node: Node, context: TemplateContext) -> Template? {
        string(node) == nil ? nil : TemplateParser.template(of: node, context: context, state: self)
    }

    /// A text in which no expression may stand, such as a name or an id.
    ///
    /// - Parameter example: such a text.
    func constant(_ node: Node, _ what: String, like example: String) -> String? {
        guard let text = text(node, "\(what), like \(example)") else { return nil }
        return constant(text, what)
    }

    /// A key in which no expression may stand.
    func constant(_ key: Node.Key, _ what: String) -> String? {
        TemplateParser.isText(key.text) ? key.text : constant(PositionedText(key: key), what)
    }

    /// A text in which no expression may stand.
    func constant(_ text: PositionedText, _ what: String) -> String? {
        // What is wrong within an expression does not matter where none may stand.
        if let offset = TemplateParser.firstExpression(in: text) {
            return refuseTemplate(what, at: text.position(at: offset))
        }
        var constant = ""
        for piece in TemplateParser(text, context: TemplateContext(.request), state: self).pieces() {
            switch piece.content {
            case .text(let text), .literal(let text): constant += text
            case .expression(let expression): return refuseTemplate(what, at: expression.position)
            }
        }
        return constant
    }

    private func refuseTemplate(_ what: String, at position: Position) -> String? {
        return refuse("\(what) can't be made by a template; write it out", at: position)
    }

    /// `true` or `false`; anything else is reported and counts as what it means, or as true.
    func flag(_ node: Node) -> Bool {
        switch node.plainText {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default:
            let meant = ShapeAdvice.flag(meantBy: node)
            let isQuoted = node.plainText == nil && node.text?.lowercased() == meant
            error(
                "true or false should stand here: write \(meant)\(isQuoted ? " without quotes" : "")", at: node.position
            )
            return meant != "false"
        }
    }

    /// A whole number of at least `minimum`.
    func integer(_ node: Node, minimum: Int, _ what: String) -> Int? {
        let digits = node.text ?? ""
        let value = digits.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D } ? Int(digits) : nil
        if node.plainText != nil, let value, value >= minimum { return value }
        if let value, value >= minimum {
            error("\(what) is a number: write \(digits) without quotes", at: node.position)
        } else if value == nil, !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            error("\(what) is at most \(Int.max); write a smaller number", at: node.position)
        } else if let meant = SizeReader.meant(by: digits), let bytes = SizeReader.bytes(in: meant), bytes >= minimum {
            error("\(what) is a number without a unit: write \(bytes)", at: node.position)
        } else {
            let others = node.entries?.compactMap { $0.value.plainText.flatMap { Int($0) } } ?? []
            let meant = others.count == 1 ? others.first { $0 >= minimum }.map { ", not a map: write \($0)" } : nil
            error(
                "\(what) is a whole number of at least \(minimum)"
                    + (meant ?? ": write \(ShapeAdvice.number(meantBy: digits, minimum: minimum))"), at: node.position
            )
        }
        return nil
    }

    /// One of the words that an enumeration knows.
    func word<Word: ClosedWord>(_ node: Node, _ what: String, _: Word.Type) -> Word? {
        guard let text = string(node) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue)
        return refuse("\(what) is \(known.alternatives), not \"\(text)\"\(Word.advice(on: text))", at: node.position)
    }

    /// A duration with its unit.
    func duration(_ node: Node) -> Duration? {
        guard let text = string(node) else { return nil }
        do {
            return try DurationReader.read(text)
        } catch {
            return refuse(error.message(for: text), at: node.position)
        }
    }

    /// A number, constant or made by a template.
    func number(_ node: Node, context: TemplateContext) -> NumberTemplate {
        guard let template = template(node, context: context) else { return .constant(0) }
        guard let constant = template.constant else { return .template(template) }
        guard let number = JSONNumber(lexeme: constant) else {
            let bytes = (SizeReader.meant(by: constant)).flatMap { SizeReader.bytes(in: $0) }
            error(
                "\"\(constant)\" is not a number: write "
                    + (bytes.map(String.init) ?? ShapeAdvice.number(meantBy: constant, minimum: 0)),
                at: node.position)
            return .constant(0)
        }
        return .constant(number)
    }

    /// The operators of a length.
    static let lengthOperators = ["equals"] + Comparison.allCases.map(\.rawValue)

    /// The matcher of a length: a number or comparisons.
    func count(_ node: Node, context: TemplateContext) -> CountMatcher {
        guard let entries = node.entries else {
            return CountMatcher(limits: [.equal(size(node, context: context))], position: node.position)
        }
        if entries.isEmpty { error("a length is a number or comparisons, like {gte: 1}", at: node.position) }
        let limits = entries.compactMap { entry -> CountMatcher.Limit? in
            let name = entry.name.hasPrefix("$") ? String(entry.name.dropFirst()) : entry.name
            if name == "equals" { return .equal(size(entry.value, context: context)) }
            if let comparison = Comparison(rawValue: name) {
                return .compare(comparison, size(entry.value, context: context))
            }
            let known = Self.lengthOperators
            return refuse(
                "unknown operator \"\(entry.name)\" of a length\(Nearest.operatorHintOrAll(for: name, among: known))",
                at: entry.position)
        }
        return CountMatcher(limits: limits, position: node.position)
    }

    private func size(_ node: Node, context: TemplateContext) -> NumberTemplate {
        let number = number(node, context: context)
        if case .constant(let value) = number, !value.isInteger || value < 0 {
            error(
                "a length is a whole number of at least 0: write "
                    + ShapeAdvice.number(meantBy: value.lexeme, minimum: 0), at: node.position)
        }
        return number
    }
}

extension Position {
    /// `line 3`, with its file if that is another.
    func seen(from other: Position) -> String {
        path == other.path ? "line \(line)" : "\(path) line \(line)"
    }
}

extension Array where Element == String {
    /// `a`, `a or b`, `a, b or c`.
    var alternatives: String {
        guard let last, count > 1 else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) or \(last)"
    }
}
