import Bytes
import TextCoding

/// Why a response can't be sent over HTTP/1.1 as it is stated.
package enum HTTP1Unsendable: Error, Hashable, Sendable {
    /// The status does not have three digits.
    case status(Int)
    /// The reason phrase contains a byte that ends the status line, or NUL.
    case reason(byte: UInt8)
    /// A header or trailer has a name that is not a token.
    case name(String)
    /// The value of a header or trailer contains a byte that ends its line, or NUL.
    case value(name: String, byte: UInt8)
}

extension HTTP1Unsendable: CustomStringConvertible {
    /// The error as a sentence to the user.
    package var description: String {
        switch self {
        case .status(let status):
            "The status \(status) cannot be sent: it is not from 100 to 999 (RFC 9110, section 15)."
        case .reason(let byte):
            "The reason phrase cannot be sent: it holds \(byte.lineEndName) (RFC 9112, section 4)."
        case .name(let name):
            "The header name \(excerpt(Array(name.utf8)[...])) cannot be sent: it is not a token (RFC 9110, section 5.1)."
        case .value(let name, let byte):
            "The header `\(name)` cannot be sent: its value holds \(byte.lineEndName) (RFC 9110, section 5.5)."
        }
    }
}

extension HTTP1Unsendable {
    /// Checks every name and value of `fields`, so that no line of them can become two.
    package static func check(_ fields: Fields) throws(HTTP1Unsendable) {
        for index in fields.lines.indices {
            let name = fields.name(at: index)
            guard name.isToken else { throw .name(String(decoding: name, as: UTF8.self)) }
            if let byte = fields.value(at: index).first(where: \.endsLine) {
                throw .value(name: String(decoding: name, as: UTF8.self), byte: byte)
            }
        }
    }
}

extension ResponseHead {
    /// Checks that no byte of the head can end a line early, so that HTTP/1.1 sends it as stated.
    ///
    /// - Throws: `HTTP1Unsendable` for the first part that can't be sent.
    package func checkSendable() throws(HTTP1Unsendable) {
        guard 100...999 ~= status else { throw .status(status) }
        if let byte = reason?.utf8.first(where: \.endsLine) { throw .reason(byte: byte) }
        try HTTP1Unsendable.check(fields)
    }
}

extension UInt8 {
    /// Whether it is CR, LF or NUL, which a recipient may read as the end of a line.
    var endsLine: Bool { self == .cr || self == .lf || self == 0 }

    /// The name of such a byte.
    var lineEndName: String {
        switch self {
        case .cr: "a carriage return"
        case .lf: "a line feed"
        default: "a NUL byte"
        }
    }
}
