import Sockets

/// A connection that can't be had: there was no memory for its TLS.
final class Refusing: ChannelHandler {
    init(_ channel: Channel) { channel.reset() }

    func received(_ bytes: UnsafeRawBufferPointer) {}
    func ended() {}
    func closed(_ why: Channel.CloseReason) {}
}
