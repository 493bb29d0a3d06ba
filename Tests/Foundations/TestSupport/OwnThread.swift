import Foundation

/// Runs work that blocks on a thread of its own: the pool of tasks has only as many as cores, and the server needs those
/// of Dispatch's global queue.
package enum OwnThread {
    package static func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
