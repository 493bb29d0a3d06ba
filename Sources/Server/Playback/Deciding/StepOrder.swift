import Scenarios

/// Which steps of a script are open or closed, according to its lists, blocks and `after`.
///
/// A list's progress only grows, so each step is passed once in a run, however long the list is.
struct StepOrder: Sendable {
    private struct ListProgress {
        /// The index of the first item that is not complete.
        var firstIncomplete = 0
        /// Items before this index take no more requests,
        var closedBelow = 0
        /// since this step took one.
        var closer = 0
    }

    /// The location of a step, in the form that each request needs.
    private struct Position {
        let list: Int
        let item: Int
        /// Whether it has an `after`.
        let isAfter: Bool
    }

    private let compiled: CompiledScenario
    private let isStrict: Bool
    private let positions: [Position]
    private var lists: [ListProgress]
    private var stepsComplete: [Bool]
    /// The number of incomplete entries of each block.
    private var openEntries: [Int]
    /// Steps closed because a step that waits for them through `after` took a request, each with that step.
    private var closedSteps: [Int: Int] = [:]
    private var closedBlocks: [Int: Int] = [:]
    private(set) var incompleteSteps: Int

    init(_ compiled: CompiledScenario) {
        self.compiled = compiled
        let scenario = compiled.scenario
        isStrict = scenario.order == .strict
        positions = scenario.steps.map { Position(list: $0.list, item: $0.indexInList, isAfter: $0.after != nil) }
        lists = scenario.lists.map { _ in ListProgress() }
        stepsComplete = scenario.steps.map { $0.rule.times.lower == 0 }
        openEntries = scenario.blocks.map(\.entries.count)
        incompleteSteps = stepsComplete.count { !$0 }
        // An inner list comes after its outer one in the table, so its progress is ready when the outer one needs it.
        for list in scenario.lists.indices.reversed() { advance(list) }
    }

    private var scenario: Scenario { compiled.scenario }

    func isComplete(step: Int) -> Bool { stepsComplete[step] }

    func isComplete(_ dependency: Dependency) -> Bool {
        switch dependency {
        case .step(let step): stepsComplete[step]
        case .block(let block): openEntries[block] == 0
        }
    }

    /// Whether the steps that it waits for are complete.
    func isOpen(step index: Int) -> Bool {
        let position = positions[index]
        if position.isAfter { return scenario.steps[index].after?.allSatisfy(isComplete) ?? true }
        return !isStrict || isReached(list: position.list, item: position.item)
    }

    /// Whether a later step has taken a request, so that this one takes no more.
    func isClosed(step index: Int) -> Bool { closer(ofStep: index) != nil }

    /// The step that closed it by taking a request.
    ///
    /// An incomplete step is never closed: a step that waits only for an optional step may take a request before the
    /// steps that the optional step waits for.
    func closer(ofStep index: Int) -> Int? {
        guard isStrict, stepsComplete[index] else { return nil }
        if !closedSteps.isEmpty, let closer = closedSteps[index] { return closer }
        return closer(list: positions[index].list, item: positions[index].item)
    }

    /// Marks the step complete: it has the fewest requests that it needs.
    mutating func complete(step index: Int) {
        guard !stepsComplete[index] else { return }
        stepsComplete[index] = true
        incompleteSteps -= 1
        advance(scenario.steps[index].list)
    }

    /// Closes the steps before a step that took a request.
    mutating func take(step index: Int) {
        guard isStrict else { return }
        if positions[index].isAfter {
            closeBefore(index, by: index)
        } else {
            closeBefore(list: positions[index].list, item: positions[index].item, by: index)
        }
    }

    /// The open, incomplete step that a step waits for, directly or through others; the step itself if it is open.
    ///
    /// `known` caches results, so that a call for each step of a long script is cheap.
    func reachedStep(before index: Int, known: inout [Int: Int]) -> Int? {
        var path: [Int] = []
        var position: Int? = index
        while let step = position, known[step] == nil, !isOpen(step: step) {
            path.append(step)
            guard path.count <= scenario.steps.count else { return nil }
            position = firstWaitedFor(step: step)
        }
        guard let position else { return nil }
        let reached = known[position] ?? position
        for step in path { known[step] = reached }
        return reached
    }

    private func firstWaitedFor(step index: Int) -> Int? {
        let step = scenario.steps[index]
        if let after = step.after { return after.first { !isComplete($0) }.flatMap(firstIncomplete) }
        var position: (list: Int, item: Int)? = (step.list, step.indexInList)
        while let (list, item) = position {
            if lists[list].firstIncomplete < item {
                return firstIncomplete(scenario.lists[list].items[lists[list].firstIncomplete])
            }
            position = scenario.lists[list].block.map { (scenario.blocks[$0].list, scenario.blocks[$0].indexInList) }
        }
        return nil
    }

    /// The first incomplete step of the script in list order.
    var firstIncompleteStep: Int? {
        guard let list = lists.first, list.firstIncomplete < scenario.lists[0].items.count else { return nil }
        return firstIncomplete(scenario.lists[0].items[list.firstIncomplete])
    }

    private func firstIncomplete(_ dependency: Dependency) -> Int? {
        switch dependency {
        case .step(let step): return stepsComplete[step] ? nil : step
        case .block(let block):
            for list in scenario.blocks[block].entries {
                let items = scenario.lists[list].items
                if lists[list].firstIncomplete < items.count {
                    return firstIncomplete(items[lists[list].firstIncomplete])
                }
            }
            return nil
        }
    }

    /// The first incomplete steps and blocks that it waits for, and the number of all.
    func waitsFor(step index: Int, atMost limit: Int) -> (first: [Dependency], count: Int) {
        var (first, count): ([Dependency], Int) = ([], 0)
        func add(_ dependencies: some Sequence<Dependency>) {
            for dependency in dependencies where !isComplete(dependency) {
                count += 1
                if count <= limit { first.append(dependency) }
            }
        }
        let step = scenario.steps[index]
        if let after = step.after {
            add(after)
            return (first, count)
        }
        guard isStrict else { return (first, count) }
        var position: (list: Int, item: Int)? = (step.list, step.indexInList)
        while let (list, item) = position {
            add(scenario.lists[list].items[..<item].dropFirst(lists[list].firstIncomplete))
            position = scenario.lists[list].block.map { (scenario.blocks[$0].list, scenario.blocks[$0].indexInList) }
        }
        return (first, count)
    }

    /// The first incomplete steps below a dependency.
    func incompleteSteps(of dependency: Dependency, atMost limit: Int) -> [Int] {
        var steps: [Int] = []
        addIncompleteSteps(of: dependency, atMost: limit, to: &steps)
        return steps
    }

    private func addIncompleteSteps(of dependency: Dependency, atMost limit: Int, to steps: inout [Int]) {
        guard steps.count < limit, !isComplete(dependency) else { return }
        switch dependency {
        case .step(let step): steps.append(step)
        case .block(let block):
            for list in scenario.blocks[block].entries {
                for item in scenario.lists[list].items { addIncompleteSteps(of: item, atMost: limit, to: &steps) }
            }
        }
    }

    private func isReached(list: Int, item: Int) -> Bool {
        guard lists[list].firstIncomplete >= item else { return false }
        guard let block = scenario.lists[list].block else { return true }
        return isReached(list: scenario.blocks[block].list, item: scenario.blocks[block].indexInList)
    }

    private func closer(list: Int, item: Int) -> Int? {
        if lists[list].closedBelow > item { return lists[list].closer }
        guard let block = scenario.lists[list].block else { return nil }
        return closedBlocks[block]
            ?? closer(list: scenario.blocks[block].list, item: scenario.blocks[block].indexInList)
    }

    private mutating func advance(_ list: Int) {
        let items = scenario.lists[list].items
        let before = lists[list].firstIncomplete
        var position = before
        while position < items.count, isComplete(items[position]) { position += 1 }
        lists[list].firstIncomplete = position
        guard position == items.count, position > before || items.isEmpty, let block = scenario.lists[list].block else {
            return
        }
        openEntries[block] -= 1
        if openEntries[block] == 0 { advance(scenario.blocks[block].list) }
    }

    /// Closes the steps that a step with a request waits for, and those that they wait for. A loop, because a chain may
    /// be as long as the script.
    private mutating func closeBefore(_ index: Int, by closer: Int) {
        var steps = [index]
        while let index = steps.popLast() {
            let step = scenario.steps[index]
            guard let after = step.after else {
                closeBefore(list: step.list, item: step.indexInList, by: closer)
                continue
            }
            for dependency in after {
                switch dependency {
                case .step(let step) where closedSteps[step] == nil:
                    closedSteps[step] = closer
                    steps.append(step)
                case .block(let block) where closedBlocks[block] == nil:
                    closedBlocks[block] = closer
                    closeBefore(
                        list: scenario.blocks[block].list, item: scenario.blocks[block].indexInList, by: closer)
                case .step, .block:
                    break
                }
            }
        }
    }

    private mutating func closeBefore(list: Int, item: Int, by closer: Int) {
        if item > lists[list].closedBelow {
            lists[list].closedBelow = item
            lists[list].closer = closer
        }
        guard let block = scenario.lists[list].block else { return }
        closeBefore(list: scenario.blocks[block].list, item: scenario.blocks[block].indexInList, by: closer)
    }
}
