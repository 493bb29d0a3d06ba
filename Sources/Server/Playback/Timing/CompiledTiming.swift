import Scenarios

/// The relations between rules that `hold`, `max_in_flight` and `interval` need, computed once. Nil if a scenario has no
/// such key.
struct CompiledTiming: Sendable {
    /// The rules whose responses are watched: those with timing, and steps that another rule's timing refers to.
    let watched: Set<Int>
    /// The rules whose hold opens with a step, by the step.
    let heldUntil: [Int: [Int]]
    /// The rules whose responses are watched until they are delivered.
    let delivered: Set<Int>
    /// The holds that open when it is quiet after a step's response was delivered, by the step.
    let quietAfter: [Int: [QuietHold]]
    /// For each step with an `interval`: the steps before it, in groups, the nearest first.
    let predecessors: [Int: [[Int]]]
    /// The items of `expect` with `max_in_flight`.
    let expectations: [Int: RequestLimit]

    init?(_ scenario: Scenario) {
        var watched: Set<Int> = []
        var heldUntil: [Int: [Int]] = [:]
        var delivered: Set<Int> = []
        var quietAfter: [Int: [QuietHold]] = [:]
        var predecessors: [Int: [[Int]]] = [:]
        let rules = scenario.steps.map(\.rule) + scenario.stubs
        for (number, rule) in rules.enumerated() {
            guard let timing = rule.timing else { continue }
            watched.insert(number)
            if case .step(let step, _, let event)? = timing.hold?.until {
                watched.insert(step)
                if case .quiet(let duration) = event {
                    delivered.insert(step)
                    quietAfter[step, default: []].append(QuietHold(rule: number, duration: duration))
                } else {
                    heldUntil[step, default: []].append(number)
                }
            }
            if timing.client != nil { delivered.insert(number) }
            if timing.interval != nil, number < scenario.steps.count {
                let groups = scenario.stepsBefore(step: number)
                predecessors[number] = groups
                for group in groups { watched.formUnion(group) }
            }
        }
        var expectations: [Int: RequestLimit] = [:]
        for (index, expectation) in scenario.expectations.enumerated() {
            if let limit = expectation.maxInFlight { expectations[index] = limit }
        }
        guard !watched.isEmpty || !expectations.isEmpty else { return nil }
        self.watched = watched
        self.heldUntil = heldUntil
        self.delivered = delivered
        self.quietAfter = quietAfter
        self.predecessors = predecessors
        self.expectations = expectations
    }
}
