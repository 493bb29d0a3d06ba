public import Foundation

/// Hands out a completion, and tells all calls of it: with what, and whether on the recorder's queue.
///
///     let recorder = CompletionRecorder<OrderPage>()
///     orders.list(queue: recorder.queue, completion: recorder.completion())
///     let calls = await recorder.calls()
public struct CompletionRecorder<Value: Sendable>: Sendable {
    /// One call of the completion.
    public struct Call: Sendable {
        public let result: Result<Value, any Error>
        public let isOnQueue: Bool
    }

    /// Ends the calls when the completion, which owns it, is released.
    private final class End: Sendable {
        let calls: AsyncStream<Call>.Continuation

        init(_ calls: AsyncStream<Call>.Continuation) {
            self.calls = calls
        }

        deinit {
            calls.finish()
        }
    }

    public let queue = DispatchQueue(label: "CompletionRecorder")
    private let key = DispatchSpecificKey<Bool>()
    private let made = AsyncStream<Call>.makeStream()

    public init() {
        queue.setSpecific(key: key, value: true)
    }

    /// The completion to give to the code under test, once.
    public func completion() -> @Sendable (Result<Value, any Error>) -> Void {
        let end = End(made.continuation)
        return { [key] result in
            end.calls.yield(Call(result: result, isOnQueue: DispatchQueue.getSpecific(key: key) == true))
        }
    }

    /// All calls, as soon as nobody has the completion any more, so that no other can follow.
    public func calls() async -> [Call] {
        var calls: [Call] = []
        for await call in made.stream { calls.append(call) }
        return calls
    }

    /// The result of the only call. Another number of calls, or one that is not on the queue, fails the test at the
    /// caller's line.
    public func result(
        fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> Result<Value, any Error> {
        let location = TestLocation(fileID, file, line, column)
        let calls = await calls()
        guard let call = calls.first, calls.count == 1 else {
            location.fail("the completion was called \(calls.count) times")
            return .failure(NotCalledOnce())
        }
        if !call.isOnQueue { location.fail("the completion was not called on its queue") }
        return call.result
    }
}

/// A completion was called never, or more than once.
public struct NotCalledOnce: Error, Equatable {
    public init() {}
}
