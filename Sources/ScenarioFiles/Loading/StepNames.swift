import Scenarios

/// What steps and parallel blocks are called by others.
struct StepNames {
    /// What stands behind each `id`.
    var dependencies: [String: Dependency] = [:]
    /// The names of all steps in file order, also of those without an `id`.
    var steps: [String] = []

    subscript(name: String) -> Dependency? {
        dependencies[name] ?? steps.firstIndex(of: name).map { .step($0) }
    }
}

extension LoadingContext {
    /// The index of the step that is named; `clause` says why a parallel block is not a step.
    func step(_ node: Node, notABlock clause: String) -> Int? {
        guard let id = string(node) else { return nil }
        switch stepNames[id] {
        case .step(let index): return index
        case .block: error("\"\(id)\" is a parallel block; \(clause)", at: node.position)
        case nil: reportUnknownStep(id, at: node.position)
        }
        return nil
    }

    func reportUnknownStep(_ id: String, at position: Position) {
        let hint = Nearest.hint(for: id, among: stepNames.dependencies.keys.sorted())
        error("no step has the id \"\(id)\"\(hint)", at: position)
    }
}
