import Locking

@testable import Sockets

/// A listener on its own event loop, which other tests of the process do not disturb, and the journal of its handlers'
/// calls.
struct Bench: Sendable {
    let eventLoop: EventLoop
    let listener: Listener
    let journal: Journal
    let unaccepted = UnacceptedConnections()
    private let channels = Locked<[Channel]>([])

    init(_ acts: Probe.Acts = .echo, noting: Bool = true, on address: ServerAddress = .loopback(), stay: Int32? = nil)
        throws
    {
        let eventLoop = try EventLoop(label: "test", stay: stay ?? EventLoopBackend.usualStay)
        let journal = Journal()
        let channels = channels
        self.eventLoop = eventLoop
        self.journal = journal
        listener = try Listener(on: address, eventLoops: [eventLoop], unaccepted: unaccepted) { channel in
            channels.withLock { $0.append(channel) }
            return Probe(channel, acts, noting ? journal : nil)
        }
    }

    func client(receiveBuffer: Int32? = nil) throws -> Client {
        try Client(listener.address, receiveBuffer: receiveBuffer)
    }

    /// The first channel, once there is one.
    func channel() async -> Channel {
        await journal.wait(for: .opened)
        return channels.withLock { $0[0] }
    }

    /// Runs `body` on the event loop.
    func onEventLoop<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await eventLoop.run(body)
    }
}

extension EventLoop {
    func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            async { continuation.resume(returning: body()) }
        }
    }

    /// Returns after this time, measured by a deadline of the event loop.
    func wait(nanoseconds: Int64) async {
        await withCheckedContinuation { continuation in
            async {
                Deadline(on: self).set(at: EventLoop.now + nanoseconds, for: Alarm { continuation.resume() })
            }
        }
    }
}

/// Calls a closure when a deadline has passed.
final class Alarm: DeadlineHandler {
    private let ring: () -> Void

    init(_ ring: @escaping () -> Void) {
        self.ring = ring
    }

    func deadlinePassed(_ deadline: Deadline) {
        ring()
    }
}

/// `count` pseudo-random bytes, so that a lost or doubled piece shows.
func pseudoRandomBytes(_ count: Int) -> [UInt8] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(truncatingIfNeeded: state >> 24)
    }
}
