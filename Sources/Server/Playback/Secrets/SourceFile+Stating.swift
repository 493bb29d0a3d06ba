package import Scenarios

extension Scenario {
    /// Whether one of its files contains the text, not as a part of a longer word.
    func states(_ text: String) -> Bool { source.states(text) || includedFiles.contains { $0.states(text) } }

    /// Whether a part of a text is within something in quotes that the scenario states, such as an id, and not all of it.
    func statesQuotation(in text: UnsafeBufferPointer<UInt8>, around part: Range<Int>) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard let start = text[..<part.lowerBound].suffix(Self.longestQuotation).lastIndex(of: quote),
            let end = text[part.upperBound...].prefix(Self.longestQuotation).firstIndex(of: quote),
            start + 1 < part.lowerBound || part.upperBound < end
        else { return false }
        let quoted = String(decoding: text[start + 1..<end], as: UTF8.self)
        return steps.contains { $0.rule.id == quoted } || stubs.contains { $0.id == quoted } || states(quoted)
    }

    /// The most bytes before and behind a part of a quotation: those of the 300 characters of an id that texts show.
    private static let longestQuotation = 1_200

    /// The most bytes of a scenario that are searched for texts: of a larger one all count as secret.
    private static let mostSearched = 4 << 20

    /// Those of the texts that its files contain, not as parts of longer words, or that its path contains.
    package func stated(among texts: Set<[UInt8]>) -> Set<[UInt8]> {
        let inPath = texts.filter { source.path.contains(String(decoding: $0, as: UTF8.self)) }
        let files = [source] + includedFiles
        guard files.reduce(0, { $0 + $1.bytes.count }) <= Self.mostSearched else { return inPath }
        return files.reduce(into: inPath) { $0.formUnion($1.stated(among: texts)) }
    }
}

extension SourceFile {
    /// Whether the file contains the text, not as a part of a longer word.
    fileprivate func states(_ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, wanted.count <= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            (0...bytes.count - wanted.count).contains { start in
                bytes[start] == first && Self.states(wanted, in: bytes, at: start)
            }
        }
    }

    /// Those of the texts that the file contains, not as parts of longer words. Reads the file once, however many they are.
    fileprivate func stated(among texts: Set<[UInt8]>) -> Set<[UInt8]> {
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
