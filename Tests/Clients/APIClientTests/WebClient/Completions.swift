import Foundation

@testable import APIClient

/// A serial queue for completions, and what they were called with there.
final class Completions<Value: Sendable & Equatable>: Sendable {
    /// What a completion was called with, and whether that was on the queue.
    struct Call: Sendable, Equatable {
        let result: Result<Value, WebClientError>
        let isOnQueue: Bool

        static func onQueue(_ result: Result<Value, WebClientError>) -> Call { Call(result: result, isOnQueue: true) }
    }

    let queue = DispatchQueue(label: "Completions")
    private let key = DispatchSpecificKey<Bool>()
    private let calls = Protected<[Call]>([])

    init() {
        queue.setSpecific(key: key, value: true)
    }

    var completion: @Sendable (Result<Value, WebClientError>) -> Void {
        { result in
            let isOnQueue = DispatchQueue.getSpecific(key: self.key) == true
            self.calls.withLock { $0.append(Call(result: result, isOnQueue: isOnQueue)) }
        }
    }

    /// All calls for a fetch, once it has ended and its queue has done what it was given.
    func calls(of token: FetchToken) async -> [Call] {
        await token.task.value
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.calls.withLock { $0 }) }
        }
    }
}
