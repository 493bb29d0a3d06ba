/// Reads an item of `expect`.
struct ExpectationReader {
    let state: LoadState
    let places: [String: Dependency]
    let seeds: [ScriptReader.Seed]

    func expectation(_ node: Node) -> Expectation? {
        guard let keyed = state.entries(of: node, .expectation) else { return nil }
        let position = node.entries?.first?.position ?? node.position
        if let request = keyed["request"] { return count(keyed, request, position) }
        if let step = keyed["step"] { return order(keyed, step, position) }
        if keyed.entries.count == (node.entries ?? []).count {
            state.error("an item of expect has a request, or a step and what it comes before", at: position)
        }
        return nil
    }

    private func count(_ keyed: KeyedEntries, _ request: Node, _ position: Position) -> Expectation? {
        for key in ["step", "before"] {
            if let entry = keyed.entry(key) {
                state.error("\"\(key)\" can't stand beside request", at: entry.position)
            }
        }
        let reader = PatternReader(state: state, context: TemplateContext(.expectation))
        let pattern = state.checkingParameters {
            reader.pattern(request)
        } parameters: {
            $0.parameters
        }
        var bounds = Bounds(lower: 1, upper: nil)
        if let times = keyed["times"] { bounds = TimesReader(state: state).bounds(times) ?? bounds }
        if let never = keyed.entry("never"), state.flag(never.value) {
            if keyed["times"] != nil { state.error("never can't stand beside times", at: never.position) }
            bounds = Bounds(lower: 0, upper: 0)
        }
        let summary = reader.summary(request, pattern) ?? pattern.position.description
        return Expectation(.count(pattern, bounds, summary: summary), position: position)
    }

    private func order(_ keyed: KeyedEntries, _ step: Node, _ position: Position) -> Expectation? {
        for key in ["times", "never"] {
            if let entry = keyed.entry(key) { state.error("\"\(key)\" goes with a request", at: entry.position) }
        }
        guard let before = keyed["before"] else {
            state.error("a step of expect comes before another: write before", at: position)
            return nil
        }
        let found = (place(step), place(before))
        guard let first = found.0, let second = found.1 else { return nil }
        guard first != second else {
            state.error("a step does not come before itself", at: before.position)
            return nil
        }
        return Expectation(.before(step: first, other: second), position: position)
    }

    private func place(_ node: Node) -> Int? {
        guard let id = state.text(node)?.string else { return nil }
        switch places[id] {
        case .step(let place): return place
        case .block:
            state.error("\"\(id)\" is a parallel block; expect compares steps", at: node.position)
        case nil:
            if let place = seeds.firstIndex(where: { $0.id == id }) { return place }
            state.error(
                "no step has the id \"\(id)\"\(Nearest.hint(for: id, among: places.keys.sorted()))", at: node.position)
        }
        return nil
    }
}
