package import ExactJSON

/// Several JSONPath queries that are evaluated together, so that each value of a document is visited once.
package struct JSONPathQuerySet: Sendable {
    /// A segment of one of the queries.
    struct Stage {
        let selectors: [JSONPathQuery.Selector]
        let isDescendant: Bool
        /// Whether the query ends here. If not, its next segment is the next stage.
        let isLast: Bool
    }

    /// The segments of all queries.
    let stages: [Stage]
    /// The indices of the queries' first segments.
    let starts: [Int]
    /// Whether a query has no segments, so that it selects the root.
    let selectsRoot: Bool
    /// The number of queries with filters.
    private let filterCount: Int

    /// The set of `queries`.
    package init(_ queries: some Sequence<JSONPathQuery>) {
        var (stages, starts, selectsRoot, filterCount) = ([Stage](), [Int](), false, 0)
        for query in queries {
            if query.segments.isEmpty { selectsRoot = true } else { starts.append(stages.count) }
            if query.segments.contains(where: \.hasFilter) { filterCount += 1 }
            for (index, segment) in query.segments.enumerated() {
                let isLast = index + 1 == query.segments.count
                stages.append(
                    Stage(selectors: segment.selectors, isDescendant: segment.isDescendant, isLast: isLast))
            }
        }
        (self.stages, self.starts, self.selectsRoot, self.filterCount) = (stages, starts, selectsRoot, filterCount)
    }

    /// The steps that suffice for a document of `size` bytes: one for each value, and for each query with filters as many
    /// as one that is evaluated alone may take.
    package func steps(forSize size: Int) -> Int { size + filterCount * JSONPathQuery.steps(forSize: size) }

    /// The document with selected values replaced; nil if none was.
    ///
    /// - Parameters:
    ///   - steps: the most steps that the evaluation may take. A visited value is a step, and so is each of a filter's.
    ///   - replacement: is called with each selected value, of nested ones only with the outermost. Returns the value
    ///     that takes its place, or nil to leave it.
    /// - Throws: if the steps do not suffice, or a test of a filter can't be decided.
    package func replacing(
        in root: JSON, steps: Int, _ replacement: (JSON) -> JSON?
    ) throws(JSONPathLimitExceeded) -> JSON? {
        var walk = SelectionWalk(self, root, steps: steps)
        return try walk.replace(replacement)
    }
}
