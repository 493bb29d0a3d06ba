import MockRuntime
import Sockets

/// Where a connection begins that may speak HTTP/1.1 or HTTP/2: its first bytes tell which (RFC 9113, section 3.3), and
/// it hands over to the one that is spoken. Confined to its channel's lane.
final class Doorway<Stream: ByteStream>: ChannelHandler {
    private let stream: Stream
    private let run: ScenarioRun
    private let settings: ConnectionSettings
    /// The first bytes, all of them the preface's so far.
    private var first: [UInt8] = []

    init(_ stream: Stream, _ run: ScenarioRun, _ settings: ConnectionSettings) {
        self.stream = stream
        self.run = run
        self.settings = settings
        stream.setDeadline(at: Lane.now + settings.timeouts.idle.wholeNanoseconds)
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        let rest = clientPreface.dropFirst(first.count)
        if zip(bytes, rest).contains(where: { $0 != $1 }) {
            enter(HTTP1Connection(stream, run, settings), bytes)
        } else if bytes.count >= rest.count {
            enter(HTTP2Connection(stream, run, settings), bytes)
        } else {
            if first.isEmpty { stream.setDeadline(at: Lane.now + settings.timeouts.head.wholeNanoseconds) }
            first += bytes
        }
    }

    func ended() {
        enter(HTTP1Connection(stream, run, settings)).ended()
    }

    func deadlinePassed() {
        guard !first.isEmpty else { return stream.closeLingering() }
        // The beginning of the preface is one of a request line, too.
        enter(HTTP1Connection(stream, run, settings)).timeOut()
    }

    func closed(_ why: Channel.End) {
        guard why == .gone else { return }
        enter(HTTP1Connection(stream, run, settings)).closed(why)
    }

    @discardableResult
    private func enter<Connection: ChannelHandler>(
        _ connection: Connection, _ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) -> Connection {
        stream.handOver(to: connection)
        if !first.isEmpty { first.withUnsafeBytes { connection.received($0) } }
        if bytes.count > 0, stream.isOpen { connection.received(bytes) }
        return connection
    }
}

/// What a client sends first over HTTP/2 (RFC 9113, section 3.4).
private let clientPreface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
