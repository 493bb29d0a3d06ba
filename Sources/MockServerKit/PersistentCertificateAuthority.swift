import TLS

extension MockServer {
    /// A certificate authority that outlives the process, so that its trust is set up once; `mockserver ca` makes one in a
    /// folder.
    ///
    /// ```swift
    /// options.tls?.certificates = .signed(by: try MockServer.PersistentCertificateAuthority(folder: "ca"))
    /// ```
    public struct PersistentCertificateAuthority: Sendable {
        /// What the files in the folder are called.
        public static let certificateFile = "ca.pem"
        /// The name of the private key's file.
        public static let keyFile = "ca-key.pem"

        let authority: TLS.CertificateAuthority

        /// A new one, good for 825 days.
        public init() throws(AuthorityError) {
            do { authority = try TLS.CertificateAuthority() } catch {
                throw AuthorityError(reason: .unusable, text: error.description)
            }
        }

        /// The one whose `ca.pem` and `ca-key.pem` are in the folder at this path.
        public init(folder: String) throws(AuthorityError) {
            try self.init(
                certificate: .file("\(folder)/\(Self.certificateFile)"), key: .file("\(folder)/\(Self.keyFile)"))
        }

        /// The one of this certificate and its private key.
        ///
        /// - Throws: `AuthorityError` where either can't be read, they don't belong together, or the certificate has
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

        /// Its certificate in PEM: what a client must trust.
        public var pem: String { authority.pem }
        /// The certificate's subject, such as `CN=mockserver test CA 5be0cd19,O=mockserver`.
        public var subject: String { authority.subject }
        /// The SHA-256 of the certificate, as tools show it: `AB:CD:…`.
        public var fingerprint: String { authority.fingerprint }
        /// The certificate's last day, such as `2026-01-31`, in UTC.
        public var lastDay: String { authority.lastDay }

        /// Its private key in PEM (PKCS #8), not encrypted: who has it can pose as any server to a client that trusts this
        /// authority.
        public func keyPEM() throws(AuthorityError) -> String {
            do { return try authority.keyPEM() } catch {
                throw AuthorityError(reason: .unusable, text: error.description)
            }
        }
    }

    /// Why a lasting authority can't be had: a sentence with the file's name.
    public struct AuthorityError: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is wrong.
        public enum Reason: Hashable, Sendable {
            /// A file is missing or can't be read.
            case unreadable
            /// The files are not an authority's certificate and its key, or it has expired.
            case unusable
        }

        /// What is wrong.
        public let reason: Reason
        let text: String

        public var description: String { text }
    }
}
