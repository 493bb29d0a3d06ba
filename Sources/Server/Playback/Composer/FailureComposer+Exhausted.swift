import ExactJSON
import HTTPMessage
import Scenarios

// What the requests and responses before say of a request that came after the last one of its rule.
extension FailureComposer {
    /// Requests that got 401 with the same credentials before the first request for new ones was answered.
    struct Rejections {
        private static let listed = 4

        /// At least two.
        let requests: [EarlierRequest]
        /// The first request for new credentials.
        let refresh: TimelineEntry

        /// Those that the failure shows.
        var shown: [TimelineEntry] { requests.prefix(Self.listed).map(\.entry).inOrder }

        func lines(sharing decided: DecidedFailure) -> [String] {
            if let entry = decided.entry, let answered = refresh.answered, answered < entry.arrival,
                case .status(200..<300) = refresh.response
            {
                return [
                    "#\(entry.number) was sent after #\(refresh.number) had brought a new token: before refreshing, compare "
                        + "the rejected token with the current one"
                ]
            }
            var names = shown.map { "#\($0.number)" }
            let last =
                requests.count > Self.listed ? "\(requests.count - Self.listed) more" : names.popLast() ?? ""
            return [
                "\(names.joined(separator: ", ")) and \(last), which got 401, came before the response to "
                    + "#\(refresh.number): let one \(decided.requestText) serve them all"
            ]
        }
    }

    /// The rejected requests that share the credentials for which clients ask once more than the rule allows; nil unless
    /// each of these requests can be for one of them.
    func rejections(before facts: FailureFacts.Exhausted, _ decided: DecidedFailure) -> Rejections? {
        guard let refresh = facts.last, let entry = decided.entry, let view = decided.view,
            scenario.rule(facts.rule).times.upper == 1,
            let index = earlier.firstIndex(where: { $0.entry.number == refresh.number })
        else { return nil }
        func isRejected(_ request: EarlierRequest) -> Bool {
            request.entry.response == .status(401) && request.view.path != view.path
        }
        let end = min(refresh.answered ?? entry.arrival, entry.arrival)
        let before = Array(earlier[..<index].reversed().prefix(while: isRejected).reversed())
        let after = earlier[(index + 1)...].filter { isRejected($0) && $0.entry.arrival < end }
        let requests = before + after
        guard let first = before.first, requests.count >= max(2, facts.count),
            requests.allSatisfy({ $0.hasCredentials(of: first) })
        else { return nil }
        return Rejections(requests: requests, refresh: refresh)
    }

    /// The only step that takes rejected requests again with other credentials.
    func stepOfRetry(of rejections: Rejections, _ decided: DecidedFailure) -> RefusedStep? {
        guard let rejected = rejections.requests.first else { return nil }
        let steps = compiled.steps.rules(for: rejected.view).prefix(Self.comparedSteps).filter { step in
            rejected.entry.outcome != .step(scenario.steps[step].rule.id)
                && scenario.steps[step].rule.request.mismatches(
                    rejected.view, in: scope(rule: step, decided.scope.variables, decided.scope.connections)
                ).allSatisfy(\.isOfCredentials)
        }
        return steps.count == 1 ? RefusedStep(step: steps[0], room: nil) : nil
    }

    /// The most steps with which a rejected request is compared.
    private static var comparedSteps: Int { 100 }

    /// That a client could have used the response before again (RFC 9111, section 4.2).
    func reuseRemark(_ facts: FailureFacts.Exhausted, _ decided: DecidedFailure) -> [String] {
        guard let last = facts.last, let entry = decided.entry, let fields = decided.view?.request.head.fields,
            entry.method.elementsEqual("GET".utf8), last.groupingKey == entry.groupingKey, !entry.isTargetCut,
            last.response == .status(200), let response = lastResponse(facts), response.fault == nil,
            !["Cache-Control", "Pragma", "Range"].contains(where: { fields.first(named: $0) != nil }),
            let seconds = response.freshness, entry.arrival - last.arrival < .seconds(seconds)
        else { return [] }
        return ["the response to #\(last.number) may be reused for \(seconds) s (Cache-Control: max-age=\(seconds))"]
    }

    /// That the last of several responses has been sent, so that nothing new comes of a further request.
    func lastResponseRemark(_ facts: FailureFacts.Exhausted) -> [String] {
        let rule = scenario.rule(facts.rule)
        guard let last = facts.last, last.left == nil, case .status(let status) = last.response,
            let upper = rule.times.upper, rule.responses.count > 1, upper >= rule.responses.count, rule.then != .cycle,
            let response = lastResponse(facts)
        else { return [] }
        var shown = String(status)
        if !compiled.redactor.redaction.concernsBodies, case .json(let body) = response.body,
            let json = body.constant?.text(), json.utf8.count <= Self.shownBody
        {
            shown = Printable.text(json)
        }
        return ["the response to #\(last.number) was the last of responses: \(shown)"]
    }

    /// The most bytes of a response's body in a sentence.
    private static var shownBody: Int { 200 }

    /// The response to the last request that the rule took.
    func lastResponse(_ facts: FailureFacts.Exhausted) -> ResponseTemplate? {
        let rule = scenario.rule(facts.rule)
        return rule.times.upper.flatMap { $0 > 0 ? rule.response(count: $0) : nil }
    }
}

extension EarlierRequest {
    /// Whether it has the credentials of another one.
    fileprivate func hasCredentials(of other: EarlierRequest) -> Bool {
        let (own, others) = (view.request.head.fields, other.view.request.head.fields)
        return ["Authorization", "Cookie"].allSatisfy { own.first(named: $0) == others.first(named: $0) }
    }
}

extension Mismatch {
    /// Whether only the request's credentials are wrong.
    fileprivate var isOfCredentials: Bool {
        switch subject {
        case .bearer, .cookie: true
        case .header(let name): ["authorization", "cookie"].contains(name.lowercased())
        default: false
        }
    }
}

extension ResponseTemplate {
    /// For how many seconds a client may use the response again, whoever asks (RFC 9111, section 5.2.2); nil if it may not
    /// or if it is not known.
    fileprivate var freshness: Int? {
        guard !headers.contains(where: { ["age", "vary", "pragma"].contains($0.name.lowercased()) }) else {
            return nil
        }
        var age: Int?
        for header in headers where header.name.lowercased() == "cache-control" {
            for value in header.values {
                guard let text = value.constant else { return nil }
                for part in text.split(separator: ",") {
                    let directive = part.filter { $0 != " " && $0 != "\t" }.lowercased()
                    if directive.hasPrefix("no-store") || directive.hasPrefix("no-cache") { return nil }
                    if directive.hasPrefix("max-age=") { age = Int(directive.dropFirst("max-age=".count)) }
                }
            }
        }
        return age
    }
}
