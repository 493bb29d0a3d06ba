import TLS

extension MockServer {
    /// A certificate authority that outlives the process, so that clients need to be told to trust it only once.
    /// `mockserver ca` creates one in a folder.
    ///
    /// ```swift
    /// options.tls?.certificates = .signed(by: try MockServer.PersistentCertificateAuthority(folder: "ca"))
    /// ```
    public struct PersistentCertificateAuthority: Sendable {
        /// The name of the certificate's file in the folder.
        public static let certificateFile = "ca.pem"
        /// The name of the private key's file.
        public static let keyFile = "ca-key.pem"

        let authority: TLS.CertificateAuthority

        /// Creates an authority that is valid for 825 days.
        public init() throws(AuthorityError) {
            do { authority = try TLS.CertificateAuthority() } catch {
                throw AuthorityError(reason: .unusable, text: error.description)
            }
        }

        /// Loads the authority with `ca.pem` and `ca-key.pem` in the folder at this path.
        public init(folder: String) throws(AuthorityError) {
            try self.init(
                certificate: .file("\(folder)/\(Self.certificateFile)"), key: .file("\(folder)/\(Self.keyFile)"))
        }

        /// The authority with this certificate and its private key.
        ///
        /// - Throws: `AuthorityError` if either can't be read, if they don't belong together, or if the certificate has
        ///   expired or is not an authority's.
        public init(certificate: PEM, key: PEM) throws(AuthorityError) {
            do {
                authority = try TLS.CertificateAuthority(certificate: certificate.read(), key: key.read())
            } catch let error as UnreadableFile {
                throw AuthorityError(reason: .unreadable, text: "\(error.path): \(error.reason)")
            } catch {
                throw AuthorityError(reason: .unusable, text: "\(error)")
            }
        }

        /// Its certificate in PEM, which a client must trust.
        public var pem: String { authority.pem }
        /// The certificate's subject, such as `CN=mockserver test CA 5be0cd19,O=mockserver`.
        public var subject: String { authority.subject }
        /// The SHA-256 of the certificate in the usual form: `AB:CD:…`.
        public var fingerprint: String { authority.fingerprint }
        /// The certificate's last day, such as `2026-01-31`, in UTC.
        public var lastDay: String { authority.lastDay }

        /// Its private key in PEM (PKCS #8), not encrypted. Its owner can impersonate any server to a client that
        /// trusts this authority.
        public func keyPEM() throws(AuthorityError) -> String {
            do { return try authority.keyPEM() } catch {
                throw AuthorityError(reason: .unusable, text: error.description)
            }
        }
    }

    /// Why a persistent authority can't be created or loaded: a sentence with the file's name.
    public struct AuthorityError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The kind of the problem.
        public enum Reason: Hashable, Sendable {
            /// A file is missing or can't be read.
            case unreadable
            /// The files are not an authority's certificate and its key, or it has expired.
            case unusable
        }

        /// The kind of the problem.
        public let reason: Reason
        let text: String

        public var description: String { text }
    }
}
