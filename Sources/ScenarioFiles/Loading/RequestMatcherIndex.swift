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
    private let requests: [WrittenRequest]
    /// How many rules have each condition.
    private let frequencies: [Int: Int]

    /// An empty index for rules with these requests, of which it will have about as many as `expected`.
    init(for requests: [WrittenRequest], expecting expected: Int = 0) {
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

    /// The rules that take every request that `request` matches, in order. Each rule is compared lazily.
    func covering(_ request: WrittenRequest) -> some Sequence<Int> {
        var candidates: [Int] = []
        if let path = request.path {
            if !literals.isEmpty, let bucket = path.literalBytes.flatMap({ literals[Literal(bytes: $0)] }) {
                collect(bucket, request, candidates: &candidates)
            }
            if hasTemplates { collect(0, path.segments[...], request: request, candidates: &candidates) }
        }
        collect(withoutPath, request, candidates: &candidates)
        candidates.sort()
        return candidates.lazy.filter { requests[$0].covers(request) }
    }

    private var hasTemplates: Bool { junctions.count > 1 || !junctions[0].rests.isEmpty }

    private func collect(_ bucket: Bucket, _ request: WrittenRequest, candidates: inout [Int]) {
        candidates += bucket.unconditional
        if bucket.byCondition.isEmpty { return }
        for condition in request.entries { candidates += bucket.byCondition[condition] ?? [] }
    }

    /// Collects the rules whose path may cover these segments.
    private func collect(
        _ junction: Int, _ segments: ArraySlice<PathTemplate.Segment>, request: WrittenRequest,
        candidates: inout [Int]
    ) {
        guard let segment = segments.first else {
            return collect(junctions[junction].ends, request, candidates: &candidates)
        }
        collect(junctions[junction].rests, request, candidates: &candidates)
        guard case .parts(let parts) = segment else { return }
        if let child = PathTemplate.literal(parts).flatMap({ junctions[junction].literals[Literal(bytes: $0)] }) {
            collect(child, segments.dropFirst(), request: request, candidates: &candidates)
        }
        if let child = junctions[junction].other {
            collect(child, segments.dropFirst(), request: request, candidates: &candidates)
        }
    }
}
