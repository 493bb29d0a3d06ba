public import HTTPMessage
public import Scenarios

/// A scenario being played: a pure state machine that is told what happens and says what is to be done.
///
/// It never waits, calls no closure, opens nothing and knows no clock but the instants it is handed, so whoever drives it
/// decides on locks, sockets and time. Each `handle` is one act: a request is chosen for, counted, checked, captured from
/// and answered before the next event is looked at.
public struct Script: Sendable {
    /// What a run is given besides its scenario.
    public struct Environment: Sendable {
        /// What random values are drawn from, where the scenario fixes nothing.
        public var seed: UInt64
        /// What `{{server.url}}` makes; empty where the server has no URL.
        public var serverURL: String
        /// The calendar's time at the clock's instant zero.
        public var start: WallTime

        public init(seed: UInt64, serverURL: String, start: WallTime) {
            self.seed = seed
            self.serverURL = serverURL
            self.start = start
        }
    }

    /// What became of a rule so far.
    struct Progress: Sendable {
        var count = 0
        /// The last requests it took, at most three.
        var recent: [TimelineEntry] = []
        /// The numbers of the first and last request it took.
        var first: Int?
        var last: Int?
        /// Requests that a stub took before this step was open.
        var lost: [TimelineEntry] = []

        static let kept = 3
    }

    /// A request that is not answered yet.
    private struct Exchange: Sendable {
        let rule: Int?
        let entry: TimelineEntry
    }

    public let scenario: Scenario
    let environment: Environment
    var order: StepOrder
    /// Of steps, then of stubs.
    var progress: [Progress]
    var variables: [VariableState]
    var log = FailureLog()
    /// How many requests arrived, malformed ones included.
    public private(set) var requests = 0
    /// When the run's first request arrived, which reports count time from.
    var firstArrival: Instant?
    /// The last request that was answered by a fault or a close, until another one like it comes.
    var faulted: (method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, fault: String)?
    var tallies: [ExpectationTally]
    private var exchanges: [ExchangeID: Exchange] = [:]
    private var stepIndex: RuleIndex
    private var stubIndex: RuleIndex

    /// The scenario's run at its start, with `vars` evaluated; what fails of them is a `template` failure of the run.
    public init(_ scenario: Scenario, _ environment: Environment) {
        self.scenario = scenario
        self.environment = environment
        order = StepOrder(scenario)
        progress = Array(repeating: Progress(), count: scenario.steps.count + scenario.stubs.count)
        variables = Array(repeating: .unset, count: scenario.variables.count)
        tallies = scenario.expectations.map { _ in ExpectationTally() }
        stepIndex = RuleIndex(scenario.steps.lazy.map(\.rule.request))
        stubIndex = RuleIndex(scenario.stubs.lazy.map(\.request))
        evaluateInitialValues()
    }

    /// What random values are drawn from.
    public var seed: UInt64 { scenario.seed ?? environment.seed }

    /// Whether every step is complete and no answer is unsent.
    public var isComplete: Bool { order.incompleteSteps == 0 && exchanges.isEmpty }

    /// How many requests wait for their answer's last byte.
    public var unanswered: Int { exchanges.count }

    /// Those requests, in order of arrival.
    var unsentAnswers: [TimelineEntry] { exchanges.values.map(\.entry).sorted { $0.number < $1.number } }

    /// How many requests the step or parallel entry named `id` took; nil where there is no such step.
    public func count(ofStep id: String) -> Int? {
        scenario.steps.firstIndex { $0.rule.id == id }.map { progress[$0].count }
    }

    /// Tells the script what happened at `instant`, and has in return what is to be done, in this order.
    ///
    /// Instants must not go back.
    public mutating func handle(_ event: Event, at instant: Instant) -> [Effect] {
        switch event {
        case .connectionOpened, .connectionClosed, .headArrived, .deadline:
            return []
        case .arrived(let id, let view):
            return arrived(id, view, at: instant)
        case .malformed(let id, let request):
            return malformed(id, request, at: instant)
        case .answered(let id):
            answered(id, at: instant)
            return []
        case .gone(let id):
            exchanges[id] = nil
            return []
        case .checked(let id, let result):
            return checked(id, result, at: instant)
        case .ended:
            return endFailures(at: instant).map { .fail($0) }
        }
    }

    // MARK: - A request arrives

    private mutating func arrived(_ id: ExchangeID, _ arrival: RequestView, at instant: Instant) -> [Effect] {
        var view = arrival
        requests += 1
        let origin = firstArrival ?? instant
        firstArrival = origin
        var entry = TimelineEntry(
            number: requests, method: view.request.head.method, target: view.request.head.target,
            connection: view.request.connection, offset: instant - origin, arrival: instant,
            outcome: .failed(.unmatched), answer: .status(501))
        let counted = expectationsThatCount(view)
        defer { for place in counted { tallies[place].add(entry) } }
        var effects: [Effect] = []
        if let step = chooseStep(&view) {
            effects = take(id, rule: step, scenario.steps[step].rule, view, &entry, at: instant)
            order.take(step: step)
            if progress[step].count >= scenario.steps[step].rule.times.lower { order.complete(step: step) }
            while let first = stepIndex.first(inBucketOf: step), isDone(step: first) {
                stepIndex.skipFirst(inBucketOf: step)
            }
            exchanges[id] = Exchange(rule: step, entry: entry)
        } else if let stub = chooseStub(&view), !scenario.stubs[stub].never {
            let rule = scenario.steps.count + stub
            let robbed = stepThatWouldTake(view)
            effects = take(id, rule: rule, scenario.stubs[stub], view, &entry, robbing: robbed, at: instant)
            while let first = stubIndex.first(inBucketOf: stub),
                isExhausted(rule: scenario.steps.count + first, scenario.stubs[first])
            { stubIndex.skipFirst(inBucketOf: stub) }
            exchanges[id] = Exchange(rule: rule, entry: entry)
        } else {
            effects = refuse(id, view, &entry, at: instant)
            exchanges[id] = Exchange(rule: nil, entry: entry)
        }
        return effects
    }

    private mutating func chooseStep(_ view: inout RequestView) -> Int? {
        for step in stepIndex.candidates(for: view.path) {
            let rule = scenario.steps[step].rule
            guard !isExhausted(rule: step, rule), !order.isClosed(step: step), order.isOpen(step: step) else {
                continue
            }
            if fits(rule, step, &view), holds(rule, step) { return step }
        }
        return nil
    }

    private func chooseStub(_ view: inout RequestView) -> Int? {
        for stub in stubIndex.candidates(for: view.path) {
            let rule = scenario.stubs[stub]
            let number = scenario.steps.count + stub
            guard !isExhausted(rule: number, rule) else { continue }
            if fits(rule, number, &view), holds(rule, number) { return stub }
        }
        return nil
    }

    private func fits(_ rule: Rule, _ number: Int, _ view: inout RequestView) -> Bool {
        guard case .matched(let parameters) = rule.request.match(view, in: scope(rule: number)) else { return false }
        view.parameters = parameters
        return true
    }

    func holds(_ rule: Rule, _ number: Int) -> Bool {
        rule.when.isEmpty || rule.when.allSatisfy { $0.holds(in: scope(rule: number)) }
    }

    /// The steps that would take the request were they open, in file order.
    func stepsThatMatch(_ view: RequestView) -> [Int] {
        stepIndex.candidates(for: view.path, includingDone: true).filter { step in
            if case .matched = scenario.steps[step].rule.request.match(view, in: scope(rule: step)) {
                true
            } else {
                false
            }
        }
    }

    /// The stub marked `never` that the request fits, where no other stub takes it first.
    func neverStub(for view: RequestView) -> Int? {
        var view = view
        return chooseStub(&view).flatMap { scenario.stubs[$0].never ? $0 : nil }
    }

    private func stepThatWouldTake(_ view: RequestView) -> Int? {
        guard order.incompleteSteps > 0 else { return nil }
        return stepIndex.candidates(for: view.path).first { step in
            guard !order.isComplete(step: step), !order.isOpen(step: step) else { return false }
            if case .matched = scenario.steps[step].rule.request.match(view, in: scope(rule: step)) { return true }
            return false
        }
    }

    private func isDone(step: Int) -> Bool {
        isExhausted(rule: step, scenario.steps[step].rule) || order.isClosed(step: step)
    }

    func isExhausted(rule number: Int, _ rule: Rule) -> Bool {
        rule.times.upper.map { progress[number].count >= $0 } ?? false
    }

    // MARK: - A rule takes it

    private mutating func take(
        _ id: ExchangeID, rule number: Int, _ rule: Rule, _ view: RequestView, _ entry: inout TimelineEntry,
        robbing step: Int? = nil,
        at instant: Instant
    ) -> [Effect] {
        progress[number].count += 1
        let count = progress[number].count
        let isStep = number < scenario.steps.count
        entry.outcome = isStep ? .step(rule.id) : .stub(rule.id)
        if let step {
            entry.outcome = .stubBeforeStep(rule.id, step: scenario.steps[step].rule.id)
        }
        let response = rule.response(count: count)
        entry.answer = response.plannedAnswer

        var scope = self.scope(rule: number, view, count: count, at: instant)
        var effects: [Effect] = []
        let mismatches = rule.assertions.flatMap { pattern in
            if case .matched = pattern.match(view, in: scope) {
                [Mismatch]()
            } else {
                pattern.mismatches(view, in: scope)
            }
        }
        let refusal = check(mismatches, rule, &entry, &effects, at: instant)
        capture(rule, view, scope, entry, &effects, at: instant)
        scope.variables = variables
        let unset = assign(rule, scope, &entry, &effects, at: instant)
        scope.variables = variables

        remember(entry, rule: number)
        if let step, progress[step].lost.count < Progress.kept { progress[step].lost.append(entry) }
        faulted = response.faultName.map { (entry.method, entry.target, $0) }

        let answer = refusal ?? unset ?? .scripted(response)
        effects.append(.reply(id, ReplyPlan(answer: answer, scope: scope, entry: entry)))
        return effects
    }

    private mutating func remember(_ entry: TimelineEntry, rule: Int) {
        progress[rule].first = progress[rule].first ?? entry.number
        progress[rule].last = entry.number
        if progress[rule].recent.count == Progress.kept { progress[rule].recent.removeFirst() }
        progress[rule].recent.append(entry)
    }

    private mutating func capture(
        _ rule: Rule, _ view: RequestView, _ scope: Scope, _ entry: TimelineEntry, _ effects: inout [Effect],
        at instant: Instant
    ) {
        for capture in rule.captures {
            switch capture.value(from: view, in: scope) {
            case .success(let value):
                variables[capture.variable] = .value(value, setAt: capture.position)
            case .failure(let problem):
                variables[capture.variable] = .broken(at: capture.position)
                let name = scenario.variables[capture.variable].name
                let failure = Failure(
                    .capture, at: capture.position, rule: rule.id,
                    "\(ruleText(rule)): capture \(name) has no value", note: problem.sentence, requests: [entry],
                    instant: instant)
                effects.append(record(failure))
            }
        }
    }

    /// Evaluates `set` in written order; where a template makes no value, gives the answer that says so.
    private mutating func assign(
        _ rule: Rule, _ scope: Scope, _ entry: inout TimelineEntry, _ effects: inout [Effect], at instant: Instant
    ) -> ReplyPlan.Answer? {
        var scope = scope
        var answer: ReplyPlan.Answer?
        for assignment in rule.sets {
            do {
                let value = try assignment.value.evaluate(in: scope)
                variables[assignment.variable] = .value(value, setAt: assignment.position)
            } catch {
                variables[assignment.variable] = .broken(at: assignment.position)
                entry.answer = .status(500)
                let failure = templateFailure(error, ruleText(rule), rule.id, [entry], at: instant)
                effects += record(failure, unlessFollowsFrom: error)
                answer = answer ?? .failure(failure, status: 500)
            }
            scope.variables = variables
        }
        return answer
    }

    // MARK: - Nobody takes it

    private mutating func refuse(
        _ id: ExchangeID, _ view: RequestView, _ entry: inout TimelineEntry, at instant: Instant
    ) -> [Effect] {
        let scope = self.scope(rule: -1, view, count: 0, at: instant)
        let kind = kindOfRefusal(view)
        entry.outcome = .failed(kind.kind)
        let isUnmatched = kind.kind == .unmatched
        if isUnmatched, let unmatched = scenario.unmatched, let response = unmatched.response {
            entry.answer = response.plannedAnswer
        }
        let failure = refusal(kind, view, scope, entry, at: instant)
        defer { faulted = nil }
        guard isUnmatched, let unmatched = scenario.unmatched else {
            let plan = ReplyPlan(answer: .failure(failure, status: 501), scope: scope, entry: entry)
            return [record(failure), .reply(id, plan)]
        }
        let answer = unmatched.response.map { ReplyPlan.Answer.scripted($0) } ?? .failure(failure, status: 501)
        let reply = Effect.reply(id, ReplyPlan(answer: answer, scope: scope, entry: entry))
        return unmatched.allow ? [reply] : [record(failure), reply]
    }

    // MARK: - Other events

    private mutating func malformed(_ id: ExchangeID, _ request: MalformedRequest, at instant: Instant) -> [Effect] {
        requests += 1
        let origin = firstArrival ?? instant
        firstArrival = origin
        let entry = TimelineEntry(
            number: requests, method: Array(request.method.utf8)[...], target: Array(request.target.utf8)[...],
            connection: request.connection, offset: instant - origin, arrival: instant, outcome: .failed(.badRequest),
            answer: .status(request.status))
        let failure = Failure(
            .badRequest, at: scenario.position, "a request is no HTTP: \(request.reason)", requests: [entry],
            instant: instant)
        return [record(failure)]
    }

    private mutating func answered(_ id: ExchangeID, at instant: Instant) {
        guard let exchange = exchanges.removeValue(forKey: id), let rule = exchange.rule,
            let place = progress[rule].recent.firstIndex(where: { $0.number == exchange.entry.number })
        else { return }
        progress[rule].recent[place].answered = instant
    }

    private mutating func checked(_ id: ExchangeID, _ result: CheckResult, at instant: Instant) -> [Effect] {
        guard let exchange = exchanges[id] else { return [] }
        let rule = exchange.rule.map { self.rule($0) }
        let name = rule.map { ruleText($0) } ?? "the answer to an unmatched request"
        var entry = exchange.entry
        entry.answer = .status(500)
        let failure: Failure
        var effects: [Effect]
        switch result {
        case .made:
            return []
        case .template(let error):
            failure = templateFailure(error, name, rule?.id, [entry], at: instant)
            effects = record(failure, unlessFollowsFrom: error)
        case .unsendable(let sentence, let position):
            failure = Failure(
                .unsendable, at: position, rule: rule?.id, "\(name): \(sentence)", requests: [entry], instant: instant)
            effects = [record(failure)]
        }
        if let number = exchange.rule,
            let place = progress[number].recent.firstIndex(where: { $0.number == entry.number })
        {
            progress[number].recent[place].answer = .status(500)
        }
        let scope = self.scope(rule: exchange.rule ?? -1)
        effects.append(.reply(id, ReplyPlan(answer: .failure(failure, status: 500), scope: scope, entry: entry)))
        return effects
    }

    private mutating func evaluateInitialValues() {
        for assignment in scenario.initialValues {
            do {
                let value = try assignment.value.evaluate(in: scope(rule: -1))
                variables[assignment.variable] = .value(value, setAt: assignment.position)
            } catch {
                variables[assignment.variable] = .broken(at: assignment.position)
                log.add(templateFailure(error, "vars", nil, [], at: Instant(nanoseconds: 0)))
            }
        }
    }

    // MARK: - Helpers

    func rule(_ number: Int) -> Rule {
        number < scenario.steps.count ? scenario.steps[number].rule : scenario.stubs[number - scenario.steps.count]
    }

    /// Keeps a failure for the verdict.
    mutating func record(_ failure: Failure) -> Effect {
        log.add(failure)
        return .fail(failure)
    }

    /// What templates see outside an answer: the variables, and no request.
    func scope(rule: Int) -> Scope {
        Scope(
            variables: variables, draws: Draws(seed: seed, rule: rule, count: 0), now: environment.start,
            serverURL: environment.serverURL)
    }

    private func scope(rule: Int, _ view: RequestView, count: Int, at instant: Instant) -> Scope {
        Scope(
            variables: variables, request: view, count: count, draws: Draws(seed: seed, rule: rule, count: count),
            now: environment.start + instant, serverURL: environment.serverURL)
    }
}

extension WallTime {
    /// The calendar's time at `instant`, where this is the time at the clock's instant zero.
    public static func + (start: WallTime, instant: Instant) -> WallTime {
        WallTime(nanoseconds: start.nanoseconds.addingReportingOverflow(instant.nanoseconds).partialValue)
    }
}

extension Rule {
    /// The answer to the request that is its `count`th, from 1.
    func response(count: Int) -> ResponseTemplate {
        let place = count - 1
        if place < responses.count { return responses[place] }
        return then == .cycle ? responses[place % responses.count] : responses[responses.count - 1]
    }
}

extension ResponseTemplate {
    /// What the timeline says of the answer before it is made.
    var plannedAnswer: TimelineEntry.Answer {
        if let fault, fault.phase == .responseStart { return .fault(fault.kind.rawValue) }
        return if case .constant(let status) = status { .status(status) } else { .status(200) }
    }

    /// How the connection ends with this answer, where it does.
    var faultName: String? { fault?.kind.rawValue ?? (connection == .close ? "close" : nil) }
}
