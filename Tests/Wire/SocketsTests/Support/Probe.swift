import Locking
import Sockets

/// A handler that records its calls and runs the test's closures. Confined to its channel's event loop.
final class Probe: ChannelHandler {
    /// The closures that a test has its handlers run.
    struct Acts: Sendable {
        var opened: @Sendable (Channel) -> Void = { _ in }
        var received: @Sendable (Channel, UnsafeRawBufferPointer) -> Void = { _, _ in }
        var ended: @Sendable (Channel) -> Void = { _ in }
        var sending: @Sendable (Channel) -> Void = { _ in }
        var notSent: @Sendable (Channel) -> Void = { _ in }
        var drained: @Sendable (Channel) -> Void = { _ in }
        var deadline: @Sendable (Channel) -> Void = { _ in }

        static let echo = Acts(received: { channel, bytes in channel.write(bytes) })
    }

    private let channel: Channel
    private let acts: Acts
    private let journal: Journal?

    init(_ channel: Channel, _ acts: Acts, _ journal: Journal?) {
        self.channel = channel
        self.acts = acts
        self.journal = journal
        journal?.note(.opened)
        acts.opened(channel)
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        journal?.note(.received(Array(bytes)))
        acts.received(channel, bytes)
    }

    func ended() {
        journal?.note(.ended)
        acts.ended(channel)
    }

    func leaving() {
        journal?.note(.leaving)
    }

    func sending() { acts.sending(channel) }

    func notSent() { acts.notSent(channel) }

    func drained() {
        journal?.note(.drained(unsent: channel.unsent))
        acts.drained(channel)
    }

    func deadlinePassed() {
        journal?.note(.deadline)
        acts.deadline(channel)
    }

    func closed(_ why: Channel.CloseReason) {
        journal?.note(.closed(why))
    }
}
