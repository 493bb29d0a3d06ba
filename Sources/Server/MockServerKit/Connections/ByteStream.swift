import HTTPMessage
import Sockets

/// The byte stream below an HTTP connection: of a socket, or inside TLS. Confined to an event loop.
///
/// Connections are generic over it, so that requests need no dynamic dispatch.
protocol ByteStream: AnyObject {
    /// The connection's number in its server, from 1.
    var number: Int { get }
    /// The event loop that the stream is confined to.
    var eventLoop: EventLoop { get }
    /// Whether it still accepts writes.
    var isOpen: Bool { get }
    /// The result of the TLS handshake; nil for cleartext.
    var security: TLSInfo? { get }
    /// Whether bytes have come that can't be passed on yet, because they are a part of a record of TLS.
    var isAmidRecord: Bool { get }
    /// The number of written bytes that the system has not accepted, or had not when the stream closed; 0 if it has
    /// accepted all.
    var unsent: Int { get }
    /// The number of written bytes that the client's system has not acknowledged, or had not when a reset came. What the
    /// stream adds to them counts, too.
    var outstanding: Int { get }
    /// Whether the stream was closed because the client took nothing for too long.
    var hasGivenUp: Bool { get }

    /// Has `outstanding` known when the stream has closed, too.
    func watchDelivery()
    /// Sends what `body` writes in as few calls as possible. For work that was posted to the event loop.
    func batch(_ body: () -> Void)
    func write(_ bytes: UnsafeRawBufferPointer)
    /// Like `write`, if nothing follows in this iteration.
    func writeLast(_ bytes: UnsafeRawBufferPointer)
    /// Sends what was written so far, before the end of the iteration.
    func sendNow()
    /// Closes without losing written bytes.
    func closeLingering()
    /// Closes at once and sends RST.
    func reset()
    /// Sets the instant of `EventLoop.now` at which `deadlinePassed` is called once. Replaces any earlier deadline; nil
    /// for none.
    func setDeadline(at instant: Int64?)
    func pauseReading()
    func resumeReading()
    /// Lets `handler` receive all further events.
    func handOver(to handler: any ChannelHandler)
}

extension ByteStream {
    /// Sets the deadline to the earlier of two instants.
    func setDeadline(atFirstOf a: Int64?, _ b: Int64?) {
        guard let a, let b else { return setDeadline(at: a ?? b) }
        setDeadline(at: min(a, b))
    }
}

extension Channel: ByteStream {
    func watchDelivery() { watchesDelivery = true }
    var security: TLSInfo? { nil }
    var isAmidRecord: Bool { false }
}
