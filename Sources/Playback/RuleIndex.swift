import Scenarios

/// Finds the rules that can take a request by its path: those with that literal path and those with none, in file order.
struct RuleIndex: Sendable {
    /// Rules of one literal path, or all those without one, and the first of them that is not done for good.
    private struct Bucket {
        var rules: [Int] = []
        var firstLive = 0
    }

    private var buckets: [Bucket] = [Bucket()]
    private var byPath: [[UInt8]: Int] = [:]
    /// The bucket each rule is in.
    private var places: [Int] = []

    init(_ patterns: some Sequence<RequestPattern>) {
        for (rule, pattern) in patterns.enumerated() {
            var bucket = 0
            if let path = pattern.literalPath {
                bucket = byPath[path] ?? buckets.count
                if bucket == buckets.count {
                    byPath[path] = bucket
                    buckets.append(Bucket())
                }
            }
            buckets[bucket].rules.append(rule)
            places.append(bucket)
        }
    }

    /// The rules that may take a request for `path`, in file order; `includingDone` also those marked as done.
    func candidates(for path: [UInt8], includingDone: Bool = false) -> Candidates {
        let literal = byPath[path].map { buckets[$0] } ?? Bucket()
        return Candidates(
            first: literal.rules[(includingDone ? 0 : literal.firstLive)...],
            second: buckets[0].rules[(includingDone ? 0 : buckets[0].firstLive)...])
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

    /// Two runs of rule numbers, merged in order.
    struct Candidates: Sequence, IteratorProtocol {
        fileprivate var first: ArraySlice<Int>
        fileprivate var second: ArraySlice<Int>

        mutating func next() -> Int? {
            guard let a = first.first else { return second.popFirst() }
            guard let b = second.first, b < a else { return first.popFirst() }
            return second.popFirst()
        }
    }
}
