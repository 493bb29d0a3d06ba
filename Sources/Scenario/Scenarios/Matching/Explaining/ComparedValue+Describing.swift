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
        var comparedValue = self
        comparedValue.label = Excerpt.visible(before) + label
        return comparedValue
    }

    /// This value with a text behind it.
    func followed(by text: String) -> Mismatch.ComparedValue {
        var comparedValue = self
        comparedValue.append(text)
        return comparedValue
    }

    /// This value behind the name of its subject.
    func named(_ subject: RequestPart) -> Mismatch.ComparedValue {
        var comparedValue = behind(subject.description + " ")
        comparedValue.subject = self.subject ?? subject
        return comparedValue
    }

    /// This value with `subject`.
    func of(_ subject: RequestPart) -> Mismatch.ComparedValue {
        var comparedValue = self
        comparedValue.subject = subject
        return comparedValue
    }

    /// This value with a note that distinguishes it from one that prints alike.
    func noting(_ note: String) -> Mismatch.ComparedValue {
        var comparedValue = self
        comparedValue.note += note
        return comparedValue
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

    static func joined(_ comparedValues: [Mismatch.ComparedValue], by separator: String) -> Mismatch.ComparedValue {
        var joined = Mismatch.ComparedValue("")
        for (index, comparedValue) in comparedValues.enumerated() {
            if index > 0 { joined.append(separator) }
            joined.append(comparedValue)
        }
        return joined
    }
}

extension Template {
    /// The expected text; `{{…}}` replaces an expression that has no value, or every expression if there is no scope.
    func comparedValue(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
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
    func jsonComparedValue(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        if let scope, let value = try? json(in: scope) {
            return Mismatch.ComparedValue(Excerpt.json(value), variables: variables)
        }
        if let constant { return Mismatch.ComparedValue(Excerpt.json(.string(constant))) }
        let comparedValue = comparedValue(in: scope)
        return soleExpression == nil
            ? Mismatch.ComparedValue("\"\(comparedValue.text)\"", variables: comparedValue.variables) : comparedValue
    }
}

extension RegularExpressionTemplate {
    /// The expression's source, with the values of variables inserted.
    func comparedValue(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        switch self {
        case .constant(let regex): Mismatch.ComparedValue(Excerpt.text(regex.source))
        case .template(let template): template.comparedValue(in: scope)
        }
    }
}

extension ValueMatcher {
    /// The expected value, in words around the operands; strings are quoted if values of other types are possible.
    func comparedValue(in scope: EvaluationContext?, quoted: Bool = false) -> Mismatch.ComparedValue {
        func text(_ template: Template) -> Mismatch.ComparedValue {
            quoted ? template.jsonComparedValue(in: scope) : template.comparedValue(in: scope)
        }
        func all(_ matchers: [ValueMatcher], _ separator: String) -> Mismatch.ComparedValue {
            .joined(matchers.map { $0.comparedValue(in: scope, quoted: quoted) }, by: separator)
        }
        switch kind {
        case .scalar(let template), .equals(let template): return text(template)
        case .list(let matchers): return all(matchers, ", ").behind("in this order: ")
        case .equalsIgnoreCase(let template):
            return text(template).followed(by: " in any case")
        case .contains(let template): return text(template).behind("containing ")
        case .startsWith(let template): return text(template).behind("starting with ")
        case .endsWith(let template): return text(template).behind("ending with ")
        case .matches(let regex): return regex.comparedValue(in: scope).behind("matching ")
        case .oneOf(let templates): return .joined(templates.map(text), by: ", ").behind("one of ")
        case .present: return Mismatch.ComparedValue("present")
        case .absent: return Mismatch.ComparedValue("absent")
        case .compare(let comparison, let bound): return bound.comparedValue(in: scope).behind(comparison.words + " ")
        case .length(let count): return count.comparedValue(in: scope).behind("of length ")
        case .allOf(let matchers): return all(matchers, " and ")
        case .anyOf(let matchers): return all(matchers, " or ")
        case .not(let matcher): return matcher.comparedValue(in: scope, quoted: quoted).behind("not ")
        }
    }
}

extension JSONMatcher {
    /// The expected value, as far as it is known without a run: `"full"`, `greater than 5`.
    package var summary: String { comparedValue(in: nil).text }

    /// The expected value: data as compact JSON, operators in words.
    func comparedValue(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        switch kind {
        case .scalar(let value): return Mismatch.ComparedValue(Excerpt.json(value))
        case .template(let template): return template.jsonComparedValue(in: scope)
        case .array(let matchers):
            return .joined(matchers.map { $0.comparedValue(in: scope) }, by: ",").behind("[").followed(by: "]")
        case .object(let members):
            let comparedValues = members.map {
                $0.matcher.comparedValue(in: scope).behind(Excerpt.json(.string($0.name)) + ":")
            }
            return .joined(comparedValues, by: ",").behind("{").followed(by: "}")
        case .operators(let operators):
            return operators.isEmpty
                ? Mismatch.ComparedValue("anything")
                : .joined(operators.map { $0.comparedValue(in: scope) }, by: " and ")
        }
    }
}

extension JSONMatcher.Operator {
    func comparedValue(in scope: EvaluationContext?) -> Mismatch.ComparedValue {
        func all(_ matchers: [JSONMatcher], _ separator: String) -> Mismatch.ComparedValue {
            .joined(matchers.map { $0.comparedValue(in: scope) }, by: separator)
        }
        switch kind {
        case .equals(let matcher): return matcher.comparedValue(in: scope)
        case .oneOf(let matchers): return all(matchers, ", ").behind("one of ")
        case .contains(let matcher): return matcher.comparedValue(in: scope).behind("containing ")
        case .text(let matcher): return matcher.comparedValue(in: scope, quoted: true)
        case .present: return Mismatch.ComparedValue("present")
        case .absent: return Mismatch.ComparedValue("absent")
        case .compare(let comparison, let bound): return bound.comparedValue(in: scope).behind(comparison.words + " ")
        case .length(let count): return count.comparedValue(in: scope).behind("of length ")
        case .unordered(let matchers):
            return all(matchers, ",").behind("[").followed(by: "] in any order")
        case .allOf(let matchers): return all(matchers, " and ")
        case .anyOf(let matchers): return all(matchers, " or ")
        case .not(let matcher): return matcher.comparedValue(in: scope).behind("not ")
        }
    }
}
