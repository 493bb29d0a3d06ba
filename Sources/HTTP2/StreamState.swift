import Bytes
import HTTPMessage

/// A stream with its state.
typealias HTTP2Stream = PooledTable<StreamState>.Entry

/// One request and its response, as far as they have come.
struct StreamState: ~Copyable {
    /// What is being read.
    enum Inbound {
        case head
        case body
        case trailers
        case whole
        /// Refused, or reset: what still comes is dropped.
        case over
    }

    /// What was done of the final response's head.
    enum Outbound {
        case none
        /// Checked, and kept in `block` until it is known whether a body follows, so that END_STREAM can be on it.
        case prepared
        /// With nghttp2.
        case submitted
        case sent
    }

    let id: Int

    var inbound = Inbound.head
    /// nil from when the request is whole.
    var head: RequestHead?
    var body: [UInt8] = []
    /// Whether the client has sent its last byte.
    var hasRequestEnded = false
    /// Whether the stream was named by an event that promises its end.
    var isKnown = false
    /// Whether the client reset the stream.
    var wasResetByPeer = false

    var isHead = false
    var isConnect = false

    var outbound = Outbound.none
    /// The final response's head while it is prepared.
    var block: FieldBlock?
    /// Interim responses that are with nghttp2.
    var interims = 0
    var carriesBody = true
    /// What of the body is sent next; empty only where nothing was written that is not sent. Most bodies are one piece.
    var piece: ArraySlice<UInt8> = []
    /// The pieces behind it.
    var laterPieces: BodyChunkQueue?
    /// The bytes that were written and are not in the output.
    var contentCount = 0
    var isEnded = false
    var trailers: Fields?
    /// Whether nghttp2 was told the body's end.
    var hasToldEnd = false
    var isDeferred = false
    /// Whether the writer was told to wait.
    var isFull = false
    /// The reset to send once what was written before it is sent.
    var pendingReset: HTTP2ErrorCode?
    /// Whether a reset of ours was submitted, for whatever reason.
    var isReset = false

    init(id: Int) {
        self.id = id
    }
}
