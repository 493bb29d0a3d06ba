/// What a connection does with its bytes. Confined to the channel's event loop: every call comes there.
///
/// A channel lets go of its handler when it closes, so a handler may hold its channel strongly. What a handler writes
/// during a call goes out by one `send` when the call, and those that follow from the same event, have returned.
package protocol ChannelHandler: AnyObject {
    /// The peer sent `bytes`, which are valid only during the call.
    func received(_ bytes: UnsafeRawBufferPointer)

    /// The peer has sent its last byte (FIN); it may still read. A client that hangs up looks just so until something
    /// is written to it.
    func ended()

    /// While reading was paused, the peer was found to have sent its last byte. What it sent before that is still to be
    /// read; after it comes `ended()`.
    func leaving()

    /// What was written has been taken by the system, but for at most 64 KiB (`channel.unsent` tells): the time to
    /// write more of a long body, or at 0 to count a response as written.
    func drained()

    /// The channel's deadline has passed; it is off now.
    func deadlinePassed()

    /// The listener stops, and the channel closes at once: what is written now is sent as far as the system takes it.
    func stopping()

    /// The channel is closed; the last call.
    func closed(_ why: Channel.CloseReason)
}

extension ChannelHandler {
    package func leaving() {}
    package func drained() {}
    package func deadlinePassed() {}
    package func stopping() {}
}
