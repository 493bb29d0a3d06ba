import ExactJSON
import HTTPMessage
import Scenarios

extension Script {
    /// Puts the run where a step and the steps that it waits for are complete, as if their requests had come.
    ///
    /// Variables get the values that `set` gives them without a request. What a capture, or a template that reads the
    /// request or draws a value, would have set is not known then.
    package mutating func assumeComplete(step: Int) {
        // A loop, because a chain may be as long as the script.
        var stack = [step]
        while let step = stack.last {
            let waits = order.waitsFor(step: step, atMost: .max).first
            let incomplete = waits.flatMap { order.incompleteSteps(of: $0, atMost: .max) }
            guard incomplete.isEmpty else {
                stack += incomplete.reversed()
                continue
            }
            stack.removeLast()
            complete(step: step)
        }
    }

    private mutating func complete(step: Int) {
        let rule = scenario.steps[step].rule
        let count = max(1, rule.times.lower)
        guard progress[step].count < count else { return }
        progress[step].count = count
        order.take(step: step)
        order.complete(step: step)
        for capture in rule.captures { forget(capture.variable, setBy: step) }
        for assignment in rule.sets {
            var after = scope(rule: step)
            after.variablesSize = variablesSize
            guard !assignment.value.needsRequest, (try? after.assign(assignment)) != nil else {
                forget(assignment.variable, setBy: step)
                continue
            }
            know(assignment.variable)
            (variables, variablesSize) = (after.variables, after.variablesSize)
        }
        revision += 1
    }

    /// Whether a value is drawn, or made from one that is.
    func isRandom(_ value: JSONTemplate) -> Bool {
        value.templates.flatMap(\.expressions).contains { expression in
            switch expression.operand {
            case .uuid, .randomInt, .randomString: return true
            case .variable(let variable, _):
                if case .random? = composer.unknownVariables[variable] { return true }
                return false
            case .request, .count, .now, .literal, .environment, .serverURL: return false
            }
        }
    }
}

extension Scenario {
    /// The step with this id, or the steps of the parallel block with it; nil if there is neither.
    package func steps(named id: String) -> [Int]? {
        if let step = steps.firstIndex(where: { $0.rule.id == id }) { return [step] }
        guard let block = blocks.firstIndex(where: { $0.id == id }) else { return nil }
        var (found, rest): ([Int], [Dependency]) = ([], [.block(block)])
        while let dependency = rest.popLast() {
            switch dependency {
            case .step(let step): found.append(step)
            case .block(let block): rest += blocks[block].entries.flatMap { lists[$0].items }
            }
        }
        return found
    }
}

extension JSONTemplate {
    /// Whether its value depends on the request, on its number or on chance.
    fileprivate var needsRequest: Bool {
        templates.flatMap(\.expressions).contains { expression in
            switch expression.operand {
            case .request, .count, .uuid, .randomInt, .randomString, .now: true
            case .literal, .variable, .environment, .serverURL: false
            }
        }
    }
}
