import ExactJSON

/// The rule that took a request.
public enum TimelineOutcome: Hashable, Sendable {
    /// The step with that id.
    case step(String)
    /// The stub with that id.
    case stub(String)
    /// A stub that took a request which a later step would have taken.
    case stubBeforeStep(String, step: String)
    /// No rule; the request caused a failure of that kind, unless `isAllowed`.
    case failed(FailureKind)
    /// No rule; the server answered a browser's question for permission (`cors`).
    case preflight
    /// No rule; the server gave a browser no permission, since `cors` does not list the page's origin.
    case refusedPreflight
}

/// The members of a request that tell its outcome.
package struct OutcomeMembers: Decodable {
    package let outcome: TimelineOutcome
    /// Whether no rule took it, and the scenario allows that.
    package let isAllowed: Bool

    package init(_ outcome: TimelineOutcome, isAllowed: Bool) {
        self.outcome = outcome
        self.isAllowed = isAllowed
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
        func text(_ member: ReportMember.Exchange) throws -> String? {
            try container.decodeIfPresent(String.self, forKey: member)
        }
        isAllowed = container.contains(.allowed)
        if let step = try text(.step) {
            outcome = .step(step)
        } else if let stub = try text(.stub) {
            outcome = try text(.beforeStep).map { .stubBeforeStep(stub, step: $0) } ?? .stub(stub)
        } else if container.contains(.preflight) {
            outcome = container.contains(.refused) ? .refusedPreflight : .preflight
        } else {
            // There is no failure where the scenario allows that nothing takes a request.
            outcome = .failed(try container.decodeIfPresent(FailureKind.self, forKey: .failure) ?? .unmatched)
        }
    }

    /// The step or the stub that took it, and the step that should have; that it is a preflight or allowed, which none
    /// took; or the kind of failure.
    package var all: ReportMember.Exchange.Members {
        guard case .failed(let kind) = outcome, !isAllowed else { return withoutFailure }
        return [(.failure, .string(kind.rawValue))]
    }

    /// The members but for the kind of failure.
    package var withoutFailure: ReportMember.Exchange.Members {
        switch outcome {
        case .step(let id): [(.step, .string(id))]
        case .stub(let id): [(.stub, .string(id))]
        case .stubBeforeStep(let id, let step): [(.stub, .string(id)), (.beforeStep, .string(step))]
        case .failed: isAllowed ? [(.allowed, true)] : []
        case .preflight: [(.preflight, true)]
        case .refusedPreflight: [(.preflight, true), (.refused, true)]
        }
    }
}
