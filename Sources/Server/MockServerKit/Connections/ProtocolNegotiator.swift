import HTTPMessage
import HTTPWire
import MockRuntime
import Playback
import Sockets

/// Chooses the protocol of a connection, and passes the connection to it: by ALPN if TLS chose one, otherwise by the
/// first bytes (RFC 9113, section 3.3). Confined to its channel's event loop.
final class ProtocolNegotiator<Stream: ByteStream>: ChannelHandler {
    private let stream: Stream
    private let currentRun: CurrentRun
    private let settings: ConnectionSettings
    let reporter: ConnectionReporter
    /// The first bytes, all of them the preface's so far.
    private var first: [UInt8] = []
    /// Nothing more is read or reported.
    private var isOver = false

    /// The handler of a connection for which TLS has chosen `applicationProtocol` by ALPN; nil if it chose none, or for
    /// cleartext.
    static func handler(
        for applicationProtocol: String?, on stream: Stream, _ currentRun: CurrentRun, _ settings: ConnectionSettings
    ) -> any ChannelHandler {
        switch applicationProtocol.flatMap(ApplicationProtocol.init) {
        case .http2: HTTP2Connection(stream, currentRun, settings: settings)
        case .http1: HTTP1Connection(stream, currentRun, settings: settings)
        case nil: ProtocolNegotiator(stream, currentRun, settings: settings)
        }
    }

    private init(_ stream: Stream, _ currentRun: CurrentRun, settings: ConnectionSettings) {
        self.stream = stream
        self.currentRun = currentRun
        self.settings = settings
        reporter = ConnectionReporter(currentRun, stream, settings)
        stream.setDeadline(at: EventLoop.now + settings.timeouts.idle.wholeNanoseconds)
    }

    func received(_ bytes: UnsafeRawBufferPointer) {
        guard !isOver else { return }
        let rest = clientPreface.dropFirst(first.count)
        if zip(bytes, rest).contains(where: { $0 != $1 }) {
            if first.isEmpty, bytes.first == handshakeRecord, stream.security == nil {
                reject(
                    .handshake, 400,
                    reason:
                        "The client speaks TLS, and this port does not: its URL must begin with http://, or the server be "
                        + "started with --tls or, in Swift, with options.tls.")
            } else if settings.protocols.contains(.http1) {
                enter(HTTP1Connection(stream, currentRun, settings: settings), bytes)
            } else {
                reject(
                    .protocolNotSpoken, 505,
                    reason:
                        "The client speaks HTTP/1.1, and this server only HTTP/2 (protocols: h2): in the clear the client "
                        + "must begin with HTTP/2, over TLS offer h2 by ALPN.")
            }
        } else if bytes.count >= rest.count {
            if settings.protocols.contains(.http2) {
                enter(HTTP2Connection(stream, currentRun, settings: settings), bytes)
            } else {
                reject(
                    .protocolNotSpoken, 505,
                    reason: "The client speaks HTTP/2, and this server only HTTP/1.1 (protocols: http/1.1).")
            }
        } else {
            if first.isEmpty { stream.setDeadline(at: EventLoop.now + settings.timeouts.head.wholeNanoseconds) }
            first += bytes
            reporter.receives(hasBegun)
        }
    }

    func watchProgress() {
        guard !isOver else { return }
        reporter.receives(hasBegun)
        guard first.isEmpty else { return }
        let limit = stream.isAmidRecord ? settings.timeouts.head : settings.timeouts.idle
        stream.setDeadline(at: EventLoop.now + limit.wholeNanoseconds)
    }

    /// Whether a part of a request has come.
    private var hasBegun: Bool { !first.isEmpty || stream.isAmidRecord }

    func ended() {
        guard !isOver else { return }
        tellUnfinished()
        stream.closeLingering()
    }

    func closed(_ why: Channel.CloseReason) {
        if why == .gone, !isOver { tellUnfinished() }
        reporter.receivesNoMore(why)
    }

    func deadlinePassed() {
        guard !isOver else { return }
        guard hasBegun else { return stream.closeLingering() }
        if isPrefaceCut {
            enter(HTTP2Connection(stream, currentRun, settings: settings)).giveUpPreface()
        } else {
            let connection = enter(HTTP1Connection(stream, currentRun, settings: settings))
            connection.giveUp(.head(request: 0))
            // Nobody waits for the rest any more.
            connection.watchProgress()
        }
    }

    /// Whether the client must have begun with HTTP/2: if HTTP/1.1 is supported too, the start of the preface may also
    /// be that of a request line.
    private var isPrefaceCut: Bool { hasBegun && !settings.protocols.contains(.http1) }

    private func tellUnfinished() {
        isOver = true
        if isPrefaceCut {
            reporter.unfinished(
                "The client closed the connection in the preface of HTTP/2, after \(first.count) bytes "
                    + "(RFC 9113, section 3.4).")
        } else {
            var parser = RequestParser(limits: settings.limits, acceptsHTTPS: settings.acceptsHTTPS(on: stream))
            first.withUnsafeBytes { parser.feed($0) }
            _ = parser.next()
            reporter.unfinished(in: &parser, .closed, isAmidRecord: stream.isAmidRecord)
        }
    }

    private func reject(_ problem: MalformedRequest.Problem, _ status: Int, reason: String) {
        isOver = true
        let response = reporter.refuse(problem, status: status, reason: reason)
        settings.metrics?.responding(status: response.head.status)
        response.http1.withUnsafeBytes { stream.write($0) }
        stream.closeLingering()
    }

    @discardableResult
    private func enter<Connection: ReportingConnection>(
        _ connection: Connection, _ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) -> Connection {
        stream.handOver(to: connection)
        if !first.isEmpty { first.withUnsafeBytes { connection.received($0) } }
        if bytes.count > 0 { connection.received(bytes) }
        reporter.handOver(to: connection.reporter)
        return connection
    }
}

/// A connection that tells the run of its requests.
protocol ReportingConnection: ChannelHandler {
    var reporter: ConnectionReporter { get }
    /// Tells the run of what has begun, and sets the client's timeout for it. Called when `isAmidRecord` of the stream has
    /// changed without any content, too.
    func watchProgress()
}

extension ProtocolNegotiator: ReportingConnection {}
extension HTTP1Connection: ReportingConnection {}
extension HTTP2Connection: ReportingConnection {}

/// The first bytes of a client over HTTP/2 (RFC 9113, section 3.4).
private let clientPreface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
/// The first byte of a TLS hello (RFC 8446, section 5.1).
private let handshakeRecord: UInt8 = 22
