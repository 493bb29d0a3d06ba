/// A value of a YAML file as it is written: its bytes in the file, and its parts.
struct WrittenNode {
    enum Content {
        /// Nothing, as behind `key:`.
        case missing
        /// An alias, or a plain or quoted scalar.
        case scalar
        /// A scalar behind `|` or `>`.
        case blockScalar(BlockScalar)
        case list([Item])
        case map([Entry])
    }

    /// An element of a list.
    struct Item {
        let value: WrittenNode
        /// The offset of its dash, or of the value in brackets.
        let start: Int
        /// The line of the start, from 1.
        let line: Int
    }

    /// A key and its value.
    struct Entry {
        let key: WrittenNode
        let value: WrittenNode
    }

    /// The anchor and the tag as written, with a space between them.
    var properties: [UInt8] = []
    /// The offset of the first byte, properties included.
    let start: Int
    /// The offset behind the properties.
    let contentStart: Int
    /// The offset behind the last byte. A collection without brackets ends with its last value.
    let end: Int
    /// The lines of its content, from 1.
    let line: Int
    let endLine: Int
    let content: Content
    /// Whether it is in brackets, or a pair without braces in a list in brackets.
    var isFlow = false
    var isBracketed = false
    /// The column from 0 of the first key, or of the first dash, of a collection without brackets. A comment below the
    /// collection belongs to it if it is not left of this column.
    var column = 0
    /// The number of characters on one line, properties included; nil if it can't be on one line.
    var width: Int?

    /// Whether a map in one line has braces. A pair in a list needs none, unless its value is missing.
    var needsBraces: Bool {
        guard !isBracketed, case .map(let entries) = content, let value = entries.first?.value else { return true }
        return value.width == 0
    }

    /// The number of children.
    var count: Int {
        switch content {
        case .list(let items): items.count
        case .map(let entries): entries.count
        case .missing, .scalar, .blockScalar: 0
        }
    }

    /// A scalar's header and its lines without indentation.
    struct BlockScalar {
        /// What becomes of the line breaks at the end.
        enum Chomping { case clip, strip, keep }

        let isFolded: Bool
        let chomping: Chomping
        let lines: [ArraySlice<UInt8>]

        /// The header, such as `|-`.
        var header: [UInt8] {
            var header = [UInt8(ascii: isFolded ? ">" : "|")]
            let first = lines.first { !$0.isEmpty }?.first
            // The indentation of such a line can't be told from its content.
            if first == 0x20 || first == 0x09 { header.append(UInt8(ascii: "2")) }
            switch chomping {
            case .clip: break
            case .strip: header.append(UInt8(ascii: "-"))
            case .keep: header.append(UInt8(ascii: "+"))
            }
            return header
        }
    }
}

/// A comment, or a line that belongs to no value: `---`, `...` or a directive.
struct WrittenComment {
    let offset: Int
    /// Without spaces at its end.
    let text: ArraySlice<UInt8>
    let line: Int
    /// The column from 0.
    let column: Int
    /// Whether only spaces stand before it on its line.
    let isAlone: Bool
    /// Whether the line above is blank.
    let followsBlankLine: Bool
    /// Whether it is a marker or a directive.
    var isMarker = false
}
