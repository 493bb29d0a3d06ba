import HTTPMessage
import HTTPWire
import MockRuntime

/// A response of an HTTP/1.1 connection that is written or waits for its turn.
struct PendingHTTP1Response {
    /// What a request is refused with that the run never had.
    final class LocalErrorResponse {
        let status: Int
        let text: String

        init(status: Int, text: String) {
            self.status = status
            self.text = text
        }
    }

    /// nil for a request that the run never had.
    var exchange: ExchangeHandle?
    let traits: ResponseContext
    /// nil for a request that is refused.
    var player: ResponsePlayer?
    var localError: LocalErrorResponse?
    var encoder: ResponseEncoder?
    /// The player has said all it has to say.
    var isOver = false

    mutating func next(at instant: Instant) -> ResponsePlayer.Output {
        let output = player?.next(at: instant) ?? .done
        switch output {
        case .reset, .close, .done, .frame: isOver = true
        case .head, .bytes, .wait: break
        }
        return output
    }
}
