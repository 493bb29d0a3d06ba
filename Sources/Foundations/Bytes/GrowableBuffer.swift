/// Memory for values that are collected again and again: it is kept when they are removed.
@usableFromInline
package struct GrowableBuffer<Element>: ~Copyable {
    @usableFromInline var memory: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline package private(set) var count = 0
    @usableFromInline let least: Int
    @usableFromInline let mostKept: Int

    /// Memory for `capacity` elements; `removeAll` keeps memory for at most `mostKept`.
    @inlinable
    package init(capacity: Int, mostKept: Int) {
        self.capacity = capacity
        self.mostKept = mostKept
        least = capacity
        memory = .allocate(capacity: capacity)
    }

    @inlinable
    deinit {
        memory.deinitialize(count: count)
        memory.deallocate()
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    /// The elements in place; valid until the next change.
    @inlinable package var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: memory, count: count) }

    /// A copy of the elements.
    @inlinable package var array: [Element] { Array(elements) }

    @inlinable
    package subscript(index: Int) -> Element {
        precondition(index >= 0 && index < count, "an index behind the last element")
        return memory[index]
    }

    @inlinable
    package mutating func append(_ element: consuming Element) {
        if count == capacity { makeRoom(for: 1) }
        (memory + count).initialize(to: element)
        count += 1
    }

    /// Adds `elements`, and returns their range.
    @inlinable
    @discardableResult
    package mutating func append(_ elements: UnsafeBufferPointer<Element>) -> Range<Int> {
        let start = count
        if let source = elements.baseAddress {
            if capacity - count < elements.count { makeRoom(for: elements.count) }
            (memory + count).initialize(from: source, count: elements.count)
            count += elements.count
        }
        return start..<count
    }

    @inlinable
    package mutating func removeAll() {
        memory.deinitialize(count: count)
        count = 0
        if capacity > mostKept { replaceMemory(least) }
    }

    @inlinable
    mutating func makeRoom(for more: Int) { replaceMemory(max(2 * capacity, count + more)) }

    @inlinable
    mutating func replaceMemory(_ capacity: Int) {
        let other = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        other.moveInitialize(from: memory, count: count)
        memory.deallocate()
        memory = other
        self.capacity = capacity
    }
}
