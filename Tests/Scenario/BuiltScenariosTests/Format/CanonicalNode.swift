import Scenarios

@testable import ScenarioFiles

/// A node without positions, quoting and the order of its keys; durations and sizes by their value.
indirect enum CanonicalNode: Hashable {
    case null
    case text(String)
    /// A value of JSON, whose type counts.
    case data(String)
    case duration(Duration)
    case list([CanonicalNode])
    case map([String: CanonicalNode])

    /// The keys below which a scalar's type counts.
    private static let dataKeys: Set<String> = [
        "json", "json_exact", "json_path", "json_schema", "variables", "vars", "set", "when",
    ]

    init(_ node: Node, isData: Bool = false) {
        switch node.kind {
        case .scalar(let scalar): self = isData ? .data("\(scalar.value) \(scalar.text)") : Self.plain(scalar)
        case .sequence(let nodes): self = .list(nodes.map { CanonicalNode($0, isData: isData) })
        case .mapping(let mapping):
            let entries = mapping.entries.map { entry in
                (
                    entry.key.text,
                    CanonicalNode(entry.value, isData: isData || Self.dataKeys.contains(entry.key.text))
                )
            }
            self = .map(Dictionary(entries) { first, _ in first })
        }
    }

    private static func plain(_ scalar: Node.Scalar) -> CanonicalNode {
        if scalar.isNull { return .null }
        if let duration = try? DurationReader.read(scalar.text) { return .duration(duration) }
        let (size, unit) = scalar.text.hasSuffix("/s") ? (scalar.text.dropLast(2), "/s") : (scalar.text[...], "")
        return .text(SizeReader.bytes(in: size).map { "\($0)\(unit)" } ?? scalar.text)
    }
}
