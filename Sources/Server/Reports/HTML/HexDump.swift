import TextCoding

/// Bytes as lines of hexadecimal numbers, with the characters of ASCII beside them.
enum HexDump {
    private static let width = 16

    /// `00000010  68 65 6c 6c 6f  |hello|`
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        stride(from: bytes.startIndex, to: bytes.endIndex, by: width).map { start in
            let row = bytes[start..<min(start + width, bytes.endIndex)]
            let offset = start - bytes.startIndex
            let address = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: offset >> $0) }
            let numbers = row.map { Hex.encode([$0]) }.joined(separator: " ")
            let gap = String(repeating: " ", count: 3 * (width - row.count))
            let characters = row.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : "." }.joined()
            return "\(Hex.encode(address))  \(numbers)\(gap)  |\(characters)|"
        }.joined(separator: "\n")
    }
}
