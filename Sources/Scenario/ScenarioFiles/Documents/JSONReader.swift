import Scenarios
import ExactJSON

/// Reads a `.json` file into the nodes that the same file in YAML would give. libyaml can't do this: it rejects valid
/// JSON, such as surrogate pairs and keys of more than 1024 characters.
struct JSONReader {
    private let file: SourceFile
    private var diagnostics = Diagnostics()
    private let entries = ElementStack<Node.Entry>()

    init(_ file: SourceFile) {
        self.file = file
    }

    consuming func read() -> Document {
        let reading = PositionedJSON.read(file.bytes, depthLimit: Document.depthLimit)
        var root: Node?
        if let value = reading.root {
            root = node(value)
        } else {
            for error in reading.errors {
                let position = position(error.position)
                if error.reason == .empty {
                    diagnostics.error(at: position, YAMLReader.emptyFile)
                } else if isComment(at: position) {
                    diagnostics.error(
                        at: position, "JSON has no comments; leave it out, or write the scenario as a file in YAML")
                } else {
                    diagnostics.error(at: position, error.message)
                }
            }
        }
        return Document(file: file, root: root, isComplete: root != nil, diagnostics: diagnostics.sorted)
    }

    private mutating func node(_ value: PositionedJSON) -> Node {
        let position = position(value.position)
        switch value.content {
        case .null: return Node(position, .scalar(Node.Scalar("null", .plain)))
        case .bool(let value): return Node(position, .scalar(Node.Scalar(value ? "true" : "false", .plain)))
        case .number(let number): return Node(position, .scalar(Node.Scalar(number.lexeme, .plain)))
        case .string(let text): return Node(position, .scalar(Node.Scalar(text, .doubleQuoted)))
        case .array(let elements):
            var nodes: [Node] = []
            nodes.reserveCapacity(elements.count)
            for element in elements { nodes.append(node(element)) }
            return Node(position, .sequence(nodes))
        case .object(let members):
            var map = MappingBuilder(entries)
            for member in members {
                let key = Node.Key(text: member.name, position: self.position(member.position))
                let value = node(member.value)
                if map.begin(key, &diagnostics) { map.add(value) }
            }
            return Node(position, .mapping(map.finish()))
        }
    }

    /// Whether a comment of other languages begins at a position.
    private func isComment(at position: Position) -> Bool {
        let rest = file.bytes[file.offset(line: position.line, column: position.column)...]
        return rest.starts(with: "//".utf8) || rest.starts(with: "/*".utf8) || rest.first == UInt8(ascii: "#")
    }

    private func position(_ position: JSONPosition) -> Position {
        Position(file: file, line: position.line, column: position.column)
    }
}
