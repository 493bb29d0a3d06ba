import HTTPMessage
import Sockets

/// What an HTTP connection needs of the bytes below it: a socket's, or those inside TLS. Confined to an event loop.
///
/// Connections are generic over it, so that on the way of each request nothing is looked up.
protocol ByteStream: AnyObject {
    /// The connection's number in its server, from 1.
    var number: Int { get }
    /// What it is confined to.
    var eventLoop: EventLoop { get }
    /// Whether it can still be written to.
    var isOpen: Bool { get }
    /// What the TLS handshake settled; nil in the clear.
    var security: TLSInfo? { get }
    /// When the event loop's turn began, on the clock of `EventLoop.now`.
    var turnStart: Int64 { get }
    /// How many bytes are on their way that the system has not taken; 0 when it has taken all that was written.
    var unsent: Int { get }

    /// Sends what `body` writes by as few calls as can be: for what was posted to the event loop.
    func turn(_ body: () -> Void)
    func write(_ bytes: UnsafeRawBufferPointer)
    /// The same for what nothing follows in this turn.
    func writeLast(_ bytes: UnsafeRawBufferPointer)
    /// Sends what was written so far, before the end of the turn.
    func sendNow()
    /// Closes so that nothing written is lost.
    func closeLingering()
    /// Closes at once and sends RST.
    func reset()
    /// Has `deadlinePassed` called once at `instant` of `EventLoop.now`, in place of any deadline before; nil for
    /// never.
    func setDeadline(at instant: Int64?)
    func pauseReading()
    func resumeReading()
    /// Has `handler` take what comes from now on.
    func handOver(to handler: any ChannelHandler)
}

extension ByteStream {
    /// The same at the earlier of two instants.
    func setDeadline(atFirstOf a: Int64?, _ b: Int64?) {
        guard let a, let b else { return setDeadline(at: a ?? b) }
        setDeadline(at: min(a, b))
    }
}

extension Channel: ByteStream {
    var security: TLSInfo? { nil }
}
