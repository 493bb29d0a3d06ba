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
    /// The number of turns that have ended.
    private var ended = 0

    /// Returns once it is the caller's turn, which `end` ends.
    ///
    /// - Parameter timeout: how long one test may have its turn while this one waits.
    /// - Throws: `CancellationError` if the task is cancelled before, `RemoteHarnessMisuse.noTurn` after the timeout.
    func begin(_ server: ServerID, timeout: Duration = .seconds(600)) async throws {
        guard waiters[server] != nil else {
            waiters[server] = []
            return
        }
        let id = UUID()
        let giveUp = Task {
            try await waitWhileTurnsEnd(timeout)
            cancel(id, server)
        }
        defer { giveUp.cancel() }
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
        guard isMine else {
            try Task.checkCancellation()
            throw RemoteHarnessMisuse.noTurn(after: timeout)
        }
    }

    /// Returns once no turn has ended for that time.
    private func waitWhileTurnsEnd(_ timeout: Duration) async throws {
        var seen: Int
        repeat {
            seen = ended
            try await Task.sleep(for: timeout)
        } while ended != seen
    }

    /// Passes the turn on.
    func end(_ server: ServerID) {
        ended += 1
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
