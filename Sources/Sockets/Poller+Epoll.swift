#if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
import CPlatform

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// How readiness arrives on Linux: one level-triggered epoll descriptor for each event loop. Confined to the event
/// loop, hence `@unchecked Sendable`; only `wait` is not: the backend's handler calls it, one call at a time.
final class Poller: @unchecked Sendable {
    /// Whether a peer that leaves is noticed while it is not read from.
    static let noticesEndWhilePaused = true

    private struct Registration {
        var member: (any ReadinessHandler)?
        var generation: UInt32 = 0
        var interest: Interest = []
    }

    /// How often waiting has ended, and how many events came of it.
    private(set) var fires = 0
    private(set) var events = 0

    /// The epoll descriptor itself.
    let descriptor: Int32
    private let batch: UnsafeMutablePointer<cplatform_epoll_event>
    /// By descriptor: the system gives the lowest free number, so this is no longer than the process has descriptors.
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

    /// What a wait came to.
    enum WaitResult {
        /// So many events are to be delivered.
        case ready(Int)
        /// Nothing came in time.
        case timedOut
        /// The descriptor can't be waited on any more.
        case failed
    }

    /// Waits until something is ready, up to `milliseconds`, which a signal that interrupts the wait counts from
    /// `start`.
    func wait(milliseconds: Int32, since start: Int64) -> WaitResult {
        var left = milliseconds
        while true {
            let count = cplatform_epoll_wait(descriptor, batch, left)
            if count > 0 { return .ready(Int(count)) }
            if count == 0 { return .timedOut }
            guard count == -EINTR else { return .failed }
            left = Int32(clamping: Int64(milliseconds) - (EventLoop.now - start) / 1_000_000)
            if left <= 0 { return .timedOut }
        }
    }

    /// Tells what is ready to whoever watches it.
    func deliver(_ count: Int) {
        fires += 1
        events += count
        for index in 0..<count { deliver(batch[index]) }
    }

    /// Watches `descriptor`, which the poller owns from here on, for `interest`.
    func add(_ descriptor: Int32, _ member: any ReadinessHandler, _ interest: Interest) throws(SocketError) {
        let index = Int(descriptor)
        while registrations.count <= index { registrations.append(Registration()) }
        // A number is used again as soon as it is closed, perhaps in the batch that still holds an event of its past.
        registrations[index].generation &+= 1
        let status = cplatform_epoll_add(self.descriptor, descriptor, Self.mask(interest), key(descriptor))
        guard status >= 0 else { throw .system(call: "epoll_ctl", errno: -status, address: nil) }
        registrations[index].member = member
        registrations[index].interest = interest
    }

    func change(_ descriptor: Int32, _ interest: Interest) {
        let index = Int(descriptor)
        guard registrations.indices.contains(index), registrations[index].member != nil,
            registrations[index].interest != interest
        else { return }
        registrations[index].interest = interest
        _ = cplatform_epoll_change(self.descriptor, descriptor, Self.mask(interest), key(descriptor))
    }

    /// Watches `descriptor` no more, and closes it.
    func remove(_ descriptor: Int32) {
        let index = Int(descriptor)
        guard registrations.indices.contains(index), registrations[index].member != nil else { return }
        registrations[index].member = nil
        // Closing would not do: the kernel watches the open file, which a child of a fork may still hold.
        _ = cplatform_epoll_remove(self.descriptor, descriptor)
        cplatform_close(descriptor)
    }

    /// Runs `work` when each descriptor removed so far is closed: here they are.
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
