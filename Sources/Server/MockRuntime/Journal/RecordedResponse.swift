public import HTTPMessage
public import HTTPTypes
import Locking

/// The response to a request as its player passed it on, before the protocol adds framing, `Date` and `Connection`.
public struct RecordedResponse: Sendable {
    /// The status code; 0 if the response is raw bytes, or if a fault sent bytes that are not HTTP instead of a head.
    public internal(set) var status: Int
    /// The reason phrase, if the scenario states one.
    public internal(set) var reason: String?
    /// The header fields by name, in order.
    public var headers: HTTPFields { HTTPFields(fields) }
    /// The header fields with their spelling and order.
    package internal(set) var fields: Fields
    /// The interim responses that were written before it.
    public internal(set) var informational: [RecordedInterimResponse] = []
    /// The first MiB of the body that was written, with the bytes of a fault.
    public internal(set) var body: [UInt8] = []
    /// The number of body bytes that were written.
    public internal(set) var bodySize = 0
    /// Whether `body` is incomplete.
    public internal(set) var isCut = false
    /// The trailer fields that were written, by name, in order.
    public var trailers: HTTPFields { HTTPFields(trailerFields) }
    /// The trailer fields with their spelling and order.
    package internal(set) var trailerFields = Fields()
    /// The time at which the head was written.
    public internal(set) var began: Instant
    /// The time at which the last recorded part was written.
    public internal(set) var wrote: Instant
    /// Whether the response was written completely; one that a fault cuts is not. A stream that stays open is complete
    /// with its last event.
    public internal(set) var isComplete = false
}

/// A response before the final one (RFC 9110, section 15.2).
public struct RecordedInterimResponse: Sendable {
    /// The status code, 100 to 199.
    public internal(set) var status: Int
    /// The header fields by name, in order.
    public var headers: HTTPFields { HTTPFields(fields) }
    /// The header fields with their spelling and order.
    package internal(set) var fields: Fields
}

/// Records for the journal what a source has a sink write.
@usableFromInline
package final class ResponseRecorder: Sendable {
    /// The most bytes of a body that are kept.
    static let limit = 1 << 20

    private struct State {
        var response: RecordedResponse?
        /// Interim responses before the response's head.
        var informational: [RecordedInterimResponse] = []
    }

    private let state = Locked(State())

    /// The response as written so far; nil before the head.
    var response: RecordedResponse? { state.withLock { $0.response } }

    /// Records `output`, which is written at `instant`.
    @usableFromInline
    package func note(_ output: ResponseOutput, at instant: Instant) {
        switch output {
        case .informational(let rendered):
            let head = rendered.head
            state.withLock {
                $0.informational.append(RecordedInterimResponse(status: head.status, fields: head.fields))
            }
        case .head(let rendered, _):
            let head = rendered.head
            begin(
                RecordedResponse(
                    status: head.status, reason: head.reason, fields: head.fields, began: instant, wrote: instant))
        case .raw(let bytes):
            if response == nil {
                begin(RecordedResponse(status: 0, fields: Fields(), began: instant, wrote: instant))
            }
            append(bytes, at: instant)
        case .bytes(let piece):
            append(piece, at: instant)
        case .trailers(let fields):
            state.withLock { $0.response?.trailerFields = fields }
        case .end(.done), .end(.keepOpen):
            state.withLock { $0.response?.isComplete = true }
        case .chunk, .wait, .held, .notReady, .end, .frame, .goawayAfterEnd:
            break
        }
    }

    private func begin(_ response: RecordedResponse) {
        state.withLock {
            $0.response = response
            $0.response?.informational = $0.informational
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>, at instant: Instant) {
        state.withLock {
            let room = Self.limit - ($0.response?.body.count ?? 0)
            if bytes.count > room { $0.response?.isCut = true }
            $0.response?.body += bytes.prefix(room)
            $0.response?.bodySize += bytes.count
            $0.response?.wrote = instant
        }
    }
}
