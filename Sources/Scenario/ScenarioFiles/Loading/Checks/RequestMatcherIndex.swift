import Scenarios

/// Rules indexed by their path and other conditions, so that with ten thousand rules each is compared only with those
/// that may take the same requests.
struct RequestMatcherIndex {
    /// Rules of one path.
    private struct Bucket {
        /// Rules without other conditions.
        var unconditional: [Int] = []
        /// The other rules, by the condition that the fewest rules share.
        var byCondition: [Int: [Int]] = [:]

        var isEmpty: Bool { unconditional.isEmpty && byCondition.isEmpty }

        mutating func add(_ index: Int, _ condition: Int?) {
            if let condition {
                byCondition[condition, default: []].append(index)
            } else {
                unconditional.append(index)
            }
        }
    }

    /// The bytes of a path or a segment. An array hashes them one by one.
    private struct Literal: Hashable {
        let bytes: [UInt8]

        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    /// A position between two segments of path templates.
    private struct Junction {
        /// The next junction for a segment with exactly these bytes.
        var literals: [Literal: Int] = [:]
        /// The next junction for any other segment.
        var other: Int?
        /// The rules whose path ends here, and those that take all remaining segments.
        var ends = Bucket()
        var rests = Bucket()
    }

    private var junctions = [Junction()]
    /// The rules of paths without parameters, which most are: they need no junctions.
    private var literals: [Literal: Bucket] = [:]
    private var withoutPath = Bucket()
    private let requests: [SourcedRequestMatcher]
    /// How many rules have each condition.
    private let frequencies: [Int: Int]

    /// An empty index for rules with these requests, of which it will have about as many as `expected`.
    init(for requests: [SourcedRequestMatcher], expecting expected: Int = 0) {
        self.requests = requests
        literals.reserveCapacity(expected)
        var frequencies: [Int: Int] = [:]
        for request in requests {
            for condition in request.conditions { frequencies[condition, default: 0] += 1 }
        }
        self.frequencies = frequencies
    }

    /// Adds a rule behind the existing ones; its `index` is greater than theirs.
    mutating func add(_ index: Int) {
        let request = requests[index]
        guard request.isComparable else { return }
        let rarest = request.conditions.min { frequencies[$0, default: 0] < frequencies[$1, default: 0] }
        guard let path = request.path else { return withoutPath.add(index, rarest) }
        if let bytes = path.literalBytes {
            return literals[Literal(bytes: bytes), default: Bucket()].add(index, rarest)
        }
        var junction = 0
        for segment in path.segments {
            guard case .parts(let parts) = segment else { return junctions[junction].rests.add(index, rarest) }
            junction = child(of: junction, parts)
        }
        junctions[junction].ends.add(index, rarest)
    }

    private mutating func child(of junction: Int, _ parts: [PathTemplate.Part]) -> Int {
        let literal = PathTemplate.literal(parts).map(Literal.init)
        if let child = literal.map({ junctions[junction].literals[$0] }) ?? junctions[junction].other { return child }
        junctions.append(Junction())
        if let literal {
            junctions[junction].literals[literal] = junctions.count - 1
        } else {
            junctions[junction].other = junctions.count - 1
        }
        return junctions.count - 1
    }

    /// The rules that take every request that `request` matches, in order, as far as the work goes. Each rule is compared
    /// only when it is asked for.
    func covering(_ request: SourcedRequestMatcher, within work: ComparisonWork) -> some Sequence<Int> {
        var candidates = Candidates()
        if let path = request.path {
            if !literals.isEmpty, let bucket = path.literalBytes.flatMap({ literals[Literal(bytes: $0)] }) {
                candidates.add(bucket, request)
            }
            if hasTemplates { collect(path, request, &candidates, work) }
        }
        candidates.add(withoutPath, request)
        return Covering(candidates: candidates, request: request, requests: requests, work: work)
    }

    private var hasTemplates: Bool { junctions.count > 1 || !junctions[0].rests.isEmpty }

    /// Collects the rules whose path may cover this one.
    private func collect(
        _ path: PathTemplate, _ request: SourcedRequestMatcher, _ candidates: inout Candidates, _ work: ComparisonWork
    ) {
        // With a parameter beside each literal segment, there are as many junctions to visit as rules.
        var left = [(junction: 0, segments: path.segments[...])]
        while let (junction, segments) = left.popLast(), work.spend(1) {
            guard let segment = segments.first else {
                candidates.add(junctions[junction].ends, request)
                continue
            }
            candidates.add(junctions[junction].rests, request)
            guard case .parts(let parts) = segment else { continue }
            if let child = PathTemplate.literal(parts).flatMap({ junctions[junction].literals[Literal(bytes: $0)] }) {
                left.append((child, segments.dropFirst()))
            }
            if let child = junctions[junction].other { left.append((child, segments.dropFirst())) }
        }
    }

    /// Rules that may cover a request, each list in order.
    private struct Candidates {
        private var lists: [ArraySlice<Int>] = []

        /// How many lists there are.
        var listCount: Int { lists.count }

        mutating func add(_ bucket: Bucket, _ request: SourcedRequestMatcher) {
            add(bucket.unconditional)
            if bucket.byCondition.isEmpty { return }
            for condition in request.entries { add(bucket.byCondition[condition] ?? []) }
        }

        private mutating func add(_ list: [Int]) {
            if !list.isEmpty { lists.append(list[...]) }
        }

        /// Takes the first rule of all lists.
        mutating func next() -> Int? {
            var first: (list: Int, rule: Int)?
            for (index, list) in lists.enumerated() {
                guard let rule = list.first, rule < first?.rule ?? .max else { continue }
                first = (index, rule)
            }
            guard let first else { return nil }
            lists[first.list].removeFirst()
            if lists[first.list].isEmpty { lists.remove(at: first.list) }
            return first.rule
        }
    }

    private struct Covering: Sequence, IteratorProtocol {
        var candidates: Candidates
        let request: SourcedRequestMatcher
        let requests: [SourcedRequestMatcher]
        let work: ComparisonWork

        mutating func next() -> Int? {
            while work.spend(candidates.listCount), let rule = candidates.next() {
                guard work.spend(requests[rule].cost) else { return nil }
                if requests[rule].covers(request) { return rule }
            }
            return nil
        }
    }
}
