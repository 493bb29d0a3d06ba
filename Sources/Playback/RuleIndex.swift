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
        var literals = PathTable()
        /// Where any segment leads, for templates that have more than bytes there.
        var other: Int?
        /// The bucket of templates that end here, and that of those which take all that remains.
        var end: Int?
        var rest: Int?
    }

    /// The first has the rules that say nothing of the path.
    private var buckets: [Bucket] = [Bucket()]
    private var byPath = PathTable()
    /// The templates, from the first segment on.
    private var nodes: [Node] = []
    /// The bucket each rule is in.
    private var bucketOfRule: [Int] = []

    /// Whether one request may be for several of the rules, as far as their paths say.
    private(set) var hasOverlaps = false

    init(_ requestMatchers: some Sequence<RequestMatcher>) {
        for (rule, requestMatcher) in requestMatchers.enumerated() {
            let bucket = requestMatcher.pathTemplate.map { self.bucket(for: $0) } ?? 0
            buckets[bucket].rules.append(rule)
            bucketOfRule.append(bucket)
            if buckets[bucket].rules.count > 1 { hasOverlaps = true }
        }
        // Beside rules for any path, or path templates, stand others.
        if bucketOfRule.count > 1, !nodes.isEmpty || !buckets[0].rules.isEmpty { hasOverlaps = true }
    }

    // MARK: - Building

    private mutating func bucket(for template: PathTemplate) -> Int {
        if let path = template.literalBytes {
            if let bucket = byPath.value(of: path[...]) { return bucket }
            byPath.add(buckets.count, for: path)
            return Self.newBucket(in: &buckets)
        }
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
    private static func bucket(at position: inout Int?, of buckets: inout [Bucket]) -> Int {
        if let bucket = position { return bucket }
        position = buckets.count
        return newBucket(in: &buckets)
    }

    private static func newBucket(in buckets: inout [Bucket]) -> Int {
        buckets.append(Bucket())
        return buckets.count - 1
    }

    private mutating func child(of node: Int, _ parts: [PathTemplate.Part]) -> Int {
        var literal: [UInt8]?
        switch parts.first {
        case nil: literal = []
        case .literal(let bytes)? where parts.count == 1: literal = bytes
        default: break
        }
        if let child = literal.map({ nodes[node].literals.value(of: $0[...]) }) ?? nodes[node].other { return child }
        nodes.append(Node())
        if let literal {
            nodes[node].literals.add(nodes.count - 1, for: literal)
        } else {
            nodes[node].other = nodes.count - 1
        }
        return nodes.count - 1
    }

    // MARK: - Finding

    /// Where a traversal through some buckets at once stands, each in its order.
    struct Traversal: Sendable {
        fileprivate struct Position: Sendable {
            let bucket: Int
            var next: Int
        }

        fileprivate var first: Position?
        fileprivate var second: Position
        /// Where path templates may take the request, all places; else none.
        fileprivate var many: [Position] = []
    }

    /// A traversal through the rules that may take a request; `includingDone` also those marked as done.
    func traverse(for view: RequestView, includingDone: Bool = false) -> Traversal {
        var traversal = Traversal(
            first: byPath.value(of: view.path).map { start(of: $0, includingDone) }, second: start(of: 0, includingDone)
        )
        guard !nodes.isEmpty else { return traversal }
        collect(0, view.segments, includingDone, &traversal)
        if !traversal.many.isEmpty { traversal.many += [traversal.first, traversal.second].compactMap { $0 } }
        return traversal
    }

    /// The next rule of a traversal, in file order; nil behind the last.
    func next(_ traversal: inout Traversal) -> Int? {
        traversal.many.isEmpty ? nextOfTwo(&traversal) : nextOfMany(&traversal)
    }

    private func nextOfTwo(_ traversal: inout Traversal) -> Int? {
        guard let first = traversal.first.flatMap(rule) else { return take(&traversal.second) }
        guard let second = rule(at: traversal.second), second < first else {
            traversal.first?.next += 1
            return first
        }
        traversal.second.next += 1
        return second
    }

    /// The rules that may take a request, in file order; `includingDone` also those marked as done.
    func candidates(for view: RequestView, includingDone: Bool = false) -> some Sequence<Int> {
        sequence(state: traverse(for: view, includingDone: includingDone)) { next(&$0) }
    }

    private func start(of bucket: Int, _ includingDone: Bool) -> Traversal.Position {
        Traversal.Position(bucket: bucket, next: includingDone ? 0 : buckets[bucket].firstLive)
    }

    private func rule(at position: Traversal.Position) -> Int? {
        position.next < buckets[position.bucket].rules.count ? buckets[position.bucket].rules[position.next] : nil
    }

    private func take(_ position: inout Traversal.Position) -> Int? {
        guard let rule = rule(at: position) else { return nil }
        position.next += 1
        return rule
    }

    private func nextOfMany(_ traversal: inout Traversal) -> Int? {
        var least: (rule: Int, index: Int)?
        for index in traversal.many.indices {
            guard let rule = rule(at: traversal.many[index]) else { continue }
            if least.map({ rule < $0.rule }) ?? true { least = (rule, index) }
        }
        guard let least else { return nil }
        traversal.many[least.index].next += 1
        return least.rule
    }

    /// Adds the buckets of templates that these segments may fit behind a node.
    private func collect(_ node: Int, _ segments: PathSegments, _ includingDone: Bool, _ traversal: inout Traversal) {
        var rest = segments
        guard let segment = rest.next() else {
            if let bucket = nodes[node].end { traversal.many.append(start(of: bucket, includingDone)) }
            return
        }
        if let bucket = nodes[node].rest { traversal.many.append(start(of: bucket, includingDone)) }
        if let child = nodes[node].literals.value(of: segment) { collect(child, rest, includingDone, &traversal) }
        if let child = nodes[node].other { collect(child, rest, includingDone, &traversal) }
    }

    /// The first rule that is still looked at of those found with `rule`.
    func first(inBucketOf rule: Int) -> Int? {
        let bucket = buckets[bucketOfRule[rule]]
        return bucket.firstLive < bucket.rules.count ? bucket.rules[bucket.firstLive] : nil
    }

    /// Looks at that one no more: it will never take a request again.
    mutating func skipFirst(inBucketOf rule: Int) {
        buckets[bucketOfRule[rule]].firstLive += 1
    }
}
