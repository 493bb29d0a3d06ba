/// Texts that are searched for all at once, at any offset, in time that hardly depends on their number.
struct TextIndex: Sendable {
    /// In sorted order.
    private let texts: [[UInt8]]
    /// The first two bytes of each text.
    private let starts: Set<UInt16>

    /// - Parameter texts: texts of at least two bytes; shorter ones are never found.
    init(_ texts: some Sequence<[UInt8]>) {
        self.texts = Set(texts.filter { $0.count > 1 }).sorted { $0.lexicographicallyPrecedes($1) }
        starts = Set(self.texts.map { Self.start($0[0], $0[1]) })
    }

    var isEmpty: Bool { texts.isEmpty }

    /// The text with the longest common prefix with the bytes at `offset`, and the length of that prefix.
    ///
    /// - Parameter wholly: whether only a text counts that is completely there.
    func match(_ bytes: [UInt8], at offset: Int, wholly: Bool) -> (text: [UInt8], count: Int)? {
        guard offset + 1 < bytes.count, starts.contains(Self.start(bytes[offset], bytes[offset + 1])) else {
            return nil
        }
        let rest = bytes[offset...]
        var (low, high) = (0, texts.count)
        while low < high {
            let middle = (low + high) / 2
            if texts[middle].lexicographicallyPrecedes(rest) { low = middle + 1 } else { high = middle }
        }
        if low < texts.count, rest.starts(with: texts[low]) { return (texts[low], texts[low].count) }
        // In sorted order, the longest common prefix is adjacent, and a complete match comes before.
        var best: (text: [UInt8], count: Int)?
        for index in stride(from: low - 1, through: max(0, low - Self.lookedBack), by: -1) {
            let count = Self.common(texts[index], rest)
            if count == texts[index].count, wholly || best.map({ count > $0.count }) ?? true {
                return (texts[index], count)
            }
            if count < 2 { break }
            if !wholly, best.map({ count > $0.count }) ?? true { best = (texts[index], count) }
        }
        if !wholly, low < texts.count {
            let count = Self.common(texts[low], rest)
            if best.map({ count > $0.count }) ?? true { best = (texts[low], count) }
        }
        return best
    }

    /// The most preceding texts that are checked for a complete match. Only crafted texts share a prefix with more.
    private static let lookedBack = 64

    private static func common(_ a: [UInt8], _ b: ArraySlice<UInt8>) -> Int { zip(a, b).prefix { $0 == $1 }.count }

    private static func start(_ a: UInt8, _ b: UInt8) -> UInt16 { UInt16(a) << 8 | UInt16(b) }
}
