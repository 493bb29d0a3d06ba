/// The parts that a multipart body must have, in order: the value of `multipart` or `multipart_exact`.
package struct MultipartMatcher: Sendable {
    /// The conditions on one part. They are those of requests, but apply to the part's header and content.
    package struct Part: Sendable {
        package let conditions: [Condition]
        package let position: Position

        package init(conditions: [Condition], position: Position) {
            self.conditions = conditions
            self.position = position
        }
    }

    package let parts: [Part]
    /// Whether other parts are forbidden.
    package let exact: Bool

    package init(parts: [Part], exact: Bool) {
        self.parts = parts
        self.exact = exact
    }
}
