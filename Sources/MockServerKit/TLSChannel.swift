import HTTPMessage
import MockRuntime
import Playback
import Sockets
import TLS

/// The bytes inside TLS of one connection: shakes hands, then hands over to the protocol that ALPN chose. Confined to
/// its channel's event loop.
final class TLSChannel: ChannelHandler {
    private let channel: Channel
    private let session: TLSSession
    private let currentRun: CurrentRun
    private let settings: ConnectionSettings
    /// What goes wrong on purpose.
    private let fault: InjectedTLSFault?
    /// Who takes the plaintext, from the end of the handshake until the channel has closed.
    private var handler: (any ChannelHandler)?
    /// What the handler has written and is not encrypted: all that it writes in one turn goes into as few records as
    /// can be.
    private var plaintext: [UInt8] = []
    /// How many calls deep the turn is.
    private var depth = 0
    private var hasReceived = false
    private var hasToldEnd = false
    /// TLS has failed: what was not sent by then is lost.
    private var hasFailed = false

    /// What fills a record is not held back.
    private static let recordSize = 16 * 1024
    /// So much memory is kept while there is nothing to encrypt.
    private static let keptCapacity = 2 * 1024

    /// The handler of a connection that begins with a handshake. It is reset where there is no memory for its session.
    static func handler(
        of channel: Channel, _ secure: TLSSettings, _ currentRun: CurrentRun, _ settings: ConnectionSettings
    ) -> any ChannelHandler {
        do { return try TLSChannel(channel, secure, currentRun, settings) } catch {
            channel.reset()
            return ClosedConnection()
        }
    }

    /// - Throws: where there is no memory for a session.
    private init(
        _ channel: Channel, _ secure: TLSSettings, _ currentRun: CurrentRun, _ settings: ConnectionSettings
    ) throws(TLSError) {
        fault = secure.fault?.mechanism(onConnection: channel.number)
        session = try TLSSession(secure.context, fault: fault, localAddress: channel.localAddress?.host)
        self.channel = channel
        self.currentRun = currentRun
        self.settings = settings
        setDeadline(at: EventLoop.now + settings.timeouts.idle.wholeNanoseconds)
    }

    // MARK: - What the channel tells

    func received(_ bytes: UnsafeRawBufferPointer) {
        if !hasReceived {
            hasReceived = true
            setDeadline(at: EventLoop.now + settings.timeouts.head.wholeNanoseconds)
        }
        session.receive(bytes)
        turn { resume() }
    }

    func ended() {
        session.receiveEnd()
        turn { resume() }
    }

    func leaving() { turn { handler?.leaving() } }

    func drained() { turn { handler?.drained() } }

    func deadlinePassed() {
        if let handler { return turn { handler.deadlinePassed() } }
        if hasReceived, !hasFailed {
            hasFailed = true
            reporter.unfinished("The TLS handshake was not over \(settings.timeouts.head) after its first byte.")
        }
        channel.closeLingering()
    }

    func stopping() {
        turn { handler?.stopping() }
        session.closeNotify()
        flush()
    }

    func closed(_ why: Channel.CloseReason) {
        // The handler holds this.
        let last = handler
        if last == nil, why == .gone {
            session.receiveEnd()
            if case .failed(let failure) = session.state { tell(failure) }
        }
        handler = nil
        last?.closed(hasFailed && why == .done ? .gone : why)
    }

    // MARK: - TLS

    /// Hands on what the session has made of the peer's bytes.
    private func resume() {
        if !session.isOpen, case .failed(let failure) = session.state { return end(failure) }
        flush()
        if handler == nil {
            guard let facts = session.facts else { return }
            start(facts)
        }
        session.takePlaintext { if isOpen { handler?.received($0) } }
        if session.inputEnd != nil, !hasToldEnd {
            hasToldEnd = true
            if isOpen { handler?.ended() }
        }
    }

    private func start(_ facts: NegotiatedTLSParameters) {
        setDeadline(at: nil)
        handler = ProtocolNegotiator.handler(for: facts.applicationProtocol, on: self, currentRun, settings)
    }

    private func end(_ failure: TLSError) {
        guard !hasFailed else { return }
        // Before the client can know, so that whoever runs it finds the failure told.
        let response = tell(failure)
        flush()
        // It would not understand an alert.
        if case .plainText = failure { response?.http1.withUnsafeBytes { channel.write($0) } }
        channel.closeLingering()
    }

    /// Has the run know of it, and gives what a client in the clear is to be told. A client that opens a connection and
    /// thinks better of it has done nothing wrong, nor has one that ends a handshake where a fault is asked for; behind
    /// the handshake it is the end of a connection, and the requests on it tell of that.
    @discardableResult
    private func tell(_ failure: TLSError) -> LocalErrorResponse? {
        guard !hasFailed else { return nil }
        hasFailed = true
        guard handler == nil else { return nil }
        if let text = purpose(of: failure) {
            reporter.unfinished(text)
            return nil
        }
        switch failure {
        case .leftInHandshake(.nothingReceived):
            reporter.unfinished(failure.description, hasBytes: false)
            return nil
        case .leftInHandshake(.helloIncomplete):
            reporter.unfinished(failure.description)
            return nil
        default:
            return reporter.refuse(.handshake, status: 400, reason: failure.description)
        }
    }

    /// What is told of a failure that the fault is meant to bring about; nil for others.
    private func purpose(of failure: TLSError) -> String? {
        guard let fault else { return nil }
        return switch failure {
        case .refusedOnPurpose:
            failure.description
        case .clientAlert(let alert) where fault.isOfCertificate:
            "The client rejected the certificate, which has the fault \(fault.rawValue) (alert \(alert.name))."
        case .leftInHandshake(.serverResponded) where fault.isOfCertificate:
            "The client left in the handshake without an alert; the certificate has the fault \(fault.rawValue)."
        case .leftInHandshake(.helloIncomplete) where fault == .handshakeStalled:
            "The client left in the handshake, which is stalled on purpose."
        default:
            nil
        }
    }

    /// Before the handshake is over there is nothing to say of TLS.
    private var reporter: ConnectionReporter { ConnectionReporter(currentRun, channel) }

    /// Encrypts at its end what `body` has the handler write.
    func turn(_ body: () -> Void) {
        channel.turn {
            depth += 1
            body()
            depth -= 1
            if depth == 0 { encrypt() }
        }
    }

    /// Encrypts what was written, and gives it to the channel.
    private func encrypt() {
        guard !plaintext.isEmpty else { return }
        plaintext.withUnsafeBytes { _ = session.write($0) }
        if plaintext.capacity <= Self.keptCapacity {
            plaintext.removeAll(keepingCapacity: true)
        } else {
            plaintext = []
        }
        giveOutput()
    }

    /// Gives the channel what was encrypted, unless that failed.
    private func giveOutput() {
        if !session.isOpen, case .failed(let failure) = session.state { return end(failure) }
        flush()
    }

    /// Gives the channel what the session has to send.
    private func flush() {
        session.takeOutput { channel.write($0) }
    }
}

extension TLSChannel: ByteStream {
    var number: Int { channel.number }

    var eventLoop: EventLoop { channel.eventLoop }

    var security: TLSInfo? {
        session.facts.map {
            TLSInfo(
                version: $0.version.rawValue, serverName: $0.serverName, applicationProtocol: $0.applicationProtocol,
                clientSubject: $0.clientSubject)
        }
    }

    var isOpen: Bool { session.isOpen && channel.isOpen }

    var turnStart: Int64 { channel.turnStart }

    /// Counted as records, which are longer than what is in them, as soon as they are made.
    var unsent: Int { channel.unsent + plaintext.count }

    func write(_ bytes: UnsafeRawBufferPointer) {
        guard isOpen else { return }
        // Much need not wait for more, and is not copied.
        if plaintext.isEmpty, bytes.count >= Self.recordSize {
            session.write(bytes)
            return giveOutput()
        }
        plaintext.append(contentsOf: bytes)
        if depth == 0 || plaintext.count >= Self.recordSize { encrypt() }
    }

    func writeLast(_ bytes: UnsafeRawBufferPointer) { write(bytes) }

    func sendNow() {
        encrypt()
        channel.sendNow()
    }

    func closeLingering() {
        encrypt()
        session.closeNotify()
        flush()
        channel.closeLingering()
    }

    func reset() {
        encrypt()
        channel.reset()
    }

    func setDeadline(at instant: Int64?) { channel.setDeadline(at: instant) }
    func pauseReading() { channel.pauseReading() }
    func resumeReading() { channel.resumeReading() }

    func handOver(to handler: any ChannelHandler) {
        guard self.handler != nil else { return }
        self.handler = handler
    }
}

/// A connection that was closed as soon as it was accepted.
private final class ClosedConnection: ChannelHandler {
    func received(_ bytes: UnsafeRawBufferPointer) {}
    func ended() {}
    func closed(_ why: Channel.CloseReason) {}
}
