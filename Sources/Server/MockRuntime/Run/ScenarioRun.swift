package import HTTPMessage
import Locking
package import Playback
package import Scenarios

/// A scenario being played for one server: a lock around its script, and its clock and journal. Knows no sockets.
///
/// A transport reports the events of its exchanges from any thread and receives the player of each response. Only one
/// event is processed at a time. Under the lock the script only decides; failures are explained and responses rendered
/// outside it. A second short critical section files each failure in its order, before the first byte of its response
/// is sent.
package final class ScenarioRun: Sendable {
    /// The inputs of a run besides its scenario.
    package struct Options: Sendable {
        /// The seed of the random values. If nil, the scenario's seed, or else a fresh one.
        package var seed: UInt64?
        /// The value of `{{server.url}}`.
        package var serverURL = ""
        /// The most bytes of requests, and of responses if it records them, in the journal.
        package var journalLimit = 4 * 1024 * 1024
        /// Whether the journal also keeps responses: the head, and the first MiB of the body.
        package var recordsResponses = false
        /// Called after each decision about a request, on the transport's thread: it must not block.
        package var onRequest: (@Sendable (RequestReport) -> Void)?
        /// Called when a failure is decided but not filed, so that a test can request the verdict in between.
        package var onDecidedFailure: (@Sendable () -> Void)?
        /// Called if a response is not sent completely, because its client left or its body could not be read. On the
        /// transport's thread: it must not block.
        package var onInterruption: (@Sendable (RequestReport) -> Void)?
        /// Called if a client closed its connection without a byte or within a request. On the transport's thread: it
        /// must not block.
        package var onUnfinished: (@Sendable (UnfinishedRequest) -> Void)?
        /// The id of the session that the run belongs to; nil for the server's own run.
        package var session: String?
        /// Why the transport can't send a response that a closure made, and the position of what it can't send; nil if it
        /// can. Responses of the scenario itself are known before the run begins.
        package var refusal: (@Sendable (ResponseTemplate) -> (text: String, position: Position)?)?
        /// Counts failures and the duration of responses, for the server; nil to count none.
        package var metrics: ServerMetrics?
        /// What the paths of requests to the session may begin with.
        package var pathPrefix: PathPrefix?
        /// The steps of work that a decision may take before `decide` leaves it to `finish`; nil for any number.
        package var share: Int? = 10_000
        /// The memory of responses that clients have not taken yet. Runs of one server share it.
        package var responseMemory = ResponseMemory()
        /// Whether it is measured for how long the run's lock is held, and that of a table of sessions.
        package var measuresHolds = false

        package init() {}
    }

    /// A condition to wait for.
    package enum WaitCondition: Hashable, Sendable {
        /// The step took at least this many requests.
        case step(String, count: Int)
        /// Every step is complete and no response is unsent.
        case complete
        /// No response is unsent.
        case answered
        /// No request has begun that is not whole.
        case received
        /// No response whose last byte is sent has still to be delivered, as far as the scenario asks, or has been waited
        /// for as long as any verdict waits.
        case delivered
        /// `next(after:)` with this number does not return `notYet`.
        case request(after: Int)
    }

    /// The scenario without the stubs that were added since the run began.
    package let scenario: Scenario
    let compiled: CompiledScenario
    let redactor: Redactor
    let secrets: RunSecrets
    package let clock: ServerClock
    /// The decisions about its requests outside the event loops.
    package let decisions = DecisionsInProgress()
    /// Whether the journal keeps responses.
    package let recordsResponses: Bool
    let state: Locked<State>
    /// The longest time that the run's lock was held so far, in CPU time; nil if it is not measured.
    package var longestHold: Duration? { state.longestHold }
    let onRequest: (@Sendable (RequestReport) -> Void)?
    let onDecidedFailure: (@Sendable () -> Void)?
    /// The id of the session that the run belongs to; nil for the server's own run.
    package let session: String?
    let pathPrefix: PathPrefix?
    let journalLimit: Int
    let share: Int?
    let refusal: (@Sendable (ResponseTemplate) -> (text: String, position: Position)?)?
    let onInterruption: (@Sendable (RequestReport) -> Void)?
    private let onUnfinished: (@Sendable (UnfinishedRequest) -> Void)?
    let metrics: ServerMetrics?
    let responseMemory: ResponseMemory

    package convenience init(_ scenario: Scenario, _ options: Options = Options()) {
        self.init(CompiledScenario(scenario), options)
    }

    /// A run of a scenario that other runs play too.
    package init(_ compiled: CompiledScenario, _ options: Options) {
        self.compiled = compiled
        scenario = compiled.scenario
        redactor = compiled.redactor
        secrets = RunSecrets(compiled.scenario)
        clock = ServerClock(scenario.clock)
        recordsResponses = options.recordsResponses
        onRequest = options.onRequest
        onDecidedFailure = options.onDecidedFailure
        session = options.session
        pathPrefix = options.pathPrefix
        journalLimit = options.journalLimit
        share = options.share
        refusal = options.refusal
        onInterruption = options.onInterruption
        onUnfinished = options.onUnfinished
        metrics = options.metrics
        responseMemory = options.responseMemory
        let environment = Script.Environment(
            seed: options.seed ?? scenario.seed ?? .random(in: .min ... .max), serverURL: options.serverURL,
            start: clock.start)
        state = Locked(
            State(
                script: Script(compiled, environment), journal: Journal(limit: options.journalLimit),
                lastActivity: Instant(nanoseconds: 0)), measuresHolds: options.measuresHolds)
        if let metrics { metrics.failed(state.withLock { $0.script.initialFailures }) }
    }

    // MARK: - What a transport tells

    /// What is told of a request that was decided.
    ///
    /// - Parameter homeless: redacted values of the request that `secrets` has no room for.
    func report(_ entry: TimelineEntry, _ failures: [Failure], _ homeless: [[UInt8]] = []) -> RequestReport {
        var (entry, failures) = (entry, failures)
        for index in [secrets.index] + (homeless.isEmpty ? [] : [SecretIndex(homeless)]) {
            entry = entry.redacted(index)
            failures = failures.map { $0.redacted(index) }
        }
        return RequestReport(
            entry: entry, failures: failures, session: session,
            steps: scenario.steps.count,
            completeSteps: state.withLock { $0.script.completeSteps })
    }

    /// A client broke HTTP; the transport sends the response itself, with the text of the returned failure.
    ///
    /// - Parameters:
    ///   - head: what is known of the head: its target, and a sentence about one field, may have what another field redacts.
    ///   - raw: its bytes in HTTP/1.1, in which a field may be malformed.
    package func malformed(_ request: MalformedRequest, head: PartialHead? = nil, raw: [UInt8] = []) -> Failure? {
        var noted = RedactedValues()
        _ = redactor.target(request.target, noting: &noted)
        redactor.note(head: raw, in: &noted)
        if let head { redactor.note(head, in: &noted) }
        let homeless = secrets.note(noted)
        let request = homeless.isEmpty ? request : request.redacted(SecretIndex(homeless))
        let event = handle {
            $0.lastRequest = clock.realNow()
            return HandledEvent(decision: $0.script.malformed(request, at: $1), instant: $1)
        }
        guard let failure = file(event.decision.failure)?.failures.first else { return nil }
        if let entry = failure.requests.last { onRequest?(report(entry, [failure])) }
        return failure.redacted(secrets.index)
    }

    /// A sentence about bytes that broke HTTP, as `malformed` shows it.
    package func redacted(_ sentence: String) -> String {
        let text = redactor.sentence(sentence)
        return secrets.index.replacing(in: text, isProse: true) ?? text
    }

    /// A client closed its connection without a byte or within a request.
    ///
    /// - Parameter head: what is known of the head: the target may have what a field redacts.
    package func unfinished(_ request: UnfinishedRequest, head: PartialHead? = nil) {
        var noted = RedactedValues()
        if let head { redactor.note(head, in: &noted) }
        let homeless = secrets.note(noted)
        let request = homeless.isEmpty ? request : request.redacted(SecretIndex(homeless))
        state.withLock { $0.unfinished.add(request) }
        onUnfinished?(request.redacted(redactor, secrets))
    }

    /// A request begins, or one that had begun is decided, refused or given up by its client. The end of the run waits for
    /// it, and one that is unfinished then fails the run.
    ///
    /// - Returns: false, with no effect, if the run is over and has not been waiting for the request.
    package func receives(_ request: BegunRequest, _ isReceiving: Bool) -> Bool {
        handle { state, _ in
            if state.isOver, isReceiving || !state.script.receiving.contains(request) { return false }
            state.script.receives(request, isReceiving)
            return true
        }
    }

    /// The run is over, and `next` waits from now on for the requests that have begun. To be called before `next` gets any
    /// request, and before `end`.
    package func handOver(to next: ScenarioRun) {
        let (begun, unaccepted) = state.withLock { state in
            state.isOver = true
            return (state.script.handOverReceiving(), state.script.handOverUnaccepted())
        }
        next.state.withLock { state in
            state.script.unaccepted = unaccepted
            for request in begun { state.script.receives(request, true) }
        }
    }

    /// Connections wait that could not be accepted, for this reason; nil if none does any more. The run fails if they still
    /// do when it is judged.
    ///
    /// - Returns: false, with no effect, if the run is over.
    package func leavesUnaccepted(_ reason: String?) -> Bool {
        handle { state, _ in
            guard !state.isOver else { return false }
            state.script.unaccepted = reason
            return true
        }
    }

    /// Whether a request has begun that is not whole.
    package var isReceiving: Bool { state.withLock { !$0.script.receiving.isEmpty } }

    /// The last byte of the exchange's response is about to be handed to the system. Only for a scenario that watches
    /// ends.
    package func sending(_ id: ExchangeID) {
        state.withLock { $0.script.sending(id, at: clock.now()) }
    }

    /// The system did not take the last byte.
    package func notSent(_ id: ExchangeID) {
        state.withLock { $0.script.notSent(id, at: clock.now()) }
    }

    /// The last byte of the exchange's response is written.
    ///
    /// - Returns: whether the run wants to know if it is `delivered`.
    @discardableResult
    package func answered(_ id: ExchangeID) -> Bool {
        handle { state, now in
            var latency: Int64?
            state.apply(state.script.answered(id, at: now, &latency))
            if let latency { metrics?.responded(after: latency) }
            return state.script.awaitsDelivery(of: id)
        }
    }

    /// The client left before the last byte was delivered: it reset the connection or the stream.
    package func gone(_ id: ExchangeID) { gone(id, mayRead: false) }

    /// Nothing more of the response is sent, because the server stops, or forgot it. The verdict lists its request.
    package func dropped(_ id: ExchangeID) { handle(counts: false) { state, _ in state.script.dropped(id) } }

    /// The client has sent its own last byte before it had the last one of the response. It may still read.
    package func ending(_ id: ExchangeID) { gone(id, mayRead: true) }

    private func gone(_ id: ExchangeID, mayRead: Bool) {
        let entry = handle { state, now -> TimelineEntry? in
            if let number = state.script.watchedStream(id), let body = state.sentBody(ofRequest: number) {
                state.script.notes(sent: body, of: id)
            }
            let (entry, effects) = state.script.gone(id, mayRead: mayRead, at: now)
            state.apply(effects)
            if let entry { state.journal.amend(entry.number, left: now) }
            return entry
        }
        if let entry { onInterruption?(report(entry, [])) }
    }

    /// The response can't be sent to its end as it is stated. That is a failure of the run.
    ///
    /// - Parameters:
    ///   - text: why, as a sentence for people.
    ///   - position: what states it in the scenario.
    package func brokeOff(_ id: ExchangeID, _ text: String, at position: Position) {
        let decided = handle { $0.script.brokeOff(id, .unsendable(text, position), at: $1) }
        guard let decided, let failure = file(decided.failure) else { return }
        state.withLock { $0.journal.amend(decided.entry.number, status: nil, failure: .unsendable) }
        onInterruption?(report(decided.entry, failure.failures))
    }

    /// Plays the scenario with other stubs from now on.
    ///
    /// - Parameter compiled: what `CompiledScenario.adding(stubsOf:)` or `removing(stub:)` returned for the current one.
    package func replaceStubs(by compiled: CompiledScenario) {
        // Its holds may wait for what has happened already.
        handle(counts: false) { state, _ in
            state.script.replaceStubs(by: compiled)
            state.effects.quietHolds += state.script.takeQuietHolds()
        }
    }

    /// The number of requests that a stub took, by its index among the stubs.
    package func count(ofStub index: Int) -> Int { state.withLock { $0.script.count(ofStub: index) } }

    // MARK: - What it has come to

    /// The verdict if the run ends now.
    package var verdict: Verdict { verdict(isLast: false) }

    /// The verdict if the run ends now.
    ///
    /// - Parameter isLast: whether the reader has found that no other run has replaced it. If that has happened since, the
    ///   verdict still has what the other run has taken over.
    package func verdict(isLast: Bool) -> Verdict {
        expireHolds()
        let (read, unjudged, now) = state.withLock { ($0.snapshot, $0.unjudgedRequests, clock.now()) }
        let snapshot = isLast ? read.asLast : read
        var verdict = snapshot.verdict(at: now)
        verdict.unjudged = unjudged
        return verdict.showsRequests ? redacted(verdict, snapshot, state.withLock { $0.journal }) : verdict
    }

    /// The run is ended before its time: what it had not reached is not a failure, and all else is.
    package func cutShort() { state.withLock { $0.script.isCutShort = true } }

    /// What the end of the run waits for, as a text for people.
    package var waitingText: String {
        expireHolds()
        let (snapshot, journal) = state.withLock { ($0.script.snapshot, $0.journal) }
        let text = snapshot.waitingText
        journal.noteSecrets(redactor, in: secrets)
        return secrets.index.replacing(in: text, isProse: true) ?? text
    }

    /// The seed of its random values.
    package var seed: UInt64 { state.withLock { $0.script.seed } }

    /// The number of requests, whether anything has failed, and the duration of the run so far.
    package var extent: (requests: Int, hasFailed: Bool, duration: Duration) {
        state.withLock { ($0.script.requests, $0.script.hasFailed, clock.now() - Instant(nanoseconds: 0)) }
    }

    /// About how many bytes a report reads of it.
    package var size: Int {
        let rules = scenario.steps.count + scenario.stubs.count + scenario.expectations.count
        return rules * 64 + state.withLock { $0.journal.keptBytes }
    }

    /// The run in its current state.
    package var recorded: RecordedRun { recorded(isGoingOn: false) }

    /// The run in its current state.
    ///
    /// - Parameters:
    ///   - isGoingOn: whether its responses are still being sent, so that only those are judged which never will be.
    ///   - isLast: whether the reader has found that no other run has replaced it, as for `verdict`.
    package func recorded(isGoingOn: Bool, isLast: Bool = false) -> RecordedRun {
        expireHolds()
        let (snapshot, unjudged, journal, unfinished, now) = state.withLock {
            ($0.snapshot, $0.unjudgedRequests, $0.journal, $0.unfinished.all, clock.now())
        }
        var recorded = RecordedRun(
            self, isLast ? snapshot.asLast : snapshot, journal: journal, unfinishedRequests: unfinished, at: now,
            isGoingOn: isGoingOn)
        // What is kept of a run that goes on may be told when closures have judged its requests.
        if !isGoingOn { recorded.verdict.unjudged = unjudged }
        return recorded
    }

    /// The requests so far, in order of arrival.
    package var journal: [JournalEntry] {
        let (journal, snapshot) = state.withLock { ($0.journal, $0.script.snapshot) }
        secrets.note(snapshot.redactedVariables)
        return journal.entries(redactor, secrets)
    }

    /// The last 1,000 connections that their clients closed without a byte or within a request, in order.
    package var unfinishedRequests: [UnfinishedRequest] {
        let (unfinished, journal) = state.withLock { ($0.unfinished.all, $0.journal) }
        return redacted(unfinished, journal)
    }

    /// The number of requests that the step took; nil if the scenario has no such step.
    package func count(ofStep id: String) -> Int? {
        index(ofStep: id).map { index in state.withLock { $0.script.count(ofStep: index) } }
    }

    /// The index of a step, or of a parallel entry. Found outside the lock, because there may be many steps.
    private func index(ofStep id: String) -> Int? { scenario.steps.firstIndex { $0.rule.id == id } }

    /// Whether every step is complete and no response is unsent, the number of unsent responses and of requests that have
    /// begun, and the time of the last request or the last written response.
    package var activity: (isComplete: Bool, unanswered: Int, last: Instant) {
        state.withLock {
            ($0.script.isComplete && $0.announced == 0, $0.unanswered, $0.lastActivity)
        }
    }

    /// Calls `resume` once, from any thread, when the condition is met; immediately if it is met already.
    ///
    /// - Returns: the argument for `cancel`; nil if `resume` was called.
    package func notify(when condition: WaitCondition, _ resume: @escaping @Sendable () -> Void) -> Int? {
        var step: Int?
        if case .step(let id, _) = condition { step = index(ofStep: id) }
        let waiter: Int? = state.withLock { [step] state in
            let waiter = Waiter(condition: condition, step: step, resume: resume)
            guard !state.isMet(waiter) else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = waiter
            return state.nextWaiter
        }
        if waiter == nil { resume() }
        return waiter
    }

    /// Removes a waiter of `notify`, and returns whether it was still waiting.
    @discardableResult
    package func cancel(_ waiter: Int) -> Bool {
        state.withLock { $0.waiters.removeValue(forKey: waiter) != nil }
    }

    // MARK: - Events

    /// The result of an event.
    struct HandledEvent: Sendable {
        let decision: Decision
        let instant: Instant
        /// The response, if it is constant and was sent before.
        var known: ConstantResponseCache.Response?
        /// What holds the response back; nil if nothing does.
        var gate: HoldGate?
    }

    /// Has something happen under the lock, then its effects.
    ///
    /// - Parameter counts: whether it is an activity, which puts off the end of the run.
    func handle<Result: Sendable>(counts: Bool = true, _ happens: (inout State, Instant) -> Result) -> Result {
        var due: [Waiter] = []
        var effects = DueEffects()
        let result = state.withLock { state -> Result in
            // The clock is read under the lock, so that instants never go back.
            let now = clock.now()
            state.expireHolds(clock, at: now)
            let result = happens(&state, now)
            if state.hasEnded { state.endHolds(at: now) }
            if counts { state.lastActivity = clock.kind == .real ? now : clock.realNow() }
            if !state.effects.isEmpty { swap(&effects, &state.effects) }
            if !state.waiters.isEmpty { due = state.takeDueWaiters() }
            return result
        }
        if !effects.isEmpty { perform(effects) }
        for waiter in due { waiter.resume() }
        return result
    }

    /// Files the failures, then has the released responses sent.
    private func perform(_ effects: DueEffects) {
        for failure in effects.failures { file(failure) }
        for gate in effects.gates { gate.open(at: clock.now()) }
        for hold in effects.quietHolds { awaitQuiet(hold, since: clock.realNow()) }
    }

    /// Gives up the holds that have waited too long.
    package func expireHolds() {
        var effects = DueEffects()
        state.withLock { state in
            state.expireHolds(clock, at: clock.now())
            swap(&effects, &state.effects)
        }
        perform(effects)
    }
}
