import Scenarios

extension SourceFile {
    /// The offset of the content behind the anchor and tag at `offset`, and behind comments between them.
    func endOfProperties(from offset: Int) -> Int {
        var offset = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D:
                offset += 1
            case UInt8(ascii: "#"):
                while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
            case UInt8(ascii: "&"), UInt8(ascii: "!"):
                let isVerbatim = bytes[offset...].starts(with: "!<".utf8)
                while offset < bytes.count, !isSpace(bytes[offset]) {
                    if !isVerbatim, ",[]{}".utf8.contains(bytes[offset]) { break }
                    offset += 1
                }
            default:
                return offset
            }
        }
        return offset
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
}
