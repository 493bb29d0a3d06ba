import HTTPMessage
import MockRuntime
import Playback
import Sockets
import TLS

/// The byte stream inside TLS of one connection: does the handshake, then passes the connection to the protocol that
/// ALPN chose. Confined to its channel's event loop.
final class TLSChannel: ChannelHandler {
    private let channel: Channel
    private let session: TLSSession
    private let currentRun: CurrentRun
    private let settings: ConnectionSettings
    /// The intentional fault.
    private let fault: InjectedTLSFault?
    /// The receiver of the plaintext, from the end of the handshake until the channel has closed.
    private var handler: (any ChannelHandler)?
    /// Bytes that the handler has written and that are not encrypted yet: all that it writes in one iteration goes into
    /// as few records as possible.
    private var plaintext: [UInt8] = []
    /// The nesting depth of `batch`.
    private var depth = 0
    /// The number of bytes that were written, but not encrypted because TLS had failed.
    private var lost = 0
    /// Whether the handler knows that a record has come in part.
    private var toldAmidRecord = false
    private var hasReceived = false
    private var hasToldEnd = false
    /// TLS has failed: bytes that were not sent before are lost.
    private var hasFailed = false

    /// The size of a full record, which is not held back.
    private static let recordSize = 16 * 1024
    /// The memory that is kept while there is nothing to encrypt.
    private static let keptCapacity = 2 * 1024

    /// The handler of a connection that begins with a handshake. Resets it if there is no memory for a session.
    static func handler(
        of channel: Channel, _ secure: TLSSettings, _ currentRun: CurrentRun, settings: ConnectionSettings
    ) -> any ChannelHandler {
        do { return try TLSChannel(channel, secure, currentRun: currentRun, settings: settings) } catch {
            channel.reset()
            return ClosedConnection()
        }
    }

    /// - Throws: if there is no memory for a session.
    private init(
        _ channel: Channel, _ secure: TLSSettings, currentRun: CurrentRun, settings: ConnectionSettings
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
        batch { resume() }
    }

    func ended() {
        session.receiveEnd()
        batch { resume() }
    }

    func leaving() { batch { handler?.leaving() } }

    func sending() { handler?.sending() }

    func notSent() { handler?.notSent() }

    func drained() { batch { handler?.drained() } }

    func deadlinePassed() {
        if let handler { return batch { handler.deadlinePassed() } }
        if hasReceived, !hasFailed {
            hasFailed = true
            reporter.unfinished("The TLS handshake was not over \(settings.timeouts.head) after its first byte.")
        }
        channel.closeLingering()
    }

    func stopping() {
        batch { handler?.stopping() }
        session.closeNotify()
        flush()
    }

    func closed(_ why: Channel.CloseReason) {
        // The handler retains this object.
        let last = handler
        if last == nil, why == .gone {
            session.receiveEnd()
            if case .failed(let failure) = session.state { tell(failure) }
        }
        handler = nil
        last?.closed(hasFailed && why == .done ? .gone : why)
    }

    // MARK: - TLS

    /// Passes on what the session has decrypted, also if TLS has failed behind it.
    private func resume() {
        let failure = failure
        // The run is told of a failure first.
        if failure == nil { flush() }
        if handler == nil, let facts = session.facts { start(facts) }
        passOn()
        if let failure {
            tellEnd()
            return end(failure)
        }
        if session.inputEnd != nil { tellEnd() }
    }

    /// Tells the handler that it gets no more: what it has of a request never becomes whole.
    private func tellEnd() {
        guard !hasToldEnd, let handler else { return }
        hasToldEnd = true
        if channel.isOpen { handler.ended() }
    }

    /// Why the session has failed; nil if it has not.
    private var failure: TLSError? {
        if !session.isOpen, case .failed(let failure) = session.state { failure } else { nil }
    }

    private func passOn() {
        var hasContent = false
        session.takePlaintext { content in
            guard channel.isOpen else { return }
            hasContent = true
            handler?.received(content)
        }
        guard session.isAmidRecord != toldAmidRecord else { return }
        toldAmidRecord.toggle()
        // With content it has seen that by itself.
        if !hasContent, channel.isOpen, let handler = handler as? any ReportingConnection { handler.watchProgress() }
    }

    private func start(_ facts: NegotiatedTLSParameters) {
        setDeadline(at: nil)
        handler = ProtocolNegotiator.handler(for: facts.applicationProtocol, on: self, currentRun, settings)
    }

    private func end(_ failure: TLSError) {
        guard !hasFailed else { return }
        // Before the client can know, so that its user finds the failure already reported.
        let response = tell(failure)
        flush()
        // The client would not understand an alert.
        if case .plainText = failure, let response {
            settings.metrics?.responding(status: response.head.status)
            response.http1.withUnsafeBytes { channel.write($0) }
        }
        channel.closeLingering()
    }

    /// Reports a failed handshake to the run, and returns the response for a cleartext client. A client may leave
    /// before its hello, and may end a handshake with an injected fault: neither is a failure of the run.
    /// After it, only a client that breaks TLS is reported: the requests on the connection report its end.
    @discardableResult
    private func tell(_ failure: TLSError) -> LocalErrorResponse? {
        guard !hasFailed else { return nil }
        hasFailed = true
        guard handler == nil else {
            if failure.breaksTLS {
                _ = ConnectionReporter(currentRun, self, settings).refuse(
                    .tls, status: 400, reason: failure.description, isRequest: false, isAnswered: false)
            }
            return nil
        }
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
            let isPlainText = if case .plainText = failure { true } else { false }
            return reporter.refuse(
                .handshake, status: 400, reason: failure.description, isRequest: false, isAnswered: isPlainText)
        }
    }

    /// The description of a failure that the fault intends; nil for others.
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

    /// Without TLS information, because the handshake is not complete.
    private var reporter: ConnectionReporter { ConnectionReporter(currentRun, channel, settings) }

    /// Encrypts what the handler writes in `body`, at its end.
    func batch(_ body: () -> Void) {
        channel.batch {
            depth += 1
            body()
            depth -= 1
            if depth == 0 { encrypt() }
        }
    }

    /// Encrypts the written bytes, and passes them to the channel.
    private func encrypt() {
        guard !plaintext.isEmpty else { return }
        if !plaintext.withUnsafeBytes({ session.write($0) }) { lost += plaintext.count }
        if plaintext.capacity <= Self.keptCapacity {
            plaintext.removeAll(keepingCapacity: true)
        } else {
            plaintext = []
        }
        giveOutput()
    }

    /// Passes encrypted bytes to the channel, unless encryption failed.
    private func giveOutput() {
        if let failure { return end(failure) }
        flush()
    }

    /// Passes the session's output to the channel.
    private func flush() {
        session.takeOutput { channel.write($0) }
    }
}

extension TLSError {
    /// Whether it is the client's failure to keep to TLS, and not its way to end the connection.
    fileprivate var breaksTLS: Bool {
        switch self {
        case .plainText, .notTLS, .violation: true
        default: false
        }
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

    var isAmidRecord: Bool { session.isAmidRecord }

    /// The bytes count as records, which are longer than their contents, as soon as these are made.
    var unsent: Int { channel.unsent + plaintext.count + lost }

    func write(_ bytes: UnsafeRawBufferPointer) {
        guard isOpen else {
            // The client does not get the response to a request that came before the failure.
            if failure != nil { lost += bytes.count }
            return
        }
        // A large write need not wait for more, and is not copied.
        if plaintext.isEmpty, bytes.count >= Self.recordSize {
            session.write(bytes)
            return giveOutput()
        }
        plaintext.append(contentsOf: bytes)
        if depth == 0 || plaintext.count >= Self.recordSize { encrypt() }
    }

    var outstanding: Int { channel.outstanding + plaintext.count + lost }

    var hasGivenUp: Bool { channel.hasGivenUp }

    func watchDelivery() { channel.watchDelivery() }

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

/// A connection that is closed as soon as it is accepted.
private final class ClosedConnection: ChannelHandler {
    func received(_ bytes: UnsafeRawBufferPointer) {}
    func ended() {}
    func closed(_ why: Channel.CloseReason) {}
}
