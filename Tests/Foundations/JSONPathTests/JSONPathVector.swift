import ExactJSON
import JSONPath
import Testing

/// A query, a document, and the normalized paths of the nodes that the query selects there.
struct JSONPathVector: CustomTestStringConvertible, Sendable {
    let query: String
    let document: String
    let paths: [String]

    init(_ query: String, in document: String, _ paths: [String]) {
        self.query = query
        self.document = document
        self.paths = paths
    }

    var testDescription: String { query }

    /// The vectors of one document.
    static func table(_ document: String, _ rows: KeyValuePairs<String, [String]>) -> [JSONPathVector] {
        rows.map { JSONPathVector($0.key, in: document, $0.value) }
    }
}

/// The paths of the nodes that a query selects in a JSON text.
func paths(_ query: String, in document: String) throws -> [String] {
    try JSONPathQuery(query).nodes(in: try JSON(parsing: document)).map(\.path)
}

/// The values that a query selects in a JSON text.
func values(_ query: String, in document: String) throws -> [JSON] {
    try JSONPathQuery(query).nodes(in: try JSON(parsing: document)).map(\.value)
}

/// Whether a filter's expression is true for a document: as `@` in the filter, and as `$`.
func isTrue(_ expression: String, for document: String = "null") throws -> Bool {
    let document = try JSON(parsing: document)
    return try !JSONPathQuery("$[?\(expression)]").nodes(in: .array([document])).isEmpty
}
