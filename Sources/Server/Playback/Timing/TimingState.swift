import HTTPMessage
import Scenarios

/// The progress of the rules that a scenario's timing watches.
struct TimingState: Sendable {
    /// The progress of a watched rule.
    struct WatchedRule: Sendable {
        /// The number of its requests in flight.
        var inFlight = 0
        /// The end of its last response: written, cut by a fault, or left by its client.
        var lastEnd: Instant?
        /// Whether any of its responses has ended.
        var hasEnded = false
        /// Whether any of its responses was delivered, as far as a hold waits for that.
        var isDelivered = false
        /// The responses that it holds back; nil without a `hold`.
        var hold: HoldQueue?
        /// Whether `expiries` has the rule.
        var isFiled = false
    }

    /// When a hold gives up at the earliest.
    struct Expiry: Comparable, Sendable {
        let instant: Instant
        let rule: Int

        static func < (a: Expiry, b: Expiry) -> Bool { (a.instant, a.rule) < (b.instant, b.rule) }
    }

    private(set) var compiled: CompiledTiming
    var rules: [Int: WatchedRule] = [:]
    /// The number of requests in flight that an item of `expect` counts.
    var inFlight: [Int: Int] = [:]
    /// The items of `expect` that count an exchange in flight.
    var counting: [ExchangeID: [Int]] = [:]
    /// The exchanges whose last byte is being handed to the system. Their clients may have it before the run is told.
    var sending: Set<ExchangeID> = []
    /// The responses of which the scenario wants to know whether they are delivered.
    var deliveries: [ExchangeID: ResponseDelivery] = [:]
    /// The holds that begin to wait for quiet.
    var quietHolds: [QuietHold] = []
    /// The holds that keep responses back, and others whose deadlines are over, because no event looks at all rules.
    private var expiries = MinHeap<Expiry>()
    /// The time that the clock has skipped so far. Holds time out in real time.
    var skipped = Duration.zero

    init?(_ scenario: Scenario) {
        guard let compiled = CompiledTiming(scenario) else { return nil }
        self.compiled = compiled
        hasHolds = scenario.hasHolds
        _ = watchNewRules(of: scenario)
    }

    /// Watches the rules of a scenario which has further stubs.
    ///
    /// - Returns: the rules that are watched from now on.
    mutating func update(for scenario: Scenario) -> [Int] {
        compiled = CompiledTiming(scenario) ?? compiled
        hasHolds = scenario.hasHolds
        return watchNewRules(of: scenario)
    }

    private mutating func watchNewRules(of scenario: Scenario) -> [Int] {
        let new = compiled.watched.filter { rules[$0] == nil }
        for number in new {
            rules[number] = WatchedRule(hold: scenario.rule(number).timing?.hold.map(HoldQueue.init))
        }
        return Array(new)
    }

    /// The holds that keep responses back: each rule's number, and how many requests came for it.
    var holding: [Int: Int] {
        guard hasHolds else { return [:] }
        return rules.compactMapValues { rule in
            guard let hold = rule.hold, !hold.isOpen, hold.arrivals > 0 else { return nil }
            return hold.arrivals
        }
    }

    /// Notes when the hold of a rule gives up.
    mutating func file(_ rule: Int) {
        guard let watched = rules[rule], !watched.isFiled, let deadline = watched.hold?.deadline else { return }
        rules[rule]?.isFiled = true
        expiries.insert(Expiry(instant: deadline, rule: rule))
    }

    /// The rules whose holds have waited too long at an instant.
    mutating func takeExpired(at instant: Instant) -> [Int] {
        if expiries.isEmpty { return [] }
        let now = unskipped(instant)
        var expired: [Int] = []
        while let first = expiries.first, first.instant <= now {
            _ = expiries.popFirst()
            rules[first.rule]?.isFiled = false
            guard let deadline = rules[first.rule]?.hold?.deadline else { continue }
            // Its responses may have been sent, and others be held since.
            if deadline <= now { expired.append(first.rule) } else { file(first.rule) }
        }
        return expired.sorted()
    }

    /// The instant in time without skipped waits.
    func unskipped(_ instant: Instant) -> Instant { instant + (.zero - skipped) }

    private(set) var hasHolds: Bool
    /// Whether any hold waits for quiet.
    var hasQuietHolds: Bool { !compiled.quietAfter.isEmpty }

    /// The interval between the response before and a request that comes for the rule now; nil if there was none.
    func interval(before number: Int, count: Int, at instant: Instant) -> ArrivalInterval? {
        let groups = count > 1 ? [[number]] : compiled.predecessors[number] ?? []
        for group in groups {
            let states = group.compactMap { rules[$0] }
            if states.contains(where: { $0.inFlight > 0 }) { return .beforeEnd }
            if let last = states.compactMap(\.lastEnd).max() { return .since(instant - last) }
        }
        return nil
    }
}
