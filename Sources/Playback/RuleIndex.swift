import Scenarios

/// Finds the rules that can take a request by its path, in file order: those with that literal path, those whose path
/// template has as many segments with the same literal ones, and those that say nothing of the path.
struct RuleIndex: Sendable {
    /// Rules of one path, and the first of them that is not done for good.
    private struct Bucket {
        var rules: [Int] = []
        var firstLive = 0
    }

    /// A place between two segments of path templates.
    private struct Node {
        /// Where a segment leads that is these bytes.
        var literals: [Key: Int] = [:]
        /// Where any segment leads, for templates that have more than bytes there.
        var other: Int?
        /// The bucket of templates that end here, and that of those which take all that remains.
        var end: Int?
        var rest: Int?
    }

    /// Bytes to look something up by, hashed all at once.
    private struct Key: Hashable, Sendable {
        let bytes: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// The first has the rules that say nothing of the path.
    private var buckets: [Bucket] = [Bucket()]
    private var byPath: [Key: Int] = [:]
    /// The templates, from the first segment on.
    private var nodes: [Node] = []
    /// The bucket each rule is in.
    private var places: [Int] = []

    init(_ patterns: some Sequence<RequestPattern>) {
        for (rule, pattern) in patterns.enumerated() {
            let bucket = pattern.pathTemplate.map { self.bucket(for: $0) } ?? 0
            buckets[bucket].rules.append(rule)
            places.append(bucket)
        }
    }

    // MARK: - Building

    private mutating func bucket(for template: PathTemplate) -> Int {
        if let path = template.literalBytes { return Self.bucket(at: &byPath[Key(bytes: path[...])], of: &buckets) }
        if nodes.isEmpty { nodes.append(Node()) }
        var node = 0
        for segment in template.segments {
            switch segment {
            case .rest:
                return Self.bucket(at: &nodes[node].rest, of: &buckets)
            case .parts(let parts):
                node = child(of: node, parts)
            }
        }
        return Self.bucket(at: &nodes[node].end, of: &buckets)
    }

    /// The bucket that stands there, or a new one.
    private static func bucket(at place: inout Int?, of buckets: inout [Bucket]) -> Int {
        if let bucket = place { return bucket }
        place = buckets.count
        buckets.append(Bucket())
        return buckets.count - 1
    }

    private mutating func child(of node: Int, _ parts: [PathTemplate.Part]) -> Int {
        let child: Int?
        switch parts.first {
        case nil: child = nodes[node].literals[Key(bytes: [])]
        case .literal(let bytes)? where parts.count == 1: child = nodes[node].literals[Key(bytes: bytes[...])]
        default: child = nodes[node].other
        }
        if let child { return child }
        nodes.append(Node())
        switch parts.first {
        case nil: nodes[node].literals[Key(bytes: [])] = nodes.count - 1
        case .literal(let bytes)? where parts.count == 1: nodes[node].literals[Key(bytes: bytes[...])] = nodes.count - 1
        default: nodes[node].other = nodes.count - 1
        }
        return nodes.count - 1
    }

    // MARK: - Finding

    /// The rules that may take a request, in file order; `includingDone` also those marked as done.
    func candidates(for view: RequestView, includingDone: Bool = false) -> Candidates {
        var candidates = Candidates(
            first: byPath[Key(bytes: view.path)].map { rules(in: $0, includingDone) } ?? [],
            second: rules(in: 0, includingDone))
        if !nodes.isEmpty {
            collect(0, view.segments[...]) { candidates.others.append(rules(in: $0, includingDone)) }
        }
        return candidates
    }

    private func rules(in bucket: Int, _ includingDone: Bool) -> ArraySlice<Int> {
        buckets[bucket].rules[(includingDone ? 0 : buckets[bucket].firstLive)...]
    }

    /// Tells the buckets of templates that these segments may fit behind a node.
    private func collect(_ node: Int, _ segments: ArraySlice<ArraySlice<UInt8>>, _ found: (Int) -> Void) {
        guard let segment = segments.first else {
            if let end = nodes[node].end { found(end) }
            return
        }
        if let rest = nodes[node].rest { found(rest) }
        if let child = nodes[node].literals[Key(bytes: segment)] { collect(child, segments.dropFirst(), found) }
        if let child = nodes[node].other { collect(child, segments.dropFirst(), found) }
    }

    /// The first rule that is still looked at of those found with `rule`.
    func first(inBucketOf rule: Int) -> Int? {
        let bucket = buckets[places[rule]]
        return bucket.firstLive < bucket.rules.count ? bucket.rules[bucket.firstLive] : nil
    }

    /// Looks at that one no more: it will never take a request again.
    mutating func skipFirst(inBucketOf rule: Int) {
        buckets[places[rule]].firstLive += 1
    }

    /// Runs of rule numbers, merged in order.
    struct Candidates: Sequence, IteratorProtocol {
        fileprivate var first: ArraySlice<Int>
        fileprivate var second: ArraySlice<Int>
        /// Those of path templates.
        fileprivate var others: [ArraySlice<Int>] = []

        mutating func next() -> Int? {
            guard others.isEmpty else { return nextOfMany() }
            guard let a = first.first else { return second.popFirst() }
            guard let b = second.first, b < a else { return first.popFirst() }
            return second.popFirst()
        }

        private mutating func nextOfMany() -> Int? {
            if !first.isEmpty { others.append(first) }
            if !second.isEmpty { others.append(second) }
            (first, second) = ([], [])
            var least: Int?
            for place in others.indices {
                guard let rule = others[place].first else { continue }
                if least.map({ rule < others[$0].first ?? .max }) ?? true { least = place }
            }
            return least.flatMap { others[$0].popFirst() }
        }
    }
}
