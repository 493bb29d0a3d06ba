/// The members or elements of one value that keywords have evaluated, by index.
struct EvaluatedSet: Sendable {
    private var isAll = false
    /// The indices below 64.
    private var low: UInt64 = 0
    /// The indices from 64, 64 in each word.
    private var high: [UInt64] = []

    func contains(_ index: Int) -> Bool {
        if isAll { return true }
        if index < 64 { return low >> UInt64(index) & 1 == 1 }
        let word = index / 64 - 1
        return word < high.count && high[word] >> UInt64(index % 64) & 1 == 1
    }

    mutating func insert(_ index: Int) {
        if index < 64 {
            low |= 1 << UInt64(index)
            return
        }
        let word = index / 64 - 1
        while high.count <= word { high.append(0) }
        high[word] |= 1 << UInt64(index % 64)
    }

    mutating func insertAll() { isAll = true }

    mutating func formUnion(_ other: EvaluatedSet) {
        isAll = isAll || other.isAll
        low |= other.low
        while high.count < other.high.count { high.append(0) }
        for (word, bits) in other.high.enumerated() { high[word] |= bits }
    }
}
