import ExactJSON

/// The sentences of failures. Their subject is the value at the failure's location.
enum KeywordFailureText {
    /// The longest part of a text that is shown.
    private static let excerptLength = 60

    /// The keyword and the sentence for each failure of a keyword.
    static func failures(of assertion: Assertion, _ value: JSON) -> [(keyword: String, message: String)] {
        switch assertion {
        case .type(let types): return [("type", wrongType(types, value))]
        case .constant(let expected):
            return [("const", "is not the value of const, \(excerpt(expected)): \(described(value))")]
        case .enumeration(let values): return [("enum", "is not \(list(values.values)): \(described(value))")]
        case .required(let names):
            return names.filter { value[$0] == nil }.map { ("required", "lacks the required member \(quoted($0))") }
        case .dependentRequired(let dependencies): return missing(dependencies, value)
        case .uniqueItems: return [("uniqueItems", repeated(value))]
        case .pattern(let pattern):
            return [("pattern", "does not match the regular expression \(pattern.source): \(excerpt(value))")]
        default: return [number(assertion, value) ?? size(assertion, value)]
        }
    }

    private static func number(_ assertion: Assertion, _ value: JSON) -> (keyword: String, message: String)? {
        let (keyword, words, limit): (String, String, JSONNumber)
        switch assertion {
        case .multipleOf(let divisor): (keyword, words, limit) = ("multipleOf", "is not a multiple of", divisor)
        case .maximum(let maximum): (keyword, words, limit) = ("maximum", "is greater than the maximum", maximum)
        case .minimum(let minimum): (keyword, words, limit) = ("minimum", "is less than the minimum", minimum)
        case .exclusiveMaximum(let maximum): (keyword, words, limit) = ("exclusiveMaximum", "is not less than", maximum)
        case .exclusiveMinimum(let minimum):
            (keyword, words, limit) = ("exclusiveMinimum", "is not greater than", minimum)
        default: return nil
        }
        return (keyword, "\(words) \(limit.lexeme): \(excerpt(value))")
    }

    private static func size(_ assertion: Assertion, _ value: JSON) -> (keyword: String, message: String) {
        let size = sizeText(value)
        return switch assertion {
        case .maxLength(let limit): ("maxLength", "is longer than maxLength \(limit) (\(size))")
        case .minLength(let limit): ("minLength", "is shorter than minLength \(limit) (\(size))")
        case .maxItems(let limit): ("maxItems", "has more than maxItems \(limit) (\(size))")
        case .minItems(let limit): ("minItems", "has fewer than minItems \(limit) (\(size))")
        case .maxProperties(let limit): ("maxProperties", "has more than maxProperties \(limit) (\(size))")
        case .minProperties(let limit): ("minProperties", "has fewer than minProperties \(limit) (\(size))")
        default: ("", "is not valid")
        }
    }

    private static func sizeText(_ value: JSON) -> String {
        switch value {
        case .string(let text): count(Evaluation.length(text), "character", "characters")
        case .array(let elements): count(elements.count, "element", "elements")
        case .object(let object): count(object.count, "member", "members")
        default: ""
        }
    }

    private static func wrongType(_ types: TypeSet, _ value: JSON) -> String {
        let names = TypeSet.named.filter { types.contains($0.type) }.map(\.name)
        return "is not of type \(names.joined(separator: " or ")): \(described(value))"
    }

    private static func missing(
        _ dependencies: [(name: String, required: [String])], _ value: JSON
    ) -> [(keyword: String, message: String)] {
        dependencies.filter { value[$0.name] != nil }.flatMap { dependency in
            dependency.required.filter { value[$0] == nil }.map { name in
                ("dependentRequired", "lacks the member \(quoted(name)), which \(quoted(dependency.name)) requires")
            }
        }
    }

    private static func repeated(_ value: JSON) -> String {
        guard case .array(let elements) = value else { return "has equal elements" }
        var first: [JSON: Int] = [:]
        for (index, element) in elements.enumerated() {
            if let other = first[element] {
                return "has equal elements at \(other) and \(index): \(described(element))"
            }
            first[element] = index
        }
        return "has equal elements"
    }

    /// The sentence for a value where the schema is `false`.
    static func forbidden(by keyword: String) -> String {
        switch keyword {
        case "additionalProperties", "unevaluatedProperties": "is a member that \(keyword) does not allow"
        case "properties", "patternProperties": "is a member that must be absent"
        case "items", "prefixItems", "unevaluatedItems": "is an element that \(keyword) does not allow"
        case "": "is not allowed: the schema is false"
        default: "is not allowed: the schema of \(keyword) is false"
        }
    }

    static func noBranch(_ keyword: String, _ count: Int, nearest: Int?) -> String {
        let schemas = count == 1 ? "the only schema" : "none of the \(count) schemas"
        let verb = count == 1 ? "does not match" : "matches"
        let hint = count == 1 ? "" : nearest.map { "; schema \($0 + 1) is the nearest" } ?? ""
        return "\(verb) \(schemas) of \(keyword)\(hint)"
    }

    static func stop(_ stop: Evaluation.Stop, limit: Int) -> String {
        switch stop {
        case .steps: "was not validated wholly: that takes more than \(limit) steps"
        case .depth: "was not validated wholly: more than \(CompiledSchema.depthLimit) schemas apply within each other"
        case .loop: "cannot be validated: the schema's references lead back to itself for the same value"
        case .regex(let source): "exceeds the limit for the steps of a match with the regular expression \(source)"
        }
    }

    /// The number with the singular or plural.
    static func count(_ count: Int, _ singular: String, _ plural: String) -> String {
        "\(count) \(count == 1 ? singular : plural)"
    }

    /// The value with its type.
    private static func described(_ value: JSON) -> String {
        switch value {
        case .null: "null"
        case .array, .object: excerpt(value)
        default: "\(excerpt(value)) (\(value.kind.rawValue))"
        }
    }

    private static func list(_ values: [JSON]) -> String {
        if values.isEmpty { return "a value of enum, which has none" }
        let shown = values.prefix(8).map { excerpt($0) }.joined(separator: ", ")
        return values.count == 1 ? shown : "one of \(shown)\(values.count > 8 ? ", …" : "")"
    }

    /// The value as short text: strings and numbers are cut, arrays and objects only counted.
    static func excerpt(_ value: JSON) -> String {
        switch value {
        case .array(let elements): "an array of \(count(elements.count, "element", "elements"))"
        case .object(let object): "an object with \(count(object.count, "member", "members"))"
        case .string(let text): quoted(text)
        case .number(let number): cut(number.lexeme)
        case .null, .bool: value.text()
        }
    }

    private static func quoted(_ text: String) -> String { JSON.string(cut(text)).text() }

    private static func cut(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(excerptLength + 1)
        return scalars.count > excerptLength ? String(scalars.prefix(excerptLength)) + "…" : text
    }
}
