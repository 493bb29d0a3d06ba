import Foundation

/// The uses of remote servers by tests of this process, and the runs that those tests end by `reset`, `play` or another
/// use: their failures count for the test, too.
actor ServerUses {
    static let shared = ServerUses()

    /// A run that a test ended.
    struct EndedRun: Sendable {
        /// The use of the server to which it belongs.
        let use: RemoteTestRun
        let verdict: RemoteMockServer.Verdict
    }

    /// The uses of a server, from the first one that is not over.
    private struct Uses {
        /// The use whose run the server plays.
        var last: RemoteTestRun
        var ended: [EndedRun] = []
    }

    private var uses: [ServerID: Uses] = [:]

    /// Begins a use of a server, whose run has just begun.
    func begin(_ use: RemoteTestRun, of server: ServerID) {
        uses[server, default: Uses(last: use)].last = use
    }

    /// Whether a test uses a server, so that `add` keeps a verdict of it.
    func isUsed(_ server: ServerID) -> Bool { uses[server] != nil }

    /// Adds the verdict of a run that any object for the server ended. A run without requests was only ended as a
    /// precaution, and what ended before the first use is not the test's.
    func add(_ verdict: RemoteMockServer.Verdict, of server: ServerID) {
        guard verdict.countsAfterItsEnd, let use = uses[server]?.last else { return }
        uses[server]?.ended.append(EndedRun(use: use, verdict: verdict))
    }

    /// Ends a use of a server.
    ///
    /// - Returns: the runs that ended in this use and in those before it; nil if a later use has returned them.
    func end(_ use: RemoteTestRun, of server: ServerID) -> [EndedRun]? {
        guard uses[server]?.last.id == use.id else { return nil }
        return uses.removeValue(forKey: server)?.ended
    }
}
