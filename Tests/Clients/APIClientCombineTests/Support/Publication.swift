#if canImport(Combine) || Combine
#if canImport(APIClientCombine)
import APIClientCombine
#endif

/// What a publisher published until it ended, or until a test no longer waited.
struct Publication<Output: Sendable, Failure: Error>: Sendable {
    enum End: Sendable {
        case finished
        case failed(Failure)
        case timedOut
    }

    fileprivate enum Event: Sendable {
        case value(Output)
        case end(End)
    }

    let values: [Output]
    let end: End

    /// The error that it ended with; nil if it finished or did not end.
    var error: Failure? {
        if case .failed(let error) = end { error } else { nil }
    }

    /// Whether it finished or failed in time.
    var hasEnded: Bool {
        if case .timedOut = end { false } else { true }
    }

    var hasFinished: Bool {
        if case .finished = end { true } else { false }
    }
}

/// Subscribes to a publisher and waits for its end. When the time is up, it cancels the subscription.
func published<P: Publisher>(
    by publisher: P, within timeout: Duration = .seconds(3_600), isolation: isolated (any Actor)? = #isolation
) async -> Publication<P.Output, P.Failure> where P.Output: Sendable {
    let (events, continuation) = AsyncStream<Publication<P.Output, P.Failure>.Event>.makeStream()
    let subscription = publisher.sink(
        receiveCompletion: { completion in
            switch completion {
            case .finished: continuation.yield(.end(.finished))
            case .failure(let error): continuation.yield(.end(.failed(error)))
            }
            continuation.finish()
        },
        receiveValue: { continuation.yield(.value($0)) })
    let timer = Task {
        try? await Task.sleep(for: timeout)
        continuation.finish()
    }
    var values: [P.Output] = []
    var end = Publication<P.Output, P.Failure>.End.timedOut
    for await event in events {
        switch event {
        case .value(let value): values.append(value)
        case .end(let reached): end = reached
        }
    }
    timer.cancel()
    subscription.cancel()
    return Publication(values: values, end: end)
}
#endif
