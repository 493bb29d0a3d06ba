import Scenarios

/// Reads an item of `expect`.
struct ExpectationReader {
    let state: LoadingContext

    func expectation(_ node: Node) -> Expectation? {
        guard let keyed = state.entries(of: node, .expectation) else { return nil }
        let position = node.entries?.first?.position ?? node.position
        if let request = keyed["request"] { return count(keyed, request, position: position) }
        if let step = keyed["step"] { return order(keyed, step, position: position) }
        if let range = keyed["connections"] { return connections(keyed, range, position: position) }
        if keyed.isComplete {
            state.error(
                "an item of expect has a request, a step and what it comes before, or connections", at: position)
        }
        return nil
    }

    private func count(_ keyed: KeyedEntries, _ request: Node, position: Position) -> Expectation? {
        for key in ["step", "before", "connections"] {
            if let entry = keyed.entry(key) {
                state.error("\"\(key)\" can't stand beside request", at: entry.position)
            }
        }
        let reader = RequestMatcherReader(state: state, context: TemplateContext(.expectation))
        let requestMatcher = state.checkingParameters {
            reader.requestMatcher(request)
        } parameters: {
            $0.parameters
        }
        var range = CountRange(lower: 1, upper: nil)
        if let times = keyed["times"] { range = TimesReader(state: state).range(times) ?? range }
        if let never = keyed.entry("never"), state.flag(never.value) {
            if keyed["times"] != nil { state.error("never can't stand beside times", at: never.position) }
            range = CountRange(lower: 0, upper: 0)
        }
        let summary = reader.summary(request, requestMatcher) ?? requestMatcher.position.description
        let limit = keyed.entry("max_in_flight").flatMap { self.limit($0, isNever: range.upper == 0) }
        return Expectation(
            .count(requestMatcher, range, summary: summary), position: position, maxInFlight: limit)
    }

    private func limit(_ entry: Node.Entry, isNever: Bool) -> RequestLimit? {
        if isNever { state.error("max_in_flight can't stand beside never", at: entry.position) }
        return TimingReader(state: state).requestLimit(entry.value)
    }

    private func order(_ keyed: KeyedEntries, _ step: Node, position: Position) -> Expectation? {
        reportRequestKeys(keyed)
        if let entry = keyed.entry("connections") {
            state.error("\"connections\" can't stand beside step", at: entry.position)
        }
        guard let before = keyed["before"] else {
            state.error("a step of expect comes before another: write before", at: position)
            return nil
        }
        let clause = "expect compares steps"
        let found = (state.step(step, notABlock: clause), state.step(before, notABlock: clause))
        guard let first = found.0, let second = found.1 else { return nil }
        guard first != second else {
            state.error("a step does not come before itself", at: before.position)
            return nil
        }
        return Expectation(.before(step: first, other: second), position: position)
    }

    private func connections(_ keyed: KeyedEntries, _ node: Node, position: Position) -> Expectation? {
        reportRequestKeys(keyed)
        if let entry = keyed.entry("before") { state.error("\"before\" goes with a step", at: entry.position) }
        let range = TimesReader(
            state: state, name: "connections", zero: "0 connections can't be wanted; forbid the requests by never"
        ).range(node)
        return range.map { Expectation(.connections($0), position: position) }
    }

    private func reportRequestKeys(_ keyed: KeyedEntries) {
        for key in ["times", "never", "max_in_flight"] {
            if let entry = keyed.entry(key) { state.error("\"\(key)\" goes with a request", at: entry.position) }
        }
    }
}
