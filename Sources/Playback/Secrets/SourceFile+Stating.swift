package import Scenarios

extension SourceFile {
    /// Whether the file contains the text, not as a part of a longer word.
    func states(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, wanted.count <= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            (0...bytes.count - wanted.count).contains { start in
                bytes[start] == first && Self.states(wanted, in: bytes, at: start)
            }
        }
    }

    /// Those of the texts that the file contains, not as parts of longer words. Reads the file once, however many they are.
    package func stated(among texts: Set<[UInt8]>) -> Set<[UInt8]> {
        var texts = Dictionary(grouping: texts.filter { $0.count > 1 }) { Self.start($0[0], $0[1]) }
        var isStart = [Bool](repeating: false, count: 1 << 16)
        for start in texts.keys { isStart[Int(start)] = true }
        var stated: Set<[UInt8]> = []
        bytes.withUnsafeBufferPointer { bytes in
            for offset in bytes.indices.dropLast() {
                let start = Self.start(bytes[offset], bytes[offset + 1])
                guard isStart[Int(start)] else { continue }
                texts[start]?.removeAll { text in
                    guard Self.states(text, in: bytes, at: offset) else { return false }
                    stated.insert(text)
                    return true
                }
            }
        }
        return stated
    }

    private static func start(_ first: UInt8, _ second: UInt8) -> UInt16 { UInt16(first) << 8 | UInt16(second) }

    /// Whether the text stands at an offset, not as a part of a longer word.
    private static func states(_ text: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        let end = start + text.count
        guard let first = text.first, end <= bytes.count, bytes[start..<end].elementsEqual(text) else { return false }
        let isInside = start > 0 && isWord(first) && isWord(bytes[start - 1])
        return !isInside && !(end < bytes.count && isWord(bytes[end - 1]) && isWord(bytes[end]))
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: false
        }
    }
}
