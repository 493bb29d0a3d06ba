import CPlatform

/// A value that only one thread at a time may access: the one lock type of this package, over the platform's mutex.
///
/// It is `@unchecked Sendable` because the mutex confines the value. Never held across I/O, a wait, or a call of the
/// user's code; not recursive.
///
/// ```swift
/// let count = Locked(0)
/// let ticket = count.withLock { count in
///     count += 1
///     return count
/// }
/// ```
@usableFromInline
package final class Locked<Value: ~Copyable>: @unchecked Sendable {
    // A mutex must not move, but a stored property may be moved; so it is on the heap.
    @usableFromInline let mutex: UnsafeMutableRawPointer
    // The mutex already ensures exclusive access.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var value: Value

    #if DEBUG || MEASURE_HOLDS
    /// The longest hold, in nanoseconds of CPU time; nil if it is not measured.
    @usableFromInline nonisolated(unsafe) let holds: UnsafeMutablePointer<Int64>?
    #endif

    /// A lock around `value`, which nobody else may keep. A debug build measures how long it is held, if asked to.
    package init(_ value: consuming sending Value, measuresHolds: Bool = false) {
        self.mutex = makeMutex()
        self.value = value
        #if DEBUG || MEASURE_HOLDS
        holds = measuresHolds ? .allocate(capacity: 1) : nil
        holds?.initialize(to: 0)
        #endif
    }

    deinit {
        freeMutex(mutex)
        #if DEBUG || MEASURE_HOLDS
        holds?.deallocate()
        #endif
    }

    /// The longest hold so far, in CPU time of the holding thread, so that a busy machine does not count. Nil if it is
    /// not measured, as in a release build.
    package var longestHold: Duration? {
        #if DEBUG || MEASURE_HOLDS
        guard let holds else { return nil }
        lockMutex(mutex)
        defer { unlockMutex(mutex) }
        return .nanoseconds(holds.pointee)
        #else
        return nil
        #endif
    }

    /// Runs `body` with exclusive access to the value.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lockMutex(mutex)
        #if DEBUG || MEASURE_HOLDS
        let start = holds == nil ? 0 : threadTime()
        defer {
            if let holds { holds.pointee = max(holds.pointee, threadTime() - start) }
            unlockMutex(mutex)
        }
        #else
        defer { unlockMutex(mutex) }
        #endif
        return try body(&value)
    }
}

// These functions hide `CPlatform` from inlinable code in other modules.

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

#if DEBUG || MEASURE_HOLDS
@usableFromInline
func threadTime() -> Int64 { cplatform_thread_time() }
#endif

@usableFromInline
func unlockMutex(_ mutex: UnsafeMutableRawPointer) {
    cplatform_mutex_unlock(mutex.assumingMemoryBound(to: cplatform_mutex.self))
}
