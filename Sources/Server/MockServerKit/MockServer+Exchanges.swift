import Locking
public import MockRuntime

extension MockServer {
    /// Every request that the server decides, in order of arrival, from the run's first one on. Ends when the server
    /// stops or the task is cancelled.
    ///
    /// ```swift
    /// for await exchange in server.exchanges where exchange.step == "refresh" {
    ///     print(exchange.request.path, exchange.offset)
    ///     break
    /// }
    /// ```
    ///
    /// Each loop sees each request once; loops do not take requests from each other, or from `takeRequest`. Requests
    /// that came before a loop are those still in the journal (`Options.journalLimit`). From then on none is lost: the
    /// journal keeps what the slowest loop has not read, also beyond its limit. So end a loop that you no longer need.
    public var exchanges: Exchanges {
        Exchanges { [currentRun] in currentRun.makeReader(keepsUnread: true) }
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
        return try await reader.take(timeout: timeout) { currentRun.verdict }
    }
}
