extension Scenario {
    /// The steps that a step waits for, in groups, the nearest first; empty if it waits for nothing.
    package func stepsBefore(step index: Int) -> [[Int]] {
        if let after = steps[index].after {
            return after.isEmpty ? [] : [after.flatMap(steps(of:))]
        }
        guard order == .strict else { return [] }
        var groups: [[Int]] = []
        var position: (list: Int, item: Int)? = (steps[index].list, steps[index].indexInList)
        while let (list, item) = position {
            for before in lists[list].items[..<item].reversed() {
                groups.append(steps(of: before))
                // A required step has taken a request before any after it is open.
                if groups.last?.contains(where: { steps[$0].rule.times.lower > 0 }) ?? false { return groups }
            }
            position = lists[list].block.map { (blocks[$0].list, blocks[$0].indexInList) }
        }
        return groups
    }

    private func steps(of dependency: Dependency) -> [Int] {
        switch dependency {
        case .step(let step): [step]
        case .block(let block): blocks[block].entries.flatMap { lists[$0].items.flatMap(steps(of:)) }
        }
    }
}
