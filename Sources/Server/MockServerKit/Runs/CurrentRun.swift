import Dispatch
import HTTPMessage
import Locking
import MockRuntime
import Playback
import Reports
import Scenarios
import Sockets

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
        /// What is played from now on, and is loaded before the run is used; nil if nothing has changed.
        var unloaded: (any UnloadedScenario)?
        /// How often stubs were written or refused.
        var stubChanges = 0
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
    var run: ScenarioRun { loaded { $0.run } }

    /// The run of the next request, its scenario with the stubs that were added to it, and those.
    var arranged: (run: ScenarioRun, scenario: CompiledScenario, stubs: StubArrangement?) {
        loaded { ($0.run, $0.scenario, $0.stubs) }
    }

    /// The same without the list of stubs, because each request asks.
    var playing: (run: ScenarioRun, scenario: CompiledScenario) {
        loaded { ($0.run, $0.scenario) }
    }

    // MARK: - A scenario that is being written

    /// Has what is written so far played before the run is used again.
    func playLater(_ scenario: any UnloadedScenario) {
        current.withLock { current in
            current.unloaded = scenario
            current.stubChanges += 1
        }
    }

    /// Fails the run for a stub that it can't play.
    func fail(_ text: String, at position: Position) {
        current.withLock { $0.stubChanges += 1 }
        run.fail(text, at: position)
    }

    /// A part of what is played, once all that is written is loaded.
    private func loaded<Part>(_ part: (borrowing Playing) -> Part) -> Part {
        while true {
            if let found = current.withLock({ $0.unloaded == nil ? part($0) : nil }) { return found }
            load()
        }
    }

    private func load() {
        guard let scenario = current.withLock({ $0.unloaded }) else { return }
        var replaced: EndingRun?
        scenario.load { scenario, errors in
            replaced = scenario.map { replace(by: CompiledScenario($0)) }
            let run = current.withLock { current in
                current.unloaded = nil
                return current.run
            }
            for (position, text) in errors { run.fail(text, at: position) }
        }
        // Others may load no more, and an event loop among them may be waited for.
        guard let replaced else { return }
        if EventLoop.current == nil {
            _ = awaitEnd(of: replaced)
        } else {
            AdminAPI.afterTurns { replaced.run.decisions.notifyEnd(orFail: replaced.run) { _ = self.end(replaced) } }
        }
    }

    /// The server's URL for clients; nil for a Unix-domain socket.
    var serverURL: String? { options.serverURL.isEmpty ? nil : options.serverURL }

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
        load()
        return awaitEnd(of: replace(by: scenario, source: source, cutsShort: cutsShort))
    }

    /// Judges a run that was replaced, once its last requests are decided.
    private func awaitEnd(of ending: EndingRun) -> RecordedRun {
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
                    let isAnother = scenario != nil
                    let stubs = isAnother ? source.map(StubArrangement.init) : former.stubs
                    let scenario = scenario ?? former.scenario
                    // Stubs may have been added or removed meanwhile.
                    if scenario !== played { next.replaceStubs(by: scenario) }
                    former.run.handOver(to: next)
                    current = Playing(
                        run: next, scenario: scenario, stubs: stubs, unloaded: isAnother ? nil : former.unloaded,
                        stubChanges: former.stubChanges)
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

    /// Judges a run that was replaced. Closures may have still to judge requests that were decided last: that is a failure
    /// of what is returned, and open in the verdict on all runs.
    func end(_ ending: EndingRun) -> RecordedRun {
        ending.run.end()
        let recorded = ending.run.recorded(isGoingOn: true)
        // A run without a request was only reset as a precaution.
        let counts = recorded.verdict.counts
        if counts { options.metrics?.failed(recorded.verdict.kindsAtEnd) }
        ending.failed.fulfill(counts && !recorded.verdict.passed ? recorded : nil)
        return ending.run.hasUnjudgedRequests ? recorded.stating(ending.run.verdict.unjudged) : recorded
    }

    /// Has the current run play its scenario with other stubs from now on.
    ///
    /// - Parameters:
    ///   - scenario: what `CompiledScenario.adding(stubsOf:)` or `removing(stub:)` returned for `former`.
    ///   - stubs: the stubs that were added to it.
    ///   - former: the scenario of `run` so far.
    /// - Returns: false, with no effect, if another run is played by now, or another scenario.
    func replaceStubs(
        by scenario: CompiledScenario, _ stubs: StubArrangement, from former: CompiledScenario, in run: ScenarioRun
    ) -> Bool {
        current.withLock { current in
            guard current.run === run, current.scenario === former else { return false }
            current.scenario = scenario
            current.stubs = stubs
            current.run.replaceStubs(by: scenario)
            return true
        }
    }

    /// A reader of the requests from the current run's first one on.
    ///
    /// - Parameter keepsUnread: whether the journal keeps what it has not read, beyond its limit.
    func makeReader(keepsUnread: Bool) -> ExchangeReader {
        readers.withLock { readers in
            let reader = ExchangeReader(current.withLock { $0.run }, keepsUnread: keepsUnread)
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
        load()
        closeEnded()
        return ended.withLock { ended in (ended, current.withLock { $0.run }) }
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
    var openRuns: [ScenarioRun] {
        load()
        return ended.withLock { ended in ended.openRuns + [current.withLock { $0.run }] }
    }

    /// Has the closures of the scenarios judge the requests of all runs, on this thread.
    func judge() {
        for run in openRuns { run.judge(waits: EventLoop.current == nil) }
    }

    /// The number of events that verdicts are on: the requests of all runs, and the changes of stubs, of which none may have a
    /// request.
    var events: Int {
        ended.withLock { ended in ended.requests + current.withLock { $0.run.extent.requests + $0.stubChanges } }
    }

    /// Someone is told the verdict, on what has come so far at least.
    func tellsVerdict() { verdictReminder.tells(events) }

    /// Whether requests have come, or stubs were written, since someone was told the verdict.
    var hasMoreThanTold: Bool { !verdictReminder.hasTold(events) }

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
