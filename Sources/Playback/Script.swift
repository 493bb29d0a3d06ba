public import HTTPMessage
public import Scenarios

/// A scenario being played: a pure state machine that is told what happens and decides what is to be done.
///
/// It never waits, calls no closure, opens nothing and knows no clock but the instants it is handed, so whoever drives it
/// decides on locks, sockets and time. Instants must not go back. It makes no sentence: what failed is reserved here, is
/// explained by the `composer` outside the lock, and is then filed.
public struct Script: Sendable {
    /// What a run is given besides its scenario.
    public struct Environment: Sendable {
        /// What random values are drawn from; whoever makes the script decides between the scenario's seed and another.
        public var seed: UInt64
        /// What `{{server.url}}` makes; empty where the server has no URL.
        public var serverURL: String
        /// The calendar's time at the clock's instant zero.
        public var start: WallClockTime

        public init(seed: UInt64, serverURL: String, start: WallClockTime) {
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
    private struct Exchange: Sendable {
        let rule: Int?
        var entry: TimelineEntry
        /// The request, where what is said of its answer may show parts of it.
        var asked: Asked?
    }

    private final class Asked: Sendable {
        let view: RequestView

        init(_ view: RequestView) { self.view = view }
    }

    /// A request whose answer ended its connection.
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
    /// Where the steps that patterns name took their last requests.
    private(set) var connections = StepConnections()
    /// Explains what this decides.
    public let composer: FailureComposer
    var log = FailureLog()
    /// How many requests arrived, malformed ones included.
    public private(set) var requests = 0
    /// When the run's first request arrived, which reports count time from.
    private var firstArrival: Instant?
    /// The last requests that were answered by a fault or a close, each until another one like it comes.
    var interruptions: [InterruptedRequest] = []
    var tallies: [ExpectationTally]
    private var exchanges = ExchangeTable<Exchange>()
    /// Entries that nothing here holds any more, whose room serves again, so that one more request takes no memory.
    private var spares: [TimelineEntry] = []
    private static let keptSpares = 256
    /// How many requests were unmatched.
    var unmatched = 0
    private var stepProgress: RuleIndex.Progress
    private var stubProgress: RuleIndex.Progress

    /// The scenario's run at its start, with `vars` evaluated; what fails of them is a `template` failure of the run.
    public init(_ scenario: Scenario, _ environment: Environment) {
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

    public var scenario: Scenario { compiled.scenario }

    /// What random values are drawn from.
    public var seed: UInt64 { composer.seed }

    /// Whether anything failed so far, explained or not.
    public var hasFailed: Bool { !log.isEmpty }

    /// Whether every step is complete and no answer is unsent.
    public var isComplete: Bool { order.incompleteSteps == 0 && exchanges.isEmpty }

    /// How many requests wait for their answer's last byte.
    public var unanswered: Int { exchanges.count }

    /// Those requests, in order of arrival.
    var unsentResponses: [TimelineEntry] { exchanges.values.map(\.entry).sorted { $0.number < $1.number } }

    /// How many requests the step or parallel entry named `id` took; nil where there is no such step.
    public func count(ofStep id: String) -> Int? {
        scenario.steps.firstIndex { $0.rule.id == id }.map { progress[$0].count }
    }

    // MARK: - A request arrives

    /// Decides a request that is there whole. It is chosen for, counted, checked, captured from and answered before
    /// anything else happens, and always has a reply.
    ///
    /// - Returns: nil, with nothing done, where `study` lacks results that take too long to find under a lock. It has to
    ///   answer, and the script to be asked again.
    public mutating func arrived(
        _ id: ExchangeID, _ view: RequestView, _ study: inout RequestStudy, at instant: Instant
    ) -> Decision? {
        study.dropOutdatedCandidates(revision: revision)
        let counted = expectationsThatCount(view, &study)
        guard !study.lacksCandidates else { return nil }
        if let (step, parameters) = chooseStep(view, &study) {
            let later = compiled.steps.hasOverlaps ? laterStep(than: step, view, &study) : nil
            let taking = taking(step, view, parameters, &study, at: instant)
            guard !study.isIncomplete else { return nil }
            var entry = newEntry(view, at: instant)
            let decision = take(id, rule: step, view, parameters, taking, &entry, robbing: later, at: instant)
            order.take(step: step)
            if progress[step].count >= scenario.steps[step].rule.times.lower { order.complete(step: step) }
            while let first = compiled.steps.first(stepProgress, inBucketOf: step), isDone(step: first) {
                compiled.steps.skipFirst(&stepProgress, inBucketOf: step)
            }
            if scenario.connectionSteps.contains(step) {
                connections[step] = view.request.connection.index
                revision += 1
            }
            for index in counted { tallies[index].add(entry) }
            return decision
        }
        guard !study.lacksCandidates else { return nil }
        let choice = chooseStub(view, &study)
        if let (stub, parameters) = choice, !scenario.stubs[stub].never {
            let rule = scenario.steps.count + stub
            let step = stepThatWouldTake(view, &study)
            let taking = taking(rule, view, parameters, &study, at: instant)
            guard !study.isIncomplete else { return nil }
            var entry = newEntry(view, at: instant)
            let decision = take(id, rule: rule, view, parameters, taking, &entry, robbing: step, at: instant)
            while let first = compiled.stubs.first(stubProgress, inBucketOf: stub),
                isExhausted(rule: scenario.steps.count + first, scenario.stubs[first])
            { compiled.stubs.skipFirst(&stubProgress, inBucketOf: stub) }
            for index in counted { tallies[index].add(entry) }
            return decision
        }
        guard !study.lacksCandidates else { return nil }
        let reason = noMatchReason(of: view, neverStub: choice?.stub, &study)
        guard !study.isIncomplete else { return nil }
        var entry = newEntry(view, at: instant)
        let decision = refuse(id, reason, view, &entry, at: instant)
        for index in counted { tallies[index].add(entry) }
        return decision
    }

    /// Lets go of the exchange's request: its response is made, and nothing more is said of it that shows the request.
    public mutating func letGoOfRequest(_ id: ExchangeID) {
        guard var exchange = exchanges[id], exchange.asked != nil else { return }
        exchange.asked = nil
        exchanges.set(exchange, for: id)
    }

    /// Decides a request however long that takes.
    public mutating func arrived(_ id: ExchangeID, _ view: RequestView, at instant: Instant) -> Decision {
        var study = RequestStudy(view)
        while true {
            if let decision = arrived(id, view, &study, at: instant) { return decision }
            study.resolve(view, composer)
        }
    }

    /// The entry of a request that is being decided: the next.
    private mutating func newEntry(_ view: RequestView, at instant: Instant) -> TimelineEntry {
        let (number, origin) = count(at: instant)
        var entry = spares.popLast() ?? TimelineEntry()
        entry.become(number, view.request, arrival: instant, since: origin)
        if compiled.redactsTargets { entry.redact(compiled.redactor) }
        return entry
    }

    /// What the rule makes of the request, where that is costly and found already.
    private func taking(
        _ number: Int, _ view: RequestView, _ parameters: [PathParameter], _ study: inout RequestStudy,
        at instant: Instant
    ) -> RequestStudy.Taking? {
        let rule = rule(number)
        guard !rule.onlyResponds, study.isCostly(taking: rule) else { return nil }
        let count = progress[number].count + 1
        return study.taking(number, rule, count: count, revision: revision) {
            var view = view
            view.parameters = parameters
            return scope(rule: number, view, count: count, at: instant)
        }
    }

    /// Notes that an answer is due; `view` is the request, where the answer may show parts of it.
    mutating func owe(_ id: ExchangeID, _ entry: TimelineEntry, rule: Int?, _ view: RequestView?) {
        exchanges.set(Exchange(rule: rule, entry: entry, asked: view.map(Asked.init)), for: id)
    }

    /// Counts a request, and says its number and when the run's first came.
    private mutating func count(at instant: Instant) -> (number: Int, origin: Instant) {
        requests += 1
        let origin = firstArrival ?? instant
        firstArrival = origin
        return (requests, origin)
    }

    private mutating func chooseStep(
        _ view: RequestView, _ study: inout RequestStudy
    ) -> (step: Int, parameters: [PathParameter])? {
        if study.hasCandidates { return chooseCandidate(view, &study) }
        var traversal = compiled.steps.traverse(for: view, stepProgress)
        while !study.lacksCandidates, let step = compiled.steps.next(&traversal) {
            switch match(openStep: step, view, &study) {
            case .matched(let parameters): return (step, parameters)
            case .waiting(let variable): progress[step].awaited = variable
            case .notMatched: break
            }
        }
        return nil
    }

    /// Chooses among the steps that were found outside the lock.
    private mutating func chooseCandidate(
        _ view: RequestView, _ study: inout RequestStudy
    ) -> (step: Int, parameters: [PathParameter])? {
        for step in study.candidates?.stepRules ?? [] {
            switch match(openStep: step, view, &study) {
            case .matched(let parameters): return (step, parameters)
            case .waiting(let variable): progress[step].awaited = variable
            case .notMatched: break
            }
        }
        return nil
    }

    private func match(openStep step: Int, _ view: RequestView, _ study: inout RequestStudy) -> RequestMatch {
        let rule = scenario.steps[step].rule
        guard !isExhausted(rule: step, rule), !order.isClosed(step: step), order.isOpen(step: step) else {
            return .notMatched
        }
        let match = match(rule, step, view, &study)
        return match.isMatched && !conditionsHold(rule, step, &study) ? .notMatched : match
    }

    private func chooseStub(
        _ view: RequestView, _ study: inout RequestStudy
    ) -> (stub: Int, parameters: [PathParameter])? {
        for stub in stubs(for: view, study) where !study.lacksCandidates {
            let rule = scenario.stubs[stub]
            let number = scenario.steps.count + stub
            guard !isExhausted(rule: number, rule),
                case .matched(let parameters) = match(rule, number, view, &study),
                conditionsHold(rule, number, &study)
            else { continue }
            return (stub, parameters)
        }
        return nil
    }

    /// The steps that may take the request, in file order.
    private func steps(
        for view: RequestView, includingDone: Bool = false, _ study: RequestStudy
    ) -> some Sequence<Int> {
        study.candidates.map { RuleSequence(found: $0.stepRules) }
            ?? compiled.steps.rules(for: view, includingDone ? nil : stepProgress)
    }

    /// The stubs that may take the request, by their number among the stubs.
    func stubs(for view: RequestView, includingDone: Bool = false, _ study: RequestStudy) -> some Sequence<Int> {
        study.candidates.map { RuleSequence(found: $0.stubRules) }
            ?? compiled.stubs.rules(for: view, includingDone ? nil : stubProgress)
    }

    private func match(
        _ rule: Rule, _ number: Int, _ view: RequestView, _ study: inout RequestStudy
    ) -> RequestMatch {
        if let matches = rule.request.matches(view) { return matches ? .matched(parameters: []) : .notMatched }
        if let known = candidate(number, study)?.match { return known }
        if study.isCostly(rule.request),
            let known = study.match(.rule(number), rule.request, revision: revision, { scope(rule: number) })
        {
            return known
        }
        guard study.mayInspect(revision: revision, { scope(rule: -1) }) else { return .notMatched }
        return rule.request.match(view, in: scope(rule: number))
    }

    private func candidate(_ number: Int, _ study: RequestStudy) -> CandidateRules.Candidate? {
        study.candidates?.candidate(rule: number, firstStub: scenario.steps.count)
    }

    /// Whether the conditions under the rule's `when` hold.
    private func conditionsHold(_ rule: Rule, _ number: Int, _ study: inout RequestStudy) -> Bool {
        if rule.when.isEmpty { return true }
        if let known = candidate(number, study)?.conditionsHold { return known }
        return study.mayInspect(revision: revision, { scope(rule: -1) }) && conditionsHold(rule, number)
    }

    func conditionsHold(_ rule: Rule, _ number: Int) -> Bool {
        rule.when.isEmpty || rule.when.allSatisfy { $0.matches(in: scope(rule: number)) }
    }

    /// Whether the request matches the step, open or not.
    private func matches(step: Int, _ view: RequestView, _ study: inout RequestStudy) -> Bool {
        match(scenario.steps[step].rule, step, view, &study).isMatched
    }

    /// Whether the request matches the stub, whatever came before.
    func matches(stub: Int, _ view: RequestView, _ study: inout RequestStudy) -> Bool {
        match(scenario.stubs[stub], scenario.steps.count + stub, view, &study).isMatched
    }

    /// The steps that would take the request were they open, in file order.
    func stepsThatMatch(_ view: RequestView, _ study: inout RequestStudy) -> [Int] {
        var matching: [Int] = []
        for step in steps(for: view, includingDone: true, study) where !study.lacksCandidates {
            if matches(step: step, view, &study) { matching.append(step) }
        }
        return matching
    }

    /// The first step that still needs a request and would take this one were it open.
    private func stepThatWouldTake(_ view: RequestView, _ study: inout RequestStudy) -> Int? {
        guard order.incompleteSteps > 0 else { return nil }
        return steps(for: view, study).first {
            study.lacksCandidates || !order.isComplete(step: $0) && matches(step: $0, view, &study)
        }
    }

    /// How many steps are looked at for one that would have taken a request, which each request that a step takes pays for.
    private static let comparedLaterSteps = 16

    /// The first later step that still needs a request and would have taken this one, had not the step `taker`.
    ///
    /// Where `taker` needs the request too and both ask for the same, it is the taker's: the script has one after the other.
    private func laterStep(than taker: Int, _ view: RequestView, _ study: inout RequestStudy) -> Int? {
        let taking = scenario.steps[taker].rule
        let isSpare = order.isComplete(step: taker)
        guard order.incompleteSteps > (isSpare ? 0 : 1) else { return nil }
        return steps(for: view, study).prefix(Self.comparedLaterSteps).first { step in
            step > taker && !order.isComplete(step: step)
                && (isSpare || scenario.steps[step].rule.summary != taking.summary) && matches(step: step, view, &study)
        }
    }

    private func isDone(step: Int) -> Bool {
        isExhausted(rule: step, scenario.steps[step].rule) || order.isClosed(step: step)
    }

    func isExhausted(rule number: Int, _ rule: Rule) -> Bool {
        rule.times.upper.map { progress[number].count >= $0 } ?? false
    }

    // MARK: - Other events

    /// A client broke HTTP; the transport has answered for itself.
    public mutating func malformed(_ received: MalformedRequest, at instant: Instant) -> Decision {
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

    /// The last byte of an answer is written.
    public mutating func answered(_ id: ExchangeID, at instant: Instant) {
        end(id) { $0.answered = instant }
    }

    /// The client left before the last byte of the response was written.
    ///
    /// - Returns: the request, unless its end was told before.
    @discardableResult
    public mutating func gone(_ id: ExchangeID, at instant: Instant) -> TimelineEntry? {
        guard var entry = exchanges[id]?.entry else { return nil }
        end(id) { $0.left = instant }
        entry.left = instant
        return entry
    }

    /// A response that had begun can't be sent to its end.
    ///
    /// - Returns: the request, unless its end was told before, and the failure.
    public mutating func brokeOff(
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
    public mutating func unmade(_ id: ExchangeID, _ problem: ResponseProblem, at instant: Instant) -> Decision {
        guard var exchange = exchanges[id] else { return Decision() }
        exchange.entry.response = .status(500)
        exchanges.set(exchange, for: id)
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

    /// Takes the next place in the order of failures for one that is decided: from here on the run has failed.
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
    public mutating func file(_ failure: ExplainedFailure) {
        guard let ordinal = failure.ordinal else { return }
        if let entry = failure.amendedEntry { amend(entry, rule: failure.rule) }
        log.explain(ordinal, failure.findings)
    }

    /// Corrects what reports show of a request whose answer could not be made.
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

    /// What templates see outside an answer: the variables, and no request.
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
    public static func + (start: WallClockTime, instant: Instant) -> WallClockTime {
        WallClockTime(nanoseconds: start.nanoseconds.addingReportingOverflow(instant.nanoseconds).partialValue)
    }
}
