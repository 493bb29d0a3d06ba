import Bytes
import TextCoding

/// The user and password in a value of `Authorization` (RFC 7617, section 2).
package struct BasicCredentials: Hashable, Sendable {
    package let user: [UInt8]
    package let password: [UInt8]

    /// Reads `Basic` and the base64 text of `user:password`; nil for another scheme or any other text.
    package init?(_ value: ArraySlice<UInt8>) {
        let credentials = value.dropFirst(5)
        guard value.prefix(5).equalsIgnoringASCIICase("Basic"), credentials.first == .space,
            let pair = Base64.decode(credentials.drop { $0 == .space }),
            // A user name has no colon, a password may have some.
            let colon = pair.firstIndex(of: .colon)
        else { return nil }
        user = Array(pair[..<colon])
        password = Array(pair[(colon + 1)...])
    }

    /// Whether a value of `Authorization` has the scheme `Basic`.
    package static func isBasic(_ value: ArraySlice<UInt8>) -> Bool {
        value.prefix(5).equalsIgnoringASCIICase("Basic") && (value.count == 5 || value.dropFirst(5).first == .space)
    }
}
