/// Responses whose last byte is written but that the system may not have accepted completely, in order. Each has the
/// number of bytes that the connection had written at its end.
struct UnsentResponses {
    private var entries: [(exchange: ExchangeHandle, end: Int)] = []
    /// The index of the first remaining entry.
    private var first = 0
    /// The number of bytes that the connection has written.
    private var written = 0

    var isEmpty: Bool { first == entries.count }

    /// Counts written bytes.
    mutating func wrote(_ count: Int) { written += count }

    /// Adds a response that ends with the last written byte.
    mutating func append(_ exchange: ExchangeHandle) { entries.append((exchange, end: written)) }

    /// Removes and returns the next response that is completely sent; nil if there is none.
    ///
    /// - Parameter unsent: the number of written bytes that the system has not accepted.
    mutating func popSent(unsent: Int) -> ExchangeHandle? {
        guard !isEmpty, entries[first].end <= written - unsent else { return nil }
        return popFirst()
    }

    /// Removes and returns the next response, sent or not; nil if there is none.
    mutating func popFirst() -> ExchangeHandle? {
        guard !isEmpty else { return nil }
        let exchange = entries[first].exchange
        first += 1
        if isEmpty {
            entries.removeAll(keepingCapacity: true)
            first = 0
        }
        return exchange
    }

    /// All remaining responses.
    var exchanges: some Sequence<ExchangeHandle> { entries[first...].lazy.map(\.exchange) }
}
