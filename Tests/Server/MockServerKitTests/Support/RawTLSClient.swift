import COpenSSL
import MockServerKit
import Testing

/// A TLS client whose test sends its records, whole or in part and with anything behind them. It verifies nothing.
final class RawTLSClient {
    enum Version: CaseIterable, Sendable {
        case tls12, tls13

        fileprivate var number: Int32 { self == .tls12 ? TLS1_2_VERSION : TLS1_3_VERSION }
    }

    let raw: RawClient
    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let input: OpaquePointer
    private let output: OpaquePointer

    /// - Parameter applicationProtocol: what it offers by ALPN; nil for nothing.
    init(_ server: MockServer, _ version: Version = .tls13, offering applicationProtocol: String? = nil) throws {
        raw = try RawClient(server)
        context = try #require(SSL_CTX_new(TLS_client_method()))
        copenssl_SSL_CTX_set_max_proto_version(context, version.number)
        ssl = try #require(SSL_new(context))
        input = try #require(BIO_new(BIO_s_mem()))
        output = try #require(BIO_new(BIO_s_mem()))
        SSL_set_bio(ssl, input, output)
        SSL_set_connect_state(ssl)
        if let name = applicationProtocol.map({ Array($0.utf8) }) {
            let offer = [UInt8(name.count)] + name
            #expect(SSL_set_alpn_protos(ssl, offer, UInt32(offer.count)) == 0)
        }
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    /// Does the handshake but for the client's last bytes, which it returns: empty in TLS 1.2, where the server's are last.
    func shakeHands() throws -> [UInt8] {
        while true {
            ERR_clear_error()
            let result = SSL_do_handshake(ssl)
            let bytes = takeOutput()
            if result == 1 { return bytes }
            guard SSL_get_error(ssl, result) == SSL_ERROR_WANT_READ else {
                throw ClientError(call: "SSL_do_handshake", errno: 0)
            }
            try raw.send(bytes)
            guard try raw.receive() else { throw ClientError(call: "end in the handshake", errno: 0) }
            let received = raw.takePending()
            var taken = 0
            #expect(BIO_write_ex(input, received, received.count, &taken) == 1)
        }
    }

    /// A record of these bytes.
    func record(_ content: [UInt8]) -> [UInt8] {
        var written = 0
        ERR_clear_error()
        #expect(SSL_write_ex(ssl, content, content.count, &written) == 1)
        return takeOutput()
    }

    /// The alert of an orderly end.
    func closeNotify() -> [UInt8] {
        ERR_clear_error()
        SSL_shutdown(ssl)
        return takeOutput()
    }

    private func takeOutput() -> [UInt8] {
        var start: UnsafeMutablePointer<CChar>?
        let count = copenssl_BIO_get_mem_data(output, &start)
        let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
        copenssl_BIO_reset(output)
        return bytes
    }
}
