public import HTTPMessage
public import HTTPTypes
import Locking

/// What a request was answered, as its player handed it to the wire, which adds framing, `Date` and `Connection`.
public struct RecordedResponse: Sendable {
    /// The status code.
    public internal(set) var status: Int
    /// The reason phrase, where the scenario states one.
    public internal(set) var reason: String?
    /// The header fields by name, in order.
    public var headers: HTTPFields { HTTPFields(fields) }
    /// The header fields with their spelling and order.
    package internal(set) var fields: Fields
    /// Of the body that was written, the first MiB.
    public internal(set) var body: [UInt8] = []
    /// How many bytes of body were written.
    public internal(set) var bodySize = 0
    /// Whether `body` is not all of it.
    public internal(set) var isCut = false
    /// When the head was written.
    public internal(set) var began: Instant
    /// When the last of what is here was written.
    public internal(set) var wrote: Instant
    /// Whether the response was written to its end; a fault's is not.
    public internal(set) var isComplete = false
}

/// Keeps what a player says, for the journal.
final class ResponseRecorder: Sendable {
    /// So many bytes of a body are kept.
    static let limit = 1 << 20

    private let state = Locked<RecordedResponse?>(nil)

    /// What was written so far; nil before the head.
    var response: RecordedResponse? { state.withLock { $0 } }

    /// The player said this, and it is written at `instant`.
    func note(_ output: ResponsePlayer.Output, at instant: Instant) {
        switch output {
        case .head(let rendered, _):
            let head = rendered.head
            let response = RecordedResponse(
                status: head.status, reason: head.reason, fields: head.fields, began: instant, wrote: instant)
            state.withLock { $0 = response }
        case .bytes(let piece):
            state.withLock {
                let room = Self.limit - ($0?.body.count ?? 0)
                if piece.count > room { $0?.isCut = true }
                $0?.body += piece.prefix(room)
                $0?.bodySize += piece.count
                $0?.wrote = instant
            }
        case .done:
            state.withLock { $0?.isComplete = true }
        case .wait, .reset, .close, .frame:
            break
        }
    }
}
