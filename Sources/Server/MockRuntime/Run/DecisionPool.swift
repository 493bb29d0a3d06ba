import CPlatform
import Dispatch
import Locking
import Playback

/// A stage of the decisions that take more steps of work than an event loop may, or are not begun there.
///
/// A decision begins with few steps, and begins again with more in the next stage if they don't suffice. Each stage has
/// threads of its own, so what is quick waits for nothing that is slow, and nothing else in the process waits for either.
package enum DecisionStage: Int, CaseIterable, Sendable {
    case quick, slow, slowest

    /// The steps of work that a decision may take in this stage; nil for as many as it may have at all. Each stage has many
    /// times as many as the one before, so that beginning again costs little.
    package var share: Int? {
        switch self {
        case .quick: 500_000
        case .slow: 10_000_000
        case .slowest: nil
        }
    }

    /// The next stage, and the last one again.
    package var next: DecisionStage { DecisionStage(rawValue: rawValue + 1) ?? self }

    /// Does work of this stage. It must not block, as a closure that makes a response may.
    package func async(_ work: @escaping @Sendable () -> Void) {
        Self.pools[rawValue].async(work)
    }

    /// The most decisions that are made in the quick stage at a time, and the most closures of one run that make responses:
    /// as many as there are processors, but two on one processor, where else no closure could wait for another.
    package static let threads = max(2, Int(cplatform_processors()))

    // Slow ones leave a processor to the event loops, which on a busy one would get it late.
    private static let pools = allCases.map {
        DecisionPool("decide.\($0)", threads: $0 == .quick ? threads : threads - 1)
    }
}

/// A few serial queues that do the work which comes, first come, first served.
final class DecisionPool: Sendable {
    private struct Job: Comparable, Sendable {
        let number: Int
        let work: @Sendable () -> Void

        static func < (a: Job, b: Job) -> Bool { a.number < b.number }
        static func == (a: Job, b: Job) -> Bool { a.number == b.number }
    }

    private struct State {
        var idle: [DispatchQueue] = []
        var made = 0
        var waiting = MinHeap<Job>()
        var came = 0
    }

    private let name: String
    private let threads: Int
    private let state = Locked(State())

    /// - Parameter threads: the most work that is done at a time.
    init(_ name: String, threads: Int = DecisionStage.threads) {
        self.name = name
        self.threads = threads
    }

    func async(_ work: @escaping @Sendable () -> Void) {
        let idle = state.withLock { state in
            let idle = state.idle.popLast() ?? makeQueue(&state)
            state.came += 1
            if idle == nil { state.waiting.insert(Job(number: state.came, work: work)) }
            return idle
        }
        if let idle { run(work, on: idle) }
    }

    /// Another queue; nil if there are as many as there may be.
    private func makeQueue(_ state: inout State) -> DispatchQueue? {
        guard state.made < threads else { return nil }
        state.made += 1
        // A serial queue without a target has a thread of its own, where a concurrent one takes those that timers need.
        return DispatchQueue(label: "mockserver.\(name).\(state.made)")
    }

    private func run(_ work: @escaping @Sendable () -> Void, on queue: DispatchQueue) {
        queue.async { [self] in
            work()
            let next = state.withLock { state in
                let next = state.waiting.popFirst()
                if next == nil { state.idle.append(queue) }
                return next
            }
            if let next { run(next.work, on: queue) }
        }
    }
}
