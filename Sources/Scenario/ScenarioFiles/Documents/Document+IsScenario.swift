import Scenarios

extension Document {
    /// Whether this is a scenario, or a part of one: it has the key that each of them has. A file that errors of its
    /// notation keep from being read is one if it seems to have that key.
    var isScenario: Bool {
        if root?.entries?.contains(where: { $0.name == "mockserver" }) ?? false { return true }
        guard !isComplete else { return false }
        return file.bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
            ? file.hasKeyInBraces : (1...file.lineCount).contains { file.beginsWithKey(file.lineBytes($0)) }
    }
}

extension SourceFile {
    private static let key = Array("mockserver".utf8)

    /// Whether a line without indentation begins with the key.
    fileprivate func beginsWithKey(_ line: ArraySlice<UInt8>) -> Bool {
        (Self.isQuote(line.first) ? line.dropFirst() : line).starts(with: Self.key)
    }

    /// Whether the key and a colon stand anywhere; without quotes only behind a brace or a comma, not in a comment.
    fileprivate var hasKeyInBraces: Bool {
        bytes.indices.contains { index in
            guard bytes[index] == Self.key[0], bytes[index...].starts(with: Self.key) else { return false }
            var behind = bytes[index...].dropFirst(Self.key.count)
            if Self.isQuote(behind.first) { behind.removeFirst() }
            guard behind.first(where: { $0 > 0x20 }) == UInt8(ascii: ":") else { return false }
            let before = bytes[..<index].last { $0 > 0x20 }
            return Self.isQuote(before) || before == UInt8(ascii: "{") || before == UInt8(ascii: ",")
        }
    }

    private static func isQuote(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
