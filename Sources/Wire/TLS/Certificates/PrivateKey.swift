import COpenSSL

/// A private key.
///
/// OpenSSL counts its references atomically and nothing changes it once made, so any number of threads may sign with
/// it. So `nonisolated(unsafe)` is sound.
final class PrivateKey: Sendable {
    nonisolated(unsafe) let key: OpaquePointer

    init(owning key: OpaquePointer) {
        self.key = key
    }

    /// A new key on the curve P-256, which every client of the last ten years supports and which is fast to make.
    static func make() throws(CertificateError) -> PrivateKey {
        try OpenSSL.start()
        OpenSSL.forgetErrors()
        return PrivateKey(owning: try OpenSSL.made(copenssl_EVP_EC_gen("P-256"), "EVP_EC_gen"))
    }

    deinit {
        EVP_PKEY_free(key)
    }

    /// The key as PKCS #8, not encrypted.
    func pem() throws(CertificateError) -> String {
        let out = try MemoryBIO()
        OpenSSL.forgetErrors()
        try OpenSSL.check(
            PEM_write_bio_PKCS8PrivateKey(out.bio, key, nil, nil, 0, nil, nil), "PEM_write_bio_PKCS8PrivateKey")
        return out.text
    }
}
