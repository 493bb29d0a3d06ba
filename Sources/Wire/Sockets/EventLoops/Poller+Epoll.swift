#if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
import CPlatform
import Libc

/// The source of readiness events on Linux: one level-triggered epoll descriptor for each event loop. Confined to the
/// event loop, hence `@unchecked Sendable`, except for `wait`, which the backend's handler calls, one call at a time.
final class Poller: @unchecked Sendable {
    /// Whether it notices that a peer leaves while reading is paused.
    static let noticesEndWhilePaused = true

    private struct Registration {
        var member: (any ReadinessHandler)?
        var generation: UInt32 = 0
        var interest: Interest = []
    }

    /// How often waiting has ended, and how many events that gave.
    private(set) var fires = 0
    private(set) var events = 0

    /// The epoll descriptor itself.
    let descriptor: Int32
    private let batch: UnsafeMutablePointer<cplatform_epoll_event>
    /// Indexed by descriptor. The system gives the lowest free number, so the process has at least as many descriptors.
    private var registrations: [Registration] = []

    init() throws(SocketError) {
        descriptor = cplatform_epoll_create()
        guard descriptor >= 0 else { throw .system(call: "epoll_create1", errno: -descriptor, address: nil) }
        batch = .allocate(capacity: Int(CPLATFORM_EPOLL_BATCH))
    }

    deinit {
        cplatform_close(descriptor)
        batch.deallocate()
    }

    /// The result of a wait.
    enum WaitResult {
        /// The number of events to be delivered.
        case ready(Int)
        /// Nothing came in time.
        case timedOut
        /// The descriptor can't be waited on any more, for this errno.
        case failed(Int32)
    }

    /// Waits up to `milliseconds` until something is ready, counted anew from the first signal that interrupts it: the
    /// clock is asked only then.
    func wait(milliseconds: Int32) -> WaitResult {
        var left = milliseconds
        var interrupted: Int64?
        while true {
            let count = cplatform_epoll_wait(descriptor, batch, left)
            if count > 0 { return .ready(Int(count)) }
            if count == 0 { return .timedOut }
            guard count == -EINTR else { return .failed(-count) }
            let now = EventLoop.now
            left = Int32(clamping: Int64(milliseconds) - (now - (interrupted ?? now)) / 1_000_000)
            interrupted = interrupted ?? now
            if left <= 0 { return .timedOut }
        }
    }

    /// Tells the handlers which of their descriptors are ready.
    func deliver(_ count: Int) {
        fires += 1
        events += count
        for index in 0..<count { deliver(batch[index]) }
    }

    /// Watches `descriptor` for `interest`. The poller owns the descriptor from now on.
    func add(_ descriptor: Int32, _ member: any ReadinessHandler, interest: Interest) throws(SocketError) {
        let index = Int(descriptor)
        while registrations.count <= index { registrations.append(Registration()) }
        // A closed descriptor's number is reused at once, perhaps while the batch still holds an event of the old one.
        registrations[index].generation &+= 1
        let status = cplatform_epoll_add(self.descriptor, descriptor, Self.mask(interest), key(descriptor))
        guard status >= 0 else { throw .system(call: "epoll_ctl", errno: -status, address: nil) }
        registrations[index].member = member
        registrations[index].interest = interest
    }

    /// Watches `descriptor` for `interest` from now on.
    ///
    /// - Throws: `SocketError.system` if the system refuses it; then `descriptor` may not be watched any more.
    func change(_ descriptor: Int32, _ interest: Interest) throws(SocketError) {
        let index = Int(descriptor)
        guard registrations.indices.contains(index), registrations[index].member != nil,
            registrations[index].interest != interest
        else { return }
        let status = cplatform_epoll_change(self.descriptor, descriptor, Self.mask(interest), key(descriptor))
        guard status >= 0 else { throw .system(call: "epoll_ctl", errno: -status, address: nil) }
        registrations[index].interest = interest
    }

    /// Stops watching `descriptor` and closes it.
    func remove(_ descriptor: Int32) {
        let index = Int(descriptor)
        guard registrations.indices.contains(index), registrations[index].member != nil else { return }
        registrations[index].member = nil
        // Closing is not enough: the kernel watches the open file, which a forked child may still hold.
        _ = cplatform_epoll_remove(self.descriptor, descriptor)
        cplatform_close(descriptor)
    }

    /// Runs `work` when all descriptors removed so far are closed; here they already are.
    func afterCloses(_ work: @escaping @Sendable () -> Void) {
        work()
    }

    private func deliver(_ event: cplatform_epoll_event) {
        let index = Int(event.key & 0xFFFF_FFFF)
        guard registrations.indices.contains(index),
            registrations[index].generation == UInt32(truncatingIfNeeded: event.key >> 32),
            let member = registrations[index].member
        else { return }
        var readiness: Readiness = []
        if event.events & cplatform_epoll_in != 0 { readiness.insert(.readable) }
        if event.events & cplatform_epoll_out != 0 { readiness.insert(.writable) }
        if event.events & cplatform_epoll_rdhup != 0 { readiness.insert(.ended) }
        if event.events & (cplatform_epoll_hup | cplatform_epoll_err) != 0 { readiness.insert(.hungUp) }
        member.ready(readiness)
    }

    private func key(_ descriptor: Int32) -> UInt64 {
        UInt64(registrations[Int(descriptor)].generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }

    private static func mask(_ interest: Interest) -> UInt32 {
        var mask: UInt32 = 0
        if interest.contains(.reading) { mask |= cplatform_epoll_in | cplatform_epoll_rdhup }
        if interest.contains(.end) { mask |= cplatform_epoll_rdhup }
        if interest.contains(.writing) { mask |= cplatform_epoll_out }
        return mask
    }
}
#endif
