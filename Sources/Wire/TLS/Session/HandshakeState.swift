import COpenSSL
import TextCoding

/// The state of a session that OpenSSL's callbacks read and write. The session keeps it; its event loop owns it.
final class HandshakeState {
    let context: TLSContext
    let fault: InjectedTLSFault?
    let localAddress: String?

    /// The name that the client requested.
    var serverName: String?
    /// Why a callback ended the handshake.
    var failure: TLSError?

    init(context: TLSContext, fault: InjectedTLSFault?, localAddress: String?) {
        self.context = context
        self.fault = fault
        self.localAddress = localAddress
    }

    fileprivate static func of(_ ssl: OpaquePointer?) -> HandshakeState? {
        guard let ssl, let pointer = SSL_get_ex_data(ssl, 0) else { return nil }
        return Unmanaged<HandshakeState>.fromOpaque(pointer).takeUnretainedValue()
    }
}

// OpenSSL calls these while the session is inside `SSL_do_handshake`, in this order, on the session's event loop.

/// The client's hello was read; its SNI is known, if there is one.
func nameArrived(_ ssl: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?, _: UnsafeMutableRawPointer?) -> Int32 {
    guard let handshake = HandshakeState.of(ssl) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    if let name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name) { handshake.serverName = String(cString: name) }
    guard handshake.fault == .handshakeRefused else { return SSL_TLSEXT_ERR_OK }
    handshake.failure = .refusedOnPurpose
    alert?.pointee = SSL_AD_HANDSHAKE_FAILURE
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// A certificate is needed next. Returns 1 to continue, 0 to end the handshake, -1 to suspend it.
func certificateWanted(_ ssl: OpaquePointer?, _: UnsafeMutableRawPointer?) -> Int32 {
    guard let handshake = HandshakeState.of(ssl) else { return 0 }
    if handshake.fault == .handshakeStalled { return -1 }
    do throws(CertificateError) {
        let identity = try handshake.context.identity(
            serverName: handshake.serverName, localAddress: handshake.localAddress,
            certificateFault: handshake.fault?.certificateFault)
        guard let chain = CertificateStack(identity.chain),
            SSL_use_cert_and_key(ssl, identity.certificate.x509, identity.key.key, chain.stack, 1) == 1
        else { throw .unusable(file: identity.name, reason: OpenSSL.firstError()) }
        return 1
    } catch {
        handshake.failure = .noCertificate(error)
        return 0
    }
}

/// The client offered protocols by ALPN (RFC 7301 §3.2). Selects the first of ours that it offers.
func protocolsOffered(
    _ ssl: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ chosenLength: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredLength: UInt32,
    _: UnsafeMutableRawPointer?
) -> Int32 {
    guard let handshake = HandshakeState.of(ssl) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    let offer = ALPNOffer(UnsafeBufferPointer(start: offered, count: Int(offeredLength)))
    for ours in handshake.context.protocols {
        guard let match = offer.names.first(where: { $0.elementsEqual(ours) }) else { continue }
        // OpenSSL copies it before the client's list is freed.
        chosen?.pointee = UnsafeBufferPointer(rebasing: match).baseAddress
        chosenLength?.pointee = UInt8(truncatingIfNeeded: match.count)
        return SSL_TLSEXT_ERR_OK
    }
    handshake.failure = .noCommonProtocol(
        offered: offer.names.map { PrintableASCII.text($0) },
        ours: handshake.context.protocols.map { String(decoding: $0, as: UTF8.self) })
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// A client's list of protocols: each name behind its length (RFC 7301 §3.1).
struct ALPNOffer {
    let names: [Slice<UnsafeBufferPointer<UInt8>>]

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var names: [Slice<UnsafeBufferPointer<UInt8>>] = []
        var rest = bytes[...]
        while let length = rest.popFirst(), length > 0, rest.count >= Int(length) {
            names.append(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
        }
        self.names = names
    }
}
