/// Why a response can't be sent over HTTP/2 as it is stated.
package enum HTTP2Unsendable: Error, Hashable, Sendable {
    /// This kind of response may not have the status.
    case status(Int)
    /// A reason phrase is stated, but HTTP/2 has no reason phrases.
    case reason(String)
    /// A header or trailer has a name that is not a token.
    case name(String)
    /// The value of a header or trailer contains CR, LF or NUL.
    case value(name: String, byte: UInt8)
    /// A header that only applies to an HTTP/1.1 connection.
    case connectionField(String)
    /// The header or trailer section is larger than this many bytes.
    case tooLarge(Int)
}

extension HTTP2Unsendable: CustomStringConvertible {
    /// The error as a sentence to the user.
    package var description: String {
        switch self {
        case .status(101):
            "The status 101 cannot be sent over HTTP/2, which has no upgrade (RFC 9113, section 8.6)."
        case .status(let status):
            "The status \(status) cannot be sent over HTTP/2 here: a final response has one from 200 to 999, an "
                + "interim one from 100 to 199 (RFC 9110, section 15)."
        case .reason(let reason):
            "The reason phrase \"\(reason)\" cannot be sent over HTTP/2, which has none (RFC 9113, section 8.3.2)."
        case .name(let name):
            "The header name \"\(name)\" cannot be sent over HTTP/2: it is not a token (RFC 9113, section 8.2.1)."
        case .value(let name, let byte):
            "The header `\(name)` cannot be sent over HTTP/2: its value holds \(byte.lineEndName) "
                + "(RFC 9113, section 8.2.1)."
        case .connectionField(let name):
            "The header `\(name)` cannot be sent over HTTP/2: it describes an HTTP/1.1 connection "
                + "(RFC 9113, section 8.2.2)."
        case .tooLarge(let limit):
            "The headers cannot be sent over HTTP/2: they are larger than \(limit) bytes."
        }
    }
}

extension HTTP2Unsendable {
    /// The most bytes of one header or trailer section. Each line counts 32 bytes more, as for
    /// SETTINGS_MAX_HEADER_LIST_SIZE (RFC 9113, section 6.5.2).
    package static let sectionLimit = 256 * 1024

    /// The fields that apply only to HTTP/1.1 connections (RFC 9113, section 8.2.2).
    private static let connectionFields = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]

    /// Checks that `fields` can be a header or trailer section of HTTP/2.
    ///
    /// - Throws: the first part that can't be sent.
    package static func check(_ fields: Fields) throws(HTTP2Unsendable) {
        var size = 0
        for index in fields.lines.indices {
            let name = fields.name(at: index)
            guard name.isToken else { throw .name(text(name)) }
            if connectionFields.contains(where: { name.equalsIgnoringASCIICase($0) }) {
                throw .connectionField(text(name))
            }
            let value = fields.value(at: index)
            if let byte = value.first(where: \.endsLine) {
                throw .value(name: text(name), byte: byte)
            }
            size += name.count + value.count + 32
        }
        guard size <= sectionLimit else { throw .tooLarge(sectionLimit) }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ResponseHead {
    /// Checks that the head can be the head of a final response over HTTP/2.
    ///
    /// - Throws: the first part that can't be sent.
    package func checkSendableOnHTTP2() throws(HTTP2Unsendable) {
        guard 200...999 ~= status else { throw .status(status) }
        if let reason { throw .reason(reason) }
        try HTTP2Unsendable.check(fields)
    }

    /// Checks that the head can be the head of an interim response over HTTP/2.
    ///
    /// - Throws: the first part that can't be sent.
    package func checkSendableAsInterimOnHTTP2() throws(HTTP2Unsendable) {
        guard 100...199 ~= status, status != 101 else { throw .status(status) }
        if let reason { throw .reason(reason) }
        try HTTP2Unsendable.check(fields)
    }
}
