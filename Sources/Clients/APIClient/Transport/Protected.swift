#if canImport(os)
import os
#else
import Synchronization
#endif

/// A value behind a lock, for callbacks that can't wait for an actor. Nothing may call out or wait while it holds the
/// lock.
public final class Protected<Value: Sendable>: Sendable {
    #if canImport(os)
    private let lock: OSAllocatedUnfairLock<Value>
    #else
    private let lock: Mutex<Value>
    #endif

    /// A lock around a value.
    public init(_ value: Value) {
        #if canImport(os)
        lock = OSAllocatedUnfairLock(initialState: value)
        #else
        lock = Mutex(value)
        #endif
    }

    /// Reads or changes the value while the lock is held.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        lock.withLock { body(&$0) }
    }
}
