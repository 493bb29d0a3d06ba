import CPlatform

/// A value that one thread at a time may touch: the one lock type of this package, over the platform's mutex.
///
/// It is `@unchecked Sendable` because the mutex confines the value. Never held across I/O, a wait, or a call of code
/// the package's user wrote; not recursive.
///
/// ```swift
/// let count = Locked(0)
/// let ticket = count.withLock { count in
///     count += 1
///     return count
/// }
/// ```
public final class Locked<Value>: @unchecked Sendable {
    // A mutex must not move, and a stored property may be moved; so it lives on the heap.
    @usableFromInline let mutex: UnsafeMutableRawPointer
    // The mutex is what keeps accesses apart.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var value: Value

    /// A lock round `value`, which nobody else may keep.
    public init(_ value: sending Value) {
        self.mutex = makeMutex()
        self.value = value
    }

    deinit {
        freeMutex(mutex)
    }

    /// Runs `body` with the value, alone.
    @inlinable
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lockMutex(mutex)
        defer { unlockMutex(mutex) }
        return try body(&value)
    }
}

// These keep `CPlatform` out of what inlinable code of other modules has to see.

private func makeMutex() -> UnsafeMutableRawPointer {
    let mutex = UnsafeMutablePointer<cplatform_mutex>.allocate(capacity: 1)
    cplatform_mutex_init(mutex)
    return UnsafeMutableRawPointer(mutex)
}

private func freeMutex(_ mutex: UnsafeMutableRawPointer) {
    cplatform_mutex_destroy(mutex.assumingMemoryBound(to: cplatform_mutex.self))
    mutex.deallocate()
}

@usableFromInline
func lockMutex(_ mutex: UnsafeMutableRawPointer) {
    cplatform_mutex_lock(mutex.assumingMemoryBound(to: cplatform_mutex.self))
}

@usableFromInline
func unlockMutex(_ mutex: UnsafeMutableRawPointer) {
    cplatform_mutex_unlock(mutex.assumingMemoryBound(to: cplatform_mutex.self))
}
