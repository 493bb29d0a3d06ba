import CPlatform
import Libc

/// The half of a listener that runs on an event loop: accepts connections and distributes them over the event loops.
/// Confined to its event loop, hence `@unchecked Sendable`.
final class Acceptor: @unchecked Sendable {
    /// The most connections accepted before other members of the event loop run.
    private static let batch = 64
    /// Nanoseconds after which accepting is retried for want of a descriptor, even if none was closed meanwhile.
    private static let retryDelay: Int64 = 50_000_000

    private let socket: ListeningSocket
    private let eventLoops: [EventLoop]
    private let home: Int
    private let makeHandler: @Sendable (Channel) -> any ChannelHandler
    /// The channels of each event loop. Event loops that were never used are not asked to stop.
    private let channelSets: [ChannelSet]
    private var used: [Bool]
    private var accepted = 0
    private var isOpen = false
    private var isWatched = false
    private let retry: Deadline
    private let unaccepted: UnacceptedConnections
    /// Whether connections wait that could not be accepted.
    private var leavesUnaccepted = false

    init(
        _ socket: ListeningSocket, eventLoops: [EventLoop], home: Int, _ connections: ConnectionCounts,
        _ unaccepted: UnacceptedConnections,
        makeHandler: @escaping @Sendable (Channel) -> any ChannelHandler
    ) {
        self.socket = socket
        self.eventLoops = eventLoops
        self.home = home
        self.makeHandler = makeHandler
        self.channelSets = eventLoops.map { _ in ChannelSet(connections) }
        self.used = eventLoops.map { _ in false }
        self.retry = Deadline(on: eventLoops[home])
        self.unaccepted = unaccepted
    }

    private var eventLoop: EventLoop { eventLoops[home] }
    private var descriptor: Int32 { socket.descriptor }

    /// Starts accepting.
    func start() {
        isOpen = true
        watch()
    }

    /// Closes the listening descriptor, then the channels on each event loop. Calls `expect` with the number of event
    /// loops involved, then `done` once for each of them.
    func stop(expect: (Int) -> Void, done: @escaping @Sendable () -> Void) {
        isOpen = false
        retry.cancel()
        eventLoop.awaitsDescriptorNoMore(self)
        // Before the close: after it, another process may listen there.
        socket.file?.remove()
        if isWatched { eventLoop.remove(descriptor) } else { cplatform_close(descriptor) }
        // Connections handed to another event loop were posted there before this, so it closes them too.
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
        guard eventLoop.holdReserve() else { return backOff(-eventLoop.reserve) }
        for _ in 0..<Self.batch {
            let connection = cplatform_accept(descriptor)
            if connection >= 0 {
                assign(connection)
                continue
            }
            switch -connection {
            case EAGAIN, EWOULDBLOCK:
                tellUnaccepted(nil)
                return watch()
            case EINTR, ECONNABORTED: continue
            default: return backOff(-connection)
            }
        }
        if leavesUnaccepted, !cplatform_has_connection(descriptor) { tellUnaccepted(nil) }
        watch()
    }

    private func assign(_ connection: Int32) {
        // The first connection goes to the listener's own event loop: a short test sees its latency.
        let index = (home + accepted) % eventLoops.count
        accepted += 1
        used[index] = true
        let (eventLoop, channelSet) = (eventLoops[index], channelSets[index])
        let (number, makeHandler) = (accepted, makeHandler)
        if index == home {
            Channel.open(connection, number: number, on: eventLoop, channelSet, makeHandler: makeHandler)
        } else {
            eventLoop.async {
                Channel.open(connection, number: number, on: eventLoop, channelSet, makeHandler: makeHandler)
            }
        }
    }

    private func watch() {
        guard isOpen else { return }
        do {
            if isWatched { return try eventLoop.poller.change(descriptor, .reading) }
            try eventLoop.poller.add(descriptor, self, interest: .reading)
            isWatched = true
        } catch {
            backOff(error.errno ?? 0)
        }
    }

    /// Stops watching the listener while a connection waits. Polling is level-triggered, so one that can't be accepted for
    /// want of a descriptor would fire endlessly.
    ///
    /// - Parameter errno: why nothing can be accepted. Linux says so even if nothing waits.
    private func backOff(_ errno: Int32) {
        let hasConnection = cplatform_has_connection(descriptor)
        tellUnaccepted(hasConnection ? errno : nil)
        // If that fails, the retry comes all the same.
        if isWatched { try? eventLoop.poller.change(descriptor, hasConnection ? [] : .reading) }
        eventLoop.awaitDescriptor(self)
        retry.set(at: EventLoop.now + Self.retryDelay, for: self)
    }

    /// Tells that connections wait which can't be accepted for this reason, or, for nil, that none does any more.
    private func tellUnaccepted(_ errno: Int32?) {
        guard leavesUnaccepted != (errno != nil) else { return }
        leavesUnaccepted = errno != nil
        unaccepted.tell(errno)
    }

    /// Tries to accept before the listener is watched again: the event loop's source does not fire while nothing has
    /// changed.
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
