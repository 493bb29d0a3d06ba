import Scenarios
import ExactJSON

/// Finds steps that no request can reach, and stubs that can take requests meant for a step.
struct ReachabilityCheck {
    let state: LoadingContext
    let order: Scenario.Order
    let steps: [Step]
    let lists: [StepList]
    let blocks: [ParallelBlock]
    let stubs: [Rule]
    private let stepRequests: [SourcedRequestMatcher]
    private let stubRequests: [SourcedRequestMatcher]
    private let work = ComparisonWork()

    init(
        _ state: LoadingContext, _ order: Scenario.Order, steps: [Step], lists: [StepList],
        blocks: [ParallelBlock], stepRequests: [Node?], stubs: [Rule], stubRequests: [Node?]
    ) {
        (self.state, self.order, self.steps, self.lists, self.blocks) = (state, order, steps, lists, blocks)
        self.stubs = stubs
        self.stepRequests = zip(steps, stepRequests).map { SourcedRequestMatcher($0.rule.request, $1) }
        self.stubRequests = zip(stubs, stubRequests).map { SourcedRequestMatcher($0.request, $1) }
    }

    func report() {
        reportSteps()
        reportStubs()
    }

    /// `step "login"`, `stub 2`.
    private func name(step index: Int) -> String { RuleNoun.step.text(steps[index].rule.id) }
    private func name(stub index: Int) -> String { RuleNoun.stub.text(stubs[index].id) }

    // MARK: Steps

    private func reportSteps() {
        // Under order: any nothing closes, so an endless step that is open from the start takes its requests forever.
        let none = RequestMatcherIndex(for: stepRequests)
        var endless = none
        var endlessInBlocks: [Int: RequestMatcherIndex] = [:]
        let hasAfter = steps.contains { $0.after != nil }
        var unreachable: Set<Int> = []
        // For each step the last one before it in its list that a request can reach, with no block between them.
        var reached: [Int?] = []
        for number in steps.indices {
            reached.append(stepBefore(number).flatMap { unreachable.contains($0) ? reached[$0] : $0 })
            if let position = steps[number].rule.request.positionWanting(connectionOf: number) {
                unreachable.insert(number)
                state.error(
                    "no request can reach \(name(step: number)): its first request would have to come on the "
                        + "connection of an earlier one; name an earlier step in same_as", at: position)
            }
            let taker =
                order == .any
                ? endless.covering(stepRequests[number], within: work).first { _ in true }
                : taker(of: number, reached[number]) ?? (hasAfter ? nil : takerInBlock(of: number, endlessInBlocks))
            if let taker {
                unreachable.insert(number)
                state.error(
                    "no request can reach \(name(step: number)): \(name(step: taker)) before it "
                        + "takes them all, as often as they come; move \(name(step: number)) above it, or leave it out",
                    at: steps[number].rule.position)
            }
            // What this step would take, too, the other takes first.
            guard taker == nil, steps[number].after == nil, steps[number].rule.isEndless else { continue }
            if order == .any { endless.add(number) }
            // An entry of a parallel block that consists of one step stays open until the block ends.
            let list = lists[steps[number].list]
            if !hasAfter, let block = list.block, list.items.count == 1 {
                endlessInBlocks[block, default: none].add(number)
            }
        }
    }

    /// The step directly before another in its list; nil at the start and behind a block.
    private func stepBefore(_ number: Int) -> Int? {
        let step = steps[number]
        guard step.indexInList > 0, case .step(let before) = lists[step.list].items[step.indexInList - 1] else {
            return nil
        }
        return before
    }

    /// The step of the same list that takes all requests of a step. In its list, a step closes as soon as a later step
    /// takes a request, so only unreachable steps may stand between.
    private func taker(of number: Int, _ reached: Int?) -> Int? {
        guard let reached, steps[number].after == nil, steps[reached].after == nil, steps[reached].rule.isEndless,
            work.spend(stepRequests[reached].cost),
            stepRequests[reached].covers(stepRequests[number])
        else { return nil }
        return reached
    }

    private func takerInBlock(of number: Int, _ endless: [Int: RequestMatcherIndex]) -> Int? {
        guard let block = lists[steps[number].list].block else { return nil }
        return endless[block]?.covering(stepRequests[number], within: work).first {
            steps[$0].list != steps[number].list
        }
    }

    // MARK: Stubs

    private func reportStubs() {
        if stubs.isEmpty { return }
        let waiting = steps.indices.filter { waits(steps[$0]) }
        var index = RequestMatcherIndex(for: stubRequests)
        var endless = RequestMatcherIndex(for: stubRequests, expecting: stubs.count)
        for (number, stub) in stubRequests.enumerated() {
            if let taker = endless.covering(stub, within: work).first(where: { _ in true }) {
                // It takes no requests from other stubs or from steps.
                state.warning(
                    .shadowedStub,
                    "no request can reach \(name(stub: number)): \(name(stub: taker)) before it takes "
                        + "them all; move \(name(stub: number)) above it, or leave it out", at: stubs[number].position)
                continue
            }
            if stubs[number].isEndless { endless.add(number) }
            if !waiting.isEmpty { index.add(number) }
        }
        for (number, taken) in stepsTaken(by: index, of: waiting).sorted(by: { $0.key < $1.key }) {
            let step = name(step: taken.first)
            let more = "\(work.isExhausted ? "at least " : "")\(taken.count - 1) more"
            let (whose, when) =
                taken.count == 1 ? (step, "\(step) is") : ("\(step) and of \(more)", "those steps are")
            let cure =
                taken.takesSame
                ? "leave \(name(stub: number)) out" : "narrow the request of \(name(stub: number))"
            let position = stubs[number].position
            let allowing =
                AllowComments.canStand(in: position.file)
                ? "; if not, write # mockserver: allow \(Diagnostic.Code.shadowedStep.rawValue) at the end of this line"
                : ""
            state.warning(
                .shadowedStep,
                "\(name(stub: number)) takes requests of \(whose) that come before \(when) open, and so those requests "
                    + "don't fail the run; if they should, \(cure)\(allowing)", at: position)
        }
    }

    /// The steps that lose all their requests to a stub while they are not open yet.
    private struct StepsTaken {
        let first: Int
        var count = 0
        /// Whether one of them takes the same requests as the stub, which then can't be narrowed.
        var takesSame = false
    }

    /// For each stub, the steps that lose their requests to it.
    private func stepsTaken(by index: RequestMatcherIndex, of waiting: [Int]) -> [Int: StepsTaken] {
        var taken: [Int: StepsTaken] = [:]
        for number in waiting {
            for stub in index.covering(stepRequests[number], within: work) {
                if !stubs[stub].never {
                    var steps = taken[stub] ?? StepsTaken(first: number)
                    steps.count += 1
                    if !steps.takesSame, work.spend(stepRequests[number].cost) {
                        steps.takesSame = stepRequests[number].covers(stubRequests[stub])
                    }
                    taken[stub] = steps
                }
                // No later stub gets any of them.
                if stubs[stub].isEndless { break }
            }
        }
        return taken
    }

    /// Whether a step is closed at the start.
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
    /// Whether the rule takes any number of requests at any time.
    fileprivate var isEndless: Bool { times.upper == nil && when.isEmpty }
}

extension RequestMatcher {
    /// The position of a condition that always requires the connection of the step's own last request.
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
