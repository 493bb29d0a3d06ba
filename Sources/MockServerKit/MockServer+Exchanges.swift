import Locking
public import MockRuntime

extension MockServer {
    /// Every request that the server decides, in order of arrival, from the run's first one on. Ends when the server
    /// stops or the task is cancelled.
    ///
    /// ```swift
    /// for await exchange in server.exchanges where exchange.step == "refresh" {
    ///     print(exchange.request.path, exchange.timeline.offset)
    ///     break
    /// }
    /// ```
    ///
    /// Each loop sees each request once; loops do not take requests from each other, or from `takeRequest`. Requests
    /// that came before a loop are those still in the journal (`Options.journalLimit`). From then on none is lost: the
    /// journal keeps what the slowest loop has not read, also beyond its limit. So end a loop that you no longer need.
    public var exchanges: Exchanges { Exchanges(currentRun: currentRun) }

    /// A sequence of a server's decided requests.
    public struct Exchanges: AsyncSequence, Sendable {
        let currentRun: CurrentRun

        /// A loop over the requests, beginning with the first.
        public func makeAsyncIterator() -> Iterator {
            Iterator(reader: currentRun.makeReader(keepsUnread: true))
        }

        /// Reads one request after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let reader: ExchangeReader

            /// The next request, as soon as it is decided; nil when the server has stopped or the task is cancelled.
            /// Its response is usually not written yet.
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

    /// The next request that this call has not returned before, in order of arrival, as soon as it is decided. If
    /// several tasks call it, each request goes to one of them.
    ///
    /// ```swift
    /// _ = try await service.fetchProfile()
    /// let request = try await server.takeRequest().request
    /// #expect(request.path == "/me")
    /// ```
    ///
    /// - Parameter timeout: how long to wait for a request, in real time.
    /// - Throws: `WaitError.noRequest` after the timeout or when the server stops, `WaitError.requestsDropped` if the
    ///   journal has dropped requests that were not taken (it has the first one after them, the next call returns the
    ///   second), or `CancellationError`.
    public func takeRequest(timeout: Duration = .seconds(5)) async throws -> JournalEntry {
        let reader = takenRequests.withLock { reader in
            let shared = reader ?? currentRun.makeReader(keepsUnread: false)
            reader = shared
            return shared
        }
        let end = ContinuousClock.now + timeout
        while true {
            switch reader.next() {
            case .request(let request): return try Self.entry(of: request)
            case .end: throw WaitError.noRequest(after: timeout, serverStopped: true, verdict: currentRun.verdict)
            case .notYet(let run, let condition):
                switch await run.wait(for: condition, timeout: ContinuousClock.now.duration(to: end)) {
                case .met: continue
                case .timedOut:
                    // It may have come until this task went on.
                    if case .request(let request) = reader.next() { return try Self.entry(of: request) }
                    throw WaitError.noRequest(after: timeout, serverStopped: false, verdict: currentRun.verdict)
                case .cancelled: throw CancellationError()
                }
            }
        }
    }

    private static func entry(of request: ScenarioRun.UnreadRequest) throws(WaitError) -> JournalEntry {
        guard !request.followsDropped else { throw .requestsDropped(before: request.entry) }
        return request.entry
    }
}
