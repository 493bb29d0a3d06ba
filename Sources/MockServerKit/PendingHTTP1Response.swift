import HTTPMessage
import HTTPWire
import MockRuntime

/// A response of an HTTP/1.1 connection that is being written or waits for those before it.
struct PendingHTTP1Response: ~Copyable {
    let context: ResponseContext
    /// nil for a rejected request.
    private(set) var exchange: ExchangeHandle?
    private(set) var player: ResponsePlayer?
    /// The response to a rejected request.
    private(set) var localError: LocalErrorResponse?
    /// nil until the head is written.
    var encoder: ResponseEncoder?
    /// Whether the player has no further output.
    private(set) var isOver = false

    init(_ exchange: consuming ExchangeHandle, _ player: consuming ResponsePlayer, answering context: ResponseContext) {
        self.context = context
        self.exchange = exchange
        self.player = player
    }

    init(_ localError: LocalErrorResponse, answering context: ResponseContext) {
        self.context = context
        self.localError = localError
    }

    mutating func next(at instant: Instant) -> ResponsePlayer.Output {
        let output = player?.next(at: instant) ?? .done
        switch output {
        case .reset, .close, .done, .frame: isOver = true
        case .head, .bytes, .wait: break
        }
        return output
    }

    mutating func skipBody() { player?.skipBody() }
}
