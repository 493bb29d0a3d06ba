/// A query in a filter, which begins at the current node or at the root (RFC 9535, section 2.3.5.1).
package struct FilterQuery: Sendable {
    /// Where a query begins.
    package enum Origin: Hashable, Sendable {
        /// `@`: the node that the filter tests.
        case currentNode
        /// `$`: the root of the document.
        case root
    }

    /// Where the query begins.
    package let origin: Origin
    /// The segments after `@` or `$`.
    package let segments: [JSONPathQuery.Segment]
    /// The names and indices of a singular query; nil if the query may select several nodes.
    package let singularSteps: [JSONPathStep]?

    init(origin: Origin, segments: [JSONPathQuery.Segment]) {
        self.origin = origin
        self.segments = segments
        let steps = segments.compactMap(\.singularStep)
        singularSteps = steps.count == segments.count ? steps : nil
    }
}
