package import ExactJSON

extension JSONPathQuery {
    /// The nodes that the query selects in a document.
    ///
    /// - Parameter steps: the most steps that the evaluation may take; reduced by those taken.
    /// - Throws: if the steps do not suffice.
    package func nodes(in root: JSON, steps: inout Int) throws(JSONPathLimitExceeded) -> JSONPathNodes {
        var evaluation = Evaluation(root: root, steps: steps)
        defer { steps = evaluation.steps }
        var nodes = JSONPathNodes(root: root)
        var walk = NodeWalk(segments, from: root)
        while let node = try walk.next(&evaluation) {
            nodes.append(node, of: &walk)
        }
        nodes.hasUndecidedTest = evaluation.hasUndecidedTest
        return nodes
    }

    /// The steps that an evaluation may take on a document of `size` bytes. A query that looks at each value a few times
    /// takes less than one step a byte.
    package static func steps(forSize size: Int) -> Int { min(100_000 + size, stepLimit) }

    /// The nodes that the query selects in a document, found in at most `stepLimit` steps.
    package func nodes(in root: JSON) throws(JSONPathLimitExceeded) -> JSONPathNodes {
        var steps = Self.stepLimit
        return try nodes(in: root, steps: &steps)
    }
}
