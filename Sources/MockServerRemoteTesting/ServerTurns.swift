import Foundation
import MockServerRemote

/// Lets the tests of this process use the own run of each remote server one after the other: a server plays one beside
/// its sessions.
actor ServerTurns {
    static let shared = ServerTurns()

    private struct Waiter {
        let id: UUID
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The servers in use, and who waits for each, in order.
    private var waiters: [ServerID: [Waiter]] = [:]

    /// Returns once it is the caller's turn, which `end` ends.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    func begin(_ server: ServerID) async throws {
        guard waiters[server] != nil else {
            waiters[server] = []
            return
        }
        let id = UUID()
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    waiters[server]?.append(Waiter(id: id, continuation: continuation))
                }
            }
        } onCancel: {
            Task { await self.cancel(id, server) }
        }
        guard isMine else { throw CancellationError() }
    }

    /// Passes the turn on.
    func end(_ server: ServerID) {
        guard var queue = waiters[server], !queue.isEmpty else {
            waiters[server] = nil
            return
        }
        let next = queue.removeFirst()
        waiters[server] = queue
        next.continuation.resume(returning: true)
    }

    private func cancel(_ id: UUID, _ server: ServerID) {
        guard let index = waiters[server]?.firstIndex(where: { $0.id == id }) else { return }
        waiters[server]?.remove(at: index).continuation.resume(returning: false)
    }
}
