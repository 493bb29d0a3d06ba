import CPlatform

/// Numbers that only grow, from any thread, without a lock: adding orders nothing else, and takes a few nanoseconds.
///
/// It is `@unchecked Sendable` because each access of a number is atomic.
package final class Counters: @unchecked Sendable {
    private let numbers: UnsafeMutableBufferPointer<UInt64>

    /// - Parameter count: how many numbers; each is 0.
    package init(count: Int) {
        numbers = .allocate(capacity: count)
        numbers.initialize(repeating: 0)
    }

    deinit { numbers.deallocate() }

    /// Adds to one of the numbers; does nothing for an index out of range.
    package func add(_ number: UInt64 = 1, at index: Int) {
        guard numbers.indices.contains(index), let first = numbers.baseAddress else { return }
        cplatform_counter_add(first + index, number)
    }

    /// One of the numbers; 0 for an index out of range.
    package subscript(index: Int) -> UInt64 {
        guard numbers.indices.contains(index), let first = numbers.baseAddress else { return 0 }
        return cplatform_counter_load(first + index)
    }
}
