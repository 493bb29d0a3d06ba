import COpenSSL

/// A version of TLS, written as OpenSSL and HTTP's access logs do.
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
