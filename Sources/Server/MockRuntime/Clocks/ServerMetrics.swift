import Locking
package import Playback

/// What a server counts from its start to its end, over all of its runs and sessions: no number ever goes down.
///
/// Any thread may count. An event costs one or two atomic additions, and allocates nothing.
package final class ServerMetrics: Sendable {
    /// The upper bounds of the histogram's buckets but the last, which has none, in nanoseconds.
    package static let latencyBounds: [Int64] = [
        100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
        250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
    ]
    /// The statuses that a response may have.
    private static let statuses = 100..<1_000

    /// The numbers at an instant.
    package struct Snapshot: Sendable {
        /// The requests that came.
        package var requests: UInt64
        /// The responses that have begun, by status, in the order of their numbers; only those that occurred.
        package var responses: [(status: Int, count: UInt64)]
        /// The failures of each kind.
        package var failures: [(kind: FailureKind, count: UInt64)]
        /// How many responses took at most as long as each bound, and longer than the bound before; the last number is
        /// that of those that took longer than all bounds.
        package var latencies: [UInt64]
        /// The duration of all those responses, in nanoseconds.
        package var latencySum: UInt64
    }

    private let bounds = ServerMetrics.latencyBounds
    private let requests = Counters(count: 1)
    /// The buckets, then the sum in nanoseconds.
    private let latencies = Counters(count: ServerMetrics.latencyBounds.count + 2)
    private let responses = Counters(count: ServerMetrics.statuses.count)
    private let failures = Counters(count: FailureKind.allCases.count)

    package init() {}

    /// A request has come: whole, or as far as it could be read.
    package func requestArrived() { requests.add(at: 0) }

    /// The head of a response is written.
    package func responding(status: Int) { responses.add(at: status - Self.statuses.lowerBound) }

    /// The last byte of a response is written, so many nanoseconds after its request arrived.
    package func responded(after nanoseconds: Int64) {
        var bucket = 0
        while bucket < bounds.count, nanoseconds > bounds[bucket] { bucket += 1 }
        latencies.add(at: bucket)
        latencies.add(UInt64(max(0, nanoseconds)), at: bounds.count + 1)
    }

    /// Failures of these kinds have happened.
    package func failed(_ kinds: [FailureKind]) {
        for kind in kinds { failures.add(at: FailureKind.allCases.firstIndex(of: kind) ?? -1) }
    }

    package var current: Snapshot {
        // In the reverse order of what happens to a request, so that none has a response but has not come.
        let buckets = (0...bounds.count).map { latencies[$0] }
        let sum = latencies[bounds.count + 1]
        let responses = Self.statuses.map { ($0, self.responses[$0 - Self.statuses.lowerBound]) }
        return Snapshot(
            requests: requests[0], responses: responses.filter { $0.1 > 0 },
            failures: FailureKind.allCases.enumerated().map { ($1, failures[$0]) }, latencies: buckets,
            latencySum: sum)
    }
}
