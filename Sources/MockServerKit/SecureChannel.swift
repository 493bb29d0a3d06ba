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
    private let stage: Stage
    private let settings: ConnectionSettings
    /// What goes wrong on purpose.
    private let fault: TLSFault?
    /// Who takes the plaintext, from the end of the handshake until the channel has closed.
    private var handler: (any ChannelHandler)?
    private var buffer: [UInt8] = []
    private var hasReceived = false
    private var hasToldEnd = false
    /// TLS has failed: what was not sent by then is lost.
    private var hasFailed = false

    /// - Throws: where there is no memory for a session.
    init(
        _ channel: Channel, _ secure: SecureSettings, _ stage: Stage, _ settings: ConnectionSettings
    ) throws(TLSFailure) {
        fault = secure.fault?.mechanism(onConnection: channel.number)
        session = try TLSSession(secure.context, fault: fault, localAddress: channel.localAddress?.host)
        self.channel = channel
        self.stage = stage
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
        if let handler { return handler.deadlinePassed() }
        if hasReceived, !hasFailed {
            hasFailed = true
            tellUnfinished("The TLS handshake was not over \(settings.timeouts.head) after its first byte.")
        }
        channel.closeLingering()
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
        if case .failed(let failure) = session.state { return end(failure) }
        flush()
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
        case "h2": handler = HTTP2Connection(self, stage, settings)
        case "http/1.1": handler = HTTP1Connection(self, stage, settings)
        default: handler = Doorway(self, stage, settings)
        }
    }

    private func end(_ failure: TLSFailure) {
        guard !hasFailed else { return }
        // Before the client can know, so that whoever runs it finds the failure told.
        let answer = tell(failure)
        flush()
        // It would not understand an alert.
        if case .plainText = failure { answer?.bytes.withUnsafeBytes { channel.write($0) } }
        channel.closeLingering()
    }

    /// Has the run know of it, and gives what a client in the clear is to be told. A client that opens a connection and
    /// thinks better of it has done nothing wrong, nor has one that ends a handshake where a fault is asked for; behind the
    /// handshake it is the end of a connection, and the requests on it tell of that.
    @discardableResult
    private func tell(_ failure: TLSFailure) -> Rejection? {
        guard !hasFailed else { return nil }
        hasFailed = true
        guard handler == nil else { return nil }
        if let text = purpose(of: failure) {
            tellUnfinished(text)
            return nil
        }
        switch failure {
        case .leftInHandshake(.nothingReceived), .leftInHandshake(.helloIncomplete):
            tellUnfinished(failure.description)
            return nil
        default:
            let facts = ConnectionFacts(index: channel.number, exchange: 0)
            let request = MalformedRequest(
                .handshake, status: 400, reason: failure.description, method: "", target: "", connection: facts)
            return Rejection(request, of: stage)
        }
    }

    /// What is told of a failure that the fault is meant to bring about; nil for others.
    private func purpose(of failure: TLSFailure) -> String? {
        guard let fault else { return nil }
        return switch failure {
        case .refusedOnPurpose:
            failure.description
        case .clientAlert(let alert) where fault.isOfCertificate:
            "The client rejected the certificate, which has the fault \(fault.rawValue) (alert \(alert.name))."
        case .leftInHandshake(.serverAnswered) where fault.isOfCertificate:
            "The client left in the handshake without an alert; the certificate has the fault \(fault.rawValue)."
        case .leftInHandshake(.helloIncomplete) where fault == .handshakeStalled:
            "The client left in the handshake, which is stalled on purpose."
        default:
            nil
        }
    }

    private func tellUnfinished(_ text: String) {
        let facts = ConnectionFacts(index: channel.number, exchange: 1)
        stage.run.unfinished(UnfinishedRequest(connection: facts, method: nil, target: nil, text: text))
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
        if case .failed(let failure) = session.state { return end(failure) }
        flush()
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
