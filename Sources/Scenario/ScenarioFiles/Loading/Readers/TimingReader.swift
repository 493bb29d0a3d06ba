import Scenarios

/// Reads `hold`, `max_in_flight`, `interval` and `client` of a step or stub.
struct TimingReader {
    let state: LoadingContext

    func timing(
        _ keyed: KeyedEntries, id: String, times: CountRange, responses: [ResponseTemplate], isStub: Bool
    ) -> RuleTiming? {
        let hold = keyed["hold"].flatMap { self.hold($0, id: id, times: times) }
        if let entry = keyed.entry("hold"),
            let fault = responses.lazy.compactMap(\.fault).first(where: \.phase.isInRequest)
        {
            state.error(
                "a fault at \(fault.phase.rawValue) comes before any response that a hold could keep back; leave hold "
                    + "or the fault out", at: entry.position)
        }
        let limit = keyed["max_in_flight"].flatMap { requestLimit($0) }
        let interval = keyed["interval"].flatMap { self.interval($0) }
        let client = keyed["client"].flatMap { self.client($0, keyed, responses) }
        guard hold != nil || limit != nil || interval != nil || client != nil else { return nil }
        return RuleTiming(hold: hold, maxInFlight: limit, interval: interval, client: client)
    }

    func requestLimit(_ node: Node) -> RequestLimit? {
        state.integer(node, minimum: 1, "max_in_flight").map { RequestLimit(count: $0, position: node.position) }
    }

    // MARK: hold

    private func hold(_ node: Node, id: String, times: CountRange) -> Hold? {
        guard let keyed = state.entries(of: node, .hold) else { return nil }
        let timeout = keyed["timeout"].map { state.duration($0) } ?? Hold.standardTimeout
        guard let until = keyed["until"] else {
            if keyed.isComplete {
                state.error(
                    "a hold says what opens it: write until: {arrivals: 3} or until: {step: refresh}",
                    at: node.position)
            }
            return nil
        }
        guard let condition = condition(until, id: id, times: times) else { return nil }
        let release = keyed["release"].map { self.release($0, condition) } ?? Hold.Release.together
        guard let timeout, let release else { return nil }
        if case .step(_, _, .quiet(let duration)) = condition, duration >= timeout {
            state.error(
                "the hold gives up before it can have been quiet for so long; raise the hold's timeout, which is 5s unless "
                    + "stated, or lower quiet", at: until.position)
        }
        return Hold(until: condition, release: release, timeout: timeout, position: until.position)
    }

    private func condition(_ node: Node, id: String, times: CountRange) -> Hold.Condition? {
        guard let keyed = state.entries(of: node, .holdCondition) else { return nil }
        switch (keyed["arrivals"], keyed["step"]) {
        case (let arrivals?, nil):
            for name in ["taken", "quiet"] {
                guard let entry = keyed.entry(name) else { continue }
                state.error(
                    "\"\(name)\" goes with a step; leave it out, or write step in place of arrivals", at: entry.position
                )
            }
            return self.arrivals(arrivals, isRepeated: keyed["each"].map { state.flag($0) } ?? false, times: times)
        case (nil, let step?):
            if let entry = keyed.entry("each") {
                state.error(
                    "\"each\" goes with arrivals; leave it out, or write arrivals in place of step", at: entry.position)
            }
            return event(keyed).flatMap { self.step(step, $0, id: id) }
        case (_?, let step?):
            state.error("a hold waits for arrivals or for a step, not for both; leave one out", at: step.position)
        case (nil, nil):
            // A misspelled key has been reported already.
            if keyed.isComplete {
                state.error("until says what opens the hold: write {arrivals: 3} or {step: refresh}", at: node.position)
            }
        }
        return nil
    }

    private func arrivals(_ node: Node, isRepeated: Bool, times: CountRange) -> Hold.Condition? {
        guard let count = state.integer(node, minimum: 1, "arrivals") else { return nil }
        if let upper = times.upper {
            if count > upper {
                return state.refuse(
                    "the hold waits for \(count) requests, but the \(state.rule?.rawValue ?? "step") takes at most \(upper); lower arrivals, "
                        + "or write times: \(count)", at: node.position)
            }
            if isRepeated, upper % count != 0 {
                return state.refuse(
                    "each holds groups of \(count), and \(upper) requests are not a multiple of that: the last group "
                        + "would never be whole; write times: \((upper / count + 1) * count)", at: node.position)
            }
        }
        return .arrivals(count, each: isRepeated)
    }

    /// What of the other step opens the hold.
    private func event(_ keyed: KeyedEntries) -> Hold.StepEvent? {
        let isTaken = keyed["taken"].map { state.flag($0) } ?? false
        guard let quiet = keyed["quiet"] else { return isTaken ? .taken : .answered }
        guard let duration = state.duration(quiet) else { return nil }
        if isTaken, let entry = keyed.entry("taken") {
            state.error(
                "a hold opens when a step has taken a request, or when it is quiet after its response, not both; leave "
                    + "taken or quiet out", at: entry.position)
        }
        if duration == .zero {
            return state.refuse("quiet is how long no request comes: write 200ms or another time", at: quiet.position)
        }
        return .quiet(duration)
    }

    private func step(_ node: Node, _ event: Hold.StepEvent, id: String) -> Hold.Condition? {
        guard let step = state.step(node, notABlock: "a hold waits for a step") else { return nil }
        let name = state.stepNames.steps[step]
        guard name != id else {
            return state.refuse(
                "a hold can't wait for its own step: its responses would wait for themselves; name another step",
                at: node.position)
        }
        return .step(step, id: name, event)
    }

    /// The words of `release`.
    static let releases = ["together", "reverse"]

    /// What to write in place of a word, as the end of a message.
    private static func releaseAdvice(_ text: String) -> String {
        let hint = Nearest.hint(for: text, among: releases)
        return hint.isEmpty
            ? ": write together to send all at once, or reverse to send the last one first" : hint
    }

    private func release(_ node: Node, _ condition: Hold.Condition) -> Hold.Release? {
        guard let items = node.items else {
            switch state.string(node) {
            case "together": return .together
            case "reverse": return .reverse
            case let text?:
                state.error(
                    "release is together, reverse or an order like [3, 1, 2], not \"\(text)\""
                        + Self.releaseAdvice(text), at: node.position)
            case nil: break
            }
            return nil
        }
        let order = items.compactMap { state.integer($0, minimum: 1, "an arrival") }
        guard order.count == items.count else { return nil }
        guard case .arrivals(let count, _) = condition else {
            return state.refuse(
                "an order numbers the requests of arrivals; with a hold until a step write together or reverse",
                at: node.position)
        }
        guard order.sorted() == Array(1...count) else {
            return state.refuse(
                "the order names each of the \(count) arrivals once, from 1 to \(count)"
                    + (count <= 9 ? ": write \(Array((1...count).reversed()))" : ", like [3, 1, 2] for 3"),
                at: node.position)
        }
        return .order(order)
    }

    // MARK: interval and client

    private func interval(_ node: Node) -> IntervalLimits? {
        guard let keyed = state.entries(of: node, .interval) else { return nil }
        if (node.entries ?? []).isEmpty {
            state.error("an interval says how long it is: write {gte: 1s}, {lte: 3s} or both", at: node.position)
        }
        let limits = keyed.entries.compactMap { entry -> IntervalLimits.Limit? in
            guard let comparison = Comparison(rawValue: entry.name), let duration = state.duration(entry.value) else {
                return nil
            }
            return IntervalLimits.Limit(comparison, duration, position: entry.value.position)
        }
        let least = limits.filter(\.isLower).map(\.duration).max()
        if let least, let most = limits.first(where: { !$0.isLower && $0.duration < least }) {
            let limits = keyed.entries.map { $0.value.text ?? "" }
            let swapped = zip(keyed.entries, limits.reversed()).map { "\($0.name): \($1)" }.joined(separator: ", ")
            state.error(
                "no interval is that short: the other limit is longer: write {\(limits.count == 2 ? swapped : "gte: 1s, lte: 3s")}",
                at: most.position)
        }
        return IntervalLimits(limits)
    }

    private func client(
        _ node: Node, _ keyed: KeyedEntries, _ responses: [ResponseTemplate]
    ) -> ClientAssertion? {
        guard let behavior = state.word(node, "client", ClientAssertion.Behavior.self) else { return nil }
        switch behavior {
        case .any: return nil
        case .answered where responses.contains { $0.fault != nil }:
            state.error(
                "a fault leaves the response incomplete, so no client can stay to its end; leave client or the fault out",
                at: node.position)
        case .answered where responses.contains { $0.h2?.reset != nil }:
            state.error(
                "rst_stream leaves the response incomplete, so no client can stay to its end; leave client or rst_stream "
                    + "out", at: node.position)
        case .answered where responses.contains(where: \.staysOpen):
            state.error(
                "then: keep_open leaves the response without an end, so no client can stay to it; write client: cancels, or "
                    + "then: close", at: node.position)
        case .cancels
        where keyed["hold"] == nil && !responses.contains(where: \.takesTime)
            && !responses.contains { $0.fault?.phase.isInRequest == true }:
            state.warning(
                .promptResponse,
                "the response is sent at once, so a client hardly has time to leave; add a hold or a delay",
                at: node.position)
        case .answered, .cancels: break
        }
        return ClientAssertion(behavior, position: node.position)
    }
}

extension IntervalLimits.Limit {
    fileprivate var isLower: Bool { comparison == .greater || comparison == .greaterOrEqual }
}

extension ResponseTemplate {
    /// Whether sending it takes time by itself, so that a client can leave before its end.
    fileprivate var takesTime: Bool {
        delay != Delay() || delivery?.pace != nil || hasNoEnd || body.hasDelays
    }
}

extension ResponseTemplate.Body {
    /// Whether it waits between its parts.
    fileprivate var hasDelays: Bool {
        switch self {
        case .chunks(let chunks): chunks.contains { $0.delay != .zero }
        case .events(let events, _, _): events.contains { $0.delay != .zero }
        default: false
        }
    }
}
