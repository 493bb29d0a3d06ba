package import Scenarios
import ExactJSON

/// A value of a scenario file, before anything is made of it.
package struct Node: Sendable {
    /// What a node is.
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

        /// The characters: of a plain value those of the file, of any other those that its notation stands for.
        package let text: String
        /// How the value was written.
        package let style: Style
        /// Whether the value is text whatever it looks like, because it is not plain or has the tag `!!str` or `!`.
        package let isText: Bool

        init(_ text: String, _ style: Style, isText: Bool? = nil) {
            self.text = text
            self.style = style
            self.isText = isText ?? (style != .plain)
        }
    }

    /// A key of a map.
    package struct Key: Sendable {
        /// The key's characters.
        package let text: String
        /// Where the key stands.
        package let position: Position
    }

    /// A key of a map and its value.
    package struct Entry: Sendable {
        /// The key.
        package let key: Key
        /// The value.
        package let value: Node
    }

    /// A map: its entries in order, no key twice.
    package struct Mapping: Sendable {
        /// The entries in order.
        package let entries: [Entry]

        /// The entry whose key is exactly `key`.
        package subscript(key: String) -> Entry? {
            entries.first { $0.key.text.isExactly(key) }
        }
    }

    /// Where the value begins, behind its anchor and tag. What an alias stands for keeps its own position.
    package let position: Position
    /// What the node is.
    package let kind: Kind

    init(_ position: Position, _ kind: Kind) {
        self.position = position
        self.kind = kind
    }
}
