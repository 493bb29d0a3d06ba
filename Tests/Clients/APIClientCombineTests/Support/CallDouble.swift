#if canImport(Combine) || Combine
import APIClientCombine

/// A call whose subscriptions end with these outcomes, one after the other.
final class CallDouble {
    struct SubscribedTooOften: Error {}

    private(set) var subscriptions = 0
    private let outcomes: [Result<String, any Error>]

    init(_ outcomes: [Result<String, any Error>]) {
        self.outcomes = outcomes
    }

    var publisher: Deferred<Result<String, any Error>.Publisher> {
        Deferred {
            defer { self.subscriptions += 1 }
            return self.outcomes.dropFirst(self.subscriptions).first?.publisher
                ?? Result.failure(SubscribedTooOften()).publisher
        }
    }
}
#endif
