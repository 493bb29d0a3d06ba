package import HTTPMessage
package import Scenarios

/// A scenario being played: a pure state machine that receives events and returns decisions.
///
/// It never waits, calls no closure, opens no file or socket and reads no clock; the caller passes instants and is
/// responsible for locks, sockets and time. Instants must not go back. It writes no sentences: a failure is reserved
/// here, explained by the `composer` outside the lock, and then filed.
package struct Script: Sendable {
    /// The inputs of a run besides its scenario.
    package struct Environment: Sendable {
        /// The seed of the random values. The caller chooses between the scenario's seed and another.
        package var seed: UInt64
        /// The value of `{{server.url}}`; empty if the server has no URL.
        package var serverURL: String
        /// The calendar time at the clock's instant zero.
        package var start: WallClockTime
        /// Whether the requests were recorded: redacted values in them are unknown, and count as the expected ones.
        package var isRecorded = false
        /// Whether no seed is known. Variables with random values are unknown then.
        package var isUnseeded = false

        package init(seed: UInt64, serverURL: String, start: WallClockTime) {
            self.seed = seed
            self.serverURL = serverURL
            self.start = start
        }
    }

    /// The progress of a rule.
    struct Progress: Sendable {
        var count = 0
        /// The number of requests after its last one.
        var extra = 0
        /// The last requests that it took.
        var recent = RecentEntries()
        /// The first request that it took.
        var first: TimelineEntry?
        /// The first requests, at most three, that another rule took instead, and the number of all such requests.
        var lost: [LostRequest] = []
        var lostCount = 0
        /// The variable whose missing value kept its `request` from matching.
        var awaited: Int?

        /// The number of lost requests that are kept.
        static let kept = 3

        /// Remembers a request that the rule took, and returns the one that is forgotten for it.
        mutating func remember(_ entry: TimelineEntry) -> TimelineEntry? {
            if first == nil { first = entry }
            return recent.add(entry)
        }
    }

    /// A request that a step would have taken if another rule had not.
    struct LostRequest: Sendable {
        let entry: TimelineEntry
        /// Whether the step was open at that time.
        let wasOpen: Bool
    }

    /// A request without a complete response.
    struct Exchange: Sendable {
        let rule: Int?
        var entry: TimelineEntry
        /// The request, if sentences about its response may show parts of it.
        var request: ExplainableRequest?
        /// The response has no end, and the client is expected to leave; nil for all others.
        var leaving: Leaving?
        /// Whether nothing more of the response is sent.
        var isDropped = false
    }

    /// The progress of a response without an end, whose client is expected to leave.
    enum Leaving: Sendable {
        case beforeLastByte
        case afterLastByte
    }

    /// The view of a request. A class, because most exchanges have none.
    final class ExplainableRequest: Sendable {
        let view: RequestView

        init(_ view: RequestView) { self.view = view }
    }

    /// A request whose response ended its connection.
    struct InterruptedRequest: Sendable {
        let request: TimelineEntry.GroupingKey
        let interruption: Interruption

        static let kept = 16
    }

    private(set) var compiled: CompiledScenario
    let environment: Environment
    var order: StepOrder
    /// The progress of the steps, then of the stubs.
    var progress: ChunkedArray<Progress>
    var variables: [VariableState]
    /// The bytes of their values together.
    var variablesSize = 0
    /// Counts the changes of `variables` and `connections`.
    var revision = 0
    /// The connections of the last requests of those steps that request matchers name.
    var connections = StepConnections()
    /// Explains this script's decisions.
    package private(set) var composer: FailureComposer
    var log = FailureLog()
    /// The number of requests that arrived, including malformed ones.
    package internal(set) var requests = 0
    /// The arrival of the run's first request; reports count time from it.
    var firstArrival: Instant?
    /// The last requests whose response was a fault or a close, each until an equal one arrives.
    var interruptions: [InterruptedRequest] = []
    var tallies: ExpectationTallies
    var exchanges = ExchangeTable<Exchange>()
    /// The number of those whose response was dropped.
    private var dropped = 0
    /// Unused entries, whose storage is used again so that a further request allocates no memory.
    var spares: [TimelineEntry] = []
    static let keptSpares = 256
    /// The number of unmatched requests.
    var unmatched = 0
    /// The last request that no rule took.
    var lastRefused: TimelineEntry?
    /// The first preflights that did not get the permission that they asked for.
    var refusedPreflights: [RefusedPreflight] = []
    /// The requests that have begun and are not whole.
    package private(set) var receiving: Set<BegunRequest> = []
    /// Those that a run which replaced this one has taken over.
    private(set) var handedOver: Set<BegunRequest> = []
    /// Why connections wait that could not be accepted; nil if none does. Their requests may be those that the run should
    /// not have had.
    package var unaccepted: String?
    /// The same, if a run which replaced this one waits for them.
    private(set) var unacceptedAtHandover: String?
    /// The progress of `hold`, `max_in_flight` and `interval`; nil if the scenario has none.
    var timing: TimingState?
    /// Whether the run was ended before its time: what it had not reached is not a failure.
    package var isCutShort = false
    /// Whether no response is written any more, or none of them is judged.
    package var isSilent = false
    var stepProgress: RuleIndex.Progress
    var stubProgress: RuleIndex.Progress

    /// Starts the scenario's run and evaluates `vars`. A value without a result is a `template` failure of the run.
    package init(_ scenario: Scenario, _ environment: Environment) {
        self.init(CompiledScenario(scenario), environment)
    }

    /// Starts a run of a scenario that other runs play too.
    package init(_ compiled: CompiledScenario, _ environment: Environment) {
        let scenario = compiled.scenario
        self.compiled = compiled
        self.environment = environment
        order = StepOrder(compiled)
        progress = ChunkedArray(repeating: Progress(), count: scenario.steps.count + scenario.stubs.count)
        variables = Array(repeating: .unset, count: scenario.variables.count)
        composer = FailureComposer(compiled, environment)
        timing = TimingState(scenario)
        tallies = ExpectationTallies(scenario.expectations)
        stepProgress = compiled.steps.start
        stubProgress = compiled.stubs.start
        evaluateInitialValues()
    }

    /// The scenario, with the stubs that were added since the run began.
    package var scenario: Scenario { compiled.scenario }

    /// Plays the scenario with other stubs from now on.
    ///
    /// - Parameter new: what `CompiledScenario.adding(stubsOf:)` or `removing(stub:)` returned for the current one.
    package mutating func replaceStubs(by new: CompiledScenario) {
        compiled = new
        composer = FailureComposer(new, environment)
        while progress.count < scenario.steps.count + scenario.stubs.count { progress.append(Progress()) }
        variables += Array(repeating: .unset, count: max(0, scenario.variables.count - variables.count))
        for step in scenario.connectionSteps where connections[step] == nil {
            connections[step] = progress[step].recent.last?.connection.index
        }
        stubProgress = new.stubs.start
        watchTimingOfNewStubs()
        // Results that were computed for requests outside the lock do not consider the new stubs: they are computed again.
        revision += 1
    }

    /// The seed of the random values.
    package var seed: UInt64 { composer.seed }

    /// The kinds of the failures of `vars`, which are not filed like others. To be asked before any event.
    package var initialFailures: [FailureKind] { Array(repeating: .template, count: log.nextOrdinal) }

    /// Whether anything has failed, explained or not.
    package var hasFailed: Bool { !log.isEmpty }

    /// The number of steps that got all requests they need.
    package var completeSteps: Int { scenario.steps.count - order.incompleteSteps }

    /// Whether every step is complete, no response is unsent, and no request has begun that is not whole.
    package var isComplete: Bool { order.incompleteSteps == 0 && exchanges.isEmpty && receiving.isEmpty }

    /// The number of requests whose response is still to be written.
    package var unanswered: Int { exchanges.count - dropped }

    /// The requests whose response is not completely written, in order of arrival.
    var unsentResponses: [TimelineEntry] {
        exchanges.values.filter { $0.leaving != .afterLastByte }.map(\.entry).sorted { $0.number < $1.number }
    }

    /// The number of requests that a step took, by its index among the steps.
    package func count(ofStep index: Int) -> Int { progress[index].count }

    /// The number of requests that a stub took, by its index among the stubs.
    package func count(ofStub index: Int) -> Int { progress[scenario.steps.count + index].count }

    // MARK: - Other events

    /// A request begins, or more is known of one that has begun, or that is whole or will never be.
    package mutating func receives(_ request: BegunRequest, _ isReceiving: Bool) {
        if isReceiving { receiving.update(with: request) } else { receiving.remove(request) }
    }

    /// Leaves the requests that have begun to a run that replaces this one.
    ///
    /// - Returns: those requests.
    package mutating func handOverReceiving() -> Set<BegunRequest> {
        handedOver = receiving
        receiving = []
        return handedOver
    }

    /// Leaves the connections that could not be accepted to a run that replaces this one.
    package mutating func handOverUnaccepted() -> String? {
        unacceptedAtHandover = unaccepted
        unaccepted = nil
        return unacceptedAtHandover
    }

    /// A client broke HTTP; the transport has already sent a response.
    package mutating func malformed(_ received: MalformedRequest, at instant: Instant) -> Decision {
        let request = compiled.redactor.redacted(received)
        let (number, origin) = count(at: instant)
        let entry = TimelineEntry(
            number: number, method: Array(request.method.utf8)[...], target: Array(request.target.utf8)[...],
            connection: request.connection, offset: instant - origin, arrival: instant, outcome: .failed(.badRequest),
            response: request.status.map { .status($0) } ?? .fault("no response"))
        lastRefused = entry
        tallies.add(entry, to: expectationsThatCount(connectionOf: request.connection))
        let failure = reserve(.badRequest, .malformed(request), entry: entry, scope: scope(rule: -1), at: instant)
        return Decision(failure: failure)
    }

    /// The last byte of a response is written.
    @discardableResult
    package mutating func answered(_ id: ExchangeID, at instant: Instant) -> TimingEffects? {
        var latency: Int64?
        return answered(id, at: instant, &latency)
    }

    /// The last byte of a response is written.
    ///
    /// - Parameter latency: becomes the nanoseconds since the request arrived; stays nil if the exchange had ended.
    package mutating func answered(_ id: ExchangeID, at instant: Instant, _ latency: inout Int64?) -> TimingEffects? {
        let effects = timing == nil ? nil : watchEnd(of: id, hasLeft: false, at: instant)
        if timing != nil, waitForLeaving(id, at: instant, &latency) { return effects }
        if let arrival = end(id, { $0.answered = instant }) {
            latency = instant.nanoseconds - arrival.nanoseconds
        }
        return effects
    }

    /// The client left before the last byte of the response was written.
    ///
    /// - Parameter mayRead: whether it has only sent its own last byte: whether it has left, the delivery shows.
    /// - Returns: the request, unless its end is already known, and the effects.
    @discardableResult
    package mutating func gone(
        _ id: ExchangeID, mayRead: Bool = false, at instant: Instant
    ) -> (entry: TimelineEntry?, TimingEffects?) {
        guard var entry = exchanges[id]?.entry else {
            guard timing != nil else { return (nil, nil) }
            return (nil, mayRead ? ends(id, at: instant) : left(id, at: instant))
        }
        var effects: TimingEffects?
        if timing != nil {
            effects = watchEnd(of: id, hasLeft: true, at: instant)
            let judged = mayRead ? ends(id, at: instant) : left(id, at: instant)
            effects = effects?.followed(by: judged) ?? judged
        }
        end(id) { $0.left = instant }
        entry.left = instant
        return (entry, effects)
    }

    /// Nothing more of a response is sent. Nobody waits for it any more, and the verdict lists it.
    package mutating func dropped(_ id: ExchangeID) {
        guard var exchange = exchanges[id], !exchange.isDropped else { return }
        exchange.isDropped = true
        _ = exchanges.remove(id)
        exchanges.insert(exchange, for: id)
        dropped += 1
    }

    /// A response that has begun can't be completed.
    ///
    /// - Returns: the request and the failure, unless the exchange's end is already known.
    package mutating func brokeOff(
        _ id: ExchangeID, _ problem: ResponseProblem, at instant: Instant
    ) -> (entry: TimelineEntry, failure: DecidedFailure)? {
        guard let exchange = exchanges[id] else { return nil }
        let failure = reserve(
            .unsendable, .unmade(problem, rule: exchange.rule), entry: exchange.entry, view: exchange.request?.view,
            scope: scope(rule: -1), at: instant)
        return (exchange.entry, failure)
    }

    /// Ends an exchange, and returns when its request arrived; nil if it had ended.
    @discardableResult
    private mutating func end(_ id: ExchangeID, _ note: (inout TimelineEntry) -> Void) -> Instant? {
        guard let exchange = exchanges.remove(id) else { return nil }
        if exchange.isDropped { dropped -= 1 }
        let arrival = exchange.entry.arrival
        guard let rule = exchange.rule else { return arrival }
        let number = exchange.entry.number
        guard progress[rule].recent.contains(number) else {
            letGo(of: exchange.entry)
            return arrival
        }
        // Ends this copy first, so that changing the entry needs no copy.
        _ = consume exchange
        progress[rule].recent.change(number, note)
        return arrival
    }

    mutating func letGo(of entry: TimelineEntry) {
        if spares.count < Self.keptSpares { spares.append(entry) }
    }

    /// The planned response can't be produced: the failure is sent instead.
    package mutating func unmade(_ id: ExchangeID, _ problem: ResponseProblem, at instant: Instant) -> Decision {
        guard var exchange = exchanges.remove(id) else { return Decision() }
        exchange.entry.response = .status(500)
        exchanges.insert(exchange, for: id)
        amend(exchange.entry, rule: exchange.rule)
        let kind: FailureKind =
            switch problem {
            case .template, .responder: .template
            case .unsendable: .unsendable
            }
        let failure = reserve(
            kind, .unmade(problem, rule: exchange.rule), entry: exchange.entry, view: exchange.request?.view,
            scope: scope(rule: -1),
            at: instant)
        return Decision(
            ResponsePlan(response: .failure(status: 500), scope: nil, entry: exchange.entry), failure: failure,
            timing: stopHolding(id))
    }

    /// A closure has rejected a request that was taken. `text` says why.
    package mutating func rejected(
        _ entry: TimelineEntry, by check: Position, rule: String, _ text: String, at instant: Instant
    ) -> DecidedFailure {
        reserve(.assertion, .check(text, check, rule: rule), entry: entry, scope: scope(rule: -1), at: instant)
    }

    /// The run fails for a reason that is not a request.
    package mutating func failed(_ text: String, at position: Position, _ instant: Instant) -> DecidedFailure {
        reserve(.unmet, .misuse(text, position), entry: nil, scope: scope(rule: -1), at: instant)
    }

    // MARK: - Failures

    /// Reserves the next position in the order of failures for a decided one: from now on the run has failed.
    mutating func reserve(
        _ kind: FailureKind, _ facts: FailureFacts, entry: TimelineEntry?, view: RequestView? = nil,
        scope: EvaluationContext,
        at instant: Instant
    ) -> DecidedFailure {
        let failure = DecidedFailure(
            kind, facts, ordinal: log.nextOrdinal, entry: entry, view: view, scope: scope, at: instant)
        log.reserve(failure)
        return failure
    }

    /// Files an explained failure in its order. A failure that is already filed is not changed.
    package mutating func file(_ failure: ExplainedFailure) {
        guard let ordinal = failure.ordinal else { return }
        if let entry = failure.amendedEntry { amend(entry, rule: failure.rule) }
        log.explain(ordinal, failure.findings)
    }

    /// Corrects the response of a request in reports if it could not be produced.
    private mutating func amend(_ entry: TimelineEntry, rule: Int?) {
        log.amend(entry)
        tallies.amend(entry)
        if lastRefused?.number == entry.number { lastRefused = entry }
        guard let rule else { return }
        if progress[rule].first?.number == entry.number { progress[rule].first = entry }
        progress[rule].recent.change(entry.number) { $0.response = entry.response }
        // The planned fault did not happen.
        interruptions.removeAll { $0.request == entry.groupingKey }
    }

    private mutating func evaluateInitialValues() {
        for assignment in scenario.initialValues {
            if environment.isUnseeded, isRandom(assignment.value) {
                forget(assignment.variable, setBy: nil)
                continue
            }
            let scope = scope(rule: -1)
            var after = scope
            after.variablesSize = variablesSize
            defer { (variables, variablesSize) = (after.variables, after.variablesSize) }
            do throws(EvaluationError) {
                try after.assign(assignment)
            } catch {
                _ = reserve(
                    .template, .initialValue(assignment, error), entry: nil, scope: scope, at: Instant(nanoseconds: 0))
            }
        }
    }

    /// Notes that the value of a variable is not known: a rule set it from a request, or for nil it is random.
    mutating func forget(_ variable: Int, setBy rule: Int?) {
        variablesSize -= variables[variable].size
        variables[variable] = .unset
        composer.unknownVariables[variable] = rule.map { UnknownValue.request(ofRule: $0) } ?? .random
    }

    /// Notes that the value of a variable is known.
    mutating func know(_ variable: Int) { composer.unknownVariables[variable] = nil }

    // MARK: - Helpers

    func rule(_ number: Int) -> Rule { scenario.rule(number) }

    /// The context of templates outside a response: variables, but no request.
    func scope(rule: Int) -> EvaluationContext {
        composer.scope(rule: rule, variables, connections)
    }

    func scope(rule: Int, _ view: RequestView, count: Int, at instant: Instant) -> EvaluationContext {
        EvaluationContext(
            variables: variables, connections: connections, request: view, count: count,
            randomSource: RandomSource(seed: seed, rule: rule, count: count), now: environment.start + instant,
            serverURL: environment.serverURL, isRecorded: environment.isRecorded, variablesSize: variablesSize)
    }
}

extension WallClockTime {
    /// The calendar time at `instant`; `start` is the time at the clock's instant zero.
    package static func + (start: WallClockTime, instant: Instant) -> WallClockTime {
        WallClockTime(nanoseconds: start.nanoseconds.addingReportingOverflow(instant.nanoseconds).partialValue)
    }
}
