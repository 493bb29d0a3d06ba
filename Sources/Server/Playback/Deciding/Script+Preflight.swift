import HTTPMessage
import Scenarios

extension Script {
    /// Whether the server itself answers the request if no rule takes it: a browser asks whether it may send another
    /// one, so the request is not the client's own.
    func isPreflight(_ view: RequestView) -> Bool {
        scenario.crossOrigin != nil && CrossOriginRequest(view.request.head).preflight != nil
    }

    /// Answers a CORS preflight that no rule takes. It is not a failure, even if a rule that is not open or exhausted
    /// matches it.
    mutating func answerPreflight(
        _ id: ExchangeID, _ view: RequestView, entry: consuming TimelineEntry
    ) -> Decision {
        let refusal = scenario.crossOrigin.flatMap {
            RefusedPreflight.Reason(CrossOriginRequest(view.request.head), $0)
        }
        if case .origin? = refusal { entry.outcome = .refusedPreflight } else { entry.outcome = .preflight }
        entry.response = .status(ResponsePlan.Response.statusOfPreflight)
        beginExchange(id, entry, rule: nil, view: nil)
        lastRefused = copy entry
        if let refusal, refusedPreflights.count < RefusedPreflight.kept {
            note(RefusedPreflight(copy entry, refusal, asking: view, scenario))
        }
        let plan = ResponsePlan(response: .preflight, scope: nil, entry: entry)
        tallies.add(plan.entry, to: expectationsThatCount(connectionOf: view.request.connection))
        return Decision(plan)
    }

    /// Keeps a refused preflight unless there is one like it.
    private mutating func note(_ preflight: RefusedPreflight?) {
        guard let preflight, !refusedPreflights.contains(where: { $0.isLike(preflight) }) else { return }
        refusedPreflights.append(preflight)
    }
}
