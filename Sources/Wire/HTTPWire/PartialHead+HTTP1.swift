import Bytes
import HTTPMessage

extension PartialHead {
    /// What the beginning of a head says, from its request line on. Lines behind an error count, too: an error in one line
    /// does not make the others somebody else's. A line that has not come to its end, or that has control characters, does
    /// not.
    init(http1 bytes: UnsafeBufferPointer<UInt8>) {
        let end = bytes.firstIndex(of: .lf)
        self.init(
            target: Self.target(in: bytes.bytes(in: 0..<(end ?? bytes.count)), isWhole: end != nil), fields: Fields())
        var start = end.map { $0 + 1 } ?? bytes.count
        while let end = bytes[start...].firstIndex(of: .lf) {
            var line = bytes.bytes(in: start..<end)
            if line.last == .cr { line = line.bytes(in: 0..<line.count - 1) }
            if line.isEmpty { return }
            start = end + 1
            guard let colon = line.firstIndex(of: .colon), !line.contains(where: { $0 < .space && $0 != .tab }) else {
                continue
            }
            fields.append(
                name: line.bytes(in: 0..<colon).copy.trimmingOptionalWhitespace,
                value: line.bytes(in: colon + 1..<line.count).copy.trimmingOptionalWhitespace)
        }
    }

    /// The word behind the method.
    private static func target(in line: UnsafeBufferPointer<UInt8>, isWhole: Bool) -> ArraySlice<UInt8> {
        guard let space = line.firstIndex(of: .space) else { return [] }
        let isTerminated = isWhole && line.last == .cr && space + 1 < line.count
        let rest = line.bytes(in: space + 1..<line.count - (isTerminated ? 1 : 0)).copy
        if isWhole { return rest[..<(rest.lastIndex(of: .space) ?? rest.endIndex)] }
        if let end = rest.firstIndex(of: .space) { return rest[..<end] }
        return rest.lastIndex { $0 == .slash || $0 == .questionMark }.map { rest[...$0] } ?? []
    }
}
