/// Values by number, such as those of a connection's streams. Confined to one event loop.
///
/// A value stays in one object until its number is removed. The object is then used for another number, so no memory is
/// allocated unless more numbers are in use than ever before.
@usableFromInline
package struct PooledTable<Value: ~Copyable> {
    /// A number and its value.
    @usableFromInline
    package final class Entry {
        #if !DEBUG
        @exclusivity(unchecked)
        #endif
        @usableFromInline package var number: Int
        // Code that runs while it changes must not access it again: debug builds check that.
        #if !DEBUG
        @exclusivity(unchecked)
        #endif
        @usableFromInline var stored: Value

        // Other targets inline the access, which is unchecked in release builds only if it is made here.
        @inlinable package var value: Value {
            _read { yield stored }
            _modify { yield &stored }
        }

        @inlinable
        init(_ number: Int, _ value: consuming Value) {
            self.number = number
            stored = value
        }
    }

    // Streams that a client opens have odd numbers, mostly consecutive ones. With the number as hash, each is followed
    // by a free slot, so removing one moves no other.
    @usableFromInline var table = OpenAddressingTable<Entry>()
    @usableFromInline var spares: [Entry] = []
    /// Makes the value that replaces that of a removed number.
    @usableFromInline let makeBlank: () -> Value

    /// - Parameter makeBlank: makes a value that owns no memory.
    @inlinable
    package init(makeBlank: @escaping () -> Value) { self.makeBlank = makeBlank }

    @inlinable package var count: Int { table.count }
    @inlinable package var isEmpty: Bool { table.isEmpty }

    /// The entry of `number`; nil if there is none.
    @inlinable
    package subscript(number: Int) -> Entry? { table.first(hash: number) { $0.number == number } }

    /// Adds a value for a number that has none.
    @inlinable
    @discardableResult
    package mutating func insert(_ value: consuming Value, for number: Int) -> Entry {
        let entry: Entry
        if let spare = spares.popLast() {
            entry = spare
            entry.number = number
            entry.stored = value
        } else {
            entry = Entry(number, value)
        }
        table.insert(entry, hash: number)
        return entry
    }

    /// Removes a number, if it is there.
    @inlinable
    package mutating func remove(_ number: Int) {
        guard let entry = table.remove(hash: number, where: { $0.number == number }) else { return }
        entry.stored = makeBlank()
        spares.append(entry)
    }

    @inlinable
    package mutating func removeAll() {
        table.removeAll()
        spares = []
    }

    /// All entries, in the order of their numbers.
    @inlinable
    package var sorted: [Entry] { isEmpty ? [] : table.elements.sorted { $0.number < $1.number } }

    /// Whether any value matches `predicate`.
    @inlinable
    package func contains(where predicate: (borrowing Value) -> Bool) -> Bool {
        table.contains { predicate($0.value) }
    }

    /// All entries, unordered.
    @inlinable package var entries: some Sequence<Entry> { table.elements }
}
