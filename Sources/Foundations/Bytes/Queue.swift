/// Values in the order in which they were added. They are moved in and out, never copied.
@usableFromInline
package struct Queue<Element: ~Copyable>: ~Copyable {
    @usableFromInline var memory: UnsafeMutablePointer<Element>?
    @usableFromInline var capacity = 0
    /// The slots from `first` to `end` are filled.
    @usableFromInline var first = 0
    @usableFromInline var end = 0

    /// An empty queue, without memory until it is used.
    @inlinable package init() {}

    @inlinable
    deinit {
        guard let memory else { return }
        (memory + first).deinitialize(count: end - first)
        memory.deallocate()
    }

    @inlinable package var count: Int { end - first }
    @inlinable package var isEmpty: Bool { first == end }

    /// The element that was added first. There must be one.
    @inlinable package var front: Element {
        _read {
            precondition(!isEmpty, "the front of an empty queue")
            yield memory.unsafelyUnwrapped[first]
        }
    }

    /// Adds `element` as the last one.
    @inlinable
    package mutating func append(_ element: consuming Element) {
        if end == capacity { makeRoom() }
        (memory.unsafelyUnwrapped + end).initialize(to: element)
        end += 1
    }

    /// Removes and returns the element that was added first; nil if there is none.
    @inlinable
    package mutating func popFirst() -> Element? {
        guard first < end else { return nil }
        let slot = memory.unsafelyUnwrapped + first
        first += 1
        if first == end { (first, end) = (0, 0) }
        return slot.move()
    }

    /// Removes and returns the element that was added last; nil if there is none.
    @inlinable
    package mutating func popLast() -> Element? {
        guard first < end else { return nil }
        end -= 1
        let slot = memory.unsafelyUnwrapped + end
        if first == end { (first, end) = (0, 0) }
        return slot.move()
    }

    /// Calls `body` with each element, in order.
    @inlinable
    package func forEach(_ body: (borrowing Element) -> Void) {
        guard let memory else { return }
        for index in first..<end { body(memory[index]) }
    }

    /// Makes room for one more: elements are moved to the front only if at least as many were removed.
    @inlinable
    mutating func makeRoom() {
        let count = count
        if let memory, first > 0, first >= count {
            memory.moveInitialize(from: memory + first, count: count)
        } else {
            capacity = max(4, 2 * capacity)
            let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
            if let memory {
                larger.moveInitialize(from: memory + first, count: count)
                memory.deallocate()
            }
            memory = larger
        }
        (first, end) = (0, count)
    }
}
