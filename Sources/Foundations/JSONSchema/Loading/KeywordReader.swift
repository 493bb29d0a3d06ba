import ExactJSON

/// Reads the keywords of one schema object into its compiled form, and files an error for each wrong value.
///
/// A keyword whose vocabulary the dialect lacks is ignored, like an unknown one (Core, section 4.3.1).
struct KeywordReader {
    let schema: PositionedSchema
    let object: JSONObject
    let location: SchemaLocation
    let resource: Int
    private let vocabularies: Vocabularies

    init(_ schema: PositionedSchema, _ object: JSONObject, _ loader: SchemaLoader) {
        self.schema = schema
        self.object = object
        location = loader.nodes[schema.node].location
        resource = loader.nodes[schema.node].resource
        vocabularies = loader.resources[resource].vocabularies
    }

    func read(_ loader: inout SchemaLoader) {
        for (keyword, value) in object {
            if readCore(keyword, value, &loader) { continue }
            if vocabularies.contains(.applicator), readApplicator(keyword, value, &loader) { continue }
            if vocabularies.contains(.unevaluated), readUnevaluated(keyword, value, &loader) { continue }
            if vocabularies.contains(.validation), readValidation(keyword, value, &loader) { continue }
            if vocabularies.contains(.annotations) { readAnnotation(keyword, value, &loader) }
        }
        if vocabularies.contains(.applicator) { readGroups(&loader) }
    }

    // MARK: What is read is filed

    func add(_ assertion: Assertion, _ loader: inout SchemaLoader) {
        loader.nodes[schema.node].assertions.append(assertion)
    }

    func add(_ applicator: Applicator, _ loader: inout SchemaLoader) {
        loader.nodes[schema.node].applicators.append(applicator)
    }

    func report(_ keyword: String, _ message: String, _ loader: inout SchemaLoader) {
        loader.report("\(keyword) \(message)", at: location.appending(keyword))
    }

    func reportWrong(_ keyword: String, _ expected: String, _ value: JSON, _ loader: inout SchemaLoader) {
        let example = Self.example(of: expected, meantBy: value).map { ": write \($0)" } ?? ""
        report(keyword, "must be \(expected), not \(KeywordFailureText.excerpt(value))\(example)", &loader)
    }

    /// A value that a keyword can have in place of another.
    private static func example(of expected: String, meantBy value: JSON) -> String? {
        guard case .string(let text) = value else { return examples[expected] }
        if expected == "an array of names" { return "[\(value.text())]" }
        let isNumber = examples[expected].flatMap { Int($0) } != nil && JSONNumber(lexeme: text) != nil
        return isNumber ? "\(text) without quotes" : examples[expected]
    }

    /// A value of each kind that a keyword can have.
    private static let examples = [
        "a non-negative integer": "0", "a number": "1", "a number greater than 0": "1", "true or false": "true",
        "a string": "\"text\"", "an array": "[\"a\"]", "an array of names": "[\"id\"]",
        "an array of at least one schema": "[{\"type\": \"object\"}]",
        "an object of schemas": "{\"id\": {\"type\": \"integer\"}}", "a type or an array of types": "\"object\"",
        "an object of arrays of names": "{\"id\": [\"name\"]}", "an object of booleans": "{}",
        "a URI reference": "\"#/$defs/name\"", "a regular expression": "\"^a\"",
        "a letter or _ and then letters, digits, -, . and _": "\"name\"",
    ]

    // MARK: Schemas in keywords

    /// The schema below this one; it is compiled later.
    func child(_ value: JSON, _ tokens: String..., loader: inout SchemaLoader) -> Int {
        let pointer = tokens.reduce(schema.pointer) { $0 + JSONPointer.step($1) }
        return loader.addSchema(value, document: schema.document, pointer: pointer, parent: resource)
    }

    /// The schemas of a keyword such as `allOf`.
    func children(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> [Int]? {
        guard case .array(let schemas) = value, !schemas.isEmpty else {
            reportWrong(keyword, "an array of at least one schema", value, &loader)
            return nil
        }
        return schemas.enumerated().map { child($1, keyword, "\($0)", loader: &loader) }
    }

    /// The schemas of a keyword such as `properties`, by name.
    func namedChildren(_ keyword: String, _ value: JSON, _ loader: inout SchemaLoader) -> [(name: String, schema: Int)]
    {
        guard case .object(let schemas) = value else {
            reportWrong(keyword, "an object of schemas", value, &loader)
            return []
        }
        return schemas.map { ($0.name, child($0.value, keyword, $0.name, loader: &loader)) }
    }
}
