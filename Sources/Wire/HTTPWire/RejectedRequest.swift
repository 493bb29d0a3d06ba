package import HTTPMessage

/// A request that is not read further: the response to send before the connection is closed, and its known parts.
package struct RejectedRequest: Error, Hashable, Sendable {
    /// The status of the response.
    package var status: Int
    /// The problem, its position, and the section with the rule: a sentence to the user.
    ///
    /// Lines are counted from 1. Bytes are counted from 0: in a head from its request line, in a body from the end of
    /// its head, both as on the wire.
    package var text: String
    /// The method, if the request line was read.
    package var method: ArraySlice<UInt8>?
    /// The original request target, if the request line was read.
    package var target: ArraySlice<UInt8>?
    /// The head, if it was read completely and the error is in the body.
    package var head: RequestHead?
    /// The request's bytes from its request line up to the error, or up to the end of its head if the error comes
    /// later; at most the first `rawLimit` of them.
    package var raw: [UInt8]

    /// The most bytes in `raw`.
    package static let rawLimit = 16 * 1024
}

/// A reason to stop reading a request that is not in its bytes.
package enum AbortReason: Hashable, Sendable {
    /// The client sent its last byte.
    case closed
    /// The timeout has expired.
    case timedOut(after: Duration)
    /// The server stopped.
    case stopped
}
