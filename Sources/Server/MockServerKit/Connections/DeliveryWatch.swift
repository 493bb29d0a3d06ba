import MockRuntime
import Sockets

/// The responses of one connection whose last byte the system has taken, until the client's system has acknowledged it.
/// No event tells of that, so a timer looks; only responses come here whose delivery the scenario judges. Confined to the
/// connection's event loop.
final class DeliveryWatch: DeadlineHandler {
    /// The time until the first look, in nanoseconds; each further one is twice as long…
    private static let firstWait: Int64 = 500_000
    /// …but not longer than this.
    private static let longestWait: Int64 = 8_000_000
    /// How long a connection that is to be closed stays open for it, unless told otherwise.
    private static let longestStay: Int64 = 30_000_000_000

    private var entries: [SentResponse] = []
    private var wait = firstWait
    /// When it is given up, so that the connection can be closed; nil for never.
    private var end: Int64?
    private let stay: Int64
    private let deadline: Deadline
    /// How many of the connection's bytes the client's system has.
    private let acknowledged: () -> Int
    /// Called when nothing is left to wait for, or it is given up, if `close` has asked.
    private let settled: () -> Void

    init(
        on eventLoop: EventLoop, stay: Int64 = longestStay, acknowledged: @escaping () -> Int,
        settled: @escaping () -> Void
    ) {
        deadline = Deadline(on: eventLoop)
        self.stay = stay
        self.acknowledged = acknowledged
        self.settled = settled
    }

    var isEmpty: Bool { entries.isEmpty }

    func add(_ response: SentResponse) {
        entries.append(response)
        wait = Self.firstWait
        look()
    }

    /// Has `settled` called when nothing is left to wait for, and at the latest after the longest stay, also if no response
    /// has come by then.
    ///
    /// - Parameter hasMore: whether there are responses that the system has not taken yet.
    /// - Returns: whether the connection must stay open for now; if not, `settled` need not be waited for.
    func close(hasMore: Bool) -> Bool {
        if end == nil {
            end = EventLoop.now + stay
            look()
        }
        return (hasMore || !isEmpty) && !hasGivenUp
    }

    /// Whether the connection has stayed open for as long as it may.
    private var hasGivenUp: Bool { end.map { EventLoop.now >= $0 } ?? false }

    /// Reports the responses that the client has, and looks again later for the others.
    private func look() {
        tellDelivered()
        if hasGivenUp { entries = [] }
        if !entries.isEmpty {
            deadline.set(at: EventLoop.now + wait, for: self)
            wait = min(2 * wait, Self.longestWait)
        } else if let end, !hasGivenUp {
            deadline.set(at: end, for: self)
        } else {
            deadline.cancel()
        }
    }

    private func tellDelivered() {
        guard !entries.isEmpty else { return }
        let acknowledged = acknowledged()
        entries.removeAll { entry in
            guard entry.end <= acknowledged else { return false }
            entry.exchange.delivered()
            return true
        }
    }

    func deadlinePassed(_ deadline: Deadline) {
        look()
        if isEmpty, end != nil { settled() }
    }

    /// The client has sent its last byte. What it has not acknowledged it may still read.
    func tellEnding() {
        tellDelivered()
        for entry in entries { entry.exchange.ending() }
    }

    /// The client has reset the stream.
    func reset(stream: Int) {
        tellDelivered()
        entries.removeAll { entry in
            guard entry.stream == stream else { return false }
            entry.exchange.left()
            return true
        }
    }

    /// The connection is closed.
    ///
    /// - Parameter hasLeft: whether its client has closed it.
    func tellClosed(hasLeft: Bool) {
        deadline.cancel()
        tellDelivered()
        if hasLeft { for entry in entries { entry.exchange.left() } }
        entries = []
    }
}
