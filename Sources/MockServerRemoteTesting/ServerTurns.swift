import Foundation

/// Lets the tests of this process use each remote server one after the other: a server plays one run.
actor ServerTurns {
    static let shared = ServerTurns()

    private struct Waiter {
        let id: UUID
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The servers in use, by the URLs of their admin APIs, and who waits for each, in order.
    private var waiters: [URL: [Waiter]] = [:]

    /// Returns once it is the caller's turn, which `end` ends.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    func begin(_ adminURL: URL) async throws {
        guard waiters[adminURL] != nil else {
            waiters[adminURL] = []
            return
        }
        let id = UUID()
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    waiters[adminURL]?.append(Waiter(id: id, continuation: continuation))
                }
            }
        } onCancel: {
            Task { await self.cancel(id, adminURL) }
        }
        guard isMine else { throw CancellationError() }
    }

    /// Passes the turn on.
    func end(_ adminURL: URL) {
        guard var queue = waiters[adminURL], !queue.isEmpty else {
            waiters[adminURL] = nil
            return
        }
        let next = queue.removeFirst()
        waiters[adminURL] = queue
        next.continuation.resume(returning: true)
    }

    private func cancel(_ id: UUID, _ adminURL: URL) {
        guard let index = waiters[adminURL]?.firstIndex(where: { $0.id == id }) else { return }
        waiters[adminURL]?.remove(at: index).continuation.resume(returning: false)
    }
}
