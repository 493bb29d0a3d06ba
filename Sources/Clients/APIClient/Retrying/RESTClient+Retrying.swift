public import Foundation

extension RESTClient {
    /// This client with requests that are sent again after a failure that may pass: a lost connection, a timeout, or a
    /// status of the policy. A streamed response is retried up to its head; what is read then fails at once.
    ///
    /// A call made with a token is authorized before it is retried, so all attempts have the same token. Cancelling the
    /// task ends a wait at once, with `CancellationError`.
    ///
    ///     let client = try RESTClient(baseURL: "https://api.example.com/v1").retrying()
    ///     let order = try await client.post("/orders", sending: body, expecting: .json(Order.self)) {
    ///         $0.addingIdempotencyKey(orderID)
    ///     }
    ///
    /// - Parameters:
    ///   - policy: which requests are sent again, how often and after how long.
    ///   - now: the time from which a `Retry-After` with a date counts if the response has no `Date`.
    ///   - random: a number from 0 to 1, the part of the policy's longest delay that is waited.
    ///   - sleep: waits; it must end with its task.
    public func retrying(
        _ policy: RetryPolicy = RetryPolicy(),
        now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> RESTClient {
        var copy = self
        copy.base = RetryingTransport(base: base, policy: policy, now: now, random: random, sleep: sleep)
        return copy
    }
}
