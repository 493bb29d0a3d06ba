/// Objects by the number of their stream, which is never 0.
///
/// A dictionary would spend more on hashing a number, several times for each frame, than nghttp2 on the frame. The table
/// is at most half full, so that a number is found at its place or a few behind it.
public final class StreamTable<Value: AnyObject> {
    @usableFromInline
    struct Slot {
        /// 0 where there is none.
        @usableFromInline var stream: Int
        @usableFromInline var value: Value?

        @inlinable
        init(_ stream: Int = 0, _ value: Value? = nil) {
            self.stream = stream
            self.value = value
        }
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
            slots.deinitialize(count: mask + 1)
            slots.deallocate()
        }
    }

    // Behind a pointer, where no access is checked for overlapping another.
    @usableFromInline let storage: UnsafeMutablePointer<Storage>

    @inlinable
    public init() {
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(slots: 16))
    }

    @inlinable
    deinit {
        storage.pointee.free()
        storage.deallocate()
    }

    /// How many there are.
    @inlinable public var count: Int { storage.pointee.count }
    @inlinable public var isEmpty: Bool { count == 0 }

    /// The object of `stream`, if there is one.
    @inlinable
    public subscript(stream: Int) -> Value? { storage.pointee.slots[place(of: stream)].value }

    /// Adds the object of a stream that has none.
    @inlinable
    public func insert(_ value: Value, for stream: Int) {
        if 2 * (count + 1) > storage.pointee.mask { grow() }
        storage.pointee.slots[place(of: stream)] = Slot(stream, value)
        storage.pointee.count += 1
    }

    /// Takes out the object of `stream`, if there is one.
    @inlinable
    @discardableResult
    public func remove(_ stream: Int) -> Value? {
        let place = place(of: stream)
        guard let value = storage.pointee.slots[place].value else { return nil }
        storage.pointee.slots[place] = Slot()
        storage.pointee.count -= 1
        closeGap(at: place)
        return value
    }

    public func removeAll() {
        storage.pointee.free()
        storage.pointee = Storage(slots: 16)
    }

    /// All of them, in the order of their streams.
    public var sorted: [(stream: Int, value: Value)] {
        guard !isEmpty else { return [] }
        return UnsafeBufferPointer(start: storage.pointee.slots, count: storage.pointee.mask + 1)
            .compactMap { slot in slot.value.map { (slot.stream, $0) } }
            .sorted { $0.stream < $1.stream }
    }

    /// Calls `body` with each of them, in no order.
    @inlinable
    public func forEach(_ body: (Value) -> Void) {
        guard !isEmpty else { return }
        for slot in UnsafeBufferPointer(start: storage.pointee.slots, count: storage.pointee.mask + 1) {
            if let value = slot.value { body(value) }
        }
    }

    /// Whether any of them is as `predicate` says.
    @inlinable
    public func contains(where predicate: (Value) -> Bool) -> Bool {
        guard !isEmpty else { return false }
        return UnsafeBufferPointer(start: storage.pointee.slots, count: storage.pointee.mask + 1)
            .contains { $0.value.map(predicate) ?? false }
    }

    /// Where `stream` stands, or the empty slot where it would.
    @inlinable
    func place(of stream: Int) -> Int {
        let (slots, mask) = (storage.pointee.slots, storage.pointee.mask)
        // A client's streams have odd numbers, most of them one after another: they stand with a gap behind each, so that
        // one that goes leaves nothing to be moved.
        var place = stream & mask
        while slots[place].stream != stream, slots[place].stream != 0 { place = (place + 1) & mask }
        return place
    }

    /// Moves up what stands behind an empty slot and would no longer be found.
    @inlinable
    func closeGap(at gap: Int) {
        let (slots, mask) = (storage.pointee.slots, storage.pointee.mask)
        var gap = gap
        var place = (gap + 1) & mask
        while slots[place].stream != 0 {
            if (place - slots[place].stream) & mask >= (place - gap) & mask {
                swap(&slots[place], &slots[gap])
                gap = place
            }
            place = (place + 1) & mask
        }
    }

    @inlinable
    func grow() {
        let former = storage.pointee
        storage.pointee = Storage(slots: 2 * (former.mask + 1))
        storage.pointee.count = former.count
        for index in 0...former.mask where former.slots[index].stream != 0 {
            storage.pointee.slots[place(of: former.slots[index].stream)] = former.slots[index]
        }
        former.free()
    }
}
