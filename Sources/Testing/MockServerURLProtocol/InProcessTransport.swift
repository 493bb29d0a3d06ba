import Dispatch
import Foundation
import HTTPMessage
import Locking
import MockRuntime
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the requests of one server share: the run, and the settings of its sessions.
final class InProcessTransport: Sendable {
    private struct State {
        var connections = 0
        var isStopped = false
        var exchanges: [ObjectIdentifier: Confined<InProcessExchange>] = [:]
        var keptServer: InProcessMockServer?
        var wasKept = false
    }

    let run: ScenarioRun
    let options: InProcessMockServer.Options
    /// Where its sessions' timers fire.
    let timers = DispatchQueue(label: "MockServerURLProtocol.timers", target: .global())
    /// What sessions are made from. A `URLProtocol` on Linux can't see its session's configuration, so this one is read:
    /// its additional headers, its timeout and its cookies.
    let configuration: URLSessionConfiguration
    private let hosts: Set<String>?
    private let state = Locked(State())
    /// The decisions in progress: a closure that makes a response may take long.
    private let decisions = DecisionsInProgress()

    init(_ run: ScenarioRun, _ options: InProcessMockServer.Options) {
        self.run = run
        self.options = options
        hosts = options.hosts.map { Set($0.map { $0.lowercased() }) }
        configuration = .ephemeral
        // Each request is to reach the script.
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    }

    /// Whether the scenario is about the request's host.
    func claims(_ request: URLRequest) -> Bool {
        guard let hosts else { return true }
        return request.url?.host.map { hosts.contains($0.lowercased()) } ?? false
    }

    /// The connection of one more request. Without sockets requests share no connection, so each has its own number.
    func nextConnection() -> ConnectionInfo {
        ConnectionInfo(
            index: state.withLock { state in
                state.connections += 1
                return state.connections
            }, exchange: 1)
    }

    /// Keeps the server until it is stopped, if nobody else does.
    func keep(_ server: InProcessMockServer) {
        _ = Self.warnsAtExit
        state.withLock { state in
            state.keptServer = server
            state.wasKept = true
        }
    }

    /// Whether kept servers warn at the end of the process: nobody releases them.
    private static let warnsAtExit: Bool =
        atexit {
            for transport in ProtocolSlots.transports { transport.keptServer?.warnIfUnverified() }
        } == 0

    /// The server that is kept.
    var keptServer: InProcessMockServer? { state.withLock { $0.keptServer } }

    /// Whether the server is or was kept, so that its user has only the configuration.
    var wasKept: Bool { state.withLock { $0.wasKept } }

    /// Does the work of a decision, for which those wait who wait for decisions.
    func deciding(_ work: () -> Void) {
        let decision = decisions.begin()
        defer { decision.end() }
        work()
    }

    /// Calls `begin`, which begins such work on another queue and has `done` called in the end. On the session's queue it
    /// would delay every session of the process, because their queues share one on Linux.
    func decidingElsewhere(_ begin: (_ done: @escaping @Sendable () -> Void) -> Void) {
        let decision = decisions.begin()
        begin { decision.end() }
    }

    /// Waits until every request that has arrived is decided and its failures are filed; the run fails if that takes
    /// longer than a minute. Blocks the thread.
    func awaitDecisions() { decisions.awaitEnd(orFail: run) }

    /// Waits like `awaitDecisions`, without blocking.
    func decisionsMade() async { await decisions.ended(orFail: run) }

    /// Whether no further response is delivered.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Adds an exchange that is to end when the server stops; false if it has stopped.
    func add(_ exchange: Confined<InProcessExchange>) -> Bool {
        state.withLock { state in
            if !state.isStopped { state.exchanges[exchange.id] = exchange }
            return !state.isStopped
        }
    }

    func remove(_ exchange: Confined<InProcessExchange>) {
        state.withLock { $0.exchanges[exchange.id] = nil }
    }

    /// Ends every exchange; their responses are dropped, and the verdict lists them.
    func stop() {
        let (exchanges, kept) = state.withLock { state in
            state.isStopped = true
            defer { (state.exchanges, state.keptServer) = ([:], nil) }
            return (state.exchanges.values.map { $0 }, state.keptServer)
        }
        for exchange in exchanges { exchange.async { $0.serverStopped() } }
        run.clock.finish()
        // Outside the lock: what it owns may end with it.
        _ = kept
    }
}
