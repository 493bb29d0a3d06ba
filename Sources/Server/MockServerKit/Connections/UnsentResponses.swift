import Bytes
import MockRuntime

/// Responses whose last byte is written but that the system may not have accepted completely, in order.
struct UnsentResponses: ~Copyable {
    struct Entry: ~Copyable {
        let exchange: Exchange
        /// The number of bytes that the connection had written at the response's end.
        let end: Int
        /// The stream in HTTP/2.
        var stream: Int?

        /// Its response has ended.
        ///
        /// - Returns: what remains to be watched; nil if the run does not want to know whether it is delivered.
        consuming func end(_ end: Exchange.End) -> SentResponse? {
            let sent = SentResponse(exchange: exchange.reference, end: self.end, stream: stream)
            return exchange.end(end) ? sent : nil
        }
    }

    private var entries = Queue<Entry>()
    /// The number of bytes that the connection has written.
    private(set) var written = 0

    var isEmpty: Bool { entries.isEmpty }

    /// Counts written bytes.
    mutating func wrote(_ count: Int) { written += count }

    /// Adds a response that ends with the last written byte, or where `end` bytes were written.
    mutating func append(_ exchange: consuming Exchange, end: Int? = nil, stream: Int? = nil) {
        entries.append(Entry(exchange: exchange, end: end ?? written, stream: stream))
    }

    /// Removes and returns the next response that is completely sent; nil if there is none.
    ///
    /// - Parameter unsent: the number of written bytes that the system has not accepted.
    mutating func popSent(unsent: Int) -> Entry? {
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
    mutating func popFirst() -> Entry? { entries.popFirst() }

    /// Whether the scenario of any of them watches deliveries.
    var watchesDelivery: Bool {
        var watches = false
        entries.forEach { watches = watches || $0.exchange.watchesDelivery }
        return watches
    }

    /// The client has reset a stream whose response is written.
    func tellReset(stream: Int) {
        entries.forEach { if $0.stream == stream, $0.exchange.watchesDelivery { $0.exchange.reference.left() } }
    }

    /// The client has sent its last byte.
    func tellEnding() { entries.forEach { $0.exchange.reference.ending() } }
}

/// A response whose last byte the system has taken.
struct SentResponse {
    let exchange: ExchangeReference
    /// The number of bytes that the connection had written at the response's end.
    let end: Int
    /// The stream in HTTP/2.
    var stream: Int?
}
