package import HTTPMessage
package import Scenarios

/// A scenario being played: a pure state machine that is told what happens and decides what is to be done.
///
/// It never waits, calls no closure, opens nothing and knows no clock but the instants it is handed, so whoever drives it
/// decides on locks, sockets and time. Instants must not go back. It makes no sentence: what failed is reserved here, is
/// explained by the `composer` outside the lock, and is then filed.
package struct Script: Sendable {
    /// What a run is given besides its scenario.
    package struct Environment: Sendable {
        /// What random values are drawn from; whoever makes the script decides between the scenario's seed and another.
        package var seed: UInt64
        /// What `{{server.url}}` makes; empty where the server has no URL.
        package var serverURL: String
        /// The calendar's time at the clock's instant zero.
        package var start: WallClockTime

        package init(seed: UInt64, serverURL: String, start: WallClockTime) {
            self.seed = seed
            self.serverURL = serverURL
            self.start = start
        }
    }

    /// What became of a rule so far.
    struct Progress: Sendable {
        var count = 0
        /// How many requests came for it after its last.
        var extra = 0
        /// The last requests it took.
        var recent = RecentEntries()
        /// The first request it took.
        var first: TimelineEntry?
        /// The first requests that another rule took in its place, at most three, and how many they were.
        var lost: [LostRequest] = []
        var lostCount = 0
        /// The variable without a value for which its `request` did not match.
        var awaited: Int?

        /// How many of the lost are kept.
        static let kept = 3
    }

    /// A request that a step would have taken, had not another rule.
    struct LostRequest: Sendable {
        let entry: TimelineEntry
        /// Whether the step was open all the same.
        let wasOpen: Bool
    }

    /// A request that is not answered yet.
    struct Exchange: Sendable {
        let rule: Int?
        var entry: TimelineEntry
        /// The request, where what is said of its response may show parts of it.
        var asked: Asked?
    }

    final class Asked: Sendable {
        let view: RequestView

        init(_ view: RequestView) { self.view = view }
    }

    /// A request whose response ended its connection.
    struct InterruptedRequest: Sendable {
        let request: TimelineEntry.GroupingKey
        let interruption: Interruption

        static let kept = 16
    }

    let compiled: CompiledScenario
    let environment: Environment
    var order: StepOrder
    /// Of steps, then of stubs.
    var progress: ChunkedArray<Progress>
    var variables: [VariableState]
    /// Counts the changes of `variables` and `connections`.
    var revision = 0
    /// Where the steps that request matchers name took their last requests.
    var connections = StepConnections()
    /// Explains what this decides.
    package let composer: FailureComposer
    var log = FailureLog()
    /// How many requests arrived, malformed ones included.
    package internal(set) var requests = 0
    /// When the run's first request arrived, which reports count time from.
    var firstArrival: Instant?
    /// The last requests that were answered by a fault or a close, each until another one like it comes.
    var interruptions: [InterruptedRequest] = []
    var tallies: [ExpectationTally]
    var exchanges = ExchangeTable<Exchange>()
    /// Entries that nothing here holds any more, whose room serves again, so that one more request takes no memory.
    var spares: [TimelineEntry] = []
    static let keptSpares = 256
    /// How many requests were unmatched.
    var unmatched = 0
    var stepProgress: RuleIndex.Progress
    var stubProgress: RuleIndex.Progress

    /// The scenario's run at its start, with `vars` evaluated; what fails of them is a `template` failure of the run.
    package init(_ scenario: Scenario, _ environment: Environment) {
        compiled = CompiledScenario(scenario)
        self.environment = environment
        order = StepOrder(compiled)
        progress = ChunkedArray(repeating: Progress(), count: scenario.steps.count + scenario.stubs.count)
        variables = Array(repeating: .unset, count: scenario.variables.count)
        composer = FailureComposer(compiled, environment)
        tallies = scenario.expectations.map { _ in ExpectationTally() }
        stepProgress = compiled.steps.start
        stubProgress = compiled.stubs.start
        evaluateInitialValues()
    }

    package var scenario: Scenario { compiled.scenario }

    /// What random values are drawn from.
    package var seed: UInt64 { composer.seed }

    /// Whether anything failed so far, explained or not.
    package var hasFailed: Bool { !log.isEmpty }

    /// Whether every step is complete and no response is unsent.
    package var isComplete: Bool { order.incompleteSteps == 0 && exchanges.isEmpty }

    /// How many requests wait for their response's last byte.
    package var unanswered: Int { exchanges.count }

    /// Those requests, in order of arrival.
    var unsentResponses: [TimelineEntry] { exchanges.values.map(\.entry).sorted { $0.number < $1.number } }

    /// How many requests the step or parallel entry named `id` took; nil where there is no such step.
    package func count(ofStep id: String) -> Int? {
        scenario.steps.firstIndex { $0.rule.id == id }.map { progress[$0].count }
    }

    // MARK: - Other events

    /// A client broke HTTP; the transport has answered for itself.
    package mutating func malformed(_ received: MalformedRequest, at instant: Instant) -> Decision {
        let request = compiled.redactor.redacted(received)
        let (number, origin) = count(at: instant)
        let entry = TimelineEntry(
            number: number, method: Array(request.method.utf8)[...], target: Array(request.target.utf8)[...],
            connection: request.connection, offset: instant - origin, arrival: instant, outcome: .failed(.badRequest),
            response: .status(request.status))
        for index in expectationsThatCount(connectionOf: request.connection) { tallies[index].add(entry) }
        let failure = reserve(.badRequest, .malformed(request), entry, scope: scope(rule: -1), at: instant)
        return Decision(failure: failure)
    }

    /// The last byte of a response is written.
    package mutating func answered(_ id: ExchangeID, at instant: Instant) {
        end(id) { $0.answered = instant }
    }

    /// The client left before the last byte of the response was written.
    ///
    /// - Returns: the request, unless its end was told before.
    @discardableResult
    package mutating func gone(_ id: ExchangeID, at instant: Instant) -> TimelineEntry? {
        guard var entry = exchanges[id]?.entry else { return nil }
        end(id) { $0.left = instant }
        entry.left = instant
        return entry
    }

    /// A response that had begun can't be sent to its end.
    ///
    /// - Returns: the request, unless its end was told before, and the failure.
    package mutating func brokeOff(
        _ id: ExchangeID, _ problem: ResponseProblem, at instant: Instant
    ) -> (entry: TimelineEntry, failure: DecidedFailure)? {
        guard let exchange = exchanges[id] else { return nil }
        let failure = reserve(
            .unsendable, .unmade(problem, rule: exchange.rule), exchange.entry, exchange.asked?.view,
            scope: scope(rule: -1), at: instant)
        return (exchange.entry, failure)
    }

    private mutating func end(_ id: ExchangeID, _ note: (inout TimelineEntry) -> Void) {
        guard let exchange = exchanges.remove(id), let rule = exchange.rule else { return }
        let number = exchange.entry.number
        guard progress[rule].recent.contains(number) else { return letGo(of: exchange.entry) }
        // Its share ends before the entry is changed, which then takes no copy.
        _ = consume exchange
        progress[rule].recent.change(number, note)
    }

    mutating func letGo(of entry: TimelineEntry) {
        if spares.count < Self.keptSpares { spares.append(entry) }
    }

    /// The response that was planned can't be made: the failure is sent in its place.
    package mutating func unmade(_ id: ExchangeID, _ problem: ResponseProblem, at instant: Instant) -> Decision {
        guard var exchange = exchanges.remove(id) else { return Decision() }
        exchange.entry.response = .status(500)
        exchanges.insert(exchange, for: id)
        amend(exchange.entry, rule: exchange.rule)
        let kind: FailureKind =
            switch problem {
            case .template: .template
            case .unsendable: .unsendable
            }
        let failure = reserve(
            kind, .unmade(problem, rule: exchange.rule), exchange.entry, exchange.asked?.view, scope: scope(rule: -1),
            at: instant)
        return Decision(
            ResponsePlan(response: .failure(status: 500), scope: nil, entry: exchange.entry), failure: failure)
    }

    // MARK: - Failures

    /// Takes the next position in the order of failures for one that is decided: from here on the run has failed.
    mutating func reserve(
        _ kind: FailureKind, _ facts: FailureFacts, _ entry: TimelineEntry?, _ view: RequestView? = nil,
        scope: EvaluationContext,
        at instant: Instant
    ) -> DecidedFailure {
        let failure = DecidedFailure(
            kind, facts, ordinal: log.nextOrdinal, entry: entry, view: view, scope: scope, at: instant)
        log.reserve(failure)
        return failure
    }

    /// Files a failure that was explained, in its order. One that was filed before is left as it is.
    package mutating func file(_ failure: ExplainedFailure) {
        guard let ordinal = failure.ordinal else { return }
        if let entry = failure.amendedEntry { amend(entry, rule: failure.rule) }
        log.explain(ordinal, failure.findings)
    }

    /// Corrects what reports show of a request whose response could not be made.
    private mutating func amend(_ entry: TimelineEntry, rule: Int?) {
        log.amend(entry)
        for index in tallies.indices { tallies[index].amend(entry) }
        guard let rule else { return }
        if progress[rule].first?.number == entry.number { progress[rule].first = entry }
        progress[rule].recent.change(entry.number) { $0.response = entry.response }
        // No fault was played after all.
        interruptions.removeAll { $0.request == entry.groupingKey }
    }

    private mutating func evaluateInitialValues() {
        for assignment in scenario.initialValues {
            let scope = scope(rule: -1)
            do {
                let value = try assignment.value.evaluate(in: scope)
                variables[assignment.variable] = .value(value, setAt: assignment.position)
            } catch {
                variables[assignment.variable] = .broken(at: assignment.position)
                _ = reserve(
                    .template, .initialValue(assignment, error), nil, scope: scope, at: Instant(nanoseconds: 0))
            }
        }
    }

    // MARK: - Helpers

    func rule(_ number: Int) -> Rule { scenario.rule(number) }

    /// What templates see outside a response: the variables, and no request.
    func scope(rule: Int) -> EvaluationContext {
        composer.scope(rule: rule, variables, connections)
    }

    func scope(rule: Int, _ view: RequestView, count: Int, at instant: Instant) -> EvaluationContext {
        EvaluationContext(
            variables: variables, connections: connections, request: view, count: count,
            randomSource: RandomSource(seed: seed, rule: rule, count: count), now: environment.start + instant,
            serverURL: environment.serverURL)
    }
}

extension WallClockTime {
    /// The calendar's time at `instant`, where this is the time at the clock's instant zero.
    package static func + (start: WallClockTime, instant: Instant) -> WallClockTime {
        WallClockTime(nanoseconds: start.nanoseconds.addingReportingOverflow(instant.nanoseconds).partialValue)
    }
}
