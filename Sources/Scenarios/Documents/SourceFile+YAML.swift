extension SourceFile {
    /// The offset of the content behind the anchor and tag that stand at `offset`, and behind comments between them.
    func endOfProperties(from offset: Int) -> Int {
        var place = offset
        while place < bytes.count {
            switch bytes[place] {
            case 0x20, 0x09, 0x0A, 0x0D:
                place += 1
            case UInt8(ascii: "#"):
                while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
            case UInt8(ascii: "&"), UInt8(ascii: "!"):
                let isVerbatim = bytes[place...].starts(with: "!<".utf8)
                while place < bytes.count, !isSpace(bytes[place]) {
                    if !isVerbatim, ",[]{}".utf8.contains(bytes[place]) { break }
                    place += 1
                }
            default:
                return place
            }
        }
        return place
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
}
