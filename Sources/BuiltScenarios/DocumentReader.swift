package import ScenarioBuilder
import ScenarioFiles
package import Scenarios

/// Makes the nodes that the loader reads from a document that was built in Swift.
struct DocumentReader {
    private var files: [String: SourceFile] = [:]
    private(set) var diagnostics = Diagnostics()

    /// The node of a value, and of all in it.
    mutating func node(_ value: DocumentNode) -> Node {
        let position = position(of: value.site)
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
                        at: self.position(of: entry.value.site), "\"\(entry.key)\" stands twice in the same map")
                }
                return Node.Entry(
                    key: Node.Key(text: entry.key, position: self.position(of: entry.value.site)),
                    value: node(entry.value))
            }
            return Node(position, .mapping(Node.Mapping(entries: nodes)))
        case .invalid(let message):
            diagnostics.error(at: position, message)
            return Node(position, .scalar(Node.Scalar("null", .plain)))
        }
    }

    mutating func position(of site: CallSite) -> Position {
        Position(file: file(site.file), line: site.line, column: site.column)
    }

    /// The Swift source with this path: the path as shown to people, and the text that failures quote.
    mutating func file(_ path: String) -> SourceFile {
        if let file = files[path] { return file }
        let file = SourceFile(swiftSource: path)
        files[path] = file
        return file
    }
}

extension Position {
    /// The position in Swift source.
    package init(_ site: CallSite) {
        var reader = DocumentReader()
        self = reader.position(of: site)
    }
}
