/// The value of a block string (GraphQL specification, section 2.9.4, BlockStringValue).
enum GraphQLBlockString {
    /// The text without the indentation that its lines share, the first aside, and without blank lines at both ends.
    static func value(of raw: [UInt8]) -> [UInt8] {
        var lines = lines(of: raw)
        let indentation = lines.dropFirst().filter { !isBlank($0) }.map { $0.prefix(while: isSpace).count }.min() ?? 0
        for index in lines.indices.dropFirst() {
            lines[index] = lines[index].dropFirst(min(indentation, lines[index].count))
        }
        let kept = lines.drop(while: isBlank)
        let end = kept.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? kept.startIndex
        return Array(kept[..<end].joined(separator: [0x0A]))
    }

    /// The lines, which end in CRLF, LF or CR.
    private static func lines(of raw: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index < raw.count {
            if raw[index] == 0x0A || raw[index] == 0x0D {
                lines.append(raw[start..<index])
                if raw[index] == 0x0D, index + 1 < raw.count, raw[index + 1] == 0x0A { index += 1 }
                start = index + 1
            }
            index += 1
        }
        return lines + [raw[start...]]
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy(isSpace) }
}
