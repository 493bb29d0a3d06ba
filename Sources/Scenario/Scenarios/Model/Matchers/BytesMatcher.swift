/// The exact bytes of a body as it came: the value of `base64` or `file`.
package enum BytesMatcher: Sendable {
    case constant([UInt8])
    /// Base64 text with values of variables, decoded at each match.
    case base64(Template)
    case file(FileBody)
}
