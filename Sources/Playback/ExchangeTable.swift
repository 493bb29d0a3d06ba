/// Something for each of the exchanges that are open.
///
/// Each request is entered and taken out again, so a dictionary's hashing, which withstands chosen keys, would be a good
/// part of what a request costs; no client chooses the numbers of its connection and its requests.
struct ExchangeTable<Value: Sendable>: Sendable {
    /// Stands where there is no exchange.
    private static var free: ExchangeID { ExchangeID(connection: .min, exchange: .min) }

    /// A power of two of them, at most half of them taken; each at or behind the slot that its hash names, with no free
    /// one between.
    private var ids: [ExchangeID] = []
    /// nil where `ids` has a free slot.
    private var slots: [Value?] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var values: some Sequence<Value> { slots.lazy.compactMap { $0 } }

    subscript(id: ExchangeID) -> Value? { find(id).flatMap { slots[$0] } }

    /// Enters a value, in place of the one that was there.
    mutating func set(_ value: Value, for id: ExchangeID) {
        if (count + 1) * 2 > ids.count { grow() }
        let index = index(of: id)
        if ids[index] != id {
            ids[index] = id
            count += 1
        }
        slots[index] = value
    }

    /// Takes a value out.
    mutating func remove(_ id: ExchangeID) -> Value? {
        guard var free = find(id) else { return nil }
        let value = slots[free].take()
        ids[free] = Self.free
        count -= 1
        // What stands behind it moves up, unless that would be before the slot its hash names.
        var next = (free + 1) & mask
        while ids[next] != Self.free {
            if (next - home(of: ids[next])) & mask >= (next - free) & mask {
                ids.swapAt(free, next)
                slots.swapAt(free, next)
                free = next
            }
            next = (next + 1) & mask
        }
        return value
    }

    private var mask: Int { ids.count - 1 }

    /// Multiplies, and takes the product's upper half, which every bit of the numbers has a part in.
    private func home(of id: ExchangeID) -> Int {
        let product = UInt(bitPattern: id.connection &<< 32 ^ id.exchange) &* 0x9E37_79B9_7F4A_7C15
        return Int(product >> 32) & mask
    }

    /// Where an exchange stands, or the free slot that it would take.
    private func index(of id: ExchangeID) -> Int {
        var index = home(of: id)
        while ids[index] != id, ids[index] != Self.free { index = (index + 1) & mask }
        return index
    }

    private func find(_ id: ExchangeID) -> Int? {
        guard count > 0 else { return nil }
        let index = index(of: id)
        return ids[index] == id ? index : nil
    }

    private mutating func grow() {
        let (formerIDs, formerSlots) = (ids, slots)
        ids = Array(repeating: Self.free, count: max(8, formerIDs.count * 2))
        slots = Array(repeating: nil, count: ids.count)
        for (id, value) in zip(formerIDs, formerSlots) where id != Self.free {
            let index = index(of: id)
            ids[index] = id
            slots[index] = value
        }
    }
}
