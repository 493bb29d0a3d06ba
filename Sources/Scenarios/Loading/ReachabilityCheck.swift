import ExactJSON

/// Finds steps that no request can reach, and stubs that can take what is meant for a step.
struct ReachabilityCheck {
    /// What rules are compared by: their request, also as it is written.
    struct Entry {
        let request: RequestMatcher
        let node: Node?
        /// The path that the request wants; nil where it wants none or operators tell.
        var path: PathTemplate? { request.pathTemplate }
    }

    let state: LoadingContext
    let order: Scenario.Order
    let steps: [Step]
    let lists: [StepList]
    let blocks: [ParallelBlock]
    let stepRequests: [Node?]
    let stubs: [Rule]
    let stubRequests: [Node?]

    func report() {
        reportSteps()
        reportStubs()
    }

    private func step(_ number: Int) -> Entry { Entry(request: steps[number].rule.request, node: stepRequests[number]) }

    /// `step "login"`, `stub 2`.
    private func name(step index: Int) -> String { RuleNoun.step.text(steps[index].rule.id) }
    private func name(stub index: Int) -> String { RuleNoun.stub.text(stubs[index].id) }

    // MARK: Steps

    private func reportSteps() {
        // Under order: any nothing closes, so an endless step that is open from the start takes its requests for ever.
        var endless = RequestMatcherIndex()
        let hasAfter = steps.contains { $0.after != nil }
        var unreachable: Set<Int> = []
        for number in steps.indices {
            if let position = steps[number].rule.request.positionWanting(connectionOf: number) {
                unreachable.insert(number)
                state.error(
                    "no request can reach \(name(step: number)): its first would have to come on the connection "
                        + "of one before", at: position)
            }
            let taker =
                order == .any
                ? endless.covering(step(number)).first { _ in true }
                : taker(of: number, unreachable, looksInBlock: !hasAfter)
            if let taker {
                unreachable.insert(number)
                state.error(
                    "no request can reach \(name(step: number)): \(name(step: taker)) before it "
                        + "takes each one, as often as it comes", at: steps[number].rule.position)
            }
            if steps[number].after == nil, steps[number].rule.isEndless { endless.add(step(number), at: number) }
        }
    }

    private func taker(of number: Int, _ unreachable: Set<Int>, looksInBlock: Bool) -> Int? {
        guard steps[number].after == nil else { return nil }
        let list = steps[number].list
        // In its own list a step closes as soon as one behind it takes a request, so that only unreachable ones may stand
        // between.
        var index = steps[number].indexInList
        while index > 0 {
            index -= 1
            guard case .step(let candidate) = lists[list].items[index] else { break }
            if steps[candidate].rule.isEndless, steps[candidate].after == nil, covers(candidate, number) {
                return candidate
            }
            guard unreachable.contains(candidate) else { break }
        }
        return looksInBlock ? takerInBlock(of: number) : nil
    }

    /// An entry of the same parallel block that is one step stays open as long as the block is not left.
    private func takerInBlock(of number: Int) -> Int? {
        guard let block = lists[steps[number].list].block else { return nil }
        for entry in blocks[block].entries {
            guard entry != steps[number].list else { return nil }
            guard lists[entry].items.count == 1, case .step(let candidate)? = lists[entry].items.first else { continue }
            if steps[candidate].rule.isEndless, covers(candidate, number) { return candidate }
        }
        return nil
    }

    private func covers(_ a: Int, _ b: Int) -> Bool { RequestMatcherIndex.covers(step(a), step(b)) }

    // MARK: Stubs

    private func reportStubs() {
        if stubs.isEmpty { return }
        var index = RequestMatcherIndex()
        var endless = RequestMatcherIndex()
        for number in stubs.indices {
            let stub = Entry(request: stubs[number].request, node: stubRequests[number])
            if let taker = endless.covering(stub).first(where: { _ in true }) {
                // It takes nothing, from no stub and from no step.
                state.warning(
                    "no request can reach \(name(stub: number)): \(name(stub: taker)) before it takes each "
                        + "one", at: stubs[number].position)
                continue
            }
            if stubs[number].isEndless { endless.add(stub, at: number) }
            index.add(stub, at: number)
        }
        for (number, taken) in stepsTaken(by: index).sorted(by: { $0.key < $1.key }) {
            guard let first = taken.first else { continue }
            let others = taken.count == 1 ? "" : " and of \(taken.count - 1) more"
            state.warning(
                "\(name(stub: number)) takes requests of \(name(step: first))\(others) that come before it "
                    + "is open", at: stubs[number].position)
        }
    }

    /// Of each stub the steps all of whose requests it takes while they are not open yet.
    private func stepsTaken(by index: RequestMatcherIndex) -> [Int: [Int]] {
        var taken: [Int: [Int]] = [:]
        for number in steps.indices where waits(steps[number]) {
            for stub in index.covering(step(number)) {
                if !stubs[stub].never { taken[stub, default: []].append(number) }
                // No stub behind this one gets any of them.
                if stubs[stub].isEndless { break }
            }
        }
        return taken
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
}

extension Rule {
    /// Whether it takes any number of requests at any time.
    fileprivate var isEndless: Bool { times.upper == nil && when.isEmpty }
}

extension RequestMatcher {
    /// Where a request is wanted, in any case, that comes on the connection of the step's last.
    fileprivate func positionWanting(connectionOf step: Int) -> Position? {
        for condition in conditions {
            switch condition.kind {
            case .connection(let matcher):
                if case .sameAs(step, _) = matcher.kind { return matcher.position }
            case .allOf(let requestMatchers):
                for requestMatcher in requestMatchers {
                    if let position = requestMatcher.positionWanting(connectionOf: step) { return position }
                }
            default: break
            }
        }
        return nil
    }
}
