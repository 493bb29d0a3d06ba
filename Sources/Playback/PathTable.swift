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
                let place = Int(slots[slot])
                guard place >= 0 else { return nil }
                if bytes.equals(entries[place].key) { return entries[place].value }
                slot = (slot + 1) & (slots.count - 1)
            }
        }
    }

    /// Adds a number for a key that has none.
    mutating func add(_ value: Int, for key: [UInt8]) {
        entries.append((key, value))
        if entries.count * 2 > slots.count {
            slots = Array(repeating: -1, count: max(8, slots.count * 2))
            for place in entries.indices { settle(place) }
        } else {
            settle(entries.count - 1)
        }
    }

    private mutating func settle(_ place: Int) {
        var slot = entries[place].key.withUnsafeBytes(Self.hash) & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(truncatingIfNeeded: place)
    }

    /// Multiplies and folds, eight bytes at a time.
    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hash = UInt64(truncatingIfNeeded: bytes.count)
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 32
        }
        var place = 0
        while place + 8 <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        mix(rest)
        return Int(truncatingIfNeeded: hash)
    }
}
