#if os(Linux)
import CPlatform

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// How readiness arrives on Linux: one level-triggered epoll descriptor for each lane. Confined to the lane, hence
/// `@unchecked Sendable`; only `wait` is not, and is the lane's thread's.
final class Poller: @unchecked Sendable {
    /// Whether a peer that leaves is noticed while it is not read from.
    static let noticesEndWhilePaused = true

    private struct Registration {
        var member: (any LaneMember)?
        var generation: UInt32 = 0
        var interest: Interest = []
    }

    /// How often waiting has ended, and how many events came of it.
    private(set) var fires = 0
    private(set) var events = 0

    private let epoll: Int32
    private let batch: UnsafeMutablePointer<cplatform_epoll_event>
    /// By descriptor: the system gives the lowest free number, so this is no longer than the process has descriptors.
    private var registrations: [Registration] = []

    init() throws(SocketError) {
        epoll = cplatform_epoll_create()
        guard epoll >= 0 else { throw .system(call: "epoll_create1", errno: -epoll, address: nil) }
        batch = .allocate(capacity: Int(CPLATFORM_EPOLL_BATCH))
    }

    deinit {
        cplatform_close(epoll)
        batch.deallocate()
    }

    /// Waits until something is ready, and returns how many events are to be delivered; nil where there can be none any
    /// more.
    func wait() -> Int? {
        let count = cplatform_epoll_wait(epoll, batch)
        return count >= 0 ? Int(count) : count == -EINTR ? 0 : nil
    }

    /// Tells what is ready to whoever watches it.
    func deliver(_ count: Int) {
        fires += 1
        events += count
        for index in 0..<count { deliver(batch[index]) }
    }

    /// Watches `descriptor`, which the poller owns from here on, for `interest`.
    func add(_ descriptor: Int32, _ member: any LaneMember, _ interest: Interest) throws(SocketError) {
        let place = Int(descriptor)
        while registrations.count <= place { registrations.append(Registration()) }
        // A number is used again as soon as it is closed, perhaps in the batch that still holds an event of its past.
        registrations[place].generation &+= 1
        let status = cplatform_epoll_add(epoll, descriptor, Self.mask(interest), key(descriptor))
        guard status >= 0 else { throw .system(call: "epoll_ctl", errno: -status, address: nil) }
        registrations[place].member = member
        registrations[place].interest = interest
    }

    func change(_ descriptor: Int32, _ interest: Interest) {
        let place = Int(descriptor)
        guard registrations.indices.contains(place), registrations[place].member != nil,
            registrations[place].interest != interest
        else { return }
        registrations[place].interest = interest
        _ = cplatform_epoll_change(epoll, descriptor, Self.mask(interest), key(descriptor))
    }

    /// Watches `descriptor` no more, and closes it.
    func remove(_ descriptor: Int32) {
        let place = Int(descriptor)
        guard registrations.indices.contains(place), registrations[place].member != nil else { return }
        registrations[place].member = nil
        // Closing would not do: the kernel watches the open file, which a child of a fork may still hold.
        _ = cplatform_epoll_remove(epoll, descriptor)
        cplatform_close(descriptor)
    }

    /// Runs `work` when each descriptor removed so far is closed: here they are.
    func afterCloses(_ work: @escaping @Sendable () -> Void) {
        work()
    }

    private func deliver(_ event: cplatform_epoll_event) {
        let place = Int(event.key & 0xFFFF_FFFF)
        guard registrations.indices.contains(place),
            registrations[place].generation == UInt32(truncatingIfNeeded: event.key >> 32),
            let member = registrations[place].member
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
