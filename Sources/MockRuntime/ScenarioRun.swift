package import HTTPMessage
import Locking
package import Playback
package import Scenarios

/// A scenario being played for one server: the lock round its script, its clock and its journal. Knows no socket.
///
/// A transport tells it what happens on its exchanges, from whatever thread, and is handed the player of each response.
/// Acts are one at a time. Under the lock the script only decides; failures are explained and responses rendered
/// outside it, and a second short section files each failure in its order, before the first byte of its response is
/// sent.
package final class ScenarioRun: Sendable {
    /// What a run is given besides its scenario.
    package struct Options: Sendable {
        /// What random values are drawn from in place of the scenario's seed; nil for that, or else a fresh one.
        package var seed: UInt64?
        /// What `{{server.url}}` makes.
        package var serverURL = ""
        /// How many bytes of requests the journal keeps, and of responses where it records them.
        package var journalLimit = 4 * 1024 * 1024
        /// Whether the journal keeps what was answered, too: the head, and of the body the first MiB.
        package var recordsResponses = false
        /// Called after each request was decided, on the transport's thread: it must not block.
        package var onRequest: (@Sendable (RequestReport) -> Void)?
        /// Called when a failure is decided and not yet filed, so that a test can judge the run in between.
        package var onDecidedFailure: (@Sendable () -> Void)?
        /// Called where a response is not sent to its end, since its client left or its body could not be read. On the
        /// transport's thread: it must not block.
        package var onInterruption: (@Sendable (RequestReport) -> Void)?
        /// Called where a client closed its connection without a byte, or cut it in a request. On the transport's thread: it
        /// must not block.
        package var onUnfinished: (@Sendable (UnfinishedRequest) -> Void)?
        /// Whether the run measures how long its lock is held.
        package var measuresHolds = false

        package init() {}
    }

    /// What somebody waits for.
    package enum WaitCondition: Hashable, Sendable {
        /// The step took at least so many requests.
        case step(String, count: Int)
        /// Every step is complete and no response is unsent.
        case complete
        /// No response is unsent.
        case answered
    }

    fileprivate struct Waiter {
        let condition: WaitCondition
        let resume: @Sendable () -> Void
    }

    fileprivate struct State {
        var script: Script
        var journal: Journal
        /// The responses without templates that were sent already.
        var responses = ConstantResponseCache()
        var unfinished = UnfinishedRequests()
        var lastActivity: Instant
        /// How many requests were announced and are not decided yet.
        var announced = 0
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    package let scenario: Scenario
    private let redactor: Redactor
    package let clock: ServerClock
    /// Whether the journal keeps what was answered.
    package let recordsResponses: Bool
    private let state: Locked<State>
    /// The longest that the run's lock was held so far, in time of the processor; nil where that is not measured.
    package var longestHold: Duration? { state.longestHold }
    private let onRequest: (@Sendable (RequestReport) -> Void)?
    private let onDecidedFailure: (@Sendable () -> Void)?
    private let journalLimit: Int
    /// Explains what the script decides, outside the lock.
    private let composer: FailureComposer
    private let onInterruption: (@Sendable (RequestReport) -> Void)?
    private let onUnfinished: (@Sendable (UnfinishedRequest) -> Void)?

    package init(_ scenario: Scenario, _ options: Options = Options()) {
        self.scenario = scenario
        redactor = Redactor(scenario.redaction)
        clock = ServerClock()
        recordsResponses = options.recordsResponses
        onRequest = options.onRequest
        onDecidedFailure = options.onDecidedFailure
        journalLimit = options.journalLimit
        onInterruption = options.onInterruption
        onUnfinished = options.onUnfinished
        let environment = Script.Environment(
            seed: options.seed ?? scenario.seed ?? .random(in: .min ... .max), serverURL: options.serverURL,
            start: clock.start)
        let script = Script(scenario, environment)
        composer = script.composer
        state = Locked(
            State(
                script: script, journal: Journal(limit: options.journalLimit),
                lastActivity: Instant(nanoseconds: 0)), measuresHolds: options.measuresHolds)
    }

    /// A request with a larger body is let go of as soon as its response is made, which may be long before a client has
    /// taken that. For a smaller one it would cost more than it saves.
    private static let heldRequest = 16 * 1024

    // MARK: - What a transport tells

    /// A request is there whole, and `arrived` will be told of it once somebody has the time to decide it: until then the run
    /// is not complete.
    package func announce() {
        act { state, _ in state.announced += 1 }
    }

    /// A request is there whole; the response is to be played.
    ///
    /// - Parameter wasAnnounced: whether `announce` was called for it.
    package func arrived(
        _ request: consuming Request, wasAnnounced: Bool = false
    ) -> (id: ExchangeID, player: ResponsePlayer) {
        let (id, decision) = decide(request, wasAnnounced: wasAnnounced)
        switch consume decision {
        case .player(let player): return (id, player)
        case .open(let open): return (id, explain(open))
        }
    }

    /// The same, up to where a failure takes long to explain. `explain` has to be called then, wherever nobody else waits.
    package func decide(
        _ request: consuming Request, wasAnnounced: Bool = false
    ) -> (id: ExchangeID, decision: RequestDecision) {
        let id = ExchangeID(request.connection)
        let version = request.head.version
        let size = request.body.count
        // Taking the request apart needs no lock.
        let view = RequestView(request, needs: scenario.needs)
        let isTold = onRequest != nil || recordsResponses
        let largeBody = Journal.LargeBody(of: view.request, limit: journalLimit)
        var study = RequestStudy(view)
        var decided: Act?
        while decided == nil {
            let outcome = act { state, now -> Outcome in
                guard let decision = state.script.arrived(id, view, &study, at: now) else { return .open }
                if wasAnnounced { state.announced -= 1 }
                guard let plan = decision.plan else { return .planned(Act(decision: decision, instant: now)) }
                state.journal.add(view.request, plan.entry, decision.failure?.countedKind, largeBody: largeBody)
                let known = state.responses.response(to: plan, over: version)
                // Where nobody is told of the request, what would be told is not kept: a twentieth of its instructions.
                if let known, !isTold { return .known(ResponsePlayer(known, clockStart: clock.start, at: now)) }
                return .planned(Act(decision: decision, instant: now, known: known))
            }
            switch consume outcome {
            case .known(let player): return (id, .player(player))
            case .planned(let act): decided = act
            case .open: study.resolve(view, composer)
            }
        }
        guard let decided else { return (id, .player(ResponsePlayer(.unanswered, clockStart: clock.start))) }
        let open = OpenRequest(
            id: id, act: decided, version: version, connection: view.request.connection, size: size)
        if decided.decision.failure?.takesLongToExplain ?? false { return (id, .open(open)) }
        return (id, .player(explain(open)))
    }

    /// Explains what the request made fail, and makes its response.
    package func explain(_ open: OpenRequest) -> ResponsePlayer {
        var response = self.response(to: open.id, open.act, over: open.version)
        if open.size > Self.heldRequest { state.withLock { $0.script.letGoOfRequest(open.id) } }
        if recordsResponses, let number = response.entry?.number {
            response.player.recorder = recorder(of: number, response)
        }
        if let entry = response.entry { onRequest?(RequestReport(entry: entry, failures: response.failures)) }
        return response.player
    }

    /// A client broke HTTP; the transport answers for itself, with the text of the failure that this makes.
    package func malformed(_ request: MalformedRequest) -> Failure? {
        let act = act { Act(decision: $0.script.malformed(request, at: $1), instant: $1) }
        let failure = file(act.decision.failure)?.failures.first
        if let failure, let entry = failure.requests.last {
            onRequest?(RequestReport(entry: entry, failures: [failure]))
        }
        return failure
    }

    /// A client closed its connection without a byte, or cut it in a request.
    package func unfinished(_ request: UnfinishedRequest) {
        state.withLock { $0.unfinished.add(request) }
        onUnfinished?(request.redacted(redactor))
    }

    /// The last byte of the exchange's response is written.
    package func answered(_ id: ExchangeID) {
        act { $0.script.answered(id, at: $1) }
    }

    /// The client left before the last byte was written.
    package func gone(_ id: ExchangeID) {
        let entry = act { state, now -> TimelineEntry? in
            guard let entry = state.script.gone(id, at: now) else { return nil }
            state.journal.amend(entry.number, left: now)
            return entry
        }
        if let entry { onInterruption?(RequestReport(entry: entry, failures: [])) }
    }

    /// The player of the exchange's response could not read its body to the end, which is a failure of the run.
    package func brokeOff(_ id: ExchangeID, _ player: borrowing ResponsePlayer) {
        guard let (error, position) = player.bodyError else { return }
        let decided = act { $0.script.brokeOff(id, .unsendable(error.description, position), at: $1) }
        guard let decided, let failure = file(decided.failure) else { return }
        state.withLock { $0.journal.amend(decided.entry.number, status: nil, failure: .unsendable) }
        onInterruption?(RequestReport(entry: decided.entry, failures: failure.failures))
    }

    // MARK: - What it has come to

    /// What the run comes to if it ends at this moment.
    package var verdict: Verdict {
        let (snapshot, now) = state.withLock { ($0.script.snapshot, clock.now()) }
        return snapshot.verdict(at: now)
    }

    /// How many requests came, and how long the run has been.
    package var extent: (requests: Int, duration: Duration) {
        state.withLock { ($0.script.requests, clock.now() - Instant(nanoseconds: 0)) }
    }

    /// The run as it is at this moment.
    package var recorded: RecordedRun {
        let (snapshot, journal, unfinished, now) = state.withLock {
            ($0.script.snapshot, $0.journal, $0.unfinished.all, clock.now())
        }
        return RecordedRun(self, snapshot, journal, unfinished, redactor, at: now)
    }

    /// The requests so far, in order of arrival.
    package var journal: [JournalEntry] {
        state.withLock { $0.journal }.entries(redactor)
    }

    /// Connections that their clients closed without a byte or cut in a request, the last 1,000 in order.
    package var unfinishedRequests: [UnfinishedRequest] {
        state.withLock { $0.unfinished.all }.map { $0.redacted(redactor) }
    }

    /// How many requests the step took; nil where the scenario has no such step.
    package func count(ofStep id: String) -> Int? {
        state.withLock { $0.script.count(ofStep: id) }
    }

    /// Whether every step is complete and no response is unsent, how many are unsent, and when the last request came or
    /// the last response was written.
    package var activity: (isComplete: Bool, unanswered: Int, last: Instant) {
        state.withLock {
            ($0.script.isComplete && $0.announced == 0, $0.script.unanswered + $0.announced, $0.lastActivity)
        }
    }

    /// Calls `resume` once, from whatever thread, when the condition holds: at once where it does already.
    ///
    /// - Returns: what `cancel` takes; nil where `resume` was called.
    package func notify(when condition: WaitCondition, _ resume: @escaping @Sendable () -> Void) -> Int? {
        let waiter: Int? = state.withLock { state in
            guard !state.isMet(condition) else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = Waiter(condition: condition, resume: resume)
            return state.nextWaiter
        }
        if waiter == nil { resume() }
        return waiter
    }

    /// Forgets what `notify` took, and says whether it was still waiting.
    @discardableResult
    package func cancel(_ waiter: Int) -> Bool {
        state.withLock { $0.waiters.removeValue(forKey: waiter) != nil }
    }

    // MARK: - Acts

    /// What the run says of a request at once.
    package enum RequestDecision: Sendable {
        /// The response, to be played.
        case player(ResponsePlayer)
        /// There is a failure, which `explain` takes long to explain.
        case open(OpenRequest)
    }

    /// A request that is decided, and whose response is not made yet.
    package struct OpenRequest: Sendable {
        fileprivate let id: ExchangeID
        fileprivate let act: Act
        fileprivate let version: HTTPVersion
        package let connection: ConnectionInfo
        /// Of its body.
        fileprivate let size: Int
    }

    /// What came of an event.
    fileprivate struct Act: Sendable {
        let decision: Decision
        let instant: Instant
        /// The response, where it was sent before and is always the same.
        var known: ConstantResponseCache.Response?
    }

    /// What is to be done about a request.
    private enum Outcome: Sendable {
        /// Play a response that is always the same, and no more.
        case known(ResponsePlayer)
        case planned(Act)
        /// Nothing is decided: results that take long have to be found first, outside the lock.
        case open
    }

    private func act<Result: Sendable>(_ happens: (inout State, Instant) -> Result) -> Result {
        var due: [Waiter] = []
        let result = state.withLock { state -> Result in
            // The clock is read inside, so that instants never go back.
            let now = clock.now()
            let result = happens(&state, now)
            state.lastActivity = now
            if !state.waiters.isEmpty { due = state.takeDueWaiters() }
            return result
        }
        for waiter in due { waiter.resume() }
        return result
    }

    private struct MadeResponse {
        var player: ResponsePlayer
        /// The request's timeline entry; nil where the script gave no response.
        var entry: TimelineEntry?
        var failures: [Failure]
    }

    /// Explains a failure that was decided, and files it in the order of failures.
    private func file(_ decided: DecidedFailure?) -> ExplainedFailure? {
        guard let decided else { return nil }
        onDecidedFailure?()
        let failure = composer.explain(decided)
        guard decided.isCounted else { return failure }
        let kind = failure.failures.first?.kind
        state.withLock { state in
            state.script.file(failure)
            guard let number = decided.requestNumber, kind != decided.kind || failure.amendedEntry != nil else {
                return
            }
            state.journal.settle(number, failure: kind, response: failure.amendedEntry?.response)
        }
        return failure
    }

    /// The player of the response that was decided. Where that can't be made as it is stated, what is said instead is
    /// one more act.
    private func response(to id: ExchangeID, _ act: Act, over version: HTTPVersion) -> MadeResponse {
        func made(_ player: ResponsePlayer, _ entry: TimelineEntry?, _ failures: [Failure]) -> MadeResponse {
            MadeResponse(player: player, entry: entry, failures: failures)
        }
        let explained = file(act.decision.failure)
        var failures = explained?.failures ?? []
        guard let plan = act.decision.plan else {
            return made(ResponsePlayer(.unanswered, clockStart: clock.start), nil, failures)
        }
        let entry = explained?.amendedEntry ?? plan.entry
        if let known = act.known {
            return made(ResponsePlayer(known, clockStart: clock.start, at: act.instant), entry, failures)
        }
        do throws(UnmadeResponse) {
            let response = try RenderedResponse.rendering(plan, explained, over: version)
            if ConstantResponseCache.canKeep(plan), explained?.response == nil {
                state.withLock { $0.responses.keep(response, for: plan, over: version) }
            }
            return made(player(plan, explained, response, at: act.instant), entry, failures)
        } catch {
            let next = self.act { Act(decision: $0.script.unmade(id, error.problem, at: $1), instant: $1) }
            let explained = file(next.decision.failure)
            failures += explained?.failures ?? []
            guard let plan = next.decision.plan, let (failure, status) = explained?.response else {
                return made(ResponsePlayer(.unanswered, clockStart: clock.start), entry, failures)
            }
            state.withLock { $0.journal.amend(plan.entry.number, status: status, failure: failure.kind) }
            let response = RenderedResponse(failure, status: status)
            return made(player(plan, explained, response, at: act.instant), plan.entry, failures)
        }
    }

    private func player(
        _ plan: ResponsePlan, _ explained: ExplainedFailure?, _ response: RenderedResponse, at instant: Instant
    ) -> ResponsePlayer {
        guard let (_, status) = explained?.response, plan.template != nil else {
            return ResponsePlayer(plan, response, clockStart: clock.start, at: instant)
        }
        let plan = ResponsePlan(response: .failure(status: status), scope: nil, entry: plan.entry)
        return ResponsePlayer(plan, response, clockStart: clock.start, at: instant)
    }

    private func recorder(of number: Int, _ response: MadeResponse) -> ResponseRecorder {
        let recorder = ResponseRecorder()
        state.withLock { $0.journal.attach(recorder, size: response.player.bodySize, to: number) }
        return recorder
    }
}

extension ScenarioRun.State {
    fileprivate mutating func takeDueWaiters() -> [ScenarioRun.Waiter] {
        let due = waiters.filter { isMet($0.value.condition) }
        for key in due.keys { waiters[key] = nil }
        return Array(due.values)
    }

    /// Whether a condition is met; one on a step that does not exist never is.
    fileprivate func isMet(_ condition: ScenarioRun.WaitCondition) -> Bool {
        switch condition {
        case .step(let id, let count): script.count(ofStep: id).map { $0 >= count } ?? false
        case .complete: script.isComplete && announced == 0
        case .answered: script.unanswered + announced == 0
        }
    }
}
