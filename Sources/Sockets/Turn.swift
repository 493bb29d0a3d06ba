#if os(Linux)
import CPlatform

/// Who may act as a lane: one thread at a time. Unlike a lock it is held while system calls are made that do not wait,
/// and while handlers run.
final class Turn: @unchecked Sendable {
    // A mutex must not move.
    private let mutex = UnsafeMutablePointer<cplatform_mutex>.allocate(capacity: 1)

    init() {
        cplatform_mutex_init(mutex)
    }

    deinit {
        cplatform_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func take() { cplatform_mutex_lock(mutex) }

    /// Takes it, unless another keeps it for longer than it takes to wake a thread, which is so long looked for its end: a
    /// lane is mostly about to give it.
    func tryToTake() -> Bool {
        if cplatform_mutex_try_lock(mutex) { return true }
        guard Self.isGivenMeanwhile else { return false }
        let end = Lane.now + Self.patience
        repeat {
            for _ in 0..<16 { cplatform_pause() }
            if cplatform_mutex_try_lock(mutex) { return true }
        } while Lane.now < end
        return false
    }

    /// How long two threads' waking takes, in nanoseconds.
    private static let patience: Int64 = 50_000
    /// Not on the only processor there is.
    private static let isGivenMeanwhile = cplatform_processors() > 1

    func give() { cplatform_mutex_unlock(mutex) }
}
#endif
