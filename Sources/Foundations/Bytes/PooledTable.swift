/// Values by number, such as those of a connection's streams. Confined to one event loop.
///
/// A value stays in one slot until its number is removed. The slot is then used for another number, so no memory is
/// allocated unless more numbers are in use than ever before.
@usableFromInline
package struct PooledTable<Value: ~Copyable>: ~Copyable {
    /// The memory of a value.
    @usableFromInline
    struct Slot: ~Copyable {
        @usableFromInline var number: Int
        @usableFromInline var value: Value
        /// How many accesses read the value now; -1 while one changes it. Only debug builds count.
        @usableFromInline var accesses = 0

        @inlinable
        init(_ number: Int, _ value: consuming Value) {
            self.number = number
            self.value = value
        }
    }

    /// A number and the place of its value, which holds until the number is removed or the table ends.
    ///
    /// It is no object: a table that is asked with each frame would spend its time on counting references.
    @usableFromInline
    package struct Entry {
        @usableFromInline package let number: Int
        @usableFromInline let slot: UnsafeMutablePointer<Slot>

        @inlinable
        init(_ number: Int, _ slot: UnsafeMutablePointer<Slot>) {
            self.number = number
            self.slot = slot
        }

        /// The value. Code that runs while it changes must not access it again: debug builds check that.
        @inlinable package var value: Value {
            _read {
                #if DEBUG
                precondition(slot.pointee.number == number, "a value is read after its number was removed")
                precondition(slot.pointee.accesses >= 0, "a value is read while it changes")
                slot.pointee.accesses += 1
                defer { slot.pointee.accesses -= 1 }
                #endif
                yield slot.pointee.value
            }
            nonmutating _modify {
                #if DEBUG
                precondition(slot.pointee.number == number, "a value is changed after its number was removed")
                precondition(slot.pointee.accesses == 0, "a value is changed while it is in use")
                slot.pointee.accesses = -1
                defer { slot.pointee.accesses = 0 }
                #endif
                yield &slot.pointee.value
            }
        }
    }

    // Streams that a client opens have odd numbers, mostly consecutive ones. With the number as hash, each is followed
    // by a free place, so removing one moves no other.
    @usableFromInline var table = OpenAddressingTable<UnsafeMutablePointer<Slot>>()
    /// Slots without a value.
    @usableFromInline var spares = Queue<UnsafeMutablePointer<Slot>>()

    @inlinable package init() {}

    @inlinable
    deinit {
        for slot in table.elements {
            slot.deinitialize(count: 1)
            slot.deallocate()
        }
        spares.forEach { $0.deallocate() }
    }

    @inlinable package var count: Int { table.count }
    @inlinable package var isEmpty: Bool { table.isEmpty }

    /// The entry of `number`; nil if there is none.
    @inlinable
    package subscript(number: Int) -> Entry? {
        guard let slot = table.first(hash: number, where: { _ in true }) else { return nil }
        return Entry(number, slot)
    }

    /// Adds a value for a number that has none.
    @inlinable
    @discardableResult
    package mutating func insert(_ value: consuming Value, for number: Int) -> Entry {
        let slot = spares.popLast() ?? .allocate(capacity: 1)
        slot.initialize(to: Slot(number, value))
        table.insert(slot, hash: number)
        return Entry(number, slot)
    }

    /// Removes a number, if it is there.
    @inlinable
    package mutating func remove(_ number: Int) {
        guard let slot = table.remove(hash: number, where: { _ in true }) else { return }
        free(slot)
    }

    @inlinable
    package mutating func removeAll() {
        for slot in table.elements { free(slot) }
        table.removeAll()
    }

    @inlinable
    mutating func free(_ slot: UnsafeMutablePointer<Slot>) {
        #if DEBUG
        precondition(slot.pointee.accesses == 0, "a value is removed while it is in use")
        slot.pointee.number = -1
        #endif
        slot.deinitialize(count: 1)
        spares.append(slot)
    }

    /// All entries, in the order of their numbers.
    @inlinable
    package var sorted: [Entry] { isEmpty ? [] : entries.sorted { $0.number < $1.number } }

    /// Whether any value matches `predicate`.
    @inlinable
    package func contains(where predicate: (borrowing Value) -> Bool) -> Bool {
        table.contains { predicate($0.pointee.value) }
    }

    /// All entries, unordered.
    @inlinable package var entries: some Sequence<Entry> { table.elements.lazy.map { Entry($0.pointee.number, $0) } }
}
