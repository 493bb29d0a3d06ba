package import Scenarios
import ExactJSON

/// A value of a scenario file as it was parsed, without meaning yet.
package struct Node: Sendable {
    /// The kind of a node.
    package enum Kind: Sendable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping(Mapping)
    }

    /// A value that is neither a list nor a map.
    package struct Scalar: Hashable, Sendable {
        /// How the value was written.
        package enum Style: Hashable, Sendable {
            case plain, singleQuoted, doubleQuoted, literal, folded
        }

        /// The characters: of a plain value as in the file, of any other value with its notation decoded.
        package let text: String
        /// How the value was written.
        package let style: Style
        /// Whether the value is always text, because it is not plain or has the tag `!!str` or `!`.
        package let isText: Bool

        package init(_ text: String, _ style: Style, isText: Bool? = nil) {
            self.text = text
            self.style = style
            self.isText = isText ?? (style != .plain)
        }
    }

    /// A key of a map.
    package struct Key: Sendable {
        /// The key's characters.
        package let text: String
        /// The key's position.
        package let position: Position

        package init(text: String, position: Position) {
            self.text = text
            self.position = position
        }
    }

    /// A key of a map and its value.
    package struct Entry: Sendable {
        /// The key's characters.
        package let name: String
        // The file is that of the value. It is not kept twice, since a document has many entries.
        private let line: UInt32
        private let column: UInt32
        /// The value.
        package let value: Node

        /// The key's position.
        package var position: Position {
            Position(file: value.position.file, line: Int(line), column: Int(column))
        }

        /// The key.
        package var key: Key { Key(text: name, position: position) }

        /// - Parameter key: a key in the file of the value.
        package init(key: Key, value: Node) {
            name = key.text
            line = UInt32(clamping: key.position.line)
            column = UInt32(clamping: key.position.column)
            self.value = value
        }
    }

    /// A map: its entries in order, without duplicate keys.
    package struct Mapping: Sendable {
        /// The entries in order.
        package let entries: [Entry]

        package init(entries: [Entry]) { self.entries = entries }

        /// The entry whose key is exactly `key`.
        package subscript(key: String) -> Entry? {
            entries.first { $0.name.isExactly(key) }
        }
    }

    /// The position where the value begins, behind its anchor and tag. A value behind an alias keeps its own position.
    package let position: Position
    /// The kind and content of the node.
    package let kind: Kind

    package init(_ position: Position, _ kind: Kind) {
        self.position = position
        self.kind = kind
    }
}
