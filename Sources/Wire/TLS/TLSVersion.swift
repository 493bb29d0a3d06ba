import COpenSSL

/// A version of TLS, written like OpenSSL and HTTP access logs write it.
package enum TLSVersion: String, Hashable, Sendable, CaseIterable {
    case tls12 = "TLSv1.2"
    case tls13 = "TLSv1.3"

    /// Its number on the wire.
    var number: Int32 {
        switch self {
        case .tls12: TLS1_2_VERSION
        case .tls13: TLS1_3_VERSION
        }
    }
}
