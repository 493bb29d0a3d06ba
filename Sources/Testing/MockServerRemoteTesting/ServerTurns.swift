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

    private struct Queue {
        /// Who waits, in order.
        var waiters: [Waiter] = []
        /// The number of turns that have ended.
        var ended = 0
    }

    /// The servers in use.
    private var queues: [ServerID: Queue] = [:]

    /// Returns once it is the caller's turn, which `end` ends.
    ///
    /// - Parameter timeout: how long one test may have its turn while this one waits.
    /// - Throws: `CancellationError` if the task is cancelled before, `RemoteHarnessMisuse.noTurn` after the timeout.
    func begin(_ server: ServerID, timeout: Duration = .seconds(600)) async throws {
        guard queues[server] != nil else {
            queues[server] = Queue()
            return
        }
        let id = UUID()
        let giveUp = Task {
            try await waitWhileTurnsEnd(at: server, timeout)
            cancel(id, server)
        }
        defer { giveUp.cancel() }
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    queues[server]?.waiters.append(Waiter(id: id, continuation: continuation))
                }
            }
        } onCancel: {
            Task { await self.cancel(id, server) }
        }
        guard isMine else {
            try Task.checkCancellation()
            throw RemoteHarnessMisuse.noTurn(after: timeout)
        }
    }

    /// Returns once no turn at the server has ended for that time.
    private func waitWhileTurnsEnd(at server: ServerID, _ timeout: Duration) async throws {
        var seen: Int?
        repeat {
            seen = queues[server]?.ended
            try await Task.sleep(for: timeout)
        } while queues[server]?.ended != seen
    }

    /// Passes the turn on.
    func end(_ server: ServerID) {
        guard var queue = queues[server], !queue.waiters.isEmpty else {
            queues[server] = nil
            return
        }
        queue.ended += 1
        let next = queue.waiters.removeFirst()
        queues[server] = queue
        next.continuation.resume(returning: true)
    }

    private func cancel(_ id: UUID, _ server: ServerID) {
        guard let index = queues[server]?.waiters.firstIndex(where: { $0.id == id }) else { return }
        queues[server]?.waiters.remove(at: index).continuation.resume(returning: false)
    }
}
