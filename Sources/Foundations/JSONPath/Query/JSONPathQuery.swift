import ExactJSON

/// A JSONPath query (RFC 9535).
///
///     let query = try JSONPathQuery("$.items[?@.price < 10].id")
///     var steps = JSONPathQuery.stepLimit
///     let nodes = try query.nodes(in: body, steps: &steps)
package struct JSONPathQuery: Sendable {
    /// The default limit for the steps of an evaluation. A step is a value visited, tested or compared, or 64 bytes of
    /// text; most take less than 0.2 µs. `$..id` takes about three million steps on 50 MB.
    package static let stepLimit = 10_000_000

    /// The most filters, parentheses and function calls that may be nested.
    package static let nestingLimit = 32

    /// The query as written.
    package let source: String
    /// The segments after `$`, each applied to the nodes that the one before it selects.
    package let segments: [Segment]
    /// Regular expressions in the query that never match, because they are not valid (RFC 9485).
    package let warnings: [JSONPathWarning]

    /// Parses `source`.
    ///
    /// - Throws: the first error in the source, with its offset.
    package init(_ source: String) throws(JSONPathError) {
        var parser = JSONPathParser(source)
        segments = try parser.parse()
        warnings = parser.warnings
        self.source = source
    }

    /// Whether the query selects at most one node of any value: it consists of names and indices (RFC 9535,
    /// section 2.3.5.1).
    package var isSingular: Bool { segments.allSatisfy { $0.singularStep != nil } }

    /// Whether an evaluation looks at each value of a document only a few times: there are no filters, and descendants are
    /// visited only once.
    package var isLinear: Bool {
        !segments.contains(where: \.hasFilter) && segments.count(where: \.isDescendant) <= 1
    }
}

extension JSONPathQuery: Hashable {
    /// Whether both have the same source.
    package static func == (a: JSONPathQuery, b: JSONPathQuery) -> Bool { a.source.isExactly(b.source) }

    /// Hashes the source.
    package func hash(into hasher: inout Hasher) { hasher.combine(UnicodeScalarKey(source)) }
}

extension JSONPathQuery: CustomStringConvertible {
    /// The source.
    package var description: String { source }
}
