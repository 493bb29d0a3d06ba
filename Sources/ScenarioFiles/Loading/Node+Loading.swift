import Scenarios
import ExactJSON

/// What the loader asks of a node.
extension Node {
    /// The characters of a scalar and their positions; nil for a list or map, and where the value is missing.
    var sourceText: PositionedText? { text == nil ? nil : PositionedText(self) }

    /// The elements of a list.
    var items: [Node]? { sequence }

    /// The entries of a map.
    var entries: [Entry]? { mapping?.entries }

    /// The characters of a plain scalar, which alone can be a number or a word of the format.
    var plainText: String? {
        guard let scalar, !scalar.isText, !isMissing else { return nil }
        return scalar.text
    }

    /// This map with other entries.
    func keeping(_ entries: [Entry]) -> Node {
        Node(position, .mapping(Mapping(entries: entries)))
    }
}

extension Node.Entry {
    /// An entry that a short form stands for.
    init(name: String, value: Node) {
        self.init(key: Node.Key(text: name, position: value.position), value: value)
    }

    /// The key's characters.
    var name: String { key.text }

    /// Where the key stands.
    var position: Position { key.position }
}

/// The sentence behind an unknown word that names the known one that was probably meant.
enum Nearest {
    static func hint(for word: String, among known: [String], lead: String = "; did you mean") -> String {
        nearest(to: word, among: known).map { "\(lead) \"\($0)\"?" } ?? ""
    }
}
