#if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
import CPlatform

/// The lock that a thread holds while it runs an event loop. Unlike `Locked`, it is held while handlers run and make
/// system calls that do not wait.
final class EventLoopLock: @unchecked Sendable {
    // A mutex must not move.
    private let mutex = UnsafeMutablePointer<cplatform_mutex>.allocate(capacity: 1)

    init() {
        cplatform_mutex_init(mutex)
    }

    deinit {
        cplatform_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func lock() { cplatform_mutex_lock(mutex) }

    func unlock() { cplatform_mutex_unlock(mutex) }

    /// Takes the lock if it is free or becomes free within `spinLimit`: a loop is usually about to unlock.
    func tryLock() -> Bool {
        if cplatform_mutex_try_lock(mutex) { return true }
        guard Self.spins else { return false }
        let end = EventLoop.now + Self.spinLimit
        repeat {
            for _ in 0..<16 { cplatform_pause() }
            if cplatform_mutex_try_lock(mutex) { return true }
        } while EventLoop.now < end
        return false
    }

    /// Nanoseconds to spin, about two thread wake-ups.
    private static let spinLimit: Int64 = 50_000
    /// Spinning on the only processor would keep the holder from unlocking.
    private static let spins = cplatform_processors() > 1
}
#endif
