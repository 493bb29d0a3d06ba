/// What is known of each stream, by its number, which is never 0.
///
/// A dictionary would spend more on hashing a number, several times for each frame, than nghttp2 on the frame. The table
/// is at most half full, so that a number is found at its slot or a few behind it.
///
/// A value stays where it is until it is removed, and is changed there. Its memory then serves another stream.
package final class StreamTable<Value: ~Copyable> {
    @usableFromInline
    struct Slot {
        /// 0 where there is none.
        @usableFromInline var stream = 0
        /// Memory for a value, which outlives it.
        @usableFromInline var memory: UnsafeMutablePointer<Value>?

        @inlinable
        init() {}
    }

    @usableFromInline
    struct Storage {
        @usableFromInline var count = 0
        @usableFromInline var slots: UnsafeMutablePointer<Slot>
        /// One less than the number of slots, a power of two.
        @usableFromInline var mask: Int

        @inlinable
        init(slots count: Int) {
            slots = .allocate(capacity: count)
            slots.initialize(repeating: Slot(), count: count)
            mask = count - 1
        }

        @inlinable
        func free() {
            for index in 0...mask {
                guard let memory = slots[index].memory else { continue }
                if slots[index].stream != 0 { memory.deinitialize(count: 1) }
                memory.deallocate()
            }
            slots.deallocate()
        }
    }

    // Behind a pointer, where no access is checked for overlapping another.
    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    @inlinable
    package init() {
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(slots: 16))
    }

    @inlinable
    deinit {
        storage.pointee.free()
        storage.deallocate()
    }

    /// How many there are.
    @inlinable package var count: Int { storage.pointee.count }
    @inlinable package var isEmpty: Bool { count == 0 }

    /// Where the value of `stream` is until it is removed; nil if there is none.
    @inlinable
    package subscript(stream: Int) -> UnsafeMutablePointer<Value>? {
        let slot = storage.pointee.slots[slotIndex(of: stream)]
        return slot.stream == 0 ? nil : slot.memory
    }

    /// Adds the value of a stream that has none, and says where it is until it is removed.
    @inlinable
    @discardableResult
    package func insert(_ value: consuming Value, for stream: Int) -> UnsafeMutablePointer<Value> {
        if 2 * (count + 1) > storage.pointee.mask { grow() }
        let index = slotIndex(of: stream)
        let memory = storage.pointee.slots[index].memory ?? .allocate(capacity: 1)
        memory.initialize(to: value)
        storage.pointee.slots[index].stream = stream
        storage.pointee.slots[index].memory = memory
        storage.pointee.count += 1
        return memory
    }

    /// Lets go of the value of `stream`, if there is one.
    @inlinable
    package func remove(_ stream: Int) {
        let index = slotIndex(of: stream)
        guard storage.pointee.slots[index].stream != 0 else { return }
        storage.pointee.slots[index].memory?.deinitialize(count: 1)
        storage.pointee.slots[index].stream = 0
        storage.pointee.count -= 1
        closeGap(at: index)
    }

    @inlinable
    package func removeAll() {
        storage.pointee.free()
        storage.pointee = Storage(slots: 16)
    }

    /// Where all of them are, in the order of their streams.
    package var sorted: [(stream: Int, value: UnsafeMutablePointer<Value>)] {
        guard !isEmpty else { return [] }
        return UnsafeBufferPointer(start: storage.pointee.slots, count: storage.pointee.mask + 1)
            .compactMap { slot in slot.stream == 0 ? nil : slot.memory.map { (slot.stream, $0) } }
            .sorted { $0.stream < $1.stream }
    }

    /// Calls `body` with each of them, in no order.
    @inlinable
    package func forEach(_ body: (borrowing Value) -> Void) {
        guard !isEmpty else { return }
        for slot in UnsafeBufferPointer(start: storage.pointee.slots, count: storage.pointee.mask + 1)
        where slot.stream != 0 {
            if let memory = slot.memory { body(memory.pointee) }
        }
    }

    /// Whether any of them is as `predicate` says.
    @inlinable
    package func contains(where predicate: (borrowing Value) -> Bool) -> Bool {
        guard !isEmpty else { return false }
        return UnsafeBufferPointer(start: storage.pointee.slots, count: storage.pointee.mask + 1)
            .contains { slot in slot.stream != 0 && slot.memory.map { predicate($0.pointee) } ?? false }
    }

    /// Where `stream` stands, or the empty slot where it would.
    @inlinable
    func slotIndex(of stream: Int) -> Int {
        let (slots, mask) = (storage.pointee.slots, storage.pointee.mask)
        // A client's streams have odd numbers, most of them one after another: they stand with a gap behind each, so that
        // one that goes leaves nothing to be moved.
        var index = stream & mask
        while slots[index].stream != stream, slots[index].stream != 0 { index = (index + 1) & mask }
        return index
    }

    /// Moves up what stands behind an empty slot and would no longer be found.
    @inlinable
    func closeGap(at gap: Int) {
        let (slots, mask) = (storage.pointee.slots, storage.pointee.mask)
        var gap = gap
        var index = (gap + 1) & mask
        while slots[index].stream != 0 {
            if (index - slots[index].stream) & mask >= (index - gap) & mask {
                swap(&slots[index], &slots[gap])
                gap = index
            }
            index = (index + 1) & mask
        }
    }

    @inlinable
    func grow() {
        let former = storage.pointee
        storage.pointee = Storage(slots: 2 * (former.mask + 1))
        storage.pointee.count = former.count
        for index in 0...former.mask {
            let slot = former.slots[index]
            if slot.stream != 0 {
                storage.pointee.slots[slotIndex(of: slot.stream)] = slot
            } else {
                slot.memory?.deallocate()
            }
        }
        former.slots.deallocate()
    }
}
