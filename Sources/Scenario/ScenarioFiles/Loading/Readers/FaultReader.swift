import Scenarios

/// Reads `fault`: a kind, or a map of kind and phase.
struct FaultReader {
    let state: LoadingContext
    /// Whether the response is that to unmatched requests.
    var isForUnmatched = false

    func fault(_ node: Node) -> Fault? {
        if node.text != nil { return fault(kind: node, at: nil, afterBytes: nil) }
        guard let keyed = state.entries(of: node, .fault) else { return nil }
        guard let kind = keyed["kind"] else {
            if keyed.isComplete { state.error("a fault needs a kind: write kind: reset", at: node.position) }
            return nil
        }
        return fault(kind: kind, at: keyed["at"], afterBytes: keyed.entry("after_bytes"))
    }

    private func fault(kind node: Node, at phaseNode: Node?, afterBytes entry: Node.Entry?) -> Fault? {
        guard let name = state.string(node) else { return nil }
        guard let kind = Fault.Kind(rawValue: name) else {
            let known = Fault.Kind.allCases.map(\.rawValue)
            let hint = ForeignWords.faultMeant(by: name).map { "; \($0)" } ?? Nearest.hintOrAll(for: name, among: known)
            return state.refuse("unknown fault \"\(name)\"\(hint)", at: node.position)
        }
        guard let phase = phaseNode.map({ phase($0, of: kind) }) ?? kind.standardPhase else { return nil }
        if let entry, !phase.isInBody {
            return state.refuse(
                "after_bytes goes only with request_body and response_body, not with \(phase.rawValue); "
                    + (kind.phases.contains(.responseBody)
                        ? "write at: response_body, or leave it out" : "leave it out"),
                at: entry.position)
        }
        var afterBytes: Int?
        if let entry {
            guard let count = state.integer(entry.value, minimum: 0, "after_bytes") else { return nil }
            afterBytes = count
        }
        if phase.isInRequest, isForUnmatched {
            return state.refuse(
                "a request is unmatched once all of it has come, which is too late for a fault at \(phase.rawValue); "
                    + "write a stub for any request with the fault: {request: {}, response: {fault: …}}",
                at: (phaseNode ?? node).position)
        }
        return Fault(kind: kind, phase: phase, afterBytes: afterBytes, position: node.position)
    }

    /// A phase in which a fault of that kind can happen.
    private func phase(_ node: Node, of kind: Fault.Kind) -> Fault.Phase? {
        guard let text = state.string(node) else { return nil }
        guard let phase = Fault.Phase(rawValue: text) else {
            let known = Fault.Phase.allCases.map(\.rawValue)
            return state.refuse(
                "a fault happens at \(known.alternatives), not \"\(text)\"\(Fault.Phase.advice(on: text))",
                at: node.position)
        }
        guard kind.phases.contains(phase) else {
            let phases = kind.phases.map(\.rawValue)
            return state.refuse(
                "\"\(kind.rawValue)\" happens at \(phases.alternatives), not at \(text): write at: \(phases[0])",
                at: node.position)
        }
        return phase
    }
}
