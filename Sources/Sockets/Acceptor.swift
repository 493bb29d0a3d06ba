import CPlatform

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The half of a listener that lives on a lane: takes connections and hands them to lanes in turn. Confined to its
/// lane, hence `@unchecked Sendable`.
final class Acceptor: @unchecked Sendable {
    /// So many connections are taken before other members of the lane get their turn.
    private static let batch = 64
    /// How long after a refusal accepting is tried again, whether or not a descriptor was closed meanwhile.
    private static let patience: Int64 = 50_000_000

    private let socket: ListeningSocket
    private let lanes: [Lane]
    private let home: Int
    private let makeHandler: @Sendable (Channel) -> any ChannelHandler
    /// The channels of each lane; those of lanes that were never used are not asked to stop.
    private let rosters: [Roster]
    private var used: [Bool]
    private var accepted = 0
    private var isOpen = false
    private var isWatched = false
    private let retry: Deadline

    init(
        _ socket: ListeningSocket, lanes: [Lane], home: Int,
        makeHandler: @escaping @Sendable (Channel) -> any ChannelHandler
    ) {
        self.socket = socket
        self.lanes = lanes
        self.home = home
        self.makeHandler = makeHandler
        self.rosters = lanes.map { _ in Roster() }
        self.used = lanes.map { _ in false }
        self.retry = Deadline(on: lanes[home])
    }

    private var lane: Lane { lanes[home] }
    private var descriptor: Int32 { socket.descriptor }

    /// Begins to accept.
    func start() {
        isOpen = true
        watch()
    }

    /// Closes the listening descriptor, then the channels on each lane; calls `done` once for each lane involved, after
    /// `expect` was called with their number.
    func stop(expect: (Int) -> Void, done: @escaping @Sendable () -> Void) {
        isOpen = false
        retry.cancel()
        lane.awaitsDescriptorNoMore(self)
        // Before the close, behind which another may listen there.
        socket.file?.remove()
        if isWatched { lane.remove(descriptor) } else { cplatform_close(descriptor) }
        // Whatever was handed to another lane was posted there before this; so it is closed by it, too.
        let involved = lanes.indices.filter { used[$0] && $0 != home }
        expect(involved.count + 1)
        for index in involved {
            let (lane, roster) = (lanes[index], rosters[index])
            lane.async {
                roster.stop()
                lane.poller.afterCloses(done)
            }
        }
        rosters[home].stop()
        lane.poller.afterCloses(done)
    }

    private func acceptBatch() {
        guard lane.holdReserve() else { return starve() }
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
        // The first goes to the listener's own lane: it is the one whose latency a short test sees.
        let index = (home + accepted) % lanes.count
        accepted += 1
        used[index] = true
        let (lane, roster, number, makeHandler) = (lanes[index], rosters[index], accepted, makeHandler)
        if index == home {
            Channel.open(connection, number: number, on: lane, roster, makeHandler)
        } else {
            lane.async { Channel.open(connection, number: number, on: lane, roster, makeHandler) }
        }
    }

    private func watch() {
        guard isOpen else { return }
        if isWatched {
            lane.poller.change(descriptor, .reading)
        } else {
            do {
                try lane.poller.add(descriptor, self, .reading)
                isWatched = true
            } catch {
                starve()
            }
        }
    }

    /// Takes the listener out. Level-triggered, a connection that cannot be accepted for want of a descriptor would
    /// fire without end.
    private func starve() {
        if isWatched { lane.poller.change(descriptor, []) }
        lane.awaitDescriptor(self)
        retry.set(at: Lane.now + Self.patience, for: self)
    }

    /// Tries to accept before it is watched again: while nothing has changed the lane's source does not fire for it.
    func tryAgain() {
        guard isOpen else { return }
        retry.cancel()
        lane.awaitsDescriptorNoMore(self)
        acceptBatch()
    }
}

extension Acceptor: LaneMember {
    func ready(_ readiness: Readiness) {
        acceptBatch()
    }
}

extension Acceptor: DeadlineTarget {
    func deadlinePassed(_ deadline: Deadline) {
        tryAgain()
    }
}
