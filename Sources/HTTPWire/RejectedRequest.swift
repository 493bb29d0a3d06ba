package import HTTPMessage

/// Why a request is not read further: the response to send before the connection is closed, and what was known of it.
package struct RejectedRequest: Error, Hashable, Sendable {
    /// The status to answer with.
    package var status: Int
    /// What was wrong, where, and which section says so: a sentence to the user.
    ///
    /// Lines are counted from 1, bytes from 0: those of a head from its request line, those of a body from behind its
    /// head, as they stood on the wire.
    package var text: String
    /// The method, if the request line was read.
    package var method: ArraySlice<UInt8>?
    /// The request target as it stood, if the request line was read.
    package var target: ArraySlice<UInt8>?
    /// The head, if it was read whole and only its body is at fault.
    package var head: RequestHead?
    /// The request's bytes from its request line up to the fault, or up to the end of its head if the fault lies
    /// further on; at most the first `rawLimit` of them.
    package var raw: [UInt8]

    /// The most bytes that `raw` holds.
    package static let rawLimit = 16 * 1024
}

/// A reason outside the request's own bytes to read it no further.
package enum AbortReason: Hashable, Sendable {
    /// The client sent its last byte.
    case closed
    /// The time allowed has passed.
    case timedOut(after: Duration)
    /// The server stopped.
    case stopped
}
