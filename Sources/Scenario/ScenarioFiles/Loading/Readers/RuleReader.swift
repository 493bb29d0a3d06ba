import HTTPMessage
import Scenarios

/// Reads the keys that steps and stubs share.
struct RuleReader {
    /// The values that `defaults` gives every rule.
    struct Defaults {
        var response: ResponseReader.Defaults?
        var assertion: Node?
        var onAssertFailure: AssertFailureAction?
        var head: HeadHandling?
    }

    let state: LoadingContext
    let defaults: Defaults
    let isStub: Bool

    /// A rule and the node of its request, which is used to compare rules.
    func rule(_ keyed: KeyedEntries, id: String, position: Position) -> Rule {
        let noun = isStub ? RuleNoun.stub : .step
        state.rule = noun
        defer { state.rule = nil }
        let earlyDecision = EarlyDecision(keyed, rule: noun.text(id), defaults: defaults.response)
        var context = TemplateContext(.request)
        context.earlyDecision = earlyDecision
        var requestMatcher = RequestMatcher(conditions: [], position: position)
        var summary: String?
        if let node = keyed["request"] {
            let reader = RequestMatcherReader(state: state, context: context)
            let errorCount = state.diagnostics.errorCount
            requestMatcher = state.checkingParameters {
                reader.requestMatcher(node)
            } parameters: {
                $0.parameters
            }
            if state.diagnostics.errorCount > errorCount { state.misreadRequests.insert(node.position) }
            summary = reader.summary(node, requestMatcher)
            requestMatcher = takingHead(requestMatcher, keyed)
        } else if keyed.node.entries?.contains(where: ForeignWords.standsForRequest) != true {
            state.error("\(isStub ? "a stub" : "a step") needs a request: write request: GET /me", at: position)
        }
        var known = TemplateContext(.response, parameters: requestMatcher.parameters)
        known.rule = id
        known.earlyDecision = earlyDecision
        let never = keyed["never"].map { state.flag($0) } ?? false
        checkNever(keyed, never: never)
        let assertions = assertions(keyed, known.at(.assertion))
        let applicationProtocol = ([requestMatcher] + assertions).lazy.compactMap(\.applicationProtocol).first
        let responses = responses(
            keyed, context: known, position: position, isForHead: requestMatcher.wantsHeadOnly, applicationProtocol)
        let times = times(keyed, responses)
        return Rule(
            id: id, position: position, request: requestMatcher,
            summary: summary ?? requestMatcher.position.description,
            assertions: assertions,
            onAssertFailure: keyed["on_assert_failure"].flatMap {
                state.word($0, "on_assert_failure", AssertFailureAction.self)
            } ?? defaults.onAssertFailure ?? .record,
            times: times, when: whenConditions(keyed["when"]),
            captures: keyed["capture"].map { CaptureReader(state: state, context: known).captures($0) } ?? [],
            sets: keyed["set"].map { state.assignments($0, "set", context: known.at(.set)) } ?? [],
            responses: state.keepsResponses ? responses.responses : [], then: responses.then, never: never,
            timing: TimingReader(state: state).timing(
                keyed, id: id, times: times, responses: responses.responses, isStub: isStub),
            early: keyed["early"].map { state.flag($0) } ?? false)
    }

    /// The request matcher, for HEAD as well if the stub takes GET and `head: from_get` says so.
    private func takingHead(_ requestMatcher: RequestMatcher, _ keyed: KeyedEntries) -> RequestMatcher {
        guard isStub else { return requestMatcher }
        let own = keyed["head"].flatMap { state.word($0, "head", HeadHandling.self) }
        guard own ?? defaults.head == .fromGet, keyed["never"] == nil else { return requestMatcher }
        if own != nil, let methods = requestMatcher.methods, !methods.contains("GET"), let entry = keyed.entry("head") {
            state.error(
                "head: from_get goes with a stub for GET; this one takes \(methods.joined(separator: ", ")), so leave it out",
                at: entry.position)
        }
        return requestMatcher.takingHead
    }

    private func checkNever(_ keyed: KeyedEntries, never: Bool) {
        if !isStub {
            if let entry = keyed.entry("never") {
                state.error(
                    "never goes with a stub: write the request under stubs, or as an item of expect", at: entry.position
                )
            }
            return
        }
        if let entry = keyed.entry("after") {
            state.error(
                "a stub waits for nothing; leave after out, or write when: {…}, with set in the other step",
                at: entry.position)
        }
        guard never else { return }
        for entry in keyed.entries where !["id", "request", "never", "when"].contains(entry.name) {
            state.error(
                "a stub that must never match has no response: \"\(entry.name)\" can't stand beside never; leave one out",
                at: entry.position)
        }
    }

    private func assertions(_ keyed: KeyedEntries, _ context: TemplateContext) -> [RequestMatcher] {
        var requestMatchers: [RequestMatcher] = []
        let reader = RequestMatcherReader(state: state, context: context)
        if let node = keyed["assert"] { requestMatchers.append(reader.requestMatcher(node)) }
        let takesDefaults = keyed["assert_defaults"].map { state.flag($0) } ?? true
        if takesDefaults, let node = defaults.assertion, keyed["never"].map({ state.flag($0) }) != true {
            requestMatchers.append(reader.requestMatcher(node))
        }
        return requestMatchers
    }

    private func whenConditions(_ node: Node?) -> [WhenCondition] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            state.error("when is a map of variables and what each must be: write {cart: full}", at: node.position)
            return []
        }
        return entries.compactMap { entry in
            let matcher = JSONValueReader(state: state, context: TemplateContext(.when)).variableMatcher(entry.value)
            guard let variable = state.variables.index(of: entry.name) else {
                if let meant = ShapeAdvice.inPlaceOfVariable(entry) {
                    return state.refuse(
                        "when compares variables, and \"\(entry.name)\" is not one; "
                            + (isStub ? meant.replacing("step", with: "stub") : meant), at: entry.position)
                }
                let hint = state.variableHint(for: entry.name)
                return state.refuse("nothing defines \"\(entry.name)\"\(hint)", at: entry.position)
            }
            state.variables.use(variable)
            return WhenCondition(variable: variable, matcher: matcher, position: entry.position)
        }
    }

    // MARK: Responses

    private struct Responses {
        let responses: [ResponseTemplate]
        let then: AfterLastResponse
        /// The nodes of `responses`; nil for a single response.
        let nodes: [Node]?
    }

    private func responses(
        _ keyed: KeyedEntries, context: TemplateContext, position: Position, isForHead: Bool,
        _ applicationProtocol: ApplicationProtocol?
    ) -> Responses {
        let reader = ResponseReader(
            state: state, context: context, defaults: defaults.response, isForHead: isForHead,
            applicationProtocol: applicationProtocol)
        let then = keyed["then"].flatMap { node -> AfterLastResponse? in
            if node.items?.first?.entries != nil {
                return state.refuse(
                    "then is fail, repeat_last or cycle; write a later step after this one, as the next item of steps",
                    at: node.position)
            }
            return state.word(node, "then", AfterLastResponse.self)
        }
        if let entry = keyed.entry("then"), keyed["responses"] == nil, entry.value.items == nil {
            state.error(
                "then says what follows the last of responses; write responses, or leave then out", at: entry.position)
        }
        guard let entry = keyed.entry("responses") else {
            let response = keyed["response"].map { reader.response($0) } ?? reader.defaultResponse(at: position)
            return Responses(responses: [response], then: .repeatLast, nodes: nil)
        }
        if let single = keyed.entry("response") {
            let second = max(single.position, entry.position)
            state.error("response and responses can't stand beside each other; leave one out", at: second)
        }
        guard let nodes = entry.value.items, !nodes.isEmpty else {
            let hint = ShapeAdvice.inPlaceOfResponses(entry.value)
            state.error(
                "responses must be a list with at least one response\(hint)",
                at: entry.value.position)
            return Responses(responses: [reader.defaultResponse(at: position)], then: .repeatLast, nodes: nil)
        }
        return Responses(responses: nodes.map { reader.response($0) }, then: then ?? .fail, nodes: nodes)
    }

    private func requestText(_ keyed: KeyedEntries) -> String { keyed["request"]?.text?.asFlowScalar ?? "GET /me" }

    private func times(_ keyed: KeyedEntries, _ responses: Responses) -> CountRange {
        let count = responses.responses.count
        let isBounded = responses.nodes != nil && responses.then == .fail
        guard let node = keyed["times"] else {
            if isStub { return CountRange(lower: 0, upper: isBounded ? count : nil) }
            guard responses.nodes != nil else { return .once }
            return CountRange(lower: count, upper: isBounded ? count : nil)
        }
        let reader = TimesReader(state: state, owner: isStub ? .stub : .step)
        guard var range = reader.range(node) else { return .once }
        if isStub {
            if node.entries != nil, let entry = node.entries?.first(where: { $0.name == "at_least" }) {
                state.error(
                    "a stub is never required, so at_least has no meaning; leave it out, and write an item of expect, like "
                        + "{request: \(requestText(keyed)), times: {at_least: \(entry.value.text ?? "1")}}, or a step in place of "
                        + "the stub", at: entry.position)
            }
            range = CountRange(lower: 0, upper: range.upper)
        }
        guard let nodes = responses.nodes else { return range }
        if let upper = range.upper, upper < count {
            state.error(
                "times allows \(upper) \(upper == 1 ? "response" : "responses"), so this one is never sent; write "
                    + "\(node.entries == nil ? "times" : "at_most"): \(count), or leave the response out",
                at: nodes[upper].position)
        }
        if isBounded {
            checkCount(range, of: node, responses: count, statesThen: keyed["then"] != nil)
            range = CountRange(lower: min(range.lower, count), upper: min(range.upper ?? count, count))
        }
        return range
    }

    /// Reports a count that `responses` can't serve if `then` is `fail`: a step that is never asked for the missing
    /// response would pass, and the failure of one that is would name another limit than the file.
    ///
    /// - Parameter statesThen: whether the file itself says `fail`.
    private func checkCount(_ range: CountRange, of node: Node, responses count: Int, statesThen: Bool) {
        let rest = statesThen ? "have then: repeat_last in place of fail" : "say what follows: then: repeat_last"
        func advice(_ key: String) -> String {
            "but responses has only \(count); add some, write \(key): \(count), or \(rest)"
        }
        func value(_ key: String) -> Node? { node.entries?.first { $0.name == key }?.value }
        if range.lower > count {
            let key = node.entries == nil ? "times" : "at_least"
            state.error(
                "\(range.lower) requests are wanted, \(advice(key))", at: (value("at_least") ?? node).position)
        } else if let upper = range.upper, upper > count {
            let key = node.entries == nil ? "times" : "at_most"
            state.error("\(upper) requests are allowed, \(advice(key))", at: (value("at_most") ?? node).position)
        }
    }
}

extension RequestMatcher {
    /// The methods that it takes; nil for any.
    fileprivate var methods: [String]? {
        for condition in conditions { if case .method(let methods) = condition.kind { return methods } }
        return nil
    }

    /// The protocol that it requires.
    fileprivate var applicationProtocol: ApplicationProtocol? {
        for condition in conditions { if case .applicationProtocol(let wanted) = condition.kind { return wanted } }
        return nil
    }

    /// The same for HEAD where it takes GET.
    fileprivate var takingHead: RequestMatcher {
        let widened = conditions.map { condition -> Condition in
            guard case .method(let methods) = condition.kind, methods.contains("GET"), !methods.contains("HEAD") else {
                return condition
            }
            return Condition(.method(methods + ["HEAD"]), position: condition.position)
        }
        return RequestMatcher(conditions: widened, position: position)
    }

    /// Whether the rule takes only HEAD requests.
    fileprivate var wantsHeadOnly: Bool {
        conditions.contains { if case .method(let methods) = $0.kind { methods == ["HEAD"] } else { false } }
    }
}
