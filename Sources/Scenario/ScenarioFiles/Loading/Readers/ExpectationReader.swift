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
                "an item of expect has a request, a step and what it comes before, or connections: write {request: GET "
                    + "/me, times: 2}, {step: a, before: b} or {connections: 1}", at: position)
        }
        return nil
    }

    private func count(_ keyed: KeyedEntries, _ request: Node, position: Position) -> Expectation? {
        for key in ["step", "before", "connections"] {
            if let entry = keyed.entry(key) {
                let own = key == "connections" ? "{connections: 1}" : "{step: a, before: b}"
                state.error(
                    "\"\(key)\" can't stand beside request; write an item of its own: \(own)", at: entry.position)
            }
        }
        let reader = RequestMatcherReader(state: state, context: TemplateContext(.expectation))
        let requestMatcher = state.checkingParameters {
            reader.requestMatcher(request)
        } parameters: {
            $0.parameters
        }
        var range = CountRange(lower: 1, upper: nil)
        if let times = keyed["times"] { range = TimesReader(state: state, owner: .expectation).range(times) ?? range }
        if let never = keyed.entry("never"), state.flag(never.value) {
            if keyed["times"] != nil {
                state.error("never can't stand beside times; leave one out", at: never.position)
            }
            range = CountRange(lower: 0, upper: 0)
        }
        let summary = name(of: request, requestMatcher, reader)
        let limit = keyed.entry("max_in_flight").flatMap { self.limit($0, isNever: range.upper == 0) }
        return Expectation(
            .count(requestMatcher, range, summary: summary), position: position, maxInFlight: limit)
    }

    /// `GET /parts/{name} with header Range and query page`: the request in its short form, and what else is compared.
    private func name(of node: Node, _ requestMatcher: RequestMatcher, _ reader: RequestMatcherReader) -> String {
        guard node.entries != nil else {
            return reader.summary(node, requestMatcher) ?? requestMatcher.position.description
        }
        var (method, path): (String?, String?)
        for condition in requestMatcher.conditions {
            switch condition.kind {
            case .method(let methods): method = method ?? methods.joined(separator: "|")
            case .path(.template(let template)): path = path ?? template.text
            default: break
            }
        }
        let others = requestMatcher.conditions.flatMap(\.otherParts)
        let named = others.prefix(Self.namedParts).joined(separator: ", ")
        let more = others.count > Self.namedParts ? ", …" : ""
        let words = [method, path].compactMap { $0 }
        return (words.isEmpty ? "any request" : words.joined(separator: " "))
            + (others.isEmpty ? "" : " with \(named)\(more)")
    }

    /// The most parts of a request that its name has.
    private static let namedParts = 5

    private func limit(_ entry: Node.Entry, isNever: Bool) -> RequestLimit? {
        if isNever {
            state.error(
                "max_in_flight can't stand beside never: nothing is in flight then; leave max_in_flight out",
                at: entry.position)
        }
        return TimingReader(state: state).requestLimit(entry.value)
    }

    private func order(_ keyed: KeyedEntries, _ step: Node, position: Position) -> Expectation? {
        reportRequestKeys(keyed)
        if let entry = keyed.entry("connections") {
            state.error(
                "\"connections\" can't stand beside step; write an item of its own: {connections: 1}",
                at: entry.position)
        }
        guard let before = keyed["before"] else {
            return state.refuse(
                "a step of expect comes before another: write {step: \(step.text?.asFlowScalar ?? "a"), before: b}, with that step's id",
                at: position)
        }
        let clause = "expect compares steps"
        let found = (state.step(step, notABlock: clause), state.step(before, notABlock: clause))
        guard let first = found.0, let second = found.1 else { return nil }
        guard first != second else {
            return state.refuse("a step does not come before itself; name another step", at: before.position)
        }
        return Expectation(.before(step: first, other: second), position: position)
    }

    private func connections(_ keyed: KeyedEntries, _ node: Node, position: Position) -> Expectation? {
        reportRequestKeys(keyed)
        if let entry = keyed.entry("before") {
            state.error("\"before\" goes with a step; leave it out, or write {step: a, before: b}", at: entry.position)
        }
        let range = TimesReader(state: state, name: "connections", owner: .connections).range(node)
        return range.map { Expectation(.connections($0), position: position) }
    }

    private func reportRequestKeys(_ keyed: KeyedEntries) {
        for key in ["times", "never", "max_in_flight"] {
            guard let entry = keyed.entry(key) else { continue }
            state.error(
                "\"\(key)\" goes with a request; leave it out, or write an item with a request", at: entry.position)
        }
    }
}

extension Condition {
    /// The parts that it compares, in words; none for a method or a path without operators.
    fileprivate var otherParts: [String] {
        switch kind {
        case .method, .path(.template): []
        case .path(.value): ["path"]
        case .value(let part, _): [part.description]
        case .values(let matchers): matchers.map(\.part.description)
        case .named(let part, let matchers): matchers.entries.map { part($0.name).description }
        case .json: ["json"]
        case .jsonPath: ["json_path"]
        case .jsonSchema: ["json_schema"]
        case .bytes: ["body"]
        case .multipart: ["multipart"]
        case .graphQL: ["graphql"]
        case .applicationProtocol: ["protocol"]
        case .tls: ["tls"]
        case .connection: ["connection"]
        case .allOf: ["all_of"]
        case .anyOf: ["any_of"]
        case .not: ["not"]
        }
    }
}
