import COpenSSL

extension TLSError {
    /// The error for the user that an OpenSSL error means. `newest` is the newest version in the client's hello,
    /// `verdict` the text on the client's certificate.
    init(error: UInt, newest: Int32, minimum: TLSVersion, verdict: String) {
        let reason = copenssl_ERR_GET_REASON(error)
        guard copenssl_ERR_GET_LIB(error) == ERR_LIB_SSL else {
            self = .violation(reason: OpenSSL.text(of: error))
            return
        }
        // Reasons from 1000 on are the peer's alerts.
        if (SSL_AD_REASON_OFFSET...SSL_AD_REASON_OFFSET + 255).contains(reason) {
            self = .clientAlert(TLSAlert(code: UInt8(truncatingIfNeeded: reason - SSL_AD_REASON_OFFSET)))
            return
        }
        switch reason {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW:
            self = .versionTooOld(newest: Self.name(ofVersion: newest), minimum: minimum)
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS:
            self = .noCommonCipher
        case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
            self = .clientCertificateMissing
        case SSL_R_CERTIFICATE_VERIFY_FAILED:
            self = .clientCertificateRefused(reason: verdict)
        case SSL_R_WRONG_VERSION_NUMBER, SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST, SSL_R_BAD_RECORD_TYPE:
            self = .notTLS(reason: OpenSSL.text(of: error))
        default:
            self = .violation(reason: OpenSSL.text(of: error))
        }
    }
    private static func name(ofVersion number: Int32) -> String? {
        switch number {
        case SSL3_VERSION: "SSLv3"
        case TLS1_VERSION: "TLSv1"
        case TLS1_1_VERSION: "TLSv1.1"
        case TLS1_2_VERSION: TLSVersion.tls12.rawValue
        default: nil
        }
    }
}
