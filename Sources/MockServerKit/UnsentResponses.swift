/// Responses whose last byte is written but that the system has perhaps not taken to their end, in order, by the count of
/// bytes that the connection wrote up to their end.
struct UnsentResponses {
    private var entries: [(exchange: ExchangeHandle, end: Int)] = []
    /// The index of the first entry that is left.
    private var first = 0
    /// How many bytes the connection has written.
    private var written = 0

    var isEmpty: Bool { first == entries.count }

    /// Counts bytes that were written.
    mutating func wrote(_ count: Int) { written += count }

    /// Adds a response whose last byte is the last one that was written.
    mutating func append(_ exchange: ExchangeHandle) { entries.append((exchange, end: written)) }

    /// Takes out the next response that is sent to its end; nil where there is none.
    ///
    /// - Parameter unsent: how many of the written bytes the system has not taken.
    mutating func popSent(unsent: Int) -> ExchangeHandle? {
        guard !isEmpty, entries[first].end <= written - unsent else { return nil }
        return popFirst()
    }

    /// Takes out the next response, sent or not; nil where there is none.
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

    /// All that are left.
    var exchanges: some Sequence<ExchangeHandle> { entries[first...].lazy.map(\.exchange) }
}
