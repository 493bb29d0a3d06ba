import Bytes
import HTTPMessage

/// A stream with its state.
typealias HTTP2Stream = PooledTable<StreamState>.Entry

/// The state of one request and its response.
struct StreamState: ~Copyable {
    /// The part of the request that is being read.
    enum Inbound {
        case head
        case body
        /// The body is thrown away; the request is already decided.
        case discarding
        case trailers
        case whole
        /// Rejected or reset: further bytes are dropped.
        case over
    }

    /// The progress of the final response's head.
    enum Outbound {
        case none
        /// Checked, and kept in `block` until it is known whether a body follows, so that END_STREAM can be set on it.
        case prepared
        /// Submitted to nghttp2.
        case submitted
        case sent
    }

    let id: Int

    var inbound = Inbound.head
    /// nil once the request is complete.
    var head: RequestHead?
    /// The length of the content that the head states; nil if it states none.
    var statedLength: Int?
    var body: [UInt8] = []
    /// Whether the head states a body larger than the limit: it is not kept.
    var statesTooLarge = false
    /// How many bytes of the body were thrown away.
    var discarded = 0
    /// Whether a body that is thrown away is longer than stated.
    var isDiscardedTooLong = false
    /// Whether a frame has begun that ends a body that is thrown away.
    var hasEndedDiscarded = false
    /// Whether trailers with an invalid field follow a body that is thrown away.
    var hasInvalidTrailers = false
    /// Whether the client has violated the rules of the stream after its request.
    var isViolated = false
    /// Whether the client has sent its last byte.
    var hasRequestEnded = false
    /// Whether an event has named the stream, so that another one must report its end.
    var isKnown = false
    /// Whether the client reset the stream.
    var wasResetByPeer = false

    var isHead = false
    var isConnect = false

    var outbound = Outbound.none
    /// The final response's head while it is prepared.
    var block: FieldBlock?
    /// The number of interim responses that nghttp2 has not sent.
    var interims = 0
    var carriesBody = true
    /// The next piece of the body; empty only if all written bytes are sent. Most bodies are one piece.
    var piece: ArraySlice<UInt8> = []
    /// The pieces after it.
    var laterPieces = Queue<ArraySlice<UInt8>>()
    /// Whether each piece is a DATA frame of its own, unless a frame or the window is smaller.
    var keepsPieces = false
    /// The number of written bytes that are not in the output.
    var contentCount = 0
    var isEnded = false
    var trailers: Fields?
    /// Whether nghttp2 knows the end of the body.
    var hasToldEnd = false
    var isDeferred = false
    /// Whether the writer was told to wait.
    var isFull = false
    /// The reset that is sent after all bytes written before it.
    var pendingReset: HTTP2ErrorCode?
    /// Whether we submitted a reset, for whatever reason.
    var isReset = false
    /// Whether the last frame of the response is in the output.
    var hasResponded = false
    /// The number of bytes that the session had sent with the frame that ended the response; 0 before.
    var end = 0

    init(id: Int) {
        self.id = id
    }
}
