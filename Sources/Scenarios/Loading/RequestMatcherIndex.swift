import ExactJSON

/// Rules by the path they want, so that ten thousand are compared only with those that may take the same requests.
struct RequestMatcherIndex {
    /// What stands between two segments of path templates.
    private struct Junction {
        /// Where a segment leads that is these bytes.
        var literals: [[UInt8]: Int] = [:]
        /// Where any other segment leads.
        var other: Int?
        /// The rules whose path ends here, and those that take all that remains.
        var ends: [Int] = []
        var rests: [Int] = []
    }

    private var junctions = [Junction()]
    private var withoutPath: [Int] = []
    private var entries: [Int: ReachabilityCheck.Entry] = [:]

    /// Adds a rule behind those that are there; `place` is greater than theirs.
    mutating func add(_ entry: ReachabilityCheck.Entry, at index: Int) {
        entries[index] = entry
        guard let path = entry.path else { return withoutPath.append(index) }
        var junction = 0
        for segment in path.segments {
            guard case .parts(let parts) = segment else { return junctions[junction].rests.append(index) }
            junction = child(of: junction, parts)
        }
        junctions[junction].ends.append(index)
    }

    private mutating func child(of junction: Int, _ parts: [PathTemplate.Part]) -> Int {
        let literal = PathTemplate.literal(parts)
        if let child = literal.map({ junctions[junction].literals[$0] }) ?? junctions[junction].other { return child }
        junctions.append(Junction())
        if let literal {
            junctions[junction].literals[literal] = junctions.count - 1
        } else {
            junctions[junction].other = junctions.count - 1
        }
        return junctions.count - 1
    }

    /// The rules that take every request that `entry` does, in order, each compared only when it is asked for.
    func covering(_ entry: ReachabilityCheck.Entry) -> some Sequence<Int> {
        var candidates: [Int] = []
        if let path = entry.path { collect(0, path.segments[...], &candidates) }
        candidates += withoutPath
        candidates.sort()
        return candidates.lazy.filter { index in
            entries[index].map { Self.covers($0, entry) } ?? false
        }
    }

    /// Adds the rules whose path may be wider than these segments.
    private func collect(_ junction: Int, _ segments: ArraySlice<PathTemplate.Segment>, _ candidates: inout [Int]) {
        guard let segment = segments.first else {
            candidates += junctions[junction].ends
            return
        }
        candidates += junctions[junction].rests
        guard case .parts(let parts) = segment else { return }
        if let child = PathTemplate.literal(parts).flatMap({ junctions[junction].literals[$0] }) {
            collect(child, segments.dropFirst(), &candidates)
        }
        if let child = junctions[junction].other { collect(child, segments.dropFirst(), &candidates) }
    }

    /// Whether every request that `b` matches is matched by `a`. It claims only what is certain: each condition of `a`
    /// stands in `b` too, or is a list of methods or a path of which `b` has a part.
    static func covers(_ a: ReachabilityCheck.Entry, _ b: ReachabilityCheck.Entry) -> Bool {
        guard let aNode = a.node, let bNode = b.node else { return false }
        let others = b.request.conditions
        return a.request.conditions.allSatisfy { condition in
            switch condition.kind {
            case .method(let methods):
                return others.contains {
                    if case .method(let narrower) = $0.kind { narrower.allSatisfy(methods.contains) } else { false }
                }
            case .path(.template(let path)):
                return others.contains {
                    if case .path(.template(let narrower)) = $0.kind { path.covers(narrower) } else { false }
                }
            default:
                return isWrittenAlike(condition, aNode, bNode)
            }
        }
    }

    /// Whether a condition other than method and path is written alike in both.
    private static func isWrittenAlike(_ condition: Condition, _ a: Node, _ b: Node) -> Bool {
        if let text = a.text { return b.text?.isExactly(text) ?? false }
        // An alias gives several keys a value of one place; then all of them must be there.
        let entries = (a.entries ?? []).filter { $0.value.position == condition.position }
        return !entries.isEmpty
            && entries.allSatisfy { entry in
                b.entries?.contains { $0.name == entry.name && $0.value.isSame(as: entry.value) } ?? false
            }
    }
}

extension Node {
    /// Whether two values are written alike, positions aside.
    func isSame(as other: Node) -> Bool {
        switch (kind, other.kind) {
        case (.scalar(let a), .scalar(let b)): a.isText == b.isText && a.text.isExactly(b.text)
        case (.sequence(let a), .sequence(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
        case (.mapping(let a), .mapping(let b)):
            a.entries.count == b.entries.count
                && zip(a.entries, b.entries).allSatisfy { $0.name == $1.name && $0.value.isSame(as: $1.value) }
        default: false
        }
    }
}
