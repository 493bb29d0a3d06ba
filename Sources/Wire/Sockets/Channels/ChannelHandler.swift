/// The protocol handler of a connection's bytes. Confined to the channel's event loop, which makes every call.
///
/// A channel releases its handler when it closes, so a handler may hold its channel strongly. Bytes that a handler
/// writes during a call are sent by one `send` when the call, and those that follow from the same event, have returned.
package protocol ChannelHandler: AnyObject {
    /// The peer sent `bytes`, which are valid only during the call.
    func received(_ bytes: UnsafeRawBufferPointer)

    /// The peer has sent its last byte (FIN); it may still read. A client that hangs up looks the same until something
    /// is written to it.
    func ended()

    /// The peer's end was seen while reading was paused. Earlier bytes are still to be read; `ended()` follows them.
    func leaving()

    /// The written bytes are about to be handed to the system; `writeLast` does so without a word. Nothing may be written
    /// now.
    func sending()

    /// The system did not take all of the bytes of which `sending` told.
    func notSent()

    /// The system has taken the written bytes, except for at most 64 KiB (see `channel.unsent`). Time to write more of
    /// a long body or, at 0, to count a response as written.
    func drained()

    /// The channel's deadline has passed and is off now.
    func deadlinePassed()

    /// The listener stops, and the channel closes at once. Bytes written now are sent as far as the system takes them.
    func stopping()

    /// The channel is closed; this is the last call.
    func closed(_ why: Channel.CloseReason)
}

extension ChannelHandler {
    package func leaving() {}
    package func sending() {}
    package func notSent() {}
    package func drained() {}
    package func deadlinePassed() {}
    package func stopping() {}
}
