import Scenarios

/// The names by which other keys refer to steps and parallel blocks.
struct StepNames {
    /// The step or block of each `id`.
    var dependencies: [String: Dependency] = [:]
    /// The names of all steps in file order, including those without an `id`.
    let steps: [String]
    /// The first step of each name.
    private let indices: [String: Int]

    init(dependencies: [String: Dependency] = [:], steps: [String] = []) {
        self.dependencies = dependencies
        self.steps = steps
        indices = Dictionary(steps.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    subscript(name: String) -> Dependency? {
        dependencies[name] ?? indices[name].map { .step($0) }
    }
}

extension LoadingContext {
    /// The index of the named step; `clause` says why a parallel block is not allowed.
    func step(_ node: Node, notABlock clause: String) -> Int? {
        guard let id = string(node) else { return nil }
        switch stepNames[id] {
        case .step(let index): return index
        case .block: error("\"\(id)\" is a parallel block; \(clause), so name one of its steps", at: node.position)
        case nil: reportUnknownStep(id, at: node.position)
        }
        return nil
    }

    func reportUnknownStep(_ id: String, at position: Position) {
        let hint = self.hint(for: id, among: stepNames.dependencies.keys.sorted())
        let names = stepNames.steps
        let advice =
            names.count > 7
            ? "; there are \(names.prefix(7).joined(separator: ", ")), …"
            : names.isEmpty ? "; write a step with that id" : Nearest.all(names)
        error("no step has the id \"\(id)\"\(hint.isEmpty ? advice : hint)", at: position)
    }
}
