package import HTTPMessage
import Scenarios

// `hold`, `max_in_flight`, `interval` and `client`. Only a scenario that has one of them comes here.
extension Script {
    /// The number of requests in flight that a failure shows.
    private static let shownInFlight = 3

    /// Watches what the timing of new stubs refers to, which may have had requests before.
    mutating func watchTimingOfNewStubs() {
        let scenario = scenario
        let new: [Int]
        if timing == nil {
            timing = TimingState(scenario)
            new = timing.map { Array($0.rules.keys) } ?? []
        } else {
            new = timing?.update(for: scenario) ?? []
        }
        for number in new {
            let ends = progress[number].recent.all.compactMap { $0.answered ?? $0.left }
            let inFlight = exchanges.values.count { $0.rule == number }
            timing?.rules[number]?.inFlight = inFlight
            timing?.rules[number]?.lastEnd = ends.max()
            timing?.rules[number]?.hasEnded = progress[number].count > inFlight
        }
        for number in new {
            guard case .step(let step, _, let event)? = rule(number).timing?.hold?.until else { continue }
            switch event {
            case .taken where progress[step].count > 0, .answered where timing?.rules[step]?.hasEnded == true:
                _ = timing?.rules[number]?.hold?.open()
            case .quiet(let duration) where timing?.rules[step]?.hasEnded == true:
                // Whether a response was delivered that nobody watched is not known: it was written.
                timing?.rules[step]?.isDelivered = true
                timing?.quietHolds.append(QuietHold(rule: number, duration: duration))
            case .taken, .answered, .quiet: break
            }
        }
    }

    /// A rule took a request, whose response it owes.
    ///
    /// - Parameter mayHold: whether the response is the scripted one; any other is sent at once.
    mutating func watchStart(
        of id: ExchangeID, _ entry: TimelineEntry, rule number: Int, mayHold: Bool, at instant: Instant
    ) -> TimingEffects? {
        guard let watched = timing?.rules[number] else { return nil }
        let rule = self.rule(number)
        var failures: [DecidedFailure] = []
        if let limits = rule.timing?.interval,
            let interval = timing?.interval(before: number, count: progress[number].count, at: instant),
            let violated = limits.violated(by: interval.duration)
        {
            failures.append(
                reserve(
                    .interval, .interval(interval, violated, rule: number, recent: lastTaken()), about: entry,
                    at: instant))
        }
        if let limit = rule.timing?.maxInFlight, watched.inFlight >= limit.count {
            let facts = FailureFacts.inFlight(
                watched.inFlight + 1, limit, rule: number, others: inFlight(of: progress[number].recent, but: entry))
            failures.append(reserve(.maxInFlight, facts, about: entry, at: instant))
        }
        timing?.rules[number]?.inFlight += 1
        watchDelivery(of: id, entry, rule: number)
        var (released, isHeld) = ([ExchangeID](), false)
        if watched.hold?.isOpen == false {
            let outcome = timing?.hold(id, entry, rule: number, isHeld: mayHold, at: instant)
            released = outcome?.released ?? []
            isHeld = mayHold && !released.contains(id)
            released.removeAll { $0 == id }
            failures += conflict(outcome, rule: number, at: instant)
        }
        if progress[number].count == 1 { open(holdsUntil: number, at: .taken, &released, &failures, instant) }
        return TimingEffects(isHeld: isHeld, released: released, failures: failures)
    }

    /// The last byte of a response is written, or its client has left.
    mutating func watchEnd(of id: ExchangeID, hasLeft: Bool, at instant: Instant) -> TimingEffects? {
        if !hasLeft { timing?.deliveries[id]?.isWritten = true }
        guard let exchange = exchanges[id] else { return nil }
        timing?.deliveries[id]?.entry = exchange.entry
        if case .afterLastByte? = exchange.leaving { return nil }
        if timing?.sending.contains(id) == false { addInFlight(-1, id, at: instant) }
        timing?.sending.remove(id)
        timing?.counting[id] = nil
        guard let number = exchange.rule, timing?.rules[number] != nil else { return nil }
        var failures: [DecidedFailure] = []
        let isFirst = timing?.rules[number]?.hasEnded == false
        timing?.rules[number]?.hasEnded = true
        var released = timing?.rules[number]?.hold?.ended(id) ?? []
        if isFirst { open(holdsUntil: number, at: .answered, &released, &failures, instant) }
        return TimingEffects(released: released, failures: failures)
    }

    /// The last byte of a response is about to be handed to the system. From now on its client may have it, and may send
    /// its next request on another connection, which must not seem to come before the end of this response.
    package mutating func sending(_ id: ExchangeID, at instant: Instant) {
        guard exchanges[id] != nil, timing?.sending.insert(id).inserted == true else { return }
        addInFlight(-1, id, at: instant)
    }

    /// The system did not take the last byte.
    package mutating func notSent(_ id: ExchangeID, at instant: Instant) {
        if timing?.sending.remove(id) != nil { addInFlight(1, id, at: instant) }
    }

    /// Changes the numbers of requests in flight that count an exchange; if it ends, it ends at `instant`.
    private mutating func addInFlight(_ change: Int, _ id: ExchangeID, at instant: Instant) {
        for index in timing?.counting[id] ?? [] { timing?.inFlight[index, default: 0] += change }
        guard let number = exchanges[id]?.rule, timing?.rules[number] != nil else { return }
        timing?.rules[number]?.inFlight += change
        if change < 0 { timing?.rules[number]?.lastEnd = instant }
    }

    /// The exchange's scripted response can't be produced: what is sent instead is not held.
    package mutating func stopHolding(_ id: ExchangeID) -> TimingEffects? {
        guard let number = exchanges[id]?.rule, timing?.rules[number] != nil else { return nil }
        return TimingEffects(released: timing?.rules[number]?.hold?.passTurn(id) ?? [], failures: [])
    }

    /// Has the items of `expect` with `max_in_flight` count a request that is now in flight.
    mutating func watchLimits(
        of expectations: [Int], _ id: ExchangeID, _ entry: TimelineEntry, at instant: Instant
    ) -> TimingEffects? {
        var failures: [DecidedFailure] = []
        for index in expectations {
            guard let limit = timing?.compiled.expectations[index] else { continue }
            let count = (timing?.inFlight[index] ?? 0) + 1
            timing?.inFlight[index] = count
            timing?.counting[id, default: []].append(index)
            guard count > limit.count else { continue }
            let others = inFlight(of: tallies.items[index].recent, but: entry)
            let facts = FailureFacts.inFlight(count, limit, rule: nil, others: others)
            failures.append(reserve(.maxInFlight, facts, about: entry, at: instant))
        }
        return TimingEffects(released: [], failures: failures)
    }

    /// Whether any response may be held.
    package var hasHolds: Bool { timing?.hasHolds ?? false }

    /// Notes how much time the clock has skipped. Holds time out in real time.
    package mutating func skip(_ skipped: Duration) { timing?.skipped = skipped }

    /// When the hold that keeps an exchange's response back gives up, in time without skipped waits.
    package func holdDeadline(of id: ExchangeID) -> Instant? {
        exchanges[id]?.rule.flatMap { timing?.rules[$0]?.hold?.deadline }
    }

    /// Sends the responses of the holds that have waited too long.
    package mutating func expireHolds(at instant: Instant) -> TimingEffects? {
        guard let expired = timing?.takeExpired(at: instant), !expired.isEmpty else { return nil }
        return giveUp(holdsOf: expired, .timeout, at: instant)
    }

    /// The run gets no further request: sends the responses of the holds that nothing can open any more. That is a failure,
    /// unless the run was ended before its time. A hold that waits for nothing but quiet opens.
    package mutating func endHolds(at instant: Instant) -> TimingEffects? {
        guard let rules = timing?.rules else { return nil }
        let held = rules.filter { $1.hold?.keepsBack == true }.keys.sorted()
        var effects: TimingEffects?
        for number in held where waitsOnlyForQuiet(holdOf: number) {
            let opened = open(holdOf: number, at: instant)
            effects = effects?.followed(by: opened) ?? opened
        }
        let ended = held.filter { fails(holdOf: $0, isSilent: isSilent) }
        guard !ended.isEmpty else { return effects }
        let failed = giveUp(holdsOf: ended, isSilent ? .stop : .end, at: instant)
        return effects?.followed(by: failed) ?? failed
    }

    /// The holds that fail if the run ends now and nothing more is sent.
    var closedHolds: [ClosedHold] {
        guard hasHolds, !isCutShort, let rules = timing?.rules else { return [] }
        return rules.compactMap { number, rule in
            guard let hold = rule.hold, hold.keepsBack, fails(holdOf: number, isSilent: true) else { return nil }
            return ClosedHold(
                rule: number, arrivals: hold.arrivals, held: hold.held.compactMap { exchanges[$0]?.entry })
        }.sorted { $0.rule < $1.rule }
    }

    /// Whether the end of the run fails the hold of a rule that keeps responses back: it is not open, and no response that
    /// is still to be sent may open it.
    private func fails(holdOf number: Int, isSilent: Bool) -> Bool {
        if timing?.rules[number]?.hold?.isOpen == true || waitsOnlyForQuiet(holdOf: number) { return false }
        guard !isSilent, case .step(let step, _, let event)? = rule(number).timing?.hold?.until else { return true }
        // Nothing moves a virtual clock after the run, so responses that wait for it are never sent.
        let mayEnd = scenario.clock != .virtual && exchanges.values.contains { $0.rule == step }
        switch event {
        case .taken: return true
        case .answered: return !mayEnd
        case .quiet:
            return !mayEnd && timing?.deliveries.values.contains { $0.rule == step && $0.isWritten } != true
        }
    }

    /// Whether the response that the hold waits for was delivered: at the end of the run, nothing breaks the quiet any more.
    private func waitsOnlyForQuiet(holdOf number: Int) -> Bool {
        guard case .step(let step, _, .quiet)? = rule(number).timing?.hold?.until else { return false }
        return timing?.rules[step]?.isDelivered == true
    }

    /// Opens a hold that waits for quiet.
    mutating func open(holdOf number: Int, at instant: Instant) -> TimingEffects? {
        let outcome = timing?.rules[number]?.hold?.open()
        return TimingEffects(released: outcome?.released ?? [], failures: conflict(outcome, rule: number, at: instant))
    }

    private mutating func giveUp(holdsOf rules: [Int], _ end: HoldEnd, at instant: Instant) -> TimingEffects? {
        var (released, failures) = ([ExchangeID](), [DecidedFailure]())
        for number in rules {
            guard let arrivals = self.timing?.rules[number]?.hold?.arrivals,
                let ids = self.timing?.rules[number]?.hold?.giveUp()
            else { continue }
            released += ids
            // What such a run had not reached is not a failure.
            if end != .timeout, isCutShort { continue }
            let held = ids.compactMap { exchanges[$0]?.entry }
            let facts = FailureFacts.holdTimeout(rule: number, arrivals: arrivals, held: held, end)
            failures.append(
                reserve(.holdTimeout, facts, entry: held.first, scope: scope(rule: -1), at: instant))
        }
        return TimingEffects(released: released, failures: failures)
    }

    // MARK: - Responses without an end

    /// Notes that the response has no end, and that its client is expected to leave.
    mutating func expectLeaving(_ id: ExchangeID, _ rule: Rule, _ response: ResponseTemplate) {
        guard response.hasNoEnd else { return }
        timing?.deliveries[id]?.hasNoEnd = true
        guard rule.timing?.client?.behavior == .cancels else { return }
        change(id) { $0.leaving = .beforeLastByte }
    }

    /// Has an exchange whose last byte is written last until its client leaves, if it is expected to.
    ///
    /// - Parameter latency: becomes the nanoseconds since the request arrived, the first time.
    mutating func waitForLeaving(_ id: ExchangeID, at instant: Instant, _ latency: inout Int64?) -> Bool {
        guard let exchange = exchanges[id], let leaving = exchange.leaving else { return false }
        if leaving == .beforeLastByte { latency = instant.nanoseconds - exchange.entry.arrival.nanoseconds }
        change(id) { $0.leaving = .afterLastByte }
        return true
    }

    private mutating func change(_ id: ExchangeID, _ change: (inout Exchange) -> Void) {
        guard var exchange = exchanges.remove(id) else { return }
        change(&exchange)
        exchanges.insert(exchange, for: id)
    }

    // MARK: - Helpers

    private mutating func open(
        holdsUntil step: Int, at event: Hold.StepEvent, _ released: inout [ExchangeID],
        _ failures: inout [DecidedFailure], _ instant: Instant
    ) {
        for number in timing?.compiled.heldUntil[step] ?? [] {
            guard let hold = timing?.rules[number]?.hold, !hold.isOpen,
                case .step(_, _, event) = hold.hold.until
            else { continue }
            let outcome = timing?.rules[number]?.hold?.open()
            released += outcome?.released ?? []
            failures += conflict(outcome, rule: number, at: instant)
        }
    }

    mutating func conflict(
        _ outcome: HoldQueue.Outcome?, rule: Int, at instant: Instant
    ) -> [DecidedFailure] {
        guard let conflict = outcome?.conflict, let first = exchanges[conflict.first]?.entry,
            let second = exchanges[conflict.second]?.entry
        else { return [] }
        return [reserve(.holdTimeout, .releaseConflict(rule: rule, first: first), about: second, at: instant)]
    }

    private mutating func reserve(
        _ kind: FailureKind, _ facts: FailureFacts, about entry: TimelineEntry, at instant: Instant
    ) -> DecidedFailure {
        reserve(kind, facts, entry: entry, scope: scope(rule: -1), at: instant)
    }

    private func inFlight(of recent: RecentEntries, but entry: TimelineEntry) -> [TimelineEntry] {
        Array(recent.all.filter { !$0.isOver && $0.number != entry.number }.suffix(Self.shownInFlight))
    }
}

/// A hold that keeps responses back.
struct ClosedHold: Sendable {
    let rule: Int
    /// The number of requests that came for it.
    let arrivals: Int
    /// The requests whose responses it keeps back.
    let held: [TimelineEntry]
}

/// Why a hold gives up.
enum HoldEnd: Hashable, Sendable {
    /// It has waited too long.
    case timeout
    /// The run gets no further request; the held responses are sent.
    case end
    /// Nothing is sent any more.
    case stop
}

extension TimingState {
    fileprivate mutating func hold(
        _ id: ExchangeID, _ entry: TimelineEntry, rule: Int, isHeld: Bool, at instant: Instant
    ) -> HoldQueue.Outcome? {
        let start = unskipped(instant)
        defer { file(rule) }
        return rules[rule]?.hold?.arrived(id, stream: entry.connection.stream, isHeld: isHeld, at: start)
    }
}
