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
        /// How many requests came for it after its last.
        var extra = 0
        /// The last requests it took.
        var recent = RecentEntries()
        /// The first request it took.
        var first: TimelineEntry?
        /// The first requests that a stub took before this step was open, at most three, and how many they were.
        var lost: [TimelineEntry] = []
        var lostCount = 0
        /// The variable without a value for which its `request` did not match.
        var awaited: Int?

        /// How many of the lost are kept.
        static let kept = 3
    }

    /// A request that is not answered yet.
    private struct Exchange: Sendable {
        let rule: Int?
        var entry: TimelineEntry
        /// The request, where what is said of its answer may show parts of it.
        let asked: Asked?
    }

    private final class Asked: Sendable {
        let view: RequestView

        init(_ view: RequestView) { self.view = view }
    }

    /// A request whose answer ended its connection.
    struct Interruption: Sendable {
        let request: TimelineEntry.Likeness
        let rule: Int
        let fault: String

        static let kept = 16
    }

    private let shared: SharedScenario
    let environment: Environment
    var order: StepOrder
    /// Of steps, then of stubs.
    var progress: [Progress]
    var variables: [VariableState]
    /// Where the steps that patterns name took their last requests.
    private var connections = StepConnections()
    /// The variables that hold what is masked.
    private let maskedVariables: Set<Int>
    var log = FailureLog()
    /// How many requests arrived, malformed ones included.
    public private(set) var requests = 0
    /// When the run's first request arrived, which reports count time from.
    private var firstArrival: Instant?
    /// The last requests that were answered by a fault or a close, each until another one like it comes.
    var interruptions: [Interruption] = []
    var tallies: [ExpectationTally]
    private var exchanges = ExchangeTable<Exchange>()
    /// Entries that nothing here holds any more, whose room serves again, so that one more request takes no memory.
    private var spares: [TimelineEntry] = []
    private static let keptSpares = 256
    /// How many requests were unmatched.
    var unmatched = 0
    var stepIndex: RuleIndex
    var stubIndex: RuleIndex

    /// The scenario's run at its start, with `vars` evaluated; what fails of them is a `template` failure of the run.
    public init(_ scenario: Scenario, _ environment: Environment) {
        shared = SharedScenario(scenario)
        self.environment = environment
        order = StepOrder(shared)
        progress = Array(repeating: Progress(), count: scenario.steps.count + scenario.stubs.count)
        variables = Array(repeating: .unset, count: scenario.variables.count)
        maskedVariables = scenario.maskedVariables
        tallies = scenario.expectations.map { _ in ExpectationTally() }
        stepIndex = RuleIndex(scenario.steps.lazy.map(\.rule.request))
        stubIndex = RuleIndex(scenario.stubs.lazy.map(\.request))
        evaluateInitialValues()
    }

    public var scenario: Scenario { shared.scenario }

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
    /// Instants must not go back. A request that arrives is answered by exactly one `reply`.
    public mutating func handle(_ event: Event, at instant: Instant) -> Effects {
        switch event {
        case .connectionOpened, .connectionClosed, .headArrived, .deadline:
            return Effects()
        case .arrived(let id, let view):
            return arrived(id, view, at: instant)
        case .malformed(_, let request):
            return malformed(request, at: instant)
        case .answered(let id):
            answered(id, at: instant)
            return Effects()
        case .gone(let id):
            end(id) { $0.left = instant }
            return Effects()
        case .checked(let id, let result):
            return checked(id, result, at: instant)
        case .ended:
            return Effects(failures: ending(at: instant).failures)
        }
    }

    // MARK: - A request arrives

    /// What `handle` does when a request is there whole.
    public mutating func arrived(_ id: ExchangeID, _ view: RequestView, at instant: Instant) -> Effects {
        let (number, origin) = count(at: instant)
        var entry = spares.popLast() ?? TimelineEntry()
        entry.become(number, view.request, arrival: instant, since: origin)
        let counted = expectationsThatCount(view)
        let effects: Effects
        if let (step, parameters) = chooseStep(view) {
            effects = take(id, rule: step, view, parameters, &entry, at: instant)
            order.take(step: step)
            if progress[step].count >= scenario.steps[step].rule.times.lower { order.complete(step: step) }
            while let first = stepIndex.first(inBucketOf: step), isDone(step: first) {
                stepIndex.skipFirst(inBucketOf: step)
            }
            if scenario.connectionSteps.contains(step) { connections[step] = view.request.connection.index }
        } else if let (stub, parameters) = chooseStub(view), !scenario.stubs[stub].never {
            let rule = scenario.steps.count + stub
            let step = stepThatWouldTake(view)
            effects = take(id, rule: rule, view, parameters, &entry, robbing: step, at: instant)
            while let first = stubIndex.first(inBucketOf: stub),
                isExhausted(rule: scenario.steps.count + first, scenario.stubs[first])
            { stubIndex.skipFirst(inBucketOf: stub) }
        } else {
            effects = refuse(id, view, &entry, at: instant)
        }
        for place in counted { tallies[place].add(entry) }
        return effects
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

    private mutating func chooseStep(_ view: RequestView) -> (step: Int, parameters: [PathParameter])? {
        var walk = stepIndex.walk(for: view)
        while let step = stepIndex.next(&walk) {
            let rule = scenario.steps[step].rule
            guard !isExhausted(rule: step, rule), !order.isClosed(step: step), order.isOpen(step: step) else {
                continue
            }
            switch match(rule, step, view) {
            case .matched(let parameters):
                guard holds(rule, step) else { continue }
                return (step, parameters)
            case .waiting(let variable):
                progress[step].awaited = variable
            case .notMatched:
                break
            }
        }
        return nil
    }

    private func chooseStub(_ view: RequestView) -> (stub: Int, parameters: [PathParameter])? {
        var walk = stubIndex.walk(for: view)
        while let stub = stubIndex.next(&walk) {
            let rule = scenario.stubs[stub]
            let number = scenario.steps.count + stub
            guard !isExhausted(rule: number, rule),
                case .matched(let parameters) = match(rule, number, view), holds(rule, number)
            else { continue }
            return (stub, parameters)
        }
        return nil
    }

    private func match(_ rule: Rule, _ number: Int, _ view: RequestView) -> PatternMatch {
        if let fits = rule.request.fits(view) { return fits ? .matched(parameters: []) : .notMatched }
        return rule.request.match(view, in: scope(rule: number))
    }

    func holds(_ rule: Rule, _ number: Int) -> Bool {
        rule.when.isEmpty || rule.when.allSatisfy { $0.holds(in: scope(rule: number)) }
    }

    /// Whether the request fits, open or not.
    private func fits(step: Int, _ view: RequestView) -> Bool {
        if case .matched = match(scenario.steps[step].rule, step, view) { true } else { false }
    }

    /// The steps that would take the request were they open, in file order.
    func stepsThatMatch(_ view: RequestView) -> [Int] {
        stepIndex.candidates(for: view, includingDone: true).filter { fits(step: $0, view) }
    }

    /// The stub marked `never` that the request fits, where no other stub takes it first.
    func neverStub(for view: RequestView) -> Int? {
        chooseStub(view).flatMap { scenario.stubs[$0.stub].never ? $0.stub : nil }
    }

    /// The first step that still needs a request and would take this one were it open.
    private func stepThatWouldTake(_ view: RequestView) -> Int? {
        guard order.incompleteSteps > 0 else { return nil }
        return stepIndex.candidates(for: view).first { !order.isComplete(step: $0) && fits(step: $0, view) }
    }

    private func isDone(step: Int) -> Bool {
        isExhausted(rule: step, scenario.steps[step].rule) || order.isClosed(step: step)
    }

    func isExhausted(rule number: Int, _ rule: Rule) -> Bool {
        rule.times.upper.map { progress[number].count >= $0 } ?? false
    }

    // MARK: - Other events

    private mutating func malformed(_ request: MalformedRequest, at instant: Instant) -> Effects {
        let (number, origin) = count(at: instant)
        let entry = TimelineEntry(
            number: number, method: Array(request.method.utf8)[...], target: Array(request.target.utf8)[...],
            connection: request.connection, offset: instant - origin, arrival: instant, outcome: .failed(.badRequest),
            answer: .status(request.status))
        for place in expectationsThatCount(connectionOf: request.connection) { tallies[place].add(entry) }
        let failure = Failure(
            .badRequest, at: scenario.position, "\(request.problem.rawValue): \(request.reason)", requests: [entry],
            instant: instant)
        return Effects(failures: record(Finding(failure)))
    }

    /// What `handle` does when the last byte of an answer is written.
    public mutating func answered(_ id: ExchangeID, at instant: Instant) {
        end(id) { $0.answered = instant }
    }

    private mutating func end(_ id: ExchangeID, _ note: (inout TimelineEntry) -> Void) {
        guard let exchange = exchanges.remove(id), let rule = exchange.rule else { return }
        let number = exchange.entry.number
        guard progress[rule].recent.holds(number) else { return letGo(of: exchange.entry) }
        // Its share ends before the entry is changed, which then takes no copy.
        _ = consume exchange
        progress[rule].recent.change(number, note)
    }

    mutating func letGo(of entry: TimelineEntry) {
        if spares.count < Self.keptSpares { spares.append(entry) }
    }

    private mutating func checked(_ id: ExchangeID, _ result: CheckResult, at instant: Instant) -> Effects {
        guard var exchange = exchanges[id] else { return Effects() }
        let name = exchange.rule.map(ruleText) ?? "the answer to an unmatched request"
        let rule = exchange.rule.map { self.rule($0) }
        exchange.entry.answer = .status(500)
        var finding: Finding
        switch result {
        case .made:
            return Effects()
        case .template(let error):
            finding = Finding(templateFailure(error, name, rule?.id, at: instant), cause: error)
        case .unsendable(let sentence, let position):
            finding = Finding(
                Failure(.unsendable, at: position, rule: rule?.id, "\(name): \(sentence)", instant: instant))
        }
        finding.failure.requests = [exchange.entry]
        finding.failure = finding.failure.hiding(secrets(of: exchange.asked?.view))
        exchanges.set(exchange, for: id)
        amend(exchange.entry, rule: exchange.rule)
        let answer = ReplyPlan.Answer.failure(finding.failure, status: 500)
        let failures = record(finding)
        return Effects(id, ReplyPlan(answer: answer, scope: nil, entry: exchange.entry), failures: failures)
    }

    /// Corrects what reports show of a request whose answer could not be made.
    private mutating func amend(_ entry: TimelineEntry, rule: Int?) {
        log.amend(entry)
        for place in tallies.indices { tallies[place].amend(entry) }
        guard let rule else { return }
        if progress[rule].first?.number == entry.number { progress[rule].first = entry }
        progress[rule].recent.change(entry.number) { $0.answer = entry.answer }
        // No fault was played after all.
        interruptions.removeAll { $0.request == entry.likeness }
    }

    private mutating func evaluateInitialValues() {
        for assignment in scenario.initialValues {
            do {
                let value = try assignment.value.evaluate(in: scope(rule: -1))
                variables[assignment.variable] = .value(value, setAt: assignment.position)
            } catch {
                variables[assignment.variable] = .broken(at: assignment.position)
                let failure = templateFailure(error, "vars", nil, at: Instant(nanoseconds: 0))
                _ = record(Finding(failure, cause: error, breaks: assignment.position))
            }
        }
    }

    // MARK: - Helpers

    func rule(_ number: Int) -> Rule {
        number < scenario.steps.count ? scenario.steps[number].rule : scenario.stubs[number - scenario.steps.count]
    }

    /// `step "refresh"`, `stub "images"`.
    func ruleText(_ number: Int) -> String {
        number < scenario.steps.count ? Printable.step(rule(number).id) : Printable.stub(rule(number).id)
    }

    /// A failure that was found, before it is kept.
    struct Finding {
        var failure: Failure
        /// The expression that alone is the reason.
        var cause: EvaluationError?
        /// The place that should have set a variable and did not.
        var breaks: Position?
        /// Whether the answer can't be the scripted one because of it.
        var isUnmade = false

        init(_ failure: Failure, cause: EvaluationError? = nil, breaks: Position? = nil) {
            self.failure = failure
            self.cause = cause
            self.breaks = breaks
        }
    }

    /// Keeps a failure for the verdict, or lists it under the one that is its only reason.
    mutating func record(_ finding: Finding) -> [Failure] {
        return log.keep(finding) ? [finding.failure] : []
    }

    /// What failures about the request must not show.
    func secrets(of view: RequestView?) -> Secrets {
        Secrets(scenario, view, variables: variables, masked: maskedVariables)
    }

    /// What templates see outside an answer: the variables, and no request.
    func scope(rule: Int) -> Scope {
        Scope(
            variables: variables, connections: connections, draws: Draws(seed: seed, rule: rule, count: 0),
            now: environment.start, serverURL: environment.serverURL)
    }

    func scope(rule: Int, _ view: RequestView, count: Int, at instant: Instant) -> Scope {
        Scope(
            variables: variables, connections: connections, request: view, count: count,
            draws: Draws(seed: seed, rule: rule, count: count), now: environment.start + instant,
            serverURL: environment.serverURL)
    }
}

extension FailureLog {
    /// Adds the failure, or lists it under the one that is its only reason; whether it stands by itself.
    mutating func keep(_ finding: Script.Finding) -> Bool {
        if case .broken(_, let position)? = finding.cause?.reason,
            list(finding.failure, under: position, breaking: finding.breaks)
        {
            return false
        }
        add(finding.failure, breaking: finding.breaks)
        return true
    }
}

extension WallTime {
    /// The calendar's time at `instant`, where this is the time at the clock's instant zero.
    public static func + (start: WallTime, instant: Instant) -> WallTime {
        WallTime(nanoseconds: start.nanoseconds.addingReportingOverflow(instant.nanoseconds).partialValue)
    }
}
