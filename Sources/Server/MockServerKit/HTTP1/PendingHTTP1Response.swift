import HTTPWire
import MockRuntime

/// A response of an HTTP/1.1 connection that is being written or waits for those before it.
struct PendingHTTP1Response: ~Copyable {
    let context: ResponseContext
    /// nil for a rejected request.
    private(set) var exchange: Exchange?
    var player: ResponsePlayer?
    /// The response to a rejected request.
    private(set) var localError: LocalErrorResponse?
    /// nil until the head is written.
    var encoder: ResponseEncoder?
    /// The number of bytes that the chunk being written still has.
    var chunkRest = 0
    /// Whether nothing of it is left to be written.
    var isOver = false

    init(_ exchange: consuming Exchange, _ player: consuming ResponsePlayer, answering context: ResponseContext) {
        self.context = context
        self.exchange = consume exchange
        self.player = player
    }

    init(_ localError: LocalErrorResponse, answering context: ResponseContext) {
        self.context = context
        self.localError = localError
    }

    /// Whether the connection has to be closed after the response.
    var closes: Bool {
        if let encoder { return encoder.closes }
        // Without a head, only raw bytes can be a complete response.
        return !context.persists || player?.endsConnection ?? true
    }

    /// Takes the exchange, whose end is noted elsewhere.
    mutating func takeExchange() -> Exchange? { exchange.take() }
}
