import CPlatform
import Dispatch
import Locking

/// Gives free memory back to the system: glibc keeps pages that lie between others, for ever.
///
/// That takes milliseconds, in which other threads may wait for memory, and a peer decides how often much is freed. So it
/// is done on a queue of its own, a while after someone asks, and once for all who ask until then.
package final class MemoryTrimmer: Sendable {
    package static let shared = MemoryTrimmer(delay: .milliseconds(500)) { cplatform_trim_memory() }

    private let queue = DispatchQueue(label: "mockserver.trim", qos: .utility)
    private let delay: DispatchTimeInterval
    private let trim: @Sendable () -> Void
    private let isPending = Locked(false)

    init(delay: DispatchTimeInterval, _ trim: @escaping @Sendable () -> Void) {
        (self.delay, self.trim) = (delay, trim)
    }

    /// Has memory given back that is free after the delay.
    package func ask() {
        let isFirst = isPending.withLock { isPending in
            defer { isPending = true }
            return !isPending
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + delay) { [self] in
            isPending.withLock { $0 = false }
            trim()
        }
    }
}
