import Bytes

/// Responses whose last byte is written but that the system may not have accepted completely, in order.
struct UnsentResponses: ~Copyable {
    private struct Entry {
        let exchange: ExchangeHandle
        /// The number of bytes that the connection had written at the response's end.
        let end: Int
    }

    private var entries = Queue<Entry>()
    /// The number of bytes that the connection has written.
    private var written = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Counts written bytes.
    mutating func wrote(_ count: Int) { written += count }

    /// Adds a response that ends with the last written byte.
    mutating func append(_ exchange: consuming ExchangeHandle) {
        entries.append(Entry(exchange: exchange, end: written))
    }

    /// Removes and returns the next response that is completely sent; nil if there is none.
    ///
    /// - Parameter unsent: the number of written bytes that the system has not accepted.
    mutating func popSent(unsent: Int) -> ExchangeHandle? {
        guard !isEmpty, entries.front.end <= written - unsent else { return nil }
        return popFirst()
    }

    /// All written bytes are about to be handed to the system.
    func tellSending() { entries.forEach { $0.exchange.sending() } }

    /// The system has taken all written bytes but `unsent`.
    func tellNotSent(unsent: Int) {
        entries.forEach { if $0.end > written - unsent { $0.exchange.notSent() } }
    }

    /// Removes and returns the next response, sent or not; nil if there is none.
    mutating func popFirst() -> ExchangeHandle? { entries.popFirst()?.exchange }

    /// All remaining responses.
    var exchanges: [ExchangeHandle] {
        var exchanges: [ExchangeHandle] = []
        entries.forEach { exchanges.append($0.exchange) }
        return exchanges
    }
}
