import COpenSSL
import Libc
import TextCoding

/// An X.509 certificate.
///
/// OpenSSL counts its references atomically and fills its caches under its own lock, and nothing changes a signed
/// certificate. So `nonisolated(unsafe)` is sound.
final class Certificate: Sendable {
    nonisolated(unsafe) let x509: OpaquePointer

    init(owning x509: OpaquePointer) {
        self.x509 = x509
    }

    deinit {
        X509_free(x509)
    }

    func pem() throws(CertificateError) -> String {
        let out = try MemoryBIO()
        OpenSSL.forgetErrors()
        try OpenSSL.check(PEM_write_bio_X509(out.bio, x509), "PEM_write_bio_X509")
        return out.text
    }

    /// The subject in the form of RFC 2253, the last part first, such as `CN=alice,O=Example`.
    var subject: String? {
        guard let name = X509_get_subject_name(x509), let out = try? MemoryBIO() else { return nil }
        guard X509_NAME_print_ex(out.bio, name, 0, copenssl_name_style) >= 0 else { return nil }
        return out.text
    }

    /// Whether `key` is the private key of the certificate.
    func matches(_ key: PrivateKey) -> Bool {
        OpenSSL.forgetErrors()
        defer { OpenSSL.forgetErrors() }
        return X509_check_private_key(x509, key.key) == 1
    }

    /// Whether it may sign other certificates.
    var isAuthority: Bool {
        OpenSSL.forgetErrors()
        defer { OpenSSL.forgetErrors() }
        let usage = X509_get_key_usage(x509)
        return X509_check_ca(x509) == 1 && usage & UInt32(KU_KEY_CERT_SIGN) != 0
    }

    /// Whether it is signed by its own key.
    var isSelfSigned: Bool {
        OpenSSL.forgetErrors()
        defer { OpenSSL.forgetErrors() }
        return X509_self_signed(x509, 1) == 1
    }

    /// The last second of its validity, in seconds since 1970; nil if the date can't be read.
    var lastSecond: Int64? {
        guard let end = X509_get0_notAfter(x509), let epoch = ASN1_TIME_set(nil, 0) else { return nil }
        defer { ASN1_TIME_free(epoch) }
        var (days, seconds): (Int32, Int32) = (0, 0)
        guard ASN1_TIME_diff(&days, &seconds, epoch, end) == 1 else { return nil }
        return Int64(days) * UnixTime.day + Int64(seconds)
    }

    /// The last day of its validity in UTC, such as `2026-01-31`.
    var lastDay: String {
        var moment = tm()
        guard let end = X509_get0_notAfter(x509), ASN1_TIME_to_tm(end, &moment) == 1 else { return "an unknown day" }
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : String(value) }
        return "\(Int(moment.tm_year) + 1900)-\(two(moment.tm_mon + 1))-\(two(moment.tm_mday))"
    }

    /// The SHA-256 of its DER form, as tools show it: `AB:CD:…`.
    var fingerprint: String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { digest in
            var count: UInt32 = 0
            guard X509_digest(x509, EVP_sha256(), digest.baseAddress, &count) == 1 else { return "" }
            return digest.prefix(Int(count)).map(Hex.upperPair).joined(separator: ":")
        }
    }
}
