/// The channels of one listener on one event loop. Confined to that event loop, hence `@unchecked Sendable`.
final class ChannelSet: @unchecked Sendable {
    private var channels: [Channel] = []
    private(set) var isStopped = false
    private let connections: ConnectionCounts

    /// - Parameter connections: counts the channels of this set and of the listener's others.
    init(_ connections: ConnectionCounts) { self.connections = connections }

    func add(_ channel: Channel) {
        connections.opened()
        channel.index = channels.count
        channels.append(channel)
    }

    func remove(_ channel: Channel) {
        guard channels.indices.contains(channel.index), channels[channel.index] === channel,
            let last = channels.popLast()
        else { return }
        connections.closed()
        if last !== channel {
            channels[channel.index] = last
            last.index = channel.index
        }
    }

    /// Closes all channels; none may be added after it.
    func stop() {
        isStopped = true
        while let channel = channels.last { channel.stop() }
    }
}
