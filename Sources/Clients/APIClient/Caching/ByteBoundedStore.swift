/// Values by key, bounded in bytes: the least recently used goes first.
struct ByteBoundedStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let value: Value
        let byteCount: Int
        var lastUse: UInt64
    }

    /// The most bytes of all values together.
    let capacity: Int
    /// The bytes of all values together.
    private(set) var byteCount = 0
    private var entries: [Key: Entry] = [:]
    private var uses: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value of a key, which is then the one most recently used.
    mutating func value(for key: Key) -> Value? {
        let use = nextUse()
        entries[key]?.lastUse = use
        return entries[key]?.value
    }

    /// Puts a value in place of the key's old one, and removes others until there is room. One that is larger than the
    /// capacity is not kept.
    mutating func insert(_ value: Value, byteCount count: Int, for key: Key) {
        remove(key)
        guard count <= capacity else { return }
        while byteCount + count > capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
        entries[key] = Entry(value: value, byteCount: count, lastUse: nextUse())
        byteCount += count
    }

    /// Removes the value of a key.
    mutating func remove(_ key: Key) {
        byteCount -= entries.removeValue(forKey: key)?.byteCount ?? 0
    }

    /// Removes the values of all keys that satisfy a condition.
    mutating func removeAll(where isRemoved: (Key) -> Bool) {
        for key in entries.keys.filter(isRemoved) { remove(key) }
    }

    private mutating func nextUse() -> UInt64 {
        uses += 1
        return uses
    }
}
