import ExactJSON

/// Finds steps that no request can reach, and stubs that can take what is meant for a step.
///
/// It claims only what is certain: one pattern subsumes another when each of its conditions stands in the other too, or is
/// a method or a literal path that the other's narrows.
struct ReachabilityCheck {
    let state: LoadState
    let order: Scenario.Order
    let steps: [Step]
    let lists: [StepList]
    let blocks: [ParallelBlock]
    let stubs: [Rule]
    /// The `request` of each step and of each stub as it is written.
    let stepRequests: [Node?]
    let stubRequests: [Node?]

    func report() {
        var unreachable: Set<Int> = []
        for place in steps.indices {
            guard let taker = taker(of: place, unreachable) else { continue }
            unreachable.insert(place)
            state.error(
                "no request can reach step \"\(steps[place].rule.id)\": step \"\(steps[taker].rule.id)\" before it takes "
                    + "each one, as often as it comes", at: steps[place].rule.position)
        }
        reportStubs()
    }

    private func takesAll(_ rule: Rule) -> Bool { rule.times.upper == nil && rule.when.isEmpty }

    // MARK: Steps

    private func taker(of place: Int, _ unreachable: Set<Int>) -> Int? {
        let step = steps[place]
        if order == .any {
            return earlier(than: place).first {
                steps[$0].after == nil && takesAll(steps[$0].rule) && subsumes($0, place)
            }
        }
        guard step.after == nil else { return nil }
        // In its own list a step closes as soon as one behind it takes a request, so that only unreachable ones may stand
        // between.
        var index = step.indexInList
        while index > 0 {
            index -= 1
            guard case .step(let candidate) = lists[step.list].items[index] else { break }
            if takesAll(steps[candidate].rule), subsumes(candidate, place) { return candidate }
            guard unreachable.contains(candidate) else { break }
        }
        return takerInBlock(of: place)
    }

    /// An entry of the same parallel block that is one step stays open as long as the block is not left.
    private func takerInBlock(of place: Int) -> Int? {
        guard let block = lists[steps[place].list].block, !steps.contains(where: { $0.after != nil }) else { return nil }
        for entry in blocks[block].entries {
            guard entry != steps[place].list else { return nil }
            guard lists[entry].items.count == 1, case .step(let candidate)? = lists[entry].items.first else { continue }
            if takesAll(steps[candidate].rule), subsumes(candidate, place) { return candidate }
        }
        return nil
    }

    /// Steps are compared with those that share a first literal path or have none, so that ten thousand cost little.
    private func earlier(than place: Int) -> [Int] {
        (0..<place).filter { steps[$0].rule.times.upper == nil }
    }

    private func subsumes(_ a: Int, _ b: Int) -> Bool {
        Self.subsumes(steps[a].rule.request, stepRequests[a], steps[b].rule.request, stepRequests[b])
    }

    // MARK: Stubs

    private func reportStubs() {
        for (place, stub) in stubs.enumerated() where !stub.never {
            let taken = steps.indices.filter { step in
                waits(steps[step])
                    && Self.subsumes(stub.request, stubRequests[place], steps[step].rule.request, stepRequests[step])
            }
            guard let first = taken.first else { continue }
            let others = taken.count == 1 ? "" : " and of \(taken.count - 1) more"
            state.warning(
                "stub \"\(stub.id)\" takes requests of step \"\(steps[first].rule.id)\"\(others) that come before it is open",
                at: stub.position)
        }
        for (place, stub) in stubs.enumerated() {
            let taker = stubs[..<place].indices.first { other in
                takesAll(stubs[other])
                    && Self.subsumes(stubs[other].request, stubRequests[other], stub.request, stubRequests[place])
            }
            if let taker {
                state.warning(
                    "no request can reach stub \"\(stub.id)\": stub \"\(stubs[taker].id)\" before it takes each one",
                    at: stub.position)
            }
        }
    }

    /// Whether a step is not open from the start.
    private func waits(_ step: Step) -> Bool {
        if let after = step.after { return !after.isEmpty }
        if order == .any { return false }
        if step.indexInList > 0 { return true }
        var list = step.list
        while let block = lists[list].block {
            if blocks[block].indexInList > 0 { return true }
            list = blocks[block].list
        }
        return false
    }

    // MARK: Patterns

    /// Whether every request that fits `b` fits `a`.
    static func subsumes(_ a: RequestPattern, _ aNode: Node?, _ b: RequestPattern, _ bNode: Node?) -> Bool {
        guard let aNode, let bNode else { return false }
        return a.conditions.allSatisfy { condition in
            switch condition.kind {
            case .method(let methods):
                return b.conditions.contains { other in
                    guard case .method(let narrower) = other.kind else { return false }
                    return narrower.allSatisfy(methods.contains)
                }
            case .path(.template(let path)):
                return b.conditions.contains { other in
                    guard case .path(.template(let narrower)) = other.kind else { return false }
                    return subsumes(path, narrower)
                }
            default:
                return hasSame(condition, aNode, bNode)
            }
        }
    }

    private static func subsumes(_ a: PathTemplate, _ b: PathTemplate) -> Bool {
        if a.text == b.text { return true }
        guard let a = a.decodedLiteral, let b = b.decodedLiteral else { return false }
        return a.utf8.elementsEqual(b.utf8)
    }

    /// Whether a condition other than method and path is written alike in both.
    private static func hasSame(_ condition: Condition, _ a: Node, _ b: Node) -> Bool {
        if let text = a.text { return b.text?.isExactly(text) ?? false }
        guard let entry = a.entries?.first(where: { $0.value.position == condition.position }) else { return false }
        return b.entries?.contains { $0.name == entry.name && $0.value.isSame(as: entry.value) } ?? false
    }
}

extension Node {
    /// Whether two values are written alike, positions aside.
    func isSame(as other: Node) -> Bool {
        switch (kind, other.kind) {
        case (.scalar(let a), .scalar(let b)): a.isText == b.isText && a.text.isExactly(b.text)
        case (.sequence(let a), .sequence(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
        case (.mapping(let a), .mapping(let b)):
            a.entries.count == b.entries.count
                && zip(a.entries, b.entries).allSatisfy { $0.name == $1.name && $0.value.isSame(as: $1.value) }
        default: false
        }
    }
}
