/// An answer that comes when the test says so, even to a cancelled task: the answer that arrives too late.
public final class PendingAnswer<Value: Sendable>: Sendable {
    private let asked = AsyncStream<CheckedContinuation<Value, any Error>>.makeStream()

    public init() {}

    /// Waits for the answer.
    public func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            asked.continuation.yield(continuation)
        }
    }

    /// Waits until somebody waits for the answer, and returns what gives it to them.
    public func next() async -> CheckedContinuation<Value, any Error>? {
        await asked.stream.first { _ in true }
    }
}
