import Bytes

extension ArraySlice<UInt8> {
    /// The token in this value of `Authorization` (RFC 6750, section 2.1); nil for another scheme.
    package var bearerToken: ArraySlice<UInt8>? {
        let credentials = dropFirst(6)
        guard prefix(6).equalsIgnoringASCIICase("Bearer"), credentials.first == .space else { return nil }
        return credentials.drop { $0 == .space }
    }
}
