/// A hash table whose owner supplies the hashes: linear probing, at most half full.
///
/// A `Dictionary` protects against keys that an adversary chose, which takes most of its time. This table is for keys
/// that no peer chooses; their hash takes a few instructions.
@usableFromInline
package struct OpenAddressingTable<Element> {
    @usableFromInline
    struct Slot {
        @usableFromInline var hash = 0
        /// nil if the slot is free.
        @usableFromInline var element: Element?

        @inlinable init() {}
    }

    /// A power of two of slots. An element is at the slot of its hash or after it, with no free slot between.
    @usableFromInline var slots: [Slot] = []
    @usableFromInline package private(set) var count = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    /// The elements, unordered.
    @inlinable package var elements: some Sequence<Element> { slots.lazy.compactMap { $0.element } }

    /// Whether any element matches `predicate`.
    @inlinable
    package func contains(where predicate: (Element) -> Bool) -> Bool {
        guard count > 0 else { return false }
        for index in slots.indices {
            if let element = slots[index].element, predicate(element) { return true }
        }
        return false
    }

    /// The first element with `hash` for which `isWanted` is true.
    @inlinable
    package func first(hash: Int, where isWanted: (Element) -> Bool) -> Element? {
        guard let index = index(hash, isWanted) else { return nil }
        return slots[index].element
    }

    /// Adds an element that is not in the table.
    @inlinable
    package mutating func insert(_ element: consuming Element, hash: Int) {
        if 2 * (count + 1) > slots.count { grow() }
        let index = freeIndex(hash)
        slots[index].hash = hash
        slots[index].element = consume element
        count += 1
    }

    /// Removes the first element with `hash` for which `isWanted` is true.
    @inlinable
    @discardableResult
    package mutating func remove(hash: Int, where isWanted: (Element) -> Bool) -> Element? {
        guard let index = index(hash, isWanted) else { return nil }
        let element = slots[index].element.take()
        count -= 1
        closeGap(at: index)
        return element
    }

    /// Removes all elements.
    @inlinable
    package mutating func removeAll() {
        slots = []
        count = 0
    }

    /// The index of the first element with `hash` for which `isWanted` is true.
    @inlinable
    func index(_ hash: Int, _ isWanted: (Element) -> Bool) -> Int? {
        guard count > 0 else { return nil }
        let mask = slots.count - 1
        var index = hash & mask
        while slots[index].element != nil {
            // Most other elements have another hash, and are not even read.
            if slots[index].hash == hash, let element = slots[index].element, isWanted(element) { return index }
            index = (index + 1) & mask
        }
        return nil
    }

    @inlinable
    func freeIndex(_ hash: Int) -> Int {
        let mask = slots.count - 1
        var index = hash & mask
        while slots[index].element != nil { index = (index + 1) & mask }
        return index
    }

    /// Moves elements after a removed one so that they are still found.
    @inlinable
    mutating func closeGap(at gap: Int) {
        let mask = slots.count - 1
        var gap = gap
        var index = (gap + 1) & mask
        while slots[index].element != nil {
            if (index - slots[index].hash) & mask >= (index - gap) & mask {
                slots.swapAt(index, gap)
                gap = index
            }
            index = (index + 1) & mask
        }
    }

    @inlinable
    mutating func grow() {
        let former = slots
        slots = Array(repeating: Slot(), count: max(8, 2 * former.count))
        for slot in former where slot.element != nil { slots[freeIndex(slot.hash)] = slot }
    }
}

extension OpenAddressingTable: Sendable where Element: Sendable {}
extension OpenAddressingTable.Slot: Sendable where Element: Sendable {}
