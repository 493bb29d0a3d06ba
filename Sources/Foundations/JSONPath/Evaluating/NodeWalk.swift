import ExactJSON

/// Finds the nodes that segments select, one after the other, in the order of RFC 9535.
///
/// The way from the first node to the current one is a stack on the heap, so the depth of a document does not matter,
/// and nothing is kept of the nodes that were left. Going on with each selected node at once gives the same order as
/// finding all nodes of a segment before the next segment (section 2.1.2).
struct NodeWalk {
    /// A node on the way, and what is left to do there.
    private struct Frame {
        let value: JSON
        let children: [JSON]
        /// The index among the children of the node before it.
        let position: Int
        /// The segment that is applied to this node.
        let segment: Int
        /// The selector that is applied; after the last one, the children of a descendant segment are visited.
        var selector = 0
        /// How many candidates the selector has tried, or how many children were visited.
        var tried = 0
        /// The entry in the locations; nil until a node below is found.
        var location: Int?
    }

    private let segments: [JSONPathQuery.Segment]
    private var frames: [Frame] = []
    /// The first node, before it has been visited.
    private var start: JSON?

    /// The number of children that are looked at in a step, where only arrays and objects count.
    private static let childrenPerStep = 16

    init(_ segments: [JSONPathQuery.Segment], from node: JSON) {
        self.segments = segments
        start = node
    }

    private mutating func push(
        _ value: JSON, position: Int, segment: Int, _ evaluation: inout Evaluation
    ) throws(JSONPathLimitExceeded) {
        let children = value.children
        guard !children.isEmpty else { return }
        try evaluation.count(segments[segment].selectors.count)
        frames.append(Frame(value: value, children: children, position: position, segment: segment))
    }

    /// Finds the next node.
    ///
    /// - Returns: the node's value and its index in the container that the walk is at; nil after the last node.
    mutating func next(_ evaluation: inout Evaluation) throws(JSONPathLimitExceeded) -> (value: JSON, position: Int)? {
        if let node = start {
            start = nil
            if segments.isEmpty { return (node, 0) }
            try push(node, position: 0, segment: 0, &evaluation)
        }
        while let top = frames.indices.last {
            let segment = segments[frames[top].segment]
            let selectors = segment.selectors
            if frames[top].selector < selectors.count {
                guard let position = try advance(top, selectors[frames[top].selector], &evaluation) else {
                    frames[top].selector += 1
                    frames[top].tried = 0
                    continue
                }
                try evaluation.count()
                let child = frames[top].children[position]
                let following = frames[top].segment + 1
                if following == segments.count { return (child, position) }
                try push(child, position: position, segment: following, &evaluation)
            } else if segment.isDescendant, let position = try nextContainer(top, &evaluation) {
                let child = frames[top].children[position]
                try push(child, position: position, segment: frames[top].segment, &evaluation)
            } else {
                frames.removeLast()
            }
        }
        return nil
    }

    /// The index of the next child that is an array or object.
    private mutating func nextContainer(
        _ top: Int, _ evaluation: inout Evaluation
    ) throws(JSONPathLimitExceeded) -> Int? {
        let start = frames[top].tried
        let found = frames[top].children[start...].firstIndex { $0.isContainer }
        let end = found.map { $0 + 1 } ?? frames[top].children.count
        try evaluation.count((end - start) / Self.childrenPerStep)
        frames[top].tried = end
        return found
    }

    /// The index of the next child that the selector selects; nil after the last one.
    private mutating func advance(
        _ top: Int, _ selector: JSONPathQuery.Selector, _ evaluation: inout Evaluation
    ) throws(JSONPathLimitExceeded) -> Int? {
        let tried = frames[top].tried
        frames[top].tried += 1
        switch selector {
        case .name(let name):
            return tried == 0 ? frames[top].value.position(of: .name(name)) : nil
        case .index(let index):
            return tried == 0 ? frames[top].value.position(of: .index(index)) : nil
        case .wildcard:
            return tried < frames[top].children.count ? tried : nil
        case .slice(let slice):
            guard case .array(let elements) = frames[top].value else { return nil }
            return slice.index(ofElement: tried, count: elements.count)
        case .filter(let expression):
            return try nextMatch(top, expression, &evaluation)
        }
    }

    private mutating func nextMatch(
        _ top: Int, _ expression: LogicalExpression, _ evaluation: inout Evaluation
    ) throws(JSONPathLimitExceeded) -> Int? {
        let children = frames[top].children
        var position = frames[top].tried - 1
        while position < children.count {
            if try evaluation.isTrue(expression, for: children[position]) {
                frames[top].tried = position + 1
                return position
            }
            position += 1
        }
        frames[top].tried = position
        return nil
    }

    /// The entry of the location of the node at `position`, which `next` has just returned; adds what is missing.
    mutating func location(ofNodeAt position: Int, in locations: inout NodeLocations) -> Int {
        guard !frames.isEmpty else { return NodeLocations.root }
        var parent = NodeLocations.root
        // The frames above the last one with a location have none.
        let known = frames.lastIndex { $0.location != nil }
        if let known { parent = frames[known].location ?? NodeLocations.root }
        for index in ((known ?? -1) + 1)..<frames.count {
            if index > 0 { parent = locations.add(parent: parent, position: frames[index].position) }
            frames[index].location = parent
        }
        return locations.add(parent: parent, position: position)
    }
}
