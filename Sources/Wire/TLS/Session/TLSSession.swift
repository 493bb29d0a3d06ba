import COpenSSL
import TextCoding

/// One TLS connection of a server, without I/O: the socket's bytes go in and out, and so does the plaintext.
///
/// Its event loop owns it: only one thread at a time may use it. After each call that may have changed something, take
/// the available plaintext and output, and check `state`.
///
/// ```swift
/// session.receive(bytesFromTheSocket)
/// session.takePlaintext { request += $0 }
/// session.write(response)
/// session.takeOutput { socket.write($0) }
/// ```
package final class TLSSession {
    package enum State: Hashable, Sendable {
        case handshaking
        /// Plaintext flows.
        case open(NegotiatedTLSParameters)
        /// `closeNotify()` was called: nothing more can be written, and arriving bytes are dropped.
        case closed
        /// The session has failed. The output holds the alert to the client, if one is due: send it, then close.
        case failed(TLSError)
    }

    /// How the client's side of the connection ended.
    package enum InputEnd: Hashable, Sendable {
        /// By `close_notify`. The client may still read (RFC 8446 §6.1).
        case closeNotify
        /// By the end of its bytes alone: they may have been cut off.
        case truncation
    }

    package private(set) var state = State.handshaking
    /// The results of the handshake; they stay after the end.
    package private(set) var facts: NegotiatedTLSParameters?
    /// How the client's side ended; nil until all earlier plaintext can be taken.
    package private(set) var inputEnd: InputEnd?

    /// The most bytes in a client's side of a handshake; most of them are its certificate chain.
    package static let handshakeLimit = 96 * 1024

    private let ssl: OpaquePointer
    private let socket = SocketBIO()
    private let handshake: HandshakeState
    private let minimumVersion: TLSVersion
    private var plaintext: [UInt8] = []
    /// Where the client is in its records after the handshake.
    private var position = RecordPosition()
    private var handshakeBytes = 0
    private var isStalled = false
    /// Whether `facts` are set; reading those would copy them.
    private var hasShakenHands = false

    /// The most bytes of a record's plaintext (RFC 8446 §5.1).
    private static let recordSize = 16 * 1024
    /// The most memory that a session keeps for empty plaintext, and again for empty output.
    private static let keptCapacity = 2 * 1024

    /// A session for a newly accepted connection.
    ///
    /// - Parameters:
    ///   - fault: a fault to inject.
    ///   - localAddress: the address that the client connected to, without port; it goes into the certificate for a
    ///     client without SNI.
    /// - Throws: only `unavailable`.
    package init(
        _ context: TLSContext, fault: InjectedTLSFault? = nil, localAddress: String? = nil
    ) throws(TLSError) {
        OpenSSL.forgetErrors()
        guard let ssl = SSL_new(context.context) else { throw .unavailable(reason: OpenSSL.firstError()) }
        guard socket.connect(ssl) else {
            SSL_free(ssl)
            throw .unavailable(reason: OpenSSL.firstError())
        }
        SSL_set_accept_state(ssl)
        handshake = HandshakeState(context: context, fault: fault, localAddress: localAddress)
        SSL_set_ex_data(ssl, 0, Unmanaged.passUnretained(handshake).toOpaque())
        self.ssl = ssl
        minimumVersion = context.minimumVersion
    }

    deinit {
        SSL_free(ssl)
    }

    /// The name that the client requested by SNI, known from its hello on, even if the handshake then fails.
    package var serverName: String? { handshake.serverName }

    /// Whether plaintext can be written.
    package var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Whether the last bytes from the client are the beginning of a record that may hold application data.
    /// False once no more is decrypted.
    package var isAmidRecord: Bool {
        guard position.isAmidApplicationData, inputEnd != .closeNotify else { return false }
        return if case .failed = state { false } else { true }
    }

    /// Whether `takeOutput` has bytes for the socket.
    package var hasOutput: Bool { !socket.output.isEmpty }

    /// Takes bytes that came from the socket. Their plaintext is not longer than they are.
    package func receive(_ bytes: UnsafeRawBufferPointer) {
        guard takesInput, let first = bytes.first else { return }
        socket.input = bytes
        defer { socket.input = UnsafeRawBufferPointer(start: nil, count: 0) }
        if !hasShakenHands {
            if handshakeBytes == 0, isLetter(first) { return fail(.plainText(beginning: Self.firstLine(bytes))) }
            handshakeBytes += bytes.count
            shakeHands()
        }
        guard hasShakenHands else { return }
        // OpenSSL reads no byte ahead: what it has left begins with a record.
        position.move(over: socket.input)
        decrypt()
    }

    /// Tells the session that the client sends no more (its FIN, or the connection is gone).
    package func receiveEnd() {
        switch state {
        case .handshaking:
            fail(
                .leftInHandshake(
                    socket.hasWritten ? .serverResponded : handshakeBytes > 0 ? .helloIncomplete : .nothingReceived))
        case .open, .closed:
            inputEnd = inputEnd ?? .truncation
        case .failed:
            break
        }
    }

    /// Passes the plaintext that has come since the last call to `body`, if any.
    package func takePlaintext(_ body: (UnsafeRawBufferPointer) -> Void) {
        guard !plaintext.isEmpty else { return }
        // `body` may use the session.
        var lent: [UInt8] = []
        swap(&lent, &plaintext)
        lent.withUnsafeBytes(body)
        if plaintext.isEmpty { plaintext = Self.emptied(lent) }
    }

    /// Passes the bytes for the socket to `body`, if any.
    package func takeOutput(_ body: (UnsafeRawBufferPointer) -> Void) {
        guard hasOutput else { return }
        var lent: [UInt8] = []
        swap(&lent, &socket.output)
        lent.withUnsafeBytes(body)
        if socket.output.isEmpty { socket.output = Self.emptied(lent) }
    }

    /// Encrypts `bytes` into the output, in as few records as possible; returns false, without output, if the session
    /// is not open.
    @discardableResult
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isOpen else { return false }
        guard bytes.count > 0 else { return true }
        if socket.output.isEmpty { socket.output.reserveCapacity(bytes.count + bytes.count / 64 + 64) }
        var written = 0
        OpenSSL.forgetErrors()
        guard SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &written) == 1 else {
            fail(explanation())
            return false
        }
        return true
    }

    /// Ends our side: adds `close_notify` to the output, behind earlier writes.
    package func closeNotify() {
        switch state {
        case .open:
            if handshake.fault != .noCloseNotify {
                OpenSSL.forgetErrors()
                _ = SSL_shutdown(ssl)
            }
            state = .closed
        case .handshaking:
            state = .closed
        case .closed, .failed:
            break
        }
    }

    private var takesInput: Bool {
        guard inputEnd == nil else { return false }
        switch state {
        case .handshaking: return !isStalled
        case .open: return true
        // The client's own close_notify may still come.
        case .closed: return hasShakenHands
        case .failed: return false
        }
    }

    private func shakeHands() {
        OpenSSL.forgetErrors()
        let result = SSL_do_handshake(ssl)
        guard result != 1 else {
            let facts = settledFacts()
            self.facts = facts
            hasShakenHands = true
            state = .open(facts)
            return
        }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ:
            if handshakeBytes > Self.handshakeLimit { fail(.handshakeTooLong(limit: Self.handshakeLimit)) }
        case SSL_ERROR_WANT_X509_LOOKUP:
            isStalled = true
        default:
            fail(explanation())
        }
    }

    private func decrypt() {
        // A small buffer on the stack if few bytes came.
        let most = socket.input.count <= 1024 ? 1024 : Self.recordSize
        withUnsafeTemporaryAllocation(byteCount: most, alignment: 16) { record in
            while true {
                var count = 0
                OpenSSL.forgetErrors()
                guard SSL_read_ex(ssl, record.baseAddress, record.count, &count) == 1 else { return endReading() }
                if isOpen { plaintext.append(contentsOf: UnsafeRawBufferPointer(rebasing: record.prefix(count))) }
                // OpenSSL could only say that it needs more bytes.
                if socket.input.isEmpty, SSL_pending(ssl) == 0 { return }
            }
        }
    }

    /// Records why there is no more to decrypt.
    private func endReading() {
        switch SSL_get_error(ssl, 0) {
        case SSL_ERROR_WANT_READ: break
        case SSL_ERROR_ZERO_RETURN: inputEnd = .closeNotify
        default: fail(explanation())
        }
    }

    private func settledFacts() -> NegotiatedTLSParameters {
        var name: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &name, &length)
        let chosen = UnsafeBufferPointer(start: name, count: name == nil ? 0 : Int(length))
        let cipher = SSL_CIPHER_get_name(SSL_get_current_cipher(ssl))
        return NegotiatedTLSParameters(
            version: SSL_version(ssl) == TLS1_3_VERSION ? .tls13 : .tls12,
            cipher: cipher.map { String(cString: $0) } ?? "",
            serverName: handshake.serverName,
            applicationProtocol: chosen.isEmpty ? nil : String(decoding: chosen, as: UTF8.self),
            clientSubject: SSL_get1_peer_certificate(ssl).flatMap { Certificate(owning: $0).subject })
    }

    private func fail(_ failure: TLSError) {
        guard state != .closed else {
            // Our side is closed, so the client's errors no longer matter.
            inputEnd = .truncation
            return
        }
        state = .failed(failure)
    }

    /// Why the last call failed, according to the thread's error queue.
    private func explanation() -> TLSError {
        defer { OpenSSL.forgetErrors() }
        return handshake.failure
            ?? TLSError(
                error: ERR_peek_error(), newest: SSL_client_version(ssl), minimum: minimumVersion,
                verdict: String(cString: X509_verify_cert_error_string(SSL_get_verify_result(ssl))))
    }

    /// `buffer` without its bytes; its memory is kept unless it is large.
    private static func emptied(_ buffer: consuming [UInt8]) -> [UInt8] {
        guard buffer.capacity <= keptCapacity else { return [] }
        buffer.removeAll(keepingCapacity: true)
        return buffer
    }

    private static func firstLine(_ bytes: UnsafeRawBufferPointer) -> String {
        excerpt(Array(bytes.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") })[...], limit: 60)
    }
}

/// Whether a byte is an upper-case letter, as a request begins. A record begins with a small number (RFC 8446 §5.1), an
/// SSL 2 hello with one above 127.
private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}
