public import HTTPMessage
public import HTTPTypes
import Locking

/// The response to a request as its player passed it on, before the protocol adds framing, `Date` and `Connection`.
public struct RecordedResponse: Sendable {
    /// The status code.
    public internal(set) var status: Int
    /// The reason phrase, if the scenario states one.
    public internal(set) var reason: String?
    /// The header fields by name, in order.
    public var headers: HTTPFields { HTTPFields(fields) }
    /// The header fields with their spelling and order.
    package internal(set) var fields: Fields
    /// The first MiB of the body that was written.
    public internal(set) var body: [UInt8] = []
    /// The number of body bytes that were written.
    public internal(set) var bodySize = 0
    /// Whether `body` is incomplete.
    public internal(set) var isCut = false
    /// The time at which the head was written.
    public internal(set) var began: Instant
    /// The time at which the last recorded part was written.
    public internal(set) var wrote: Instant
    /// Whether the response was written completely; a fault's is not.
    public internal(set) var isComplete = false
}

/// Records a player's output for the journal.
final class ResponseRecorder: Sendable {
    /// The most bytes of a body that are kept.
    static let limit = 1 << 20

    private let state = Locked<RecordedResponse?>(nil)

    /// The response as written so far; nil before the head.
    var response: RecordedResponse? { state.withLock { $0 } }

    /// Records `output`, which is written at `instant`.
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
