import HTTPMessage
import MockRuntime
import Playback
import Sockets
import TLS

/// The bytes inside TLS of one connection: shakes hands, then hands over to the protocol that ALPN chose. Confined to its
/// channel's lane.
final class SecureChannel: ChannelHandler {
    private let channel: Channel
    private let session: TLSSession
    private let run: ScenarioRun
    private let settings: ConnectionSettings
    /// Who takes the plaintext, from the end of the handshake until the channel has closed.
    private var handler: (any ChannelHandler)?
    private var buffer: [UInt8] = []
    private var hasReceived = false
    private var hasToldEnd = false
    /// TLS has failed: what was not sent by then is lost.
    private var hasFailed = false

    init(_ channel: Channel, _ session: TLSSession, _ run: ScenarioRun, _ settings: ConnectionSettings) {
        self.channel = channel
        self.session = session
        self.run = run
        self.settings = settings
        setDeadline(at: Lane.now + settings.timeouts.idle.wholeNanoseconds)
    }

    // MARK: - What the channel tells

    func received(_ bytes: UnsafeRawBufferPointer) {
        if !hasReceived {
            hasReceived = true
            setDeadline(at: Lane.now + settings.timeouts.head.wholeNanoseconds)
        }
        session.receive(bytes)
        goOn()
    }

    func ended() {
        session.receiveEnd()
        goOn()
    }

    func leaving() { handler?.leaving() }

    func drained() { handler?.drained() }

    func deadlinePassed() {
        if let handler { handler.deadlinePassed() } else { channel.closeLingering() }
    }

    func stopping() {
        handler?.stopping()
        session.closeNotify()
        flush()
    }

    func closed(_ why: Channel.End) {
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
    private func goOn() {
        flush()
        if case .failed(let failure) = session.state { return end(failure) }
        guard let facts = session.facts else { return }
        if handler == nil { start(facts) }
        var plaintext: [UInt8] = []
        session.takePlaintext(into: &plaintext)
        if !plaintext.isEmpty, isOpen { plaintext.withUnsafeBytes { handler?.received($0) } }
        if session.inputEnd != nil, !hasToldEnd {
            hasToldEnd = true
            if isOpen { handler?.ended() }
        }
    }

    private func start(_ facts: TLSFacts) {
        setDeadline(at: nil)
        switch facts.applicationProtocol {
        case "h2": handler = HTTP2Connection(self, run, settings)
        case "http/1.1": handler = HTTP1Connection(self, run, settings)
        default: handler = Doorway(self, run, settings)
        }
    }

    private func end(_ failure: TLSFailure) {
        guard !hasFailed else { return }
        tell(failure)
        channel.closeLingering()
    }

    /// Has the run know of it. A client that opens a connection and thinks better of it has done nothing wrong; behind the
    /// handshake it is the end of a connection, and the requests on it tell of that.
    private func tell(_ failure: TLSFailure) {
        guard !hasFailed else { return }
        hasFailed = true
        guard handler == nil else { return }
        switch failure {
        case .refusedOnPurpose: break
        case .leftInHandshake(.nothingReceived), .leftInHandshake(.helloIncomplete):
            let facts = ConnectionFacts(index: channel.number, exchange: 1)
            run.unfinished(
                UnfinishedRequest(connection: facts, method: nil, target: nil, text: failure.description))
        default:
            let facts = ConnectionFacts(index: channel.number, exchange: 0)
            _ = run.malformed(
                MalformedRequest(status: 400, reason: failure.description, method: "", target: "", connection: facts))
        }
    }

    /// Gives the channel what the session has to send.
    private func flush() {
        guard session.hasOutput else { return }
        buffer.removeAll(keepingCapacity: true)
        session.takeOutput(into: &buffer)
        buffer.withUnsafeBytes { channel.write($0) }
    }
}

extension SecureChannel: ByteStream {
    var number: Int { channel.number }

    var security: SecurityFacts? {
        session.facts.map {
            SecurityFacts(
                version: $0.version.rawValue, serverName: $0.serverName, applicationProtocol: $0.applicationProtocol,
                clientSubject: $0.clientSubject)
        }
    }

    var isOpen: Bool {
        if case .open = session.state { channel.isOpen } else { false }
    }

    /// Counted as records, which are longer than what is in them.
    var unsent: Int { channel.unsent }

    func write(_ bytes: UnsafeRawBufferPointer) {
        session.write(bytes)
        flush()
        if case .failed(let failure) = session.state { end(failure) }
    }

    func closeLingering() {
        session.closeNotify()
        flush()
        channel.closeLingering()
    }

    func reset() { channel.reset() }
    func setDeadline(at instant: Int64?) { channel.setDeadline(at: instant) }
    func pauseReading() { channel.pauseReading() }
    func resumeReading() { channel.resumeReading() }

    func handOver(to handler: any ChannelHandler) {
        guard self.handler != nil else { return }
        self.handler = handler
    }
}
