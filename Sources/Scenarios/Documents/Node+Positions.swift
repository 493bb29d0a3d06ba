import ExactJSON

extension Node {
    /// Where the scalar at `offset` of this node's text stands in the file, offsets counted in Unicode scalars from 0; the
    /// node's own place if this is no scalar or the offset is beyond it.
    ///
    /// Notation adds quotes, escapes, indentation and folded lines, but it keeps the order of what is not white space. So
    /// the place of a character is found by counting those before it. For white space it is the place of the next
    /// character that is none.
    public func position(ofScalar offset: Int) -> Position {
        guard let scalar, offset > 0 || scalar.style != .plain else { return position }
        let units = scalar.text.unicodeScalars
        var index = offset
        var passed = 0
        for (place, unit) in units.enumerated() {
            if place >= index {
                if !isSpace(unit) { break }
                index += 1
            } else if !isSpace(unit) {
                passed += 1
            }
        }
        guard index < units.count else { return position }
        return place(ofVisible: passed, scalar.style)
    }

    private func isSpace(_ scalar: UnicodeScalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    /// The place of the character that `count` others which are no white space stand before.
    private func place(ofVisible count: Int, _ style: Scalar.Style) -> Position {
        let bytes = position.file.bytes
        var offset = position.file.offset(line: position.line, column: position.column)
        switch style {
        case .plain: break
        case .singleQuoted, .doubleQuoted: offset += 1
        case .literal, .folded:
            while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
        }
        var left = count
        while offset < bytes.count {
            let (length, isVisible) = unit(bytes[offset...], style)
            if isVisible {
                if left == 0 { return position.file.position(atByte: offset) }
                left -= 1
            }
            offset += length
        }
        return position
    }

    /// How many bytes of notation the next character takes, and whether it is one that is no white space.
    private func unit(_ bytes: ArraySlice<UInt8>, _ style: Scalar.Style) -> (length: Int, isVisible: Bool) {
        guard let first = bytes.first else { return (1, false) }
        if first == 0x20 || first == 0x09 || first == 0x0A || first == 0x0D { return (1, false) }
        if style == .singleQuoted, bytes.starts(with: "''".utf8) { return (2, true) }
        guard style == .doubleQuoted, first == UInt8(ascii: "\\") else { return (utf8Width(first), true) }
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

    private func utf8Width(_ first: UInt8) -> Int { first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4 }
}
