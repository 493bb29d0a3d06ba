import HTTPMessage

/// Recognizes a content coding by the first bytes of a body (RFC 9110, section 8.4.1).
package enum ContentCoding {
    /// The number of bytes that identify the known codings.
    package static let markSize = 4

    /// The coding that was applied last according to a `Content-Encoding`, in lower case; nil for `identity` or none.
    package static func outermost(of value: String) -> String? {
        guard let last = value.split(separator: ",").last else { return nil }
        let name = String(decoding: Array(last.utf8)[...].trimmingOptionalWhitespace, as: UTF8.self).lowercased()
        return name.isEmpty || name == "identity" ? nil : name
    }

    /// Whether a body that begins with `start` can have the coding; nil for a coding without a fixed start.
    package static func canBegin(_ coding: String, with start: some Collection<UInt8>) -> Bool? {
        switch coding {
        case "gzip", "x-gzip": start.starts(with: [0x1F, 0x8B])
        case "compress", "x-compress": start.starts(with: [0x1F, 0x9D])
        case "zstd": start.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        case "deflate": isZlib(Array(start.prefix(2)))
        default: start.isEmpty ? false : nil
        }
    }

    /// RFC 1950, section 2.2: the method is deflate, and both bytes make a multiple of 31.
    private static func isZlib(_ start: [UInt8]) -> Bool {
        start.count == 2 && start[0] & 0x0F == 8 && (Int(start[0]) << 8 | Int(start[1])) % 31 == 0
    }
}
