import Scenarios

/// Finds the rules that may take a request, by its path and in file order: rules with that literal path, rules whose
/// path template has the same number of segments and the same literal ones, and rules without a condition on the path.
///
/// A class, because each request uses it while the script changes.
final class RuleIndex: Sendable {
    /// A node between two segments of path templates.
    fileprivate struct Node {
        /// The next node for a segment with these bytes.
        var literals = PathTable()
        /// The next node for any segment, if a template has a segment there that is not literal.
        var other: Int?
        /// The bucket of templates that end here, and the bucket of those that match any remaining segments.
        var end: Int?
        var rest: Int?
    }

    /// The rules of each path or template; the first bucket contains the rules without a condition on the path.
    private let buckets: [[Int]]
    private let byPath: PathTable
    /// The nodes of the templates, from the first segment on.
    private let nodes: [Node]
    /// The bucket of each rule.
    private let bucketOfRule: [Int]

    /// Whether, by their paths, several of the rules may match one request.
    let hasOverlaps: Bool

    /// - Parameter removed: the rules that are never found.
    convenience init(_ requestMatchers: some Sequence<RequestMatcher>, without removed: Set<Int> = []) {
        self.init(requestMatchers.enumerated().lazy.map { removed.contains($0) ? nil : $1 })
    }

    /// - Parameter requestMatchers: nil for a rule that is never found.
    init(_ requestMatchers: some Sequence<RequestMatcher?>) {
        var builder = RuleIndexBuilder()
        for requestMatcher in requestMatchers {
            if let requestMatcher { builder.add(requestMatcher) } else { builder.skip() }
        }
        (buckets, byPath, nodes) = (builder.buckets, builder.byPath, builder.nodes)
        bucketOfRule = builder.bucketOfRule
        hasOverlaps = builder.hasOverlaps
    }

    // MARK: - Finding

    /// The buckets' progress in a run: the number of rules at the start of each that will never take a request again.
    struct Progress: Sendable {
        fileprivate var firstLive: [Int32]
    }

    /// The progress at the start of a run.
    var start: Progress { Progress(firstLive: Array(repeating: 0, count: buckets.count)) }

    /// A traversal through some rules in file order.
    struct Traversal: Sendable {
        /// The position in one bucket.
        fileprivate struct Position: Sendable {
            let bucket: Int
            var next: Int
        }

        fileprivate var first: Position?
        fileprivate var second: Position
        /// All positions if path templates may match the request; else empty.
        fileprivate var many: [Position] = []
    }

    /// A traversal of the rules that may take a request, without those that are done according to `progress`.
    func traverse(for view: RequestView, _ progress: Progress? = nil) -> Traversal {
        var traversal = Traversal(
            first: byPath.value(of: view.path).map { position(in: $0, progress) }, second: position(in: 0, progress))
        guard !nodes.isEmpty else { return traversal }
        collect(0, view.segments, progress: progress, traversal: &traversal)
        if !traversal.many.isEmpty { traversal.many += [traversal.first, traversal.second].compactMap { $0 } }
        return traversal
    }

    /// The next rule of a traversal, in file order; nil after the last.
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

    /// The rules that may take a request, without those that are done according to `progress`.
    func rules(for view: RequestView, _ progress: Progress? = nil) -> RuleSequence {
        RuleSequence(self, traverse(for: view, progress))
    }

    private func position(in bucket: Int, _ progress: Progress?) -> Traversal.Position {
        Traversal.Position(bucket: bucket, next: progress.map { Int($0.firstLive[bucket]) } ?? 0)
    }

    private func rule(at position: Traversal.Position) -> Int? {
        position.next < buckets[position.bucket].count ? buckets[position.bucket][position.next] : nil
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

    /// Adds the buckets of templates that continue from a node and may match these segments.
    private func collect(_ node: Int, _ segments: PathSegments, progress: Progress?, traversal: inout Traversal) {
        var rest = segments
        guard let segment = rest.next() else {
            if let bucket = nodes[node].end { traversal.many.append(position(in: bucket, progress)) }
            return
        }
        if let bucket = nodes[node].rest { traversal.many.append(position(in: bucket, progress)) }
        if let child = nodes[node].literals.value(of: segment) {
            collect(child, rest, progress: progress, traversal: &traversal)
        }
        if let child = nodes[node].other { collect(child, rest, progress: progress, traversal: &traversal) }
    }

    /// The first rule of `rule`'s bucket that is not done.
    func first(_ progress: Progress, inBucketOf rule: Int) -> Int? {
        self.rule(at: position(in: bucketOfRule[rule], progress))
    }

    /// Marks that rule as done: it will never take a request again.
    func skipFirst(_ progress: inout Progress, inBucketOf rule: Int) {
        progress.firstLive[bucketOfRule[rule]] += 1
    }
}

/// The rules that may take a request, in file order: found by an index, or found before.
struct RuleSequence: Sequence, IteratorProtocol {
    private enum Source {
        case index(RuleIndex, RuleIndex.Traversal)
        case found(ArraySlice<Int>)
    }

    private var source: Source

    fileprivate init(_ index: RuleIndex, _ traversal: RuleIndex.Traversal) { source = .index(index, traversal) }

    init(found rules: [Int]) { source = .found(rules[...]) }

    mutating func next() -> Int? {
        switch source {
        case .index(let index, var traversal):
            defer { source = .index(index, traversal) }
            return index.next(&traversal)
        case .found(var rules):
            defer { source = .found(rules) }
            return rules.popFirst()
        }
    }
}

/// Sorts rules into the buckets of an index.
private struct RuleIndexBuilder {
    var buckets: [[Int]] = [[]]
    var byPath = PathTable()
    var nodes: [RuleIndex.Node] = []
    var bucketOfRule: [Int] = []

    /// Whether a bucket has several rules, or rules for any path or path templates are not the only ones.
    var hasOverlaps: Bool {
        buckets.contains { $0.count > 1 } || bucketOfRule.count > 1 && !(nodes.isEmpty && buckets[0].isEmpty)
    }

    mutating func add(_ requestMatcher: RequestMatcher) {
        let bucket = requestMatcher.pathTemplate.map { self.bucket(for: $0) } ?? 0
        buckets[bucket].append(bucketOfRule.count)
        bucketOfRule.append(bucket)
    }

    /// Counts a rule that is in no bucket.
    mutating func skip() { bucketOfRule.append(0) }

    private mutating func bucket(for template: PathTemplate) -> Int {
        if let path = template.literalBytes {
            if let bucket = byPath.value(of: path[...]) { return bucket }
            byPath.add(buckets.count, for: path)
            return Self.newBucket(in: &buckets)
        }
        if nodes.isEmpty { nodes.append(RuleIndex.Node()) }
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

    /// The bucket at the position, or a new one.
    private static func bucket(at position: inout Int?, of buckets: inout [[Int]]) -> Int {
        if let bucket = position { return bucket }
        position = buckets.count
        return newBucket(in: &buckets)
    }

    private static func newBucket(in buckets: inout [[Int]]) -> Int {
        buckets.append([])
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
        nodes.append(RuleIndex.Node())
        if let literal {
            nodes[node].literals.add(nodes.count - 1, for: literal)
        } else {
            nodes[node].other = nodes.count - 1
        }
        return nodes.count - 1
    }
}
