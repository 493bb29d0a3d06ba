package import Scenarios
import ExactJSON
import TextCoding

extension Node {
    /// The position in the file of the scalar at `offset` of this node's text; offsets count Unicode scalars from 0.
    /// The node's own position if the node is not a scalar or the offset is beyond its text.
    ///
    /// Notation adds quotes, escapes, indentation and folded lines, but keeps the order of characters that are not
    /// white space. So a character's position is found by counting those before it. White space gets the position of
    /// the next character that is not white space.
    package func position(ofScalar offset: Int) -> Position {
        let offsets = scalarOffsets
        return offsets.indices.contains(offset) ? position.file.position(atByte: offsets[offset]) : position
    }

    /// The byte offset in the file of each character of this node's text, by the rule of `position(ofScalar:)`; empty
    /// if the node is not a scalar.
    var scalarOffsets: [Int] {
        guard let scalar, !position.file.isSwift else { return [] }
        let bytes = position.file.bytes
        let start = position.file.offset(line: position.line, column: position.column)
        var offset = start
        switch scalar.style {
        case .plain: break
        case .singleQuoted, .doubleQuoted: offset += 1
        case .literal, .folded:
            while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
        }
        var offsets: [Int] = []
        var spaces = 0
        for character in scalar.text.unicodeScalars {
            if isSpace(character) {
                spaces += 1
                continue
            }
            var anchor = start
            while offset < bytes.count {
                let (length, isVisible) = unit(bytes[offset...], scalar.style)
                if isVisible { anchor = offset }
                offset += length
                if isVisible { break }
            }
            offsets += repeatElement(anchor, count: spaces + 1)
            spaces = 0
        }
        return offsets + repeatElement(start, count: spaces)
    }

    private func isSpace(_ scalar: UnicodeScalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    /// The number of bytes in the notation of the next character, and whether that character is not white space.
    private func unit(_ bytes: ArraySlice<UInt8>, _ style: Scalar.Style) -> (length: Int, isVisible: Bool) {
        guard let first = bytes.first else { return (1, false) }
        if first == 0x20 || first == 0x09 || first == 0x0A || first == 0x0D { return (1, false) }
        if style == .singleQuoted, bytes.starts(with: "''".utf8) { return (2, true) }
        guard style == .doubleQuoted, first == UInt8(ascii: "\\") else {
            return (UTF8Text.length(announcedBy: first), true)
        }
        switch bytes.dropFirst().first {
        case UInt8(ascii: "x"): return (4, !isSpaceEscape(bytes.dropFirst(2).prefix(2)))
        case UInt8(ascii: "u"):
            let isHighSurrogate =
                bytes.dropFirst(2).prefix(2).first.map { $0 | 0x20 } == UInt8(ascii: "d")
                && bytes.dropFirst(3).first.map { "89abAB".utf8.contains($0) } ?? false
            return (isHighSurrogate ? 12 : 6, !isSpaceEscape(bytes.dropFirst(2).prefix(4)))
        case UInt8(ascii: "U"): return (10, !isSpaceEscape(bytes.dropFirst(2).prefix(8)))
        case UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "r"), 0x20, 0x09, 0x0A, 0x0D: return (2, false)
        default: return (2, true)
        }
    }

    private func isSpaceEscape(_ digits: ArraySlice<UInt8>) -> Bool {
        UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(UnicodeScalar.init).map(isSpace) ?? false
    }
}
