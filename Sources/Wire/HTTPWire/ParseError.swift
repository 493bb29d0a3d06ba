import HTTPMessage
import TextCoding

/// An error in a message, as the parts of its parser throw it; the parser turns it into a `RejectedRequest` or a
/// `RefusedResponse`.
struct ParseError: Error, Hashable, Sendable {
    /// The kind of message that is read.
    enum Message: String, Sendable {
        case request
        case response
    }

    /// The status of the response to a request with this error; of no meaning for a response.
    var status: Int
    /// The problem, as a sentence without its full stop.
    var sentence: String
    /// The section that forbids it.
    var section: String
    /// That section for a response, if `section` is about the status that a request gets.
    var responseSection: String?
    /// The offset in bytes from the start of the part that is being read; nil if no single byte is wrong.
    var offset: Int?
    /// The line of the head or trailer section, from 1.
    var line: Int?

    init(_ status: Int, _ sentence: String, section: String, ofResponse responseSection: String? = nil) {
        self.status = status
        self.sentence = sentence
        self.section = section
        self.responseSection = responseSection
    }

    func at(_ offset: Int, line: Int? = nil) -> ParseError {
        var copy = self
        copy.offset = offset
        copy.line = line
        return copy
    }

    /// The problem, its position in `part` of a message, and the section with the rule.
    func text(in part: MessagePart, of message: Message) -> String {
        let section = message == .response ? responseSection ?? section : section
        return "\(sentence)\(offset.map { part.position($0, line: line ?? 1, of: message) } ?? "") (\(section))."
    }
}

/// The part of a message that is being read.
enum MessagePart {
    case startLine
    case head
    case chunkedBody
    /// The trailer section, behind so many bytes of the body.
    case trailers(behind: Int)

    /// Where a byte of this part is, to go on a sentence.
    func position(_ offset: Int, line: Int, of message: ParseError.Message) -> String {
        switch self {
        case .startLine: ", in the \(message == .request ? "request" : "status") line, at byte \(offset)"
        case .head: ", in line \(line) of the head, at byte \(offset)"
        case .chunkedBody: ", in the chunked body, at byte \(offset)"
        case .trailers(let start): ", in line \(line) of the trailers, at byte \(start + offset) of the body"
        }
    }
}

// Lines.
extension ParseError {
    static let bareCR = ParseError(
        400, "A bare CR stands where only CRLF may end a line", section: "RFC 9112, section 2.2")
    static let bareLF = ParseError(
        400, "A bare LF stands where only CRLF may end a line", section: "RFC 9112, section 2.2")

    static func control(_ byte: UInt8, _ section: String) -> ParseError {
        ParseError(400, "The control byte 0x\(Hex.upperPair(byte)) is not allowed here", section: section)
    }

    static func emptyLines(_ limit: Int) -> ParseError {
        ParseError(
            400, "More than \(limit) empty lines stand before the request line", section: "RFC 9112, section 2.2")
    }

    /// A handshake record or an alert starts with its type, 22 or 21 (RFC 8446, section 5.1); no status line does.
    static func looksLikeTLS(_ byte: UInt8) -> ParseError {
        ParseError(
            502,
            "The response starts with the byte 0x\(Hex.upperPair(byte)), as TLS does, but the connection is in the clear",
            section: "RFC 9112, section 4")
    }

    /// A handshake record starts with its type, 22 (RFC 8446, section 5.1); no request line does.
    static let looksLikeTLS = ParseError(
        400, "The request starts with the byte 0x16, as TLS does, but this is a cleartext port",
        section: "RFC 9112, section 3")
}

// The request line.
extension ParseError {
    static func requestLineTooLong(_ limit: Int) -> ParseError {
        ParseError(414, "The request line is longer than \(limit) bytes", section: "RFC 9112, section 3")
    }

    static func methodTooLong(_ limit: Int) -> ParseError {
        ParseError(501, "The method is longer than \(limit) bytes", section: "RFC 9112, section 3")
    }

    static func requestLineShape(_ line: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400,
            "The request line \(excerpt(line)) is not a method, a target and a version with one space between each",
            section: "RFC 9112, section 3")
    }

    static func method(_ method: ArraySlice<UInt8>) -> ParseError {
        ParseError(400, "The method \(excerpt(method)) is not a token", section: "RFC 9110, section 9.1")
    }

    static func version(_ version: ArraySlice<UInt8>) -> ParseError {
        ParseError(400, "The version \(excerpt(version)) is not of the form HTTP/1.1", section: "RFC 9112, section 2.3")
    }

    static func unsupportedVersion(_ version: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            505, "The version \(excerpt(version)) is not HTTP/1.0 or HTTP/1.1", section: "RFC 9110, section 15.6.6",
            ofResponse: "RFC 9112, section 2.3")
    }

    static let targetSpace = ParseError(
        400, "The target holds a space, which must be percent-encoded", section: "RFC 9112, section 3.2")
    static let targetFragment = ParseError(
        400, "The target holds a fragment (`#`), which is never sent", section: "RFC 9112, section 3.2")

    static let targetBackslash = ParseError(
        400, "The target holds a backslash, which must be percent-encoded", section: "RFC 9112, section 3.2")

    static let httpsInTheClear = ParseError(
        421, "The target names an https resource, but the connection is in the clear", section: "RFC 9110, section 7.4")

    static let targetPercent = ParseError(
        400, "The target holds a `%` that two hexadecimal digits don't follow; a bare `%` is written `%25`",
        section: "RFC 3986, section 2.1")

    static func targetByte(_ byte: UInt8) -> ParseError {
        ParseError(
            400, "The target holds the byte 0x\(Hex.upperPair(byte)), which must be percent-encoded",
            section: "RFC 9112, section 3.2")
    }

    static func targetForm(_ target: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "The target \(excerpt(target)) is neither a path nor an absolute URI", section: "RFC 9112, section 3.2"
        )
    }

    static func scheme(_ scheme: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "The target has the scheme \(excerpt(scheme)), not http or https", section: "RFC 9112, section 3.2.2")
    }

    static let targetUserInformation = ParseError(
        400, "The target holds user information before an `@`", section: "RFC 9110, section 4.2.4")

    static func targetAuthority(_ authority: ArraySlice<UInt8>) -> ParseError {
        ParseError(400, "The target's authority \(excerpt(authority)) is malformed", section: "RFC 9110, section 4.2.1")
    }

    static func connectTarget(_ target: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "The target of CONNECT is \(excerpt(target)), not a host and a port",
            section: "RFC 9112, section 3.2.3")
    }

    static func asterisk(_ method: ArraySlice<UInt8>) -> ParseError {
        ParseError(400, "The target `*` is for OPTIONS, not for \(excerpt(method))", section: "RFC 9112, section 3.2.4")
    }
}

// The status line.
extension ParseError {
    static func noStatusLine(_ byte: UInt8) -> ParseError {
        ParseError(
            502, "The byte \(excerpt([byte])) stands where a status line starts with HTTP/, which only HTTP/0.9 lacks",
            section: "RFC 9112, section 4")
    }

    static func statusLineTooLong(_ limit: Int) -> ParseError {
        ParseError(502, "The status line is longer than \(limit) bytes", section: "RFC 9112, section 4")
    }

    static func statusLineShape(_ line: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            502, "The status line \(excerpt(line)) is not a version, a status and a reason with one space between each",
            section: "RFC 9112, section 4")
    }

    static func status(_ status: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            502, "The status \(excerpt(status)) is not a number of three digits from 100 on",
            section: "RFC 9110, section 15")
    }

    static func informationalResponses(_ limit: Int) -> ParseError {
        ParseError(
            502, "More than \(limit) informational responses stand before the final one",
            section: "RFC 9110, section 15.2")
    }
}

// Fields.
extension ParseError {
    static func fieldsTooLarge(_ limit: Int) -> ParseError {
        ParseError(
            431, "The fields are larger than \(limit) bytes", section: "RFC 6585, section 5",
            ofResponse: "RFC 9110, section 5.4")
    }

    static func tooManyFields(_ limit: Int) -> ParseError {
        ParseError(
            431, "There are more than \(limit) fields", section: "RFC 6585, section 5",
            ofResponse: "RFC 9110, section 5.4")
    }

    static let whitespaceFirst = ParseError(
        400, "White space stands before the first field", section: "RFC 9112, section 2.2")
    static let folding = ParseError(
        400, "A line starts with white space, which folds it into the field before", section: "RFC 9112, section 5.2")

    static func missingColon(_ line: ArraySlice<UInt8>) -> ParseError {
        ParseError(400, "The field line \(excerpt(line)) has no colon", section: "RFC 9112, section 5")
    }

    static let emptyName = ParseError(
        400, "A field line has no name before its colon", section: "RFC 9110, section 5.1")

    static func spaceBeforeColon(_ name: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "White space stands between the field name \(excerpt(name)) and its colon",
            section: "RFC 9112, section 5.1")
    }

    static func fieldName(_ name: ArraySlice<UInt8>) -> ParseError {
        ParseError(400, "The field name \(excerpt(name)) is not a token", section: "RFC 9110, section 5.1")
    }

    static let missingHost = ParseError(400, "The request has no Host field", section: "RFC 9112, section 3.2")
    static let repeatedHost = ParseError(
        400, "The request has more than one Host field", section: "RFC 9112, section 3.2")

    static func host(_ value: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "The Host \(excerpt(value)) is not a host with an optional port", section: "RFC 9112, section 3.2")
    }

    static func expectation(_ value: ArraySlice<UInt8>) -> ParseError {
        ParseError(417, "The expectation \(excerpt(value)) is not 100-continue", section: "RFC 9110, section 10.1.1")
    }
}

// Where the body ends.
extension ParseError {
    static func repeatedLength(_ message: Message) -> ParseError {
        ParseError(
            400, "The \(message.rawValue) has more than one Content-Length field", section: "RFC 9112, section 6.3")
    }

    static func length(_ value: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "The Content-Length \(excerpt(value)) is not one decimal number", section: "RFC 9112, section 6.3")
    }

    static func lengthTooLarge(_ value: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            502, "The Content-Length \(excerpt(value)) is larger than \(Int.max - 1)", section: "RFC 9110, section 8.6")
    }

    static func lengthAndCoding(_ message: Message) -> ParseError {
        ParseError(
            400, "The \(message.rawValue) has both Content-Length and Transfer-Encoding",
            section: "RFC 9112, section 6.1")
    }

    static func codingInHTTP10(_ message: Message) -> ParseError {
        ParseError(
            400, "An HTTP/1.0 \(message.rawValue) has a Transfer-Encoding", section: "RFC 9112, section 6.1")
    }

    static func codingSyntax(_ value: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "The Transfer-Encoding \(excerpt(value)) is not a list of transfer codings",
            section: "RFC 9112, section 7")
    }

    static let noCoding = ParseError(
        400, "The Transfer-Encoding names no transfer coding", section: "RFC 9112, section 6.3")

    static func unknownCoding(_ coding: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            501, "The transfer coding \(excerpt(coding)) is not supported, only chunked",
            section: "RFC 9112, section 6.1")
    }

    static func lastCoding(_ coding: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "The last transfer coding is \(excerpt(coding)), not chunked, so the body has no end",
            section: "RFC 9112, section 6.3")
    }

    static let chunkedNotLast = ParseError(
        400, "The transfer coding chunked is not the last one", section: "RFC 9112, section 6.3")
    static let repeatedChunked = ParseError(
        400, "The transfer coding chunked is applied more than once", section: "RFC 9112, section 6.1")
    static let connectBody = ParseError(
        400, "A CONNECT request announces a body, which it cannot have", section: "RFC 9110, section 9.3.6")

    /// - Parameter size: the size that the request states.
    static func bodyTooLarge(_ limit: Int, size: Int? = nil) -> ParseError {
        let body = size.map { "The body of \(ByteCount.text($0, beside: limit))" } ?? "The body"
        return ParseError(
            413, "\(body) is larger than \(ByteCount.text(limit, beside: size))", section: "RFC 9110, section 15.5.14")
    }
}

// The chunked coding.
extension ParseError {
    static func chunkSize(_ byte: UInt8) -> ParseError {
        ParseError(
            400, "The byte \(excerpt([byte])) stands where a chunk size needs a hexadecimal digit",
            section: "RFC 9112, section 7.1")
    }

    static func afterChunkSize(_ byte: UInt8) -> ParseError {
        ParseError(
            400, "The byte \(excerpt([byte])) stands where a chunk size must end", section: "RFC 9112, section 7.1")
    }

    static let chunkSizeOverflow = ParseError(
        400, "A chunk size does not fit 63 bits", section: "RFC 9112, section 7.1")

    static func chunkExtension(_ byte: UInt8) -> ParseError {
        ParseError(
            400, "The byte \(excerpt([byte])) does not belong in a chunk extension", section: "RFC 9112, section 7.1.1")
    }

    static func chunkExtensionsTooLarge(_ limit: Int) -> ParseError {
        ParseError(431, "The chunk extensions are larger than \(limit) bytes", section: "RFC 9112, section 7.1.1")
    }

    static func leadingZerosTooLong(_ limit: Int) -> ParseError {
        ParseError(
            431, "The chunk extensions and the leading zeros of chunk sizes are larger than \(limit) bytes",
            section: "RFC 9112, section 7.1")
    }

    static func chunkEnd(_ byte: UInt8) -> ParseError {
        ParseError(
            400, "The byte \(excerpt([byte])) stands where CRLF must end a chunk", section: "RFC 9112, section 7.1")
    }

    static func forbiddenTrailer(_ name: ArraySlice<UInt8>) -> ParseError {
        ParseError(
            400, "The field \(excerpt(name)) is not allowed in a trailer section", section: "RFC 9110, section 6.5.1")
    }
}

// Errors that are not in the bytes.
extension ParseError {
    static func interrupted(
        _ interruption: AbortReason, _ part: String, received: Int, of whole: Int? = nil
    ) -> ParseError {
        let amount = "after \(received)\(whole.map { " of \($0)" } ?? "") bytes"
        switch interruption {
        case .closed:
            return ParseError(
                400, "The client closed the connection in the \(part) of a request, \(amount)",
                section: "RFC 9112, section 8")
        case .timedOut(let limit):
            return ParseError(
                408, "The \(part) of the request was not whole within \(readable(limit)), \(amount)",
                section: "RFC 9110, section 15.5.9")
        case .stopped:
            return ParseError(
                400, "The server stopped in the \(part) of a request, \(amount)", section: "RFC 9112, section 8")
        }
    }

    /// Bytes of the server for which no request waits.
    static let unasked = ParseError(
        502, "The server sent bytes though no request waits for a response", section: "RFC 9112, section 9.2")

    /// - Parameters:
    ///   - part: where the response is cut short, as "in the body of a response".
    ///   - amount: what had come of it, if anything.
    ///   - isClean: whether the server ended the connection.
    static func endedEarly(_ part: String, after amount: String?, isClean: Bool) -> ParseError {
        ParseError(
            502, "The connection \(isClean ? "ended" : "broke") \(part)\(amount.map { ", after \($0)" } ?? "")",
            section: "RFC 9112, section 8")
    }

    private static func readable(_ duration: Duration) -> String {
        let milliseconds = duration.wholeNanoseconds / 1_000_000
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
