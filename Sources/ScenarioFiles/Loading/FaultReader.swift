import Scenarios

/// Reads `fault`: a kind, or a map of kind and phase.
struct FaultReader {
    let state: LoadingContext

    private static let phases = ["request_start", "request_body", "response_start", "response_body", "response_end"]

    /// Each kind, the phases it may happen in, and its default phase.
    private static let kinds: [(name: String, phases: [String], standard: String)] = [
        ("reset", phases, "response_start"),
        ("stall", phases, "response_body"),
        ("close", phases, "response_start"),
        ("empty", ["response_start"], "response_start"),
        ("garbage", ["response_start", "response_body"], "response_start"),
        ("truncate", ["response_body"], "response_body"),
        ("malformed_chunk", ["response_body"], "response_body"),
    ]

    func fault(_ node: Node) -> Fault? {
        if node.text != nil { return fault(kind: node, at: nil, afterBytes: nil) }
        guard let keyed = state.entries(of: node, .fault) else { return nil }
        guard let kind = keyed["kind"] else {
            state.error("a fault has a kind", at: node.position)
            return nil
        }
        return fault(kind: kind, at: keyed["at"], afterBytes: keyed.entry("after_bytes"))
    }

    private func fault(kind node: Node, at phaseNode: Node?, afterBytes: Node.Entry?) -> Fault? {
        guard let name = state.string(node) else { return nil }
        guard let kind = Self.kinds.first(where: { $0.name == name }) else {
            let known = Self.kinds.map(\.name)
            state.error("unknown fault \"\(name)\"\(Nearest.hint(for: name, among: known))", at: node.position)
            return nil
        }
        var phase = kind.standard
        if let phaseNode {
            guard let text = state.string(phaseNode) else { return nil }
            guard Self.phases.contains(text) else {
                state.error(
                    "a fault happens at \(Self.phases.alternatives), not \"\(text)\""
                        + Nearest.hint(for: text, among: Self.phases), at: phaseNode.position)
                return nil
            }
            guard kind.phases.contains(text) else {
                state.error(
                    "\"\(name)\" happens at \(kind.phases.alternatives), not at \(text)", at: phaseNode.position)
                return nil
            }
            phase = text
        }
        if let afterBytes, !phase.hasSuffix("_body") {
            state.error(
                "after_bytes goes only with request_body and response_body, not with \(phase)", at: afterBytes.position)
            return nil
        }
        guard let known = Fault.Kind(rawValue: name) else {
            state.error("the fault \"\(name)\" is not yet supported", at: node.position)
            return nil
        }
        guard let known = Fault.Phase(rawValue: phase).map({ Fault(kind: known, phase: $0) }) else {
            state.error("a fault at \"\(phase)\" is not yet supported", at: (phaseNode ?? node).position)
            return nil
        }
        return known
    }
}
