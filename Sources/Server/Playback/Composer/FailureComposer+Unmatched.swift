import HTTPMessage
import Scenarios

extension FailureComposer {
    func unmatched(_ candidates: [NearMiss], _ decided: DecidedFailure) -> FailureDraft {
        let title = "nothing takes \(decided.requestText)"
        if let proxied = decided.view.flatMap({ tunneledHost($0, candidates) }) {
            return FailureDraft(
                Failure(
                    .unmatched, at: scenario.position, title,
                    note: "the client uses this server as a proxy for \(proxied); have it use no proxy, and this "
                        + "server's URL in place of the one that it asks for",
                    requests: decided.requests, instant: decided.instant))
        }
        guard let view = decided.view, let nearest = nearestRule(of: candidates, view, decided.scope) else {
            return FailureDraft(
                Failure(
                    .unmatched, at: scenario.position, title, note: "the scenario has no steps and no stubs",
                    requests: decided.requests, instant: decided.instant))
        }
        let remarks = nearerExhausted(than: nearest, candidates, view, decided.scope) + proxyRemark(view)
        let rule = scenario.rule(nearest.rule)
        let mismatches = rule.request.mismatches(view, in: decided.scope)
        let exhausted = nearest.state == .exhausted ? ["and it took its last request already"] : []
        guard let first = mismatches.first else {
            if let closed = closedByCondition(nearest, candidates, view, decided) { return closed }
            return FailureDraft(
                Failure(
                    .unmatched, at: rule.position, rule: rule.id, title,
                    note: "nearest is \(ruleText(nearest.rule))"
                        + (exhausted.isEmpty ? "" : ", which took its last request already"),
                    remarks: remarks, requests: decided.requests, instant: decided.instant))
        }
        if remarks.isEmpty, let stray = stray(nearest.rule, mismatches, candidates, view, decided) {
            return FailureDraft(stray)
        }
        let shown = 5
        let others = mismatches.dropFirst()
        let more = others.count > shown ? ["and \(others.count - shown) more"] : []
        let trace = trace(of: first, decided)
        let failure = Failure(
            .unmatched, at: first.position, rule: rule.id, title,
            note: "nearest is \(ruleText(nearest.rule)): \(problem(first))",
            difference: difference(first, decided.scope.variables),
            remarks: (trace?.lines ?? []) + others.prefix(shown).map { "also: \(problem($0))" } + more + exhausted
                + remarks,
            requests: (trace?.entries ?? []) + decided.requests, instant: decided.instant)
        // If the only reason is a capture that found nothing, this failure follows from the capture's.
        let follows = mismatches.allSatisfy { $0.blocked?.followsFromCapture ?? false }
        var finding = FailureDraft(failure, cause: follows ? first.blocked : nil)
        (finding.hint, finding.hintsInNote) = (hint(first), true)
        if mismatches.count == 1, nearest.state == .live, isSlip(first, of: nearest.rule, decided.scope) {
            finding.refused = RefusedStep(step: nearest.rule, room: nil)
        }
        return finding
    }

    /// Whether the step would have taken the request but for one part: where that is the path, but for its form.
    private func isSlip(_ mismatch: Mismatch, of number: Int, _ scope: EvaluationContext) -> Bool {
        guard number < scenario.steps.count, mismatch.leaves == 1, mismatch.blocked == nil else { return false }
        let rule = scenario.steps[number].rule
        guard rule.request.conditions.contains(where: { if case .path = $0.kind { true } else { false } }),
            unmetConditions(ofRule: number, scope).unmet.isEmpty
        else { return false }
        guard mismatch.subject == .path, !mismatch.isOfForm else { return true }
        guard mismatch.expected.count == 1, mismatch.received.count == 1 else { return false }
        return PathSkeleton(mismatch.expected[0].value).isLike(PathSkeleton(mismatch.received[0].value))
    }

    /// The failure about a request that is not near any rule: none of their lines is to blame.
    private func stray(
        _ nearest: Int, _ mismatches: [Mismatch], _ candidates: [NearMiss], _ view: RequestView,
        _ decided: DecidedFailure
    ) -> Failure? {
        let request = scenario.rule(nearest).request
        guard let path = mismatches.first(where: { $0.subject == .path }), path.isPlain, path.blocked == nil,
            !request.hasPath(like: RequestOutline(view), in: decided.scope)
        else { return nil }
        let open = candidates.first { $0.state == .live && $0.rule < scenario.steps.count }
        let nouns = [scenario.steps.isEmpty ? nil : "step", scenario.stubs.isEmpty ? nil : "stub"].compactMap { $0 }
        var failure = Failure(
            .unmatched, at: scenario.rulesPosition ?? scenario.position, "nothing takes \(decided.requestText)",
            note: "no \(nouns.joined(separator: " or ")) has a path like it",
            remarks: open.map { ["\(ruleText($0.rule)) is open, for \(scenario.rule($0.rule).summary)"] } ?? [],
            requests: decided.requests, instant: decided.instant)
        failure.isAboutAllRules = scenario.rulesPosition != nil
        return failure
    }

    /// The failure about a stub that matches the request but is closed by its `when`; nil if all its conditions hold.
    private func closedByCondition(
        _ nearest: NearMiss, _ candidates: [NearMiss], _ view: RequestView, _ decided: DecidedFailure
    ) -> FailureDraft? {
        let (unmet, scope) = unmetConditions(ofRule: nearest.rule, decided.scope)
        guard let first = unmet.first else { return nil }
        var remarks = unmet.dropFirst().map { "also: it \(reason($0, in: scope))" }
        let others = othersClosed(than: nearest, candidates, view, decided.scope)
        for other in others.prefix(Self.shownClosed) {
            let (unmet, scope) = unmetConditions(ofRule: other, decided.scope)
            guard let first = unmet.first else { continue }
            remarks.append("\(ruleText(other)) would take it, but \(reason(first, in: scope))")
        }
        if others.count > Self.shownClosed { remarks.append("and so with further stubs") }
        let failure = Failure(
            .unmatched, at: first.position, rule: scenario.rule(nearest.rule).id,
            "nothing takes \(decided.requestText)",
            note: "nearest is \(ruleText(nearest.rule)): it \(reason(first, in: scope))", remarks: remarks,
            requests: decided.requests, instant: decided.instant)
        let causes = unmet.compactMap { $0.missingValue(in: scope) }
        return FailureDraft(failure, cause: causes.count == unmet.count ? causes.first : nil)
    }

    /// The number of further stubs that are named if `when` closes them.
    private static let shownClosed = 5

    /// The conditions of a rule's `when` that do not hold, and the scope in which they don't.
    private func unmetConditions(
        ofRule number: Int, _ scope: EvaluationContext
    ) -> (unmet: [WhenCondition], scope: EvaluationContext) {
        let scope = self.scope(rule: number, scope.variables, scope.connections)
        return (scenario.rule(number).when.filter { !$0.matches(in: scope) }, scope)
    }

    /// Further live stubs that match the request, so that only their `when` keeps them from taking it.
    private func othersClosed(
        than nearest: NearMiss, _ candidates: [NearMiss], _ view: RequestView, _ scope: EvaluationContext
    ) -> ArraySlice<Int> {
        let outline = RequestOutline(view)
        let near = candidates.lazy.filter { candidate in
            candidate.state == .live && candidate.rule >= scenario.steps.count && candidate.rule != nearest.rule
                && scenario.stubs[candidate.rule - scenario.steps.count].mayMatch(outline)
        }
        return near.prefix(Self.comparedClosed).map(\.rule).filter {
            scenario.rule($0).request.match(view, in: scope).isMatched
        }.prefix(Self.shownClosed + 1)
    }

    /// The most stubs with a `when` that are compared with the request to name them.
    private static let comparedClosed = 20

    func tooMuchWork(_ steps: Int, _ decided: DecidedFailure) -> Failure {
        Failure(
            .unmatched, at: scenario.position, "nothing takes \(decided.requestText)",
            note: "comparing it takes too long: more than \(steps) steps for all schemas, JSON paths, regular "
                + "expressions and values together; have fewer of them look at it, or write ones that try less",
            requests: decided.requests, instant: decided.instant)
    }

    func undecided(_ rule: UndecidedRule, _ decided: DecidedFailure) -> Failure {
        let (requestMatcher, number, name, position): (RequestMatcher?, Int, String, Position)
        switch rule {
        case .never(let stub):
            let stated = scenario.stubs[stub]
            number = scenario.steps.count + stub
            (requestMatcher, position) = (stated.request, stated.position)
            name = "\(ruleText(number)), which must never come"
        case .expectation(let index):
            let expectation = scenario.expectations[index]
            (requestMatcher, number, position) = (expectation.requestMatcher, -1, expectation.position)
            name = "an item of expect, which allows no more than so many"
        }
        let scope = self.scope(rule: number, decided.scope.variables, decided.scope.connections)
        let stop = decided.view.flatMap { view in requestMatcher?.stop(comparing: view, in: scope) }
        return Failure(
            .unmatched, at: position, "nothing takes \(decided.requestText)",
            note: "whether it matches \(name), was not decided: \(stop ?? "comparing it takes too long")",
            requests: decided.requests, instant: decided.instant)
    }

    /// The host and port of a CONNECT, if no rule is about that method.
    private func tunneledHost(_ view: RequestView, _ candidates: [NearMiss]) -> String? {
        let head = view.request.head
        guard head.hasMethod("CONNECT"), !candidates.contains(where: { scenario.rule($0.rule).request.namesConnect })
        else { return nil }
        return Printable.text(head.target)
    }

    /// A remark that the client sends a request for another server, in the form for proxies (RFC 9112, section 3.2.2).
    private func proxyRemark(_ view: RequestView) -> [String] {
        let head = view.request.head
        guard head.version != .h2, head.target.first != UInt8(ascii: "/"),
            let colon = head.target.firstIndex(of: UInt8(ascii: ":")), head.target[colon...].starts(with: "://".utf8)
        else { return [] }
        let own = Array(environment.serverURL.utf8).drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
        let isOwn =
            head.authority.elementsEqual(own)
            || Self.port(of: head.authority) == Self.port(of: own) && Self.isLoopback(head.authority)
        guard !isOwn else { return [] }
        return [
            "the target names the host \(Printable.text(head.authority)): the client uses this server as a proxy"
        ]
    }

    private static func port(of authority: ArraySlice<UInt8>) -> [UInt8] {
        let digits = authority.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }
        return digits.count < authority.count ? digits.reversed() : []
    }

    private static func isLoopback(_ authority: ArraySlice<UInt8>) -> Bool {
        let host = Authority.host(of: authority)
        return ["localhost", "127.0.0.1", "::1"].contains { host.elementsEqual($0.utf8) }
    }

    /// A remark about a rule that is more like the request than the nearest one, but took its last request.
    private func nearerExhausted(
        than nearest: NearMiss, _ candidates: [NearMiss], _ view: RequestView, _ scope: EvaluationContext
    ) -> [String] {
        guard nearest.state != .exhausted,
            let other = nearestExhausted(of: candidates, nearerThan: nearest, view, scope)
        else { return [] }
        let mismatches = scenario.rule(other.rule).request.mismatches(view, in: scope)
        let first = mismatches.first.map { ": \(problem($0))" } ?? ""
        let more = mismatches.count > 1 ? " and \(mismatches.count - 1) more" : ""
        return ["\(ruleText(other.rule)) is nearer, but took its last request already\(first)\(more)"]
    }

    func problem(_ mismatch: Mismatch) -> String {
        guard let error = mismatch.blocked else {
            return mismatch.sentence
        }
        return switch error.reason {
        case .unset(let variable):
            "it uses {{\(scenario.variables[variable].name)}}: \(unsetReason(variable))"
        case .broken(let variable, let position):
            "it uses {{\(scenario.variables[variable].name)}}, which got no value at \(position)"
        case .invalid(let sentence): Printable.text(sentence)
        }
    }
}

/// The segments of a path without empty ones, in lower case.
private struct PathSkeleton {
    private let segments: [String]

    init(_ path: String) { segments = path.lowercased().split(separator: "/").map(String.init) }

    /// Whether a path is like this one, whose segments in braces are like any.
    func isLike(_ other: PathSkeleton) -> Bool {
        segments.count == other.segments.count
            && zip(segments, other.segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") && $0.hasSuffix("}") }
    }
}

extension WhenCondition {
    /// The error of its variable if a capture or a template gave it no value.
    fileprivate func missingValue(in scope: EvaluationContext) -> EvaluationError? {
        guard case .broken(let cause) = scope.variables[variable] else { return nil }
        return EvaluationError(.broken(variable: variable, at: cause), position: position)
    }
}

extension Rule {
    /// Whether it has a `when`, and may match the request.
    fileprivate func mayMatch(_ request: RequestOutline) -> Bool {
        !when.isEmpty && self.request.leastDistance(request) == 0
    }
}

extension RequestMatcher {
    /// Whether it is about the method CONNECT.
    fileprivate var namesConnect: Bool {
        conditions.contains { condition in
            switch condition.kind {
            case .method(let methods): methods.contains("CONNECT")
            case .allOf(let requestMatchers), .anyOf(let requestMatchers):
                requestMatchers.contains(where: \.namesConnect)
            default: false
            }
        }
    }
}
