/// Writes a JSON file in the canonical style: two spaces for each level, a line for each member and element. Numbers and
/// strings stay as they are written.
enum JSONLayout {
    /// - Parameter bytes: a JSON text without errors.
    static func bytes(of bytes: [UInt8]) -> [UInt8] {
        var written: [UInt8] = []
        written.reserveCapacity(bytes.count * 2)
        var depth = 0
        var offset = 0
        func beginLine() {
            written.append(0x0A)
            written.append(contentsOf: repeatElement(0x20, count: 2 * depth))
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                written.append(byte)
                while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
                if offset < bytes.count, bytes[offset] == byte + 2 {
                    written.append(bytes[offset])
                    offset += 1
                } else {
                    depth += 1
                    beginLine()
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                beginLine()
                written.append(byte)
            case UInt8(ascii: ","):
                written.append(byte)
                beginLine()
            case UInt8(ascii: ":"):
                written.append(byte)
                written.append(0x20)
            case UInt8(ascii: "\""):
                let start = offset - 1
                while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
                    offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
                }
                offset = min(offset + 1, bytes.count)
                written.append(contentsOf: bytes[start..<offset])
            default: written.append(byte)
            }
        }
        written.append(0x0A)
        return written
    }
}
