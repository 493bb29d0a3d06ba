import CPlatform

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The half of a listener that lives on an event loop: takes connections and hands them to event loops in turn.
/// Confined to its event loop, hence `@unchecked Sendable`.
final class Acceptor: @unchecked Sendable {
    /// So many connections are taken before other members of the event loop get their turn.
    private static let batch = 64
    /// How long after a refusal accepting is tried again, whether or not a descriptor was closed meanwhile.
    private static let retryDelay: Int64 = 50_000_000

    private let socket: ListeningSocket
    private let eventLoops: [EventLoop]
    private let home: Int
    private let makeHandler: @Sendable (Channel) -> any ChannelHandler
    /// The channels of each event loop; those of event loops that were never used are not asked to stop.
    private let channelSets: [ChannelSet]
    private var used: [Bool]
    private var accepted = 0
    private var isOpen = false
    private var isWatched = false
    private let retry: Deadline

    init(
        _ socket: ListeningSocket, eventLoops: [EventLoop], home: Int,
        makeHandler: @escaping @Sendable (Channel) -> any ChannelHandler
    ) {
        self.socket = socket
        self.eventLoops = eventLoops
        self.home = home
        self.makeHandler = makeHandler
        self.channelSets = eventLoops.map { _ in ChannelSet() }
        self.used = eventLoops.map { _ in false }
        self.retry = Deadline(on: eventLoops[home])
    }

    private var eventLoop: EventLoop { eventLoops[home] }
    private var descriptor: Int32 { socket.descriptor }

    /// Begins to accept.
    func start() {
        isOpen = true
        watch()
    }

    /// Closes the listening descriptor, then the channels on each event loop; calls `done` once for each event loop
    /// involved, after `expect` was called with their number.
    func stop(expect: (Int) -> Void, done: @escaping @Sendable () -> Void) {
        isOpen = false
        retry.cancel()
        eventLoop.awaitsDescriptorNoMore(self)
        // Before the close, behind which another may listen there.
        socket.file?.remove()
        if isWatched { eventLoop.remove(descriptor) } else { cplatform_close(descriptor) }
        // Whatever was handed to another event loop was posted there before this; so it is closed by it, too.
        let involved = eventLoops.indices.filter { used[$0] && $0 != home }
        expect(involved.count + 1)
        for index in involved {
            let (eventLoop, channelSet) = (eventLoops[index], channelSets[index])
            eventLoop.async {
                channelSet.stop()
                eventLoop.poller.afterCloses(done)
            }
        }
        channelSets[home].stop()
        eventLoop.poller.afterCloses(done)
    }

    private func acceptBatch() {
        guard eventLoop.holdReserve() else { return starve() }
        for _ in 0..<Self.batch {
            let connection = cplatform_accept(descriptor)
            if connection >= 0 {
                hand(over: connection)
                continue
            }
            switch -connection {
            case EAGAIN, EWOULDBLOCK: return watch()
            case EINTR, ECONNABORTED: continue
            default: return starve()
            }
        }
        watch()
    }

    private func hand(over connection: Int32) {
        // The first goes to the listener's own event loop: it is the one whose latency a short test sees.
        let index = (home + accepted) % eventLoops.count
        accepted += 1
        used[index] = true
        let (eventLoop, channelSet) = (eventLoops[index], channelSets[index])
        let (number, makeHandler) = (accepted, makeHandler)
        if index == home {
            Channel.open(connection, number: number, on: eventLoop, channelSet, makeHandler)
        } else {
            eventLoop.async { Channel.open(connection, number: number, on: eventLoop, channelSet, makeHandler) }
        }
    }

    private func watch() {
        guard isOpen else { return }
        if isWatched {
            eventLoop.poller.change(descriptor, .reading)
        } else {
            do {
                try eventLoop.poller.add(descriptor, self, .reading)
                isWatched = true
            } catch {
                starve()
            }
        }
    }

    /// Takes the listener out. Level-triggered, a connection that cannot be accepted for want of a descriptor would
    /// fire without end.
    private func starve() {
        if isWatched { eventLoop.poller.change(descriptor, []) }
        eventLoop.awaitDescriptor(self)
        retry.set(at: EventLoop.now + Self.retryDelay, for: self)
    }

    /// Tries to accept before it is watched again: while nothing has changed the event loop's source does not fire for
    /// it.
    func tryAgain() {
        guard isOpen else { return }
        retry.cancel()
        eventLoop.awaitsDescriptorNoMore(self)
        acceptBatch()
    }
}

extension Acceptor: ReadinessHandler {
    func ready(_ readiness: Readiness) {
        acceptBatch()
    }
}

extension Acceptor: DeadlineHandler {
    func deadlinePassed(_ deadline: Deadline) {
        tryAgain()
    }
}
