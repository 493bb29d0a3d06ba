/// Why a certificate, a key or an authority can't be used. `description` is a sentence for the user.
///
/// `file` is the name of its `PEMFile`.
package enum CertificateError: Error, Hashable, Sendable {
    /// There is no certificate in the file.
    case noCertificate(file: String)
    /// There is no private key in the file.
    case noKey(file: String)
    /// The private key needs a password.
    case keyEncrypted(file: String)
    /// A block of the file has a PEM header but can't be read.
    case unreadable(file: String, what: String, reason: String)
    /// The file is longer than a file of certificates may be.
    case tooLarge(file: String, limit: Int)
    /// The private key belongs to no certificate of the file.
    case keyMismatch(certificate: String, key: String)
    /// The private key belongs to a certificate that is not the first; `position` counts from 1.
    case keyOfLaterCertificate(file: String, position: Int)
    /// The certificate may not sign others.
    case notAnAuthority(file: String)
    /// The file has more than one certificate; an authority has one.
    case severalCertificates(file: String, count: Int)
    /// The authority's certificate has expired; `day` is its last day, like `2026-01-31`.
    case expired(file: String, day: String)
    /// OpenSSL won't use this certificate and key.
    case unusable(file: String, reason: String)
    /// A protocol name is not one that ALPN can carry.
    case invalidProtocol(String)
    /// A name is neither a host name nor an address.
    case invalidName(String)
    /// An OpenSSL call failed that fails only for lack of memory or with an unusual build.
    case library(call: String, reason: String)
}

extension CertificateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noCertificate(let file):
            "\(file) holds no certificate: a block that begins with -----BEGIN CERTIFICATE----- is needed "
                + "(a binary file is made one by `openssl x509 -inform der -in FILE`)."
        case .noKey(let file):
            "\(file) holds no private key: a block such as -----BEGIN PRIVATE KEY----- is needed."
        case .keyEncrypted(let file):
            "The private key in \(file) is encrypted, and nothing here can ask for its password: "
                + "take the password off with `openssl pkey -in FILE -out PLAIN`."
        case .unreadable(let file, let what, let reason):
            "The \(what) in \(file) can't be read: \(reason)."
        case .tooLarge(let file, let limit):
            "\(file) is larger than \(limit) bytes; give a file with only certificates and keys, in PEM."
        case .keyMismatch(let certificate, let key):
            "The private key in \(key) does not belong to the certificate in \(certificate)."
        case .keyOfLaterCertificate(let file, let position):
            "The private key belongs to certificate \(position) of \(file): the server's own certificate must come "
                + "first, then those that lead to its authority."
        case .notAnAuthority(let file):
            "The certificate in \(file) is not an authority's: it may not sign others."
        case .severalCertificates(let file, let count):
            "\(file) holds \(count) certificates; give the authority's alone."
        case .expired(let file, let day):
            "The authority's certificate in \(file) expired on \(day): make a new one and have the clients trust that."
        case .unusable(let file, let reason):
            "The certificate in \(file) can't be used: \(reason)."
        case .invalidProtocol(let name):
            "\"\(name)\" can't be offered by ALPN: a protocol name has 1 to 255 bytes."
        case .invalidName(let name):
            "\"\(name)\" is neither a host name nor an IP address, so no certificate can be made for it."
        case .library(let call, let reason):
            "OpenSSL refused \(call): \(reason)."
        }
    }
}
