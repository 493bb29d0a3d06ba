package import JSONPath

/// The conditions of `json_path`: queries on the body (RFC 9535), each with what its result must be.
package struct JSONPathMatcher: Sendable {
    package struct Entry: Sendable {
        package let query: JSONPathQuery
        /// The matcher of the query's result.
        package let matcher: JSONMatcher
        /// The position of the query.
        package let position: Position

        package init(_ query: JSONPathQuery, _ matcher: JSONMatcher, position: Position) {
            self.query = query
            self.matcher = matcher
            self.position = position
        }
    }

    package let entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }
}
