/// The decided requests of a server, in order of arrival.
public struct Exchanges: AsyncSequence, Sendable {
    private let makeReader: @Sendable () -> ExchangeReader

    package init(makeReader: @escaping @Sendable () -> ExchangeReader) { self.makeReader = makeReader }

    /// A loop over the requests, beginning with the first.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: makeReader()) }

    /// Reads one request after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: ExchangeReader

        /// The next request, as soon as it is decided; nil when the server has stopped or the task is cancelled. Its
        /// response is usually not written yet.
        public mutating func next() async -> JournalEntry? {
            while !Task.isCancelled {
                switch reader.next() {
                case .request(let request): return request.entry
                case .end: return nil
                case .notYet(let run, let condition): _ = await run.wait(for: condition)
                }
            }
            return nil
        }
    }
}
