import Dispatch
import HTTPMessage
import Locking
import MockRuntime
import Playback
import Reports
import Scenarios
import Sockets

/// A connection whose requests may be decided, or explained, outside its event loop, and whose responses may wait for
/// something that happens elsewhere.
protocol DecisionHandler: AnyObject {
    /// The event loop of its connection.
    var eventLoop: EventLoop { get }

    /// The request with this connection info is decided. Called on the connection's event loop, outside of event
    /// handling, perhaps after the channel has closed.
    func decided(_ request: ConnectionInfo, _ exchange: ExchangeHandle, player: ResponsePlayer)

    /// A response that waited may continue; `stream` is its stream in HTTP/2. Called on the connection's event loop,
    /// outside of event handling, perhaps after the channel has closed.
    func resumed(stream: Int?)
}

/// The run that a server's clients use, and earlier runs. A run can replace another; requests that came before belong
/// to the former run, and their responses are played to the end. A request that has begun belongs to the run that is
/// current when it is whole, so a run takes over those of the one that it replaces.
final class CurrentRun: Sendable {
    private struct Playing {
        var run: ScenarioRun
        /// The run's scenario with the stubs that were added to it.
        var scenario: CompiledScenario
        /// nil if no stubs can be added, because the scenario was not loaded by the admin API.
        var stubs: StubArrangement?
    }

    private let current: Locked<Playing>
    /// Locked before `current` if both are needed: so each run is in exactly one of them.
    private let ended: Locked<EndedRuns>
    private let options: ScenarioRun.Options
    /// How long a request that has begun is waited for, at most.
    let longestRequest: Duration
    /// The requests that have begun and may be for this run, as far as that is not known yet; nil without sessions.
    let unclaimed: UnclaimedRequests?
    private let stopping = Locked(false)
    /// Locked when the run is replaced, so that each reader gets every run from its first one on.
    private let readers = Locked(ExchangeReaders())
    let verdictReminder = VerdictReminder()

    /// The largest body of a request that is parsed on its event loop. That takes about 10 ns per byte, so a body of this
    /// size delays other connections for less than a millisecond. But a part of a multipart body, which takes
    /// microseconds, may have ten bytes. What follows is counted, and goes on elsewhere if it takes long.
    private static let largestParsedHere = (usually: 64 * 1024, multipart: 1024)

    private static func decidesOnEventLoop(_ request: borrowing Request, _ needs: RequestNeeds) -> Bool {
        // A body with a content coding may become a thousand times as large.
        if needs.contains(.body), request.isBodyEncoded { return false }
        let size = request.body.count
        return size <= (needs.contains(.multipart) ? largestParsedHere.multipart : largestParsedHere.usually)
    }

    convenience init(
        _ scenario: Scenario, _ options: ScenarioRun.Options, longestRequest: Duration = Timeouts().longestRequest,
        unclaimed: UnclaimedRequests? = nil
    ) {
        self.init(CompiledScenario(scenario), options, longestRequest: longestRequest, unclaimed: unclaimed)
    }

    /// - Parameter source: what the scenario was loaded from; nil if no stubs will be added to it.
    init(
        _ scenario: CompiledScenario, source: ScenarioSource? = nil, _ options: ScenarioRun.Options,
        longestRequest: Duration, unclaimed: UnclaimedRequests?
    ) {
        self.options = options
        self.longestRequest = longestRequest
        self.unclaimed = unclaimed
        current = Locked(
            Playing(
                run: ScenarioRun(scenario, options), scenario: scenario, stubs: source.map(StubArrangement.init)))
        ended = Locked(EndedRuns(journalLimit: options.journalLimit))
    }

    /// The run of the next request.
    var run: ScenarioRun { current.withLock { $0.run } }

    /// The run of the next request, its scenario with the stubs that were added to it, and those.
    var arranged: (run: ScenarioRun, scenario: CompiledScenario, stubs: StubArrangement?) {
        current.withLock { ($0.run, $0.scenario, $0.stubs) }
    }

    /// The same without the list of stubs, because each request asks.
    private var playing: (run: ScenarioRun, scenario: CompiledScenario) {
        current.withLock { ($0.run, $0.scenario) }
    }

    /// The server's URL for clients; nil for a Unix-domain socket.
    var serverURL: String? { options.serverURL.isEmpty ? nil : options.serverURL }

    /// The run's decision about a request.
    enum Decision {
        case made(ExchangeHandle, ResponsePlayer)
        /// The `DecisionHandler` is called later.
        case pending
    }

    /// Lets the run decide a complete request.
    ///
    /// Work that takes long is done outside the event loop; `handler` is called on its event loop once it is done.
    ///
    /// - Parameter spent: the steps of work that the connection's other requests have taken in this turn of its event loop;
    ///   increased by those of this one.
    func decide(
        _ request: consuming Request, for handler: some DecisionHandler, spent: inout Int
    ) -> Decision {
        let (run, compiled) = playing
        guard Self.decidesOnEventLoop(request, compiled.scenario.needs) else {
            run.announce()
            let request = copy request
            finish(request.connection, of: run, for: handler) { done in
                let stage = DecisionStage.quick
                stage.async {
                    let (id, decision) = run.decide(announced: request, by: compiled, share: stage.share)
                    run.finish(decision, in: stage) { done(ExchangeHandle(run, id, playing: compiled), $0) }
                }
            }
            return .pending
        }
        let (id, decision) = run.decide(request, by: compiled, spent: &spent)
        return made(decision, ExchangeHandle(run, id, playing: compiled), for: handler)
    }

    /// Lets the run decide a request of which only the head has come; nil if it needs the body first.
    func decide(head request: consuming Request, for handler: some DecisionHandler) -> Decision? {
        let (run, compiled) = playing
        guard let (id, decision) = run.decide(head: request, by: compiled) else { return nil }
        return made(decision, ExchangeHandle(run, id, playing: compiled), for: handler)
    }

    private func made(
        _ decision: consuming ScenarioRun.RequestDecision, _ exchange: ExchangeHandle, for handler: some DecisionHandler
    ) -> Decision {
        switch consume decision {
        case .player(let player): return .made(exchange, player)
        case .open(let open):
            finish(open.connection, of: exchange.run, for: handler) { done in
                exchange.run.finish(open) { done(exchange, $0) }
            }
            return .pending
        case .undecided(let undecided):
            finish(undecided.connection, of: exchange.run, for: handler) { done in
                exchange.run.finish(undecided) { done(exchange, $0) }
            }
            return .pending
        }
    }

    /// Lets the run decide a complete request whose connection has closed, on a queue, because others wait for the event
    /// loop. A verdict waits for it.
    func decideUnanswerable(
        _ request: consuming Request, on queue: DispatchQueue, _ end: @escaping @Sendable (ExchangeHandle) -> Void
    ) {
        let (run, compiled) = playing
        run.announce()
        let request = copy request
        let inProgress = run.decisions.begin()
        queue.async {
            let id = run.arrived(request, by: compiled, wasAnnounced: true).id
            end(ExchangeHandle(run, id, playing: compiled))
            inProgress.end()
        }
    }

    /// Has a request decided and explained outside the event loops.
    ///
    /// - Parameter begin: begins that, and has its argument called in the end, on any thread.
    private func finish(
        _ connection: ConnectionInfo, of run: ScenarioRun, for handler: any DecisionHandler,
        _ begin: (_ done: @escaping @Sendable (ExchangeHandle, ResponsePlayer) -> Void) -> Void
    ) {
        let eventLoop = handler.eventLoop
        // Used only on its event loop.
        nonisolated(unsafe) let handler = handler
        let inProgress = run.decisions.begin()
        begin { exchange, player in
            eventLoop.async {
                handler.decided(connection, exchange, player: player)
                inProgress.end()
            }
        }
    }

    // MARK: - Requests that have begun

    /// A request begins, or one that had begun is decided, refused or given up by its client. The current run waits for it.
    func receives(_ request: BegunRequest, _ isReceiving: Bool) {
        var run = run
        // A run that has just been replaced has handed the request over.
        while !run.receives(request, isReceiving) {
            let next = self.run
            guard next !== run else { return }
            run = next
        }
    }

    /// Connections wait that could not be accepted, for this reason; nil if none does any more. The current run has to do
    /// with them, because their requests would be its own.
    func leavesUnaccepted(_ reason: String?) {
        var run = run
        // A run that has just been replaced has handed them over.
        while !run.leavesUnaccepted(reason) {
            let next = self.run
            guard next !== run else { return }
            run = next
        }
    }

    /// Whether a request has begun that is not whole. It is the current run's at any time.
    var isReceiving: Bool { current.withLock { $0.run.isReceiving } }

    // MARK: - Waiting for decisions

    /// Waits until every request that has arrived is decided and its failures are filed; a run for which that takes longer
    /// than a minute fails. Blocks the thread; does nothing on an event loop, which would wait for itself.
    ///
    /// - Parameter end: when the wait ends if that is before; nil for a minute.
    func awaitDecisions(until end: ContinuousClock.Instant? = nil) {
        guard EventLoop.current == nil else { return }
        let end = end ?? .now + DecisionsInProgress.longestWait
        for run in openRuns { run.decisions.awaitEnd(orFail: run, until: end) }
    }

    /// Waits like `awaitDecisions`, without blocking.
    func decisionsMade(until end: ContinuousClock.Instant? = nil) async {
        let end = end ?? .now + DecisionsInProgress.longestWait
        for run in openRuns { await run.decisions.ended(orFail: run, until: end) }
    }

    /// Whether a request has arrived that is not decided.
    var isDeciding: Bool { openRuns.contains { !$0.decisions.isEmpty } }

    /// Calls `done` once every request that has arrived by now is decided and its failures are filed, at once if all are. A
    /// run for which that takes longer than a minute fails.
    func awaitDecisions(_ done: @escaping @Sendable () -> Void) {
        let runs = openRuns.filter { !$0.decisions.isEmpty }
        guard !runs.isEmpty else { return done() }
        runs.awaitAll(done) { run, isOver in run.decisions.notifyEnd(orFail: run, isOver) }
    }

    /// The clock of whichever run is current. Before it moves, the event loops count the responses that they have
    /// written.
    var clock: ScenarioClock {
        ScenarioClock { timeout in
            let areMade = await self.run.decisions.ended(within: timeout)
            await EventLoop.turnsEnded()
            return areMade
        } requests: {
            self.run.extent.requests
        } _: {
            self.run.clock
        }
    }

    /// Begins a run of `scenario`, or of the current scenario again.
    ///
    /// - Returns: what the run that it ends has come to.
    @discardableResult
    func play(_ scenario: Scenario? = nil) -> RecordedRun {
        play(compiled: scenario.map(CompiledScenario.init))
    }

    /// Begins a run of a scenario that other runs play too, or of the current one again with the stubs that were added
    /// to it. Blocks the thread until the last requests of the former run are decided.
    ///
    /// - Parameter cutsShort: whether the former run ends before its time, so that what it had not reached is not a
    ///   failure.
    /// - Returns: what the run that it ends has come to. If that has failed, it stays failed, whatever happens to its
    ///   requests.
    func play(
        compiled scenario: CompiledScenario?, source: ScenarioSource? = nil, cutsShort: Bool = false
    ) -> RecordedRun {
        let ending = replace(by: scenario, source: source, cutsShort: cutsShort)
        EventLoop.awaitTurns()
        // A closure that makes a response would wait for itself, and so would an event loop.
        if !ResponderScope.isActive, EventLoop.current == nil { ending.run.decisions.awaitEnd(orFail: ending.run) }
        return end(ending)
    }

    /// A run that was replaced, and has still to be judged: whoever asks for the verdict on it waits until it is passed to
    /// `end`. Once the event loops have had a turn, it gets no further request.
    struct EndingRun: Sendable {
        let run: ScenarioRun
        fileprivate let failed: EndedRuns.FailedRun
    }

    /// Begins a run like `play`, but leaves the run that it replaces to `end`.
    func replace(
        by scenario: CompiledScenario?, source: ScenarioSource? = nil, cutsShort: Bool = false
    ) -> EndingRun {
        closeEnded()
        let (former, failed) = ended.withLock { ended in
            let played = scenario ?? current.withLock { $0.scenario }
            // Made before the lock is held that each request needs.
            let next = ScenarioRun(played, options)
            let former = readers.withLock { readers in
                let (former, new) = current.withLock { current in
                    let former = current
                    let stubs = scenario == nil ? former.stubs : source.map(StubArrangement.init)
                    let scenario = scenario ?? former.scenario
                    // Stubs may have been added or removed meanwhile.
                    if scenario !== played { next.become(scenario) }
                    former.run.handOver(to: next)
                    current = Playing(run: next, scenario: scenario, stubs: stubs)
                    if cutsShort { former.run.cutShort() }
                    return (former.run, current.run)
                }
                readers.add(new)
                return former
            }
            return (former, ended.add(former))
        }
        former.clock.finish()
        return EndingRun(run: former, failed: failed)
    }

    /// Judges a run that was replaced.
    func end(_ ending: EndingRun) -> RecordedRun {
        ending.run.end()
        let recorded = ending.run.recorded(isGoingOn: true)
        // A run without a request was only reset as a precaution.
        let counts = recorded.verdict.counts
        if counts { options.metrics?.failed(recorded.verdict.kindsAtEnd) }
        ending.failed.fulfill(counts && !recorded.verdict.passed ? recorded : nil)
        return recorded
    }

    /// Has the current run play its scenario with other stubs from now on.
    ///
    /// - Parameters:
    ///   - scenario: what `CompiledScenario.adding(stubsOf:)` or `removing(stub:)` returned for `former`.
    ///   - stubs: the stubs that were added to it.
    ///   - former: the scenario of `run` so far.
    /// - Returns: false, with no effect, if another run is played by now, or another scenario.
    func become(
        _ scenario: CompiledScenario, _ stubs: StubArrangement, from former: CompiledScenario, in run: ScenarioRun
    ) -> Bool {
        current.withLock { current in
            guard current.run === run, current.scenario === former else { return false }
            current.scenario = scenario
            current.stubs = stubs
            current.run.become(scenario)
            return true
        }
    }

    /// A reader of the requests from the current run's first one on.
    ///
    /// - Parameter keepsUnread: whether the journal keeps what it has not read, beyond its limit.
    func makeReader(keepsUnread: Bool) -> ExchangeReader {
        readers.withLock { readers in
            let reader = ExchangeReader(run, keepsUnread: keepsUnread)
            readers.add(reader)
            return reader
        }
    }

    /// Ends what readers read; called when no request is in progress any more.
    func end() {
        run.end()
    }

    /// The current run, and those that ended before it.
    var runs: (ended: EndedRuns, current: ScenarioRun) {
        closeEnded()
        return ended.withLock { ($0, run) }
    }

    /// Keeps only the last states of the runs that can't change any more.
    private func closeEnded() {
        for unused in ended.withLock({ $0.takeUnused() }) {
            let last = unused.last()
            // Released here, outside the lock.
            _ = ended.withLock { $0.close(last) }
        }
    }

    /// The current run, and those before it that may still change.
    var openRuns: [ScenarioRun] { ended.withLock { $0.openRuns + [run] } }

    /// Has the closures of the scenarios judge the requests of all runs, on this thread.
    func judge() {
        for run in openRuns { run.judge(waits: EventLoop.current == nil) }
    }

    /// Whether no run can change any more: nobody else has one of them.
    func closeIfUnused() -> Bool {
        closeEnded()
        return ended.withLock { ended in
            ended.openRuns.isEmpty
                && current.withLock { isKnownUniquelyReferenced(&$0.run) && !$0.run.hasUnjudgedRequests }
        }
    }

    /// The verdict on all runs.
    var verdict: Verdict {
        let (ended, current) = runs
        let verdict = current.verdict(isLast: true)
        guard !ended.isEmpty else { return verdict }
        let (earlier, omitted, _) = ended.all()
        return verdict.following(
            earlier.map { Verdict.Ended(number: $0.number, verdict: $0.run.verdict) }, failed: omitted.failed)
    }

    /// All runs in their current state, for reports.
    ///
    /// - Parameter session: the id of the session whose runs these are; nil for the server's own.
    func report(address: String, session: String? = nil) -> RunReport {
        let (ended, current) = runs
        let (earlier, omitted, number) = ended.all()
        var report = RunReport(
            current.recorded(isGoingOn: false, isLast: true), number: number, address: address,
            after: earlier.map { RunReport($0.run, number: $0.number, address: address) }, omitted: omitted)
        report.session = session
        return report
    }

    /// Whether the server is stopping: no further response is written.
    var isStopping: Bool { stopping.withLock { $0 } }

    func stop() { stopping.withLock { $0 = true } }

    /// No response is written any more.
    func stopped() {
        run.clock.finish()
        for run in openRuns { run.judgeDeliveries() }
    }
}

/// A request that a run has decided; the run must learn of its end.
struct ExchangeHandle: Sendable {
    let run: ScenarioRun
    let id: ExchangeID
    /// Whether the scenario watches when responses end.
    let isWatched: Bool
    /// Whether the scenario watches which responses are delivered.
    let watchesDelivery: Bool

    init(_ run: ScenarioRun, _ id: ExchangeID, playing scenario: CompiledScenario) {
        self.run = run
        self.id = id
        isWatched = scenario.scenario.watchesEnds
        watchesDelivery = scenario.scenario.watchesDelivery
    }

    /// The last byte of its response is about to be handed to the system.
    func sending() { if isWatched { run.sending(id) } }

    /// The system did not take the last byte.
    func notSent() { if isWatched { run.notSent(id) } }

    /// The last byte of its response is written. Returns whether the run wants to know if it is `delivered`.
    @discardableResult
    func answered() -> Bool { run.answered(id) }

    /// The client's system has acknowledged the last byte.
    func delivered() { run.delivered(id) }

    /// The rest of its response waits.
    func waits(for obstacle: DeliveryObstacle) { if watchesDelivery { run.waits(id, for: obstacle) } }

    /// So many bytes of the body have come, of a request that was decided at its head.
    func bodyArrived(_ bytes: Int, isLast: Bool) { run.bodyArrived(id, bytes: bytes, isLast: isLast) }

    /// The client reset the connection or the stream before the last byte was delivered.
    func gone() { run.gone(id) }

    /// The client has sent its own last byte before it had the last one of the response.
    func ending() { run.ending(id) }

    /// The response can't be sent to its end as it is stated, which is a failure of the run.
    func brokeOff(_ text: String, at position: Position) { run.brokeOff(id, text, at: position) }
}
