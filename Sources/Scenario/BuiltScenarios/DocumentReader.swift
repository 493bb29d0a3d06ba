import ScenarioBuilder
import ScenarioFiles
import Scenarios

/// Makes the nodes that the loader reads from a document that was built in Swift.
struct DocumentReader {
    private let sources: SwiftSources
    private(set) var diagnostics = Diagnostics()

    init(_ sources: SwiftSources = SwiftSources()) { self.sources = sources }

    /// The node of a value, and of all in it.
    mutating func node(_ value: DocumentNode) -> Node {
        let position = sources.position(of: value.site)
        switch value.kind {
        case .null: return Node(position, .scalar(Node.Scalar("null", .plain)))
        case .bool(let value): return Node(position, .scalar(Node.Scalar("\(value)", .plain)))
        case .number(let text): return Node(position, .scalar(Node.Scalar(text, .plain)))
        case .string(let text): return Node(position, .scalar(Node.Scalar(text, .doubleQuoted)))
        case .list(let values): return Node(position, .sequence(values.map { node($0) }))
        case .map(let entries):
            var keys: Set<String> = []
            let nodes = entries.map { entry in
                if !keys.insert(entry.key).inserted {
                    diagnostics.error(
                        at: sources.position(of: entry.value.site), "\"\(entry.key)\" stands twice in the same map")
                }
                return Node.Entry(
                    key: Node.Key(text: entry.key, position: sources.position(of: entry.value.site)),
                    value: node(entry.value))
            }
            return Node(position, .mapping(Node.Mapping(entries: nodes)))
        case .invalid(let message):
            diagnostics.error(at: position, message)
            return Node(position, .scalar(Node.Scalar("null", .plain)))
        }
    }
}
