import ExactJSON

extension KeywordReader {
    /// Reads a keyword of the applicator vocabulary (Core, section 10); false if it is another.
    func readApplicator(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> Bool {
        switch keyword {
        case "allOf": if let schemas = children(keyword, value, &loader) { add(.allOf(schemas), &loader) }
        case "anyOf": if let schemas = children(keyword, value, &loader) { add(.anyOf(schemas), &loader) }
        case "oneOf": if let schemas = children(keyword, value, &loader) { add(.oneOf(schemas), &loader) }
        case "not": add(.not(child(value, keyword, loader: &loader)), &loader)
        case "propertyNames": add(.propertyNames(child(value, keyword, loader: &loader)), &loader)
        case "dependentSchemas":
            add(.dependentSchemas(namedChildren(keyword, value, &loader)), &loader)
        case "if", "then", "else", "contains", "additionalProperties":
            _ = child(value, keyword, loader: &loader)
        case "items":
            guard value.kind != .array else {
                report(keyword, "must be a schema; draft 2020-12 has prefixItems for an array of schemas", &loader)
                break
            }
            _ = child(value, keyword, loader: &loader)
        case "prefixItems": _ = children(keyword, value, &loader)
        case "properties", "patternProperties": _ = namedChildren(keyword, value, &loader)
        default: return false
        }
        return true
    }

    /// Reads a keyword of the vocabulary for unevaluated locations (Core, section 11); false if it is another.
    func readUnevaluated(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> Bool {
        switch keyword {
        case "unevaluatedItems": add(.unevaluatedItems(child(value, keyword, loader: &loader)), &loader)
        case "unevaluatedProperties": add(.unevaluatedProperties(child(value, keyword, loader: &loader)), &loader)
        default: return false
        }
        return true
    }

    /// Makes applicators of the keywords that depend on each other. Their schemas have been added.
    func readGroups(_ loader: inout SchemaLoader) {
        readMembers(&loader)
        readElements(&loader)
        if let test = schema("if", &loader) {
            let condition = Condition(test: test, then: schema("then", &loader), otherwise: schema("else", &loader))
            add(.condition(condition), &loader)
        }
        if let schema = schema("contains", &loader) {
            let hasLimits = loader.resources[resource].vocabularies.contains(.validation)
            let minimum = hasLimits ? object["minContains"].flatMap(Self.size) : nil
            let maximum = hasLimits ? object["maxContains"].flatMap(Self.size) : nil
            add(.contains(Contains(schema: schema, minimum: minimum ?? 1, maximum: maximum)), &loader)
        }
    }

    /// The schema of a keyword whose value is a schema.
    private func schema(_ keyword: String, _ loader: inout SchemaLoader) -> Int? {
        guard let value = object[keyword], value.kind == .object || value.kind == .boolean else { return nil }
        return child(value, keyword, loader: &loader)
    }

    private func readMembers(_ loader: inout SchemaLoader) {
        var named: [UnicodeScalarKey: Int] = [:]
        if case .object(let schemas)? = object["properties"] {
            for (name, value) in schemas {
                named[UnicodeScalarKey(name)] = child(value, "properties", name, loader: &loader)
            }
        }
        var patterns: [(pattern: Pattern, schema: Int)] = []
        if case .object(let schemas)? = object["patternProperties"] {
            for (source, value) in schemas {
                let member = location.appending("patternProperties").appending(source)
                guard let pattern = Self.compile(source, member, &loader) else { continue }
                patterns.append((pattern, child(value, "patternProperties", source, loader: &loader)))
            }
        }
        let additional = schema("additionalProperties", &loader)
        if named.isEmpty && patterns.isEmpty && additional == nil { return }
        add(.members(MemberSchemas(named: named, patterns: patterns, additional: additional)), &loader)
    }

    private func readElements(_ loader: inout SchemaLoader) {
        var prefix: [Int] = []
        if case .array(let schemas)? = object["prefixItems"] {
            prefix = schemas.enumerated().map { child($1, "prefixItems", "\($0)", loader: &loader) }
        }
        let rest = schema("items", &loader)
        if prefix.isEmpty && rest == nil { return }
        add(.elements(ElementSchemas(prefix: prefix, rest: rest)), &loader)
    }
}
