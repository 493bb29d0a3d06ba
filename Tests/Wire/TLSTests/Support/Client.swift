import COpenSSL
import Testing

@testable import TLS

/// A TLS client over memory BIOs, which verifies like a careful client.
final class Client {
    struct Options {
        /// The authorities that it trusts, in PEM; nil disables verification.
        var trusted: String?
        /// The name that it requests by SNI.
        var serverName: String?
        /// The host name or address that must be in the certificate.
        var expectedName: String?
        var protocols: [String] = []
        var newest: Int32 = TLS1_3_VERSION
        var oldest: Int32 = TLS1_2_VERSION
        var identity: TLSIdentity?
        var ciphers: String?
    }

    let ssl: OpaquePointer
    private let context: OpaquePointer
    private let input: OpaquePointer
    private let sent: OpaquePointer
    private(set) var isOpen = false
    private(set) var hasFailed = false
    /// The alert or reason of the failure, in OpenSSL's words.
    private(set) var failure = ""
    private(set) var sawCloseNotify = false
    private(set) var received: [UInt8] = []

    init(_ options: Options) throws {
        context = try #require(SSL_CTX_new(TLS_client_method()))
        copenssl_SSL_CTX_set_max_proto_version(context, options.newest)
        copenssl_SSL_CTX_set_min_proto_version(context, options.oldest)
        if let ciphers = options.ciphers { #expect(SSL_CTX_set_cipher_list(context, ciphers) == 1) }
        if let trusted = options.trusted {
            for certificate in try PEMFile(name: "trusted", text: trusted).certificates() {
                X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate.x509)
            }
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        }
        if let identity = options.identity {
            let chain = try #require(CertificateStack(identity.chain))
            #expect(SSL_CTX_use_cert_and_key(context, identity.certificate.x509, identity.key.key, chain.stack, 1) == 1)
        }
        ssl = try #require(SSL_new(context))
        input = try #require(BIO_new(BIO_s_mem()))
        sent = try #require(BIO_new(BIO_s_mem()))
        SSL_set_bio(ssl, input, sent)
        SSL_set_connect_state(ssl)
        if let name = options.serverName { copenssl_SSL_set_tlsext_host_name(ssl, name) }
        if let name = options.expectedName {
            let parameters = SSL_get0_param(ssl)
            if X509_VERIFY_PARAM_set1_ip_asc(parameters, name) != 1 {
                X509_VERIFY_PARAM_set1_host(parameters, name, name.utf8.count)
            }
        }
        if !options.protocols.isEmpty {
            let offer = options.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
            #expect(SSL_set_alpn_protos(ssl, offer, UInt32(offer.count)) == 0)
        }
        ERR_clear_error()
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    /// Advances as far as the available bytes allow.
    func advance() {
        guard !hasFailed else { return }
        ERR_clear_error()
        if !isOpen {
            let result = SSL_do_handshake(ssl)
            guard result == 1 else {
                note(SSL_get_error(ssl, result))
                return
            }
            isOpen = true
        }
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            var count = 0
            ERR_clear_error()
            guard SSL_read_ex(ssl, &buffer, buffer.count, &count) == 1 else { break }
            received += buffer[..<count]
        }
        note(SSL_get_error(ssl, 0))
    }

    func write(_ bytes: [UInt8]) {
        var written = 0
        ERR_clear_error()
        #expect(SSL_write_ex(ssl, bytes, bytes.count, &written) == 1)
    }

    func closeNotify() {
        ERR_clear_error()
        SSL_shutdown(ssl)
    }

    func takeOutput() -> [UInt8] {
        let bytes = Array(BIOBytes.unread(sent))
        copenssl_BIO_reset(sent)
        return bytes
    }

    func receive(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        var taken = 0
        #expect(BIO_write_ex(input, bytes, bytes.count, &taken) == 1)
    }

    /// The server's certificate.
    var peer: Certificate? {
        SSL_get1_peer_certificate(ssl).map { Certificate(owning: $0) }
    }

    private func note(_ code: Int32) {
        switch code {
        case SSL_ERROR_WANT_READ:
            break
        case SSL_ERROR_ZERO_RETURN:
            sawCloseNotify = true
        default:
            hasFailed = true
            let verdict = SSL_get_verify_result(ssl)
            failure =
                verdict == Int(X509_V_OK) || SSL_get_verify_mode(ssl) == SSL_VERIFY_NONE
                ? OpenSSL.firstError() : String(cString: X509_verify_cert_error_string(verdict))
        }
    }
}
