import ExactJSON
import HTTPMessage
import Scenarios

extension Script {
    /// How many leaves of one request are failures of their own.
    private static var shownLeaves: Int { 20 }

    /// Records what a request that was taken does not fulfil, and gives the answer in place of the scripted one, where
    /// there is to be one.
    mutating func check(
        _ mismatches: [Mismatch], _ rule: Rule, _ entry: inout TimelineEntry, _ effects: inout [Effect],
        at instant: Instant
    ) -> ReplyPlan.Answer? {
        guard !mismatches.isEmpty else { return nil }
        let unmade = mismatches.contains { $0.blocked.map { !$0.followsFromCapture } ?? false }
        if unmade {
            entry.answer = .status(500)
        } else if rule.onAssertFailure == .reject {
            entry.answer = .status(422)
        }
        var first: Failure?
        for (place, mismatch) in mismatches.prefix(Self.shownLeaves).enumerated() {
            var failure = self.failure(mismatch, rule, entry, at: instant)
            let left = mismatches.count - Self.shownLeaves
            if place == Self.shownLeaves - 1, left > 0 { failure.remarks.append("and \(left) more") }
            if let error = mismatch.blocked {
                effects += record(failure, unlessFollowsFrom: error)
            } else {
                effects.append(record(failure))
            }
            if first == nil || (unmade && first?.kind != .template && failure.kind == .template) { first = failure }
        }
        guard let first, case .status(let status) = entry.answer, unmade || rule.onAssertFailure == .reject else {
            return nil
        }
        return .failure(first, status: status)
    }

    private func failure(_ mismatch: Mismatch, _ rule: Rule, _ entry: TimelineEntry, at instant: Instant) -> Failure {
        if let error = mismatch.blocked {
            return templateFailure(error, ruleText(rule), rule.id, [entry], at: instant)
        }
        return Failure(
            .assertion, at: mismatch.position, rule: rule.id,
            "\(ruleText(rule)): \(mismatch.subject.description) \(mismatch.problem)",
            difference: difference(mismatch), requests: [entry], instant: instant)
    }

    /// The two sides of a mismatch, with the origin of the values and what is masked masked.
    func difference(_ mismatch: Mismatch) -> Failure.Difference? {
        guard !mismatch.expected.isEmpty || !mismatch.received.isEmpty else { return nil }
        let mask = Mask(scenario.redaction, mismatch.subject, known: knownValues(mismatch))
        return Failure.Difference(
            expected: mismatch.expected.map { .init(text: $0.text, origin: origin(of: $0.variables)) },
            received: mismatch.received.map { side in
                .init(text: mask.text(side.text, against: mismatch.expected.first?.text), origin: nil)
            })
    }

    private func origin(of variables: [Int]) -> String? {
        let origins = variables.compactMap { index -> String? in
            guard case .value(_, let position) = self.variables[index] else { return nil }
            return "\(scenario.variables[index].name), set at \(position)"
        }
        return origins.isEmpty ? nil : origins.joined(separator: "; ")
    }

    /// The texts that the scenario states or made, which a diff may show.
    private func knownValues(_ mismatch: Mismatch) -> [String] {
        mismatch.expected.map(\.text)
            + variables.compactMap { if case .value(let value, _) = $0 { value.plainText } else { nil } }
    }

    /// Records a failure, or lists it under that of the capture which is its only reason.
    mutating func record(_ failure: Failure, unlessFollowsFrom error: EvaluationError) -> [Effect] {
        if case .broken(_, let position) = error.reason,
            log.note("follows from it: \(failure.title), at \(failure.position)", underCaptureAt: position)
        {
            return []
        }
        return [record(failure)]
    }

    /// A template that made no value; `name` says whose it is.
    func templateFailure(
        _ error: EvaluationError, _ name: String, _ rule: String?, _ requests: [TimelineEntry], at instant: Instant
    ) -> Failure {
        let (problem, note): (String, String?) =
            switch error.reason {
            case .unset(let variable):
                ("{{\(scenario.variables[variable].name)}} is not set yet", unsetReason(variable))
            case .broken(let variable, let position):
                (
                    "{{\(scenario.variables[variable].name)}} has no value",
                    "what should have set it, at \(position), found none"
                )
            case .invalid(let sentence): (sentence, nil)
            }
        return Failure(
            .template, at: error.position, rule: rule, "\(name): \(problem)", note: note, requests: requests,
            instant: instant)
    }

    /// Why a variable holds nothing yet.
    func unsetReason(_ index: Int) -> String {
        let variable = scenario.variables[index]
        let definer = variable.definedBy.map { "\($0), " } ?? ""
        return "\(definer)which sets it at \(variable.position), has not run"
    }

    /// `step "refresh"`, `stub "images"`.
    func ruleText(_ rule: Rule) -> String {
        let isStub = scenario.stubs.contains { $0.position == rule.position }
        return (isStub ? "stub " : "step ") + Printable.quoted(rule.id)
    }
}

extension EvaluationError {
    /// Whether the only reason is a capture that failed.
    var followsFromCapture: Bool {
        if case .broken = reason { true } else { false }
    }
}

extension JSON {
    /// A string as it is, anything else as JSON.
    fileprivate var plainText: String { if case .string(let text) = self { text } else { text() } }
}
