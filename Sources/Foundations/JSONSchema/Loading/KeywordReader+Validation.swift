import ExactJSON
import TextCoding

extension KeywordReader {
    /// Reads a keyword of the validation vocabulary (Validation, section 6); false if it is another.
    func readValidation(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> Bool {
        switch keyword {
        case "type": readType(value, &loader)
        case "const": add(.constant(value), &loader)
        case "enum":
            guard case .array(let values) = value else {
                reportWrong(keyword, "an array", value, &loader)
                break
            }
            add(.enumeration(Enumeration(values)), &loader)
        case "pattern":
            guard case .string(let source) = value else {
                reportWrong(keyword, "a regular expression", value, &loader)
                break
            }
            let pattern = Self.compile(source, location.appending(keyword), &loader)
            if let pattern { add(.pattern(pattern), &loader) }
        case "uniqueItems":
            if value.kind != .boolean { reportWrong(keyword, "true or false", value, &loader) }
            if value == true { add(.uniqueItems, &loader) }
        case "required":
            if let names = names(keyword, value, &loader), !names.isEmpty { add(.required(names), &loader) }
        case "dependentRequired": readDependentRequired(value, &loader)
        default: return readNumber(keyword, value, &loader) || readSize(keyword, value, &loader)
        }
        return true
    }

    private static let limits: [String: @Sendable (JSONNumber) -> Assertion] = [
        "multipleOf": Assertion.multipleOf, "maximum": Assertion.maximum, "minimum": Assertion.minimum,
        "exclusiveMaximum": Assertion.exclusiveMaximum, "exclusiveMinimum": Assertion.exclusiveMinimum,
    ]

    private func readNumber(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> Bool {
        guard let make = Self.limits[keyword] else { return false }
        guard case .number(let number) = value else {
            reportWrong(keyword, "a number", value, &loader)
            return true
        }
        if keyword == "multipleOf", number <= 0 {
            reportWrong(keyword, "a number greater than 0", value, &loader)
        } else {
            add(make(number), &loader)
        }
        return true
    }

    private static let sizes: [String: @Sendable (Int) -> Assertion] = [
        "maxLength": Assertion.maxLength, "minLength": Assertion.minLength, "maxItems": Assertion.maxItems,
        "minItems": Assertion.minItems, "maxProperties": Assertion.maxProperties,
        "minProperties": Assertion.minProperties,
    ]

    private func readSize(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> Bool {
        let make = Self.sizes[keyword]
        // Those of contains are read with it.
        guard make != nil || keyword == "minContains" || keyword == "maxContains" else { return false }
        guard let size = Self.size(value) else {
            reportWrong(keyword, "a non-negative integer", value, &loader)
            return true
        }
        if let make { add(make(size), &loader) }
        return true
    }

    /// A non-negative integer; what no length reaches is cut.
    static func size(_ value: JSON) -> Int? {
        guard case .number(let number) = value, number.isInteger, number >= 0 else { return nil }
        return number.asInt ?? .max
    }

    private func readType(_ value: JSON, _ loader: inout SchemaLoader) {
        let names: [JSON]
        switch value {
        case .string: names = [value]
        case .array(let values) where !values.isEmpty: names = values
        default: return reportWrong("type", "a type or an array of types", value, &loader)
        }
        var types: TypeSet = []
        for name in names {
            let known = TypeSet.named.first { .string($0.name) == name }
            guard let type = known?.type else {
                let names = TypeSet.named.map(\.name)
                let text = if case .string(let text) = name { text.lowercased() } else { "" }
                let near = names.contains(text) ? text : nearest(to: text, among: names)
                let hint = near.map { "did you mean \($0)?" } ?? "the types are \(names.joined(separator: ", "))"
                report("type", "must not be \(KeywordFailureText.excerpt(name)); \(hint)", &loader)
                continue
            }
            if types.contains(type) {
                report("type", "must not have \(KeywordFailureText.excerpt(name)) twice", &loader)
            }
            types.insert(type)
        }
        add(.type(types), &loader)
    }

    private func readDependentRequired(_ value: JSON, _ loader: inout SchemaLoader) {
        guard case .object(let object) = value else {
            return reportWrong("dependentRequired", "an object of arrays of names", value, &loader)
        }
        var dependencies: [(name: String, required: [String])] = []
        for (name, value) in object {
            if let required = names("dependentRequired", value, &loader) { dependencies.append((name, required)) }
        }
        add(.dependentRequired(dependencies), &loader)
    }

    /// An array of strings that all differ.
    private func names(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> [String]? {
        guard case .array(let values) = value else {
            reportWrong(keyword, "an array of names", value, &loader)
            return nil
        }
        var seen = Set<UnicodeScalarKey>()
        var names: [String] = []
        for value in values {
            guard case .string(let name) = value else {
                reportWrong(keyword, "an array of names", value, &loader)
                return nil
            }
            if !seen.insert(UnicodeScalarKey(name)).inserted {
                report(keyword, "must not have \(KeywordFailureText.excerpt(value)) twice", &loader)
            }
            names.append(name)
        }
        return names
    }

    /// The regular expression; nil after an error was filed.
    static func compile(_ source: String, _ location: SchemaLocation, _ loader: inout SchemaLoader) -> Pattern? {
        do throws(ECMAScriptRegexError) {
            return Pattern(source: source, regex: try ECMAScriptRegex.compile(source))
        } catch {
            let position = error.offset.map { " at character \($0 + 1)" } ?? ""
            let excerpt = KeywordFailureText.excerpt(.string(source))
            loader.report("\(excerpt) is not a regular expression\(position): \(error.message)", at: location)
            return nil
        }
    }
}
