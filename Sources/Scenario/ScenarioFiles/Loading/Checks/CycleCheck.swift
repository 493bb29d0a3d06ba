import Scenarios

/// Finds steps that wait for each other.
struct CycleCheck {
    private let steps: [Step]
    private let lists: [StepList]
    private let blocks: [ParallelBlock]
    private let order: Scenario.Order

    /// A completion or a beginning that other events can wait for.
    private enum Event: Hashable {
        case step(Int)
        case block(Int)
        /// All items of a list up to `index` have completed; with -1 the list has begun.
        case prefix(list: Int, index: Int)
    }

    init(steps: [Step], lists: [StepList], blocks: [ParallelBlock], order: Scenario.Order) {
        self.steps = steps
        self.lists = lists
        self.blocks = blocks
        self.order = order
    }

    /// Each cycle once, as the steps and blocks on it.
    func cycles() -> [[Dependency]] {
        var cycles: [[Dependency]] = []
        var finished: Set<Event> = []
        for start in steps.indices where steps[start].after != nil {
            if let cycle = cycle(from: .step(start), &finished) { cycles.append(cycle) }
        }
        return cycles
    }

    /// The events that an event waits for.
    private func causes(of event: Event) -> [Event] {
        switch event {
        case .step(let index):
            let step = steps[index]
            if let after = step.after { return after.map { Self.event($0) } }
            return order == .any ? [] : [.prefix(list: step.list, index: step.indexInList - 1)]
        case .block(let index):
            return blocks[index].entries.map { .prefix(list: $0, index: lists[$0].items.count - 1) }
        case .prefix(let list, -1):
            guard order == .strict, let block = lists[list].block else { return [] }
            return [.prefix(list: blocks[block].list, index: blocks[block].indexInList - 1)]
        case .prefix(let list, let index):
            return [.prefix(list: list, index: index - 1), Self.event(lists[list].items[index])]
        }
    }

    private static func event(_ dependency: Dependency) -> Event {
        switch dependency {
        case .step(let index): .step(index)
        case .block(let index): .block(index)
        }
    }

    /// A depth-first search without recursion: a script may have ten thousand steps.
    private func cycle(from start: Event, _ finished: inout Set<Event>) -> [Dependency]? {
        guard !finished.contains(start) else { return nil }
        var path: [(event: Event, causes: [Event], next: Int)] = [(start, causes(of: start), 0)]
        var onPath: [Event: Int] = [start: 0]
        var found: [Dependency]?
        while let top = path.last {
            guard top.next < top.causes.count else {
                finished.insert(top.event)
                onPath[top.event] = nil
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            let cause = top.causes[top.next]
            if let index = onPath[cause] {
                if found == nil { found = path[index...].compactMap { Self.dependency($0.event) } }
            } else if !finished.contains(cause) {
                onPath[cause] = path.count
                path.append((cause, causes(of: cause), 0))
            }
        }
        return found
    }

    private static func dependency(_ event: Event) -> Dependency? {
        switch event {
        case .step(let index): .step(index)
        case .block(let index): .block(index)
        case .prefix: nil
        }
    }
}
