import CPlatform
import Dispatch
import Locking
import Playback
package import Scenarios

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

    /// Does work of this stage for a request of the scenario. A closure that makes a response has a thread of its own: it
    /// may block as long as it likes without keeping others waiting.
    package func async(_ scenario: Scenario, _ work: @escaping @Sendable () -> Void) {
        if scenario.hasResponders {
            DispatchQueue(label: "mockserver.respond").async(execute: work)
        } else {
            Self.pools[rawValue].async(work)
        }
    }

    private static let pools = allCases.map { DecisionPool("\($0)", threads: max(2, Int(cplatform_processors()))) }
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
        var idle: [DispatchQueue]
        var waiting = MinHeap<Job>()
        var came = 0
    }

    private let state: Locked<State>

    /// - Parameter threads: the most work that is done at a time.
    init(_ name: String, threads: Int) {
        // A serial queue without a target has a thread of its own, where a concurrent one takes those that timers need.
        let queues = (0..<threads).map { DispatchQueue(label: "mockserver.decide.\(name).\($0)") }
        state = Locked(State(idle: queues))
    }

    func async(_ work: @escaping @Sendable () -> Void) {
        let idle = state.withLock { state in
            let idle = state.idle.popLast()
            state.came += 1
            if idle == nil { state.waiting.insert(Job(number: state.came, work: work)) }
            return idle
        }
        if let idle { run(work, on: idle) }
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
