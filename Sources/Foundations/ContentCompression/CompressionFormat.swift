/// A compressed format that HTTP has as a content coding (RFC 9110, section 8.4.1).
package enum CompressionFormat: String, Hashable, Sendable, CaseIterable {
    /// RFC 1952: one member or several.
    case gzip
    /// RFC 1950, the zlib format, which HTTP calls `deflate`; deflate data without its header is not accepted.
    case deflate

    /// The logarithm of the window's size as zlib wants it: 16 more stands for gzip.
    var windowBits: Int32 { self == .gzip ? 15 + 16 : 15 }
}
