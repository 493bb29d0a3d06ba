import ExactJSON
import RegularExpressions
import TextCoding

extension Mismatch.ComparedValue {
    mutating func append(_ text: String) { value += Excerpt.visible(text) }

    mutating func append(_ other: Mismatch.ComparedValue) {
        value += other.text
        variables = distinct(variables + other.variables)
    }

    /// This value behind the label `before`.
    func behind(_ before: String) -> Mismatch.ComparedValue {
        var side = self
        side.label = Excerpt.visible(before) + label
        return side
    }

    /// This value behind the name of its subject.
    func named(_ subject: RequestPart) -> Mismatch.ComparedValue {
        var side = behind(subject.description + " ")
        side.subject = self.subject ?? subject
        return side
    }

    /// This value with `subject`.
    func of(_ subject: RequestPart) -> Mismatch.ComparedValue {
        var side = self
        side.subject = subject
        return side
    }

    /// This value with a note that distinguishes it from one that prints alike.
    func noting(_ note: String) -> Mismatch.ComparedValue {
        var side = self
        side.note += note
        return side
    }

    /// A received value, or a line of one.
    init(received value: ArraySlice<UInt8>) {
        let text = Excerpt.text(value)
        // The length of a value that is printed unchanged is not needed.
        let isPlain = text.utf8.count == value.count
        self.init(text, length: isPlain ? nil : value.withUnsafeBufferPointer { UTF8Text.scalarCount($0) })
    }

    /// A received value of JSON.
    init(received value: JSON) {
        let text = Excerpt.json(value)
        // The text includes the quotes. The length of an array or object is not needed.
        var length: Int?
        if case .string(let string) = value, text.utf8.count != string.utf8.count + 2 {
            length = UTF8Text.scalarCount(string.utf8) + 2
        }
        self.init(text, length: length)
    }

    static func joined(_ sides: [Mismatch.ComparedValue], by separator: String) -> Mismatch.ComparedValue {
        var joined = Mismatch.ComparedValue("")
        for (index, side) in sides.enumerated() {
            if index > 0 { joined.append(separator) }
            joined.append(side)
        }
        return joined
    }
}

extension Template {
    /// The expected text; `{{…}}` replaces an expression that has no value, or every expression if there is no scope.
    func side(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        if let scope, let bytes = try? bytes(in: scope) {
            return Mismatch.ComparedValue(Excerpt.text(bytes), variables: variables)
        }
        var text = ""
        for segment in segments {
            switch segment {
            case .text(let part): text += Excerpt.text(part)
            case .expression(let expression):
                text += scope.flatMap { try? expression.text(in: $0) }.map { Excerpt.text($0) } ?? "{{…}}"
            }
        }
        return Mismatch.ComparedValue(text, variables: variables)
    }

    /// The value as JSON text.
    func jsonSide(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        if let scope, let value = try? json(in: scope) {
            return Mismatch.ComparedValue(Excerpt.json(value), variables: variables)
        }
        if let constant { return Mismatch.ComparedValue(Excerpt.json(.string(constant))) }
        let side = side(in: scope)
        return soleExpression == nil ? Mismatch.ComparedValue("\"\(side.text)\"", variables: side.variables) : side
    }
}

extension RegularExpressionTemplate {
    /// The expression's source, with the values of variables inserted.
    func side(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        switch self {
        case .constant(let regex): Mismatch.ComparedValue(Excerpt.text(regex.source))
        case .template(let template): template.side(in: scope)
        }
    }
}

extension ValueMatcher {
    /// The expected value, in words around the operands; strings are quoted if values of other types are possible.
    func side(in scope: EvaluationContext?, quoted: Bool = false) -> Mismatch.ComparedValue {
        func text(_ template: Template) -> Mismatch.ComparedValue {
            quoted ? template.jsonSide(in: scope) : template.side(in: scope)
        }
        func all(_ matchers: [ValueMatcher], _ separator: String) -> Mismatch.ComparedValue {
            .joined(matchers.map { $0.side(in: scope, quoted: quoted) }, by: separator)
        }
        switch kind {
        case .scalar(let template), .equals(let template): return text(template)
        case .list(let matchers): return all(matchers, ", ").behind("in this order: ")
        case .equalsIgnoreCase(let template):
            var side = text(template)
            side.append(" in any case")
            return side
        case .contains(let template): return text(template).behind("containing ")
        case .startsWith(let template): return text(template).behind("starting with ")
        case .endsWith(let template): return text(template).behind("ending with ")
        case .matches(let regex): return regex.side(in: scope).behind("matching ")
        case .oneOf(let templates): return .joined(templates.map(text), by: ", ").behind("one of ")
        case .present: return Mismatch.ComparedValue("present")
        case .absent: return Mismatch.ComparedValue("absent")
        case .compare(let comparison, let bound): return bound.side(in: scope).behind(comparison.words + " ")
        case .length(let count): return count.side(in: scope).behind("of length ")
        case .allOf(let matchers): return all(matchers, " and ")
        case .anyOf(let matchers): return all(matchers, " or ")
        case .not(let matcher): return matcher.side(in: scope, quoted: quoted).behind("not ")
        }
    }
}

extension JSONMatcher {
    /// The expected value, as far as it is known without a run: `"full"`, `greater than 5`.
    package var summary: String { side(in: nil).text }

    /// The expected value: data as compact JSON, operators in words.
    func side(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        switch kind {
        case .scalar(let value): return Mismatch.ComparedValue(Excerpt.json(value))
        case .template(let template): return template.jsonSide(in: scope)
        case .array(let matchers):
            var side = Mismatch.ComparedValue.joined(matchers.map { $0.side(in: scope) }, by: ",").behind("[")
            side.append("]")
            return side
        case .object(let members):
            let sides = members.map { $0.matcher.side(in: scope).behind(Excerpt.json(.string($0.name)) + ":") }
            var side = Mismatch.ComparedValue.joined(sides, by: ",").behind("{")
            side.append("}")
            return side
        case .operators(let operators):
            return operators.isEmpty
                ? Mismatch.ComparedValue("anything") : .joined(operators.map { $0.side(in: scope) }, by: " and ")
        }
    }
}

extension JSONMatcher.Operator {
    func side(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        func all(_ matchers: [JSONMatcher], _ separator: String) -> Mismatch.ComparedValue {
            .joined(matchers.map { $0.side(in: scope) }, by: separator)
        }
        switch kind {
        case .equals(let matcher): return matcher.side(in: scope)
        case .oneOf(let matchers): return all(matchers, ", ").behind("one of ")
        case .contains(let matcher): return matcher.side(in: scope).behind("containing ")
        case .text(let matcher): return matcher.side(in: scope, quoted: true)
        case .present: return Mismatch.ComparedValue("present")
        case .absent: return Mismatch.ComparedValue("absent")
        case .compare(let comparison, let bound): return bound.side(in: scope).behind(comparison.words + " ")
        case .length(let count): return count.side(in: scope).behind("of length ")
        case .unordered(let matchers):
            var side = all(matchers, ",").behind("[")
            side.append("] in any order")
            return side
        case .allOf(let matchers): return all(matchers, " and ")
        case .anyOf(let matchers): return all(matchers, " or ")
        case .not(let matcher): return matcher.side(in: scope).behind("not ")
        }
    }
}
