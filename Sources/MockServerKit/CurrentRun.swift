import Dispatch
import HTTPMessage
import Locking
import MockRuntime
import Playback
import Reports
import Scenarios
import Sockets

/// A connection that has requests decided, or explained, off its event loop.
protocol DecisionHandler: AnyObject {
    /// The request with these facts is decided. Called on the connection's event loop, outside a turn, perhaps after the
    /// channel has closed.
    func decided(_ facts: ConnectionInfo, _ exchange: ExchangeHandle, _ player: ResponsePlayer)
}

/// The run that a server's clients meet, and those before it. One may take another's place; requests that came before stay
/// the former's, whose responses are played to their end.
final class CurrentRun: Sendable {
    private let current: Locked<ScenarioRun>
    /// Taken before `current`, where both are: so no run is in neither of them, or in both.
    private let ended: Locked<EndedRuns>
    private let options: ScenarioRun.Options
    private let stopping = Locked(false)
    /// Those that go on off the event loops.
    private let decisions = DispatchGroup()

    /// The largest body of a request that is decided on its event loop. To parse and compare a body takes some 10 ns a
    /// byte, so that one of this size keeps the neighbours waiting for less than a millisecond. Where elements are compared
    /// in any order, the time grows with the square of their number.
    private static let largestDecidedHere = (usually: 64 * 1024, inAnyOrder: 1024)

    private static func decidesOnEventLoop(bodySize size: Int, _ scenario: Scenario) -> Bool {
        if size <= largestDecidedHere.inAnyOrder { return true }
        return size <= largestDecidedHere.usually && !scenario.comparesInAnyOrder
    }

    init(_ scenario: Scenario, _ options: ScenarioRun.Options) {
        self.options = options
        current = Locked(ScenarioRun(scenario, options))
        ended = Locked(EndedRuns(journalLimit: options.journalLimit))
    }

    /// The run that the next request belongs to.
    var run: ScenarioRun { current.withLock { $0 } }

    /// What the run says of a request.
    enum Decision {
        case made(ExchangeHandle, ResponsePlayer)
        /// A `DecisionHandler` is told later.
        case pending
    }

    /// Has the run decide a request that is there whole.
    ///
    /// What takes long is done off the event loop that this is called on, and `handler` is told there once it is done.
    func decide(
        _ request: consuming Request, for handler: any DecisionHandler, on eventLoop: EventLoop
    ) -> Decision {
        let run = run
        guard Self.decidesOnEventLoop(bodySize: request.body.count, run.scenario) else {
            run.announce()
            let request = copy request
            finish(request.connection, for: handler, on: eventLoop) {
                let (id, player) = run.arrived(request, wasAnnounced: true)
                return (ExchangeHandle(run: run, id: id), player)
            }
            return .pending
        }
        let (id, decision) = run.decide(request)
        let exchange = ExchangeHandle(run: run, id: id)
        switch consume decision {
        case .player(let player): return .made(exchange, player)
        case .open(let open):
            finish(open.connection, for: handler, on: eventLoop) { (exchange, run.explain(open)) }
            return .pending
        }
    }

    private func finish(
        _ connection: ConnectionInfo, for handler: any DecisionHandler, on eventLoop: EventLoop,
        _ work: @escaping @Sendable () -> (exchange: ExchangeHandle, player: ResponsePlayer)
    ) {
        // It is touched on its event loop only.
        nonisolated(unsafe) let handler = handler
        DispatchQueue.global().async(group: decisions) {
            let (exchange, player) = work()
            eventLoop.async { handler.decided(connection, exchange, player) }
        }
    }

    /// Waits until every request that had come by now is decided, and its failures are filed. Blocks the thread.
    func awaitDecisions() { decisions.wait() }

    /// The same without blocking.
    func decisionsMade() async {
        await withCheckedContinuation { continuation in
            decisions.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Begins a run of `scenario`, or of the same one again.
    ///
    /// - Returns: the run that it ends.
    func play(_ scenario: Scenario? = nil) -> ScenarioRun {
        ended.withLock { ended in
            let former = current.withLock { current in
                let former = current
                current = ScenarioRun(scenario ?? former.scenario, options)
                return former
            }
            ended.close()
            ended.add(former)
            return former
        }
    }

    /// The run of this moment, and those that ended before it.
    var runs: (ended: EndedRuns, current: ScenarioRun) {
        ended.withLock { ended in
            ended.close()
            return (ended, run)
        }
    }

    /// What all runs came to.
    var verdict: Verdict {
        let (ended, current) = runs
        guard !ended.isEmpty else { return current.verdict }
        let (earlier, omitted, _) = ended.all()
        return current.verdict.following(
            earlier.map { Verdict.Ended(number: $0.number, verdict: $0.run.verdict) }, failed: omitted.failed)
    }

    /// All runs at this moment, for reports.
    func report(address: String) -> RunReport {
        let (ended, current) = runs
        let (earlier, omitted, number) = ended.all()
        return RunReport(
            current.recorded, number: number, address: address,
            after: earlier.map { RunReport($0.run, number: $0.number, address: address) }, omitted: omitted)
    }

    /// Whether a stop has begun: no response is written any more.
    var isStopping: Bool { stopping.withLock { $0 } }

    func stop() { stopping.withLock { $0 = true } }
}

/// A request that a run has decided, and is to be told the end of.
struct ExchangeHandle: Sendable {
    let run: ScenarioRun
    let id: ExchangeID

    /// The last byte of its response is written.
    func answered() { run.answered(id) }

    /// The client left before that.
    func gone() { run.gone(id) }

    /// The response ends by a reset; it is a failure of the run where the scenario doesn't ask for it.
    func brokeOff(_ player: borrowing ResponsePlayer) { run.brokeOff(id, player) }
}
