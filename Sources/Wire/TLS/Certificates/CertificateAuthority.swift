import COpenSSL
import Locking

/// A certificate authority for tests, which issues servers' certificates on demand.
///
/// Its key is only in memory and in `keyPEM()`. Keys are on P-256. A server's certificate is valid from a day ago for
/// 397 days, the most that clients accept. It is renewed when less than a day is left.
///
/// ```swift
/// let authority = try CertificateAuthority.processWide()
/// let context = try TLSContext(TLSConfiguration(certificates: .madeBy(authority)))
/// // The client trusts authority.pem.
/// ```
package final class CertificateAuthority: Sendable {
    /// The authority's certificate in PEM, which a client must trust.
    package let pem: String
    /// The last second of its validity, in seconds since 1970.
    package let expiry: Int64

    private let certificate: Certificate
    private let key: PrivateKey
    /// One key for all servers' certificates.
    private let leafKey: PrivateKey
    private let leaves = Locked(IssuedCertificateCache())

    /// The names in the certificate for a client without SNI, which connects by address.
    package static let localNames = ["localhost", "127.0.0.1", "::1"]

    private static let shared: Result<CertificateAuthority, CertificateError> = {
        do throws(CertificateError) { return .success(try CertificateAuthority()) } catch { return .failure(error) }
    }()

    /// The authority of this process, made at the first call; not stored anywhere.
    package static func processWide() throws(CertificateError) -> CertificateAuthority {
        try shared.get()
    }

    /// A new authority, valid for `days` from now. Random digits in its name distinguish it from others in a client's
    /// list of trusted ones.
    package convenience init(days: Int = 825) throws(CertificateError) {
        try self.init(days: days, now: UnixTime.now)
    }

    convenience init(days: Int, now: Int64) throws(CertificateError) {
        let key = try PrivateKey.make()
        var digits: UInt32 = 0
        try OpenSSL.check(
            withUnsafeMutableBytes(of: &digits) {
                RAND_bytes($0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32($0.count))
            }, "RAND_bytes")
        let days = Int64(min(max(days, 1), 36_500))
        let request = CertificateRequest(
            purpose: .authority, commonName: "mockserver test CA " + String(digits, radix: 16),
            validity: now - UnixTime.day...now + days * UnixTime.day)
        try self.init(certificate: request.signed(for: key, by: nil), key: key)
    }

    /// A lasting authority, from texts that `pem` and `keyPEM()` gave earlier.
    ///
    /// - Throws: that a file lacks something, that the two don't belong together, that the certificate is not an
    ///   authority's or has expired.
    package convenience init(certificate: PEMFile, key: PEMFile) throws(CertificateError) {
        try self.init(certificate: certificate, key: key, now: UnixTime.now)
    }

    convenience init(certificate file: PEMFile, key keyFile: PEMFile, now: Int64) throws(CertificateError) {
        let certificates = try file.certificates()
        guard let certificate = certificates.first, certificates.count == 1 else {
            throw .severalCertificates(file: file.name, count: certificates.count)
        }
        let key = try keyFile.privateKey()
        guard certificate.matches(key) else { throw .keyMismatch(certificate: file.name, key: keyFile.name) }
        guard certificate.isAuthority else { throw .notAnAuthority(file: file.name) }
        guard let expiry = certificate.lastSecond, now <= expiry else {
            throw .expired(file: file.name, day: certificate.lastDay)
        }
        try self.init(certificate: certificate, key: key)
    }

    private init(certificate: Certificate, key: PrivateKey) throws(CertificateError) {
        self.certificate = certificate
        self.key = key
        pem = try certificate.pem()
        expiry = certificate.lastSecond ?? 0
        leafKey = try PrivateKey.make()
    }

    /// The authority's private key in PEM (PKCS #8), not encrypted. Anyone who has it can pose as any host to a client
    /// that trusts this authority.
    package func keyPEM() throws(CertificateError) -> String {
        try key.pem()
    }

    /// The SHA-256 of the certificate, as tools show it: `AB:CD:…`.
    package var fingerprint: String { certificate.fingerprint }

    /// The last day of its validity in UTC, such as `2026-01-31`.
    package var lastDay: String { certificate.lastDay }

    /// The certificate's subject, such as `CN=mockserver test CA 5be0cd19,O=mockserver`.
    package var subject: String { certificate.subject ?? "" }

    /// A certificate and key for a server with these `names`, which are host names and IP addresses.
    ///
    /// - Throws: `invalidName` for a name that is neither.
    package func serverIdentity(names: [String]) throws(CertificateError) -> TLSIdentity {
        var parsed: [CertificateName] = []
        for text in names {
            guard let name = CertificateName(text) else { throw .invalidName(text) }
            parsed.append(name)
        }
        return try leaf(parsed)
    }

    /// A certificate and key that identify a client, valid for 397 days.
    package func clientIdentity(commonName: String) throws(CertificateError) -> TLSIdentity {
        let request = CertificateRequest(
            purpose: .client, commonName: commonName, validity: validity(at: UnixTime.now, certificateFault: nil))
        let own = try PrivateKey.make()
        return TLSIdentity(
            certificate: try request.signed(for: own, by: .init(certificate: certificate, key: key)), key: own,
            name: commonName)
    }

    /// The certificate for `names`, from the cache or made now.
    func leaf(
        _ names: [CertificateName], certificateFault: CertificateFault? = nil, now: Int64 = UnixTime.now
    ) throws(CertificateError) -> TLSIdentity {
        let cacheKey = IssuedCertificateCache.Key(names: names, certificateFault: certificateFault)
        if let found = leaves.withLock({ $0.identity(cacheKey, at: now) }) { return found }
        // Made outside the lock: two event loops may make the same one at once, which does no harm.
        let said = certificateFault == .wrongHost ? [CertificateName.host("wrong-host.invalid")] : names
        let validity = validity(at: now, certificateFault: certificateFault)
        let request = CertificateRequest(
            purpose: .server, commonName: said.first?.text ?? "", names: said, validity: validity)
        let issuer =
            certificateFault == .selfSigned ? nil : CertificateRequest.Issuer(certificate: certificate, key: key)
        let identity = TLSIdentity(
            certificate: try request.signed(for: leafKey, by: issuer), key: leafKey, name: request.commonName)
        let renewal = certificateFault == .expired ? now + UnixTime.day : validity.upperBound - UnixTime.day
        leaves.withLock { $0.keep(.init(identity: identity, renewal: renewal), for: cacheKey) }
        return identity
    }

    private func validity(at now: Int64, certificateFault: CertificateFault?) -> ClosedRange<Int64> {
        if certificateFault == .expired { return now - 3 * UnixTime.day...now - UnixTime.day }
        // Within the authority's own validity, as some clients require.
        return now - UnixTime.day...max(now, min(now + 397 * UnixTime.day, expiry))
    }
}
