import HTTPMessage

/// Numbers by the bytes of a path or of a part of one.
///
/// A dictionary's hashing withstands keys that an adversary chose, and that is what it takes most of its time for; these
/// keys stand in a scenario.
struct PathTable: Sendable {
    private var entries: [(key: [UInt8], value: Int)] = []
    /// Places in `entries`, each at or behind the slot that its key's hash names, -1 for a free slot. A power of two of
    /// them, at most half of them taken.
    private var slots: [Int32] = []

    /// The number of `key`; nil where there is none.
    func value(of key: ArraySlice<UInt8>) -> Int? {
        guard !slots.isEmpty else { return nil }
        return key.withUnsafeBufferPointer { bytes in
            var slot = Self.hash(UnsafeRawBufferPointer(bytes)) & (slots.count - 1)
            while true {
                let index = Int(slots[slot])
                guard index >= 0 else { return nil }
                if bytes.equals(entries[index].key) { return entries[index].value }
                slot = (slot + 1) & (slots.count - 1)
            }
        }
    }

    /// Adds a number for a key that has none.
    mutating func add(_ value: Int, for key: [UInt8]) {
        entries.append((key, value))
        if entries.count * 2 > slots.count {
            slots = Array(repeating: -1, count: max(8, slots.count * 2))
            for index in entries.indices { settle(index) }
        } else {
            settle(entries.count - 1)
        }
    }

    private mutating func settle(_ index: Int) {
        var slot = entries[index].key.withUnsafeBytes(Self.hash) & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(truncatingIfNeeded: index)
    }

    /// Multiplies and folds, eight bytes at a time.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hash = UInt64(truncatingIfNeeded: bytes.count)
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        var index = 0
        while index + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        mix(rest)
        return Int(truncatingIfNeeded: hash)
    }
}
