import HTTPMessage
import Locking
import Playback
package import Scenarios

// The closures of a scenario that was written in Swift.
extension ScenarioRun {
    /// A request that a step or a stub with closures took.
    struct KeptRequest {
        let request: RecordedRequest
        let entry: TimelineEntry
        let rule: Rule
    }

    /// Has the scenario's closures judge the requests that have come since the last call, each once, on this thread.
    /// What they reject is a failure of the run.
    package func judge() {
        guard scenario.hasChecks else { return }
        let kept = state.withLock { state in
            defer { state.unjudged = [] }
            return state.unjudged
        }
        for request in kept {
            for check in request.rule.checks {
                guard let text = Self.objection(of: check, to: request.request) else { continue }
                file(
                    act { state, now in
                        state.script.rejected(request.entry, by: check.position, rule: request.rule.id, text, at: now)
                    })
            }
        }
    }

    /// Fails the run for a reason that is not a request: `text` is the title of the failure.
    package func fail(_ text: String, at position: Position) {
        file(act { $0.script.failed(text, at: position, $1) })
    }

    /// Whether requests have come that closures have not judged.
    package var hasUnjudgedRequests: Bool { scenario.hasChecks && state.withLock { !$0.unjudged.isEmpty } }

    /// What a closure has against a request; nil if it accepts it.
    private static func objection(of check: RequestCheck, to request: RecordedRequest) -> String? {
        do {
            return try check.body(request) ? nil : "the assertion is false"
        } catch {
            return "\(error)"
        }
    }
}

extension ScenarioRun.State {
    /// Keeps a request for the closures of the rule that took it.
    mutating func keep(_ request: Request, _ entry: TimelineEntry, _ scenario: Scenario) {
        let id: String? =
            switch entry.outcome {
            case .step(let id), .stub(let id), .stubBeforeStep(let id, _): id
            case .failed, .preflight: nil
            }
        guard let id, let rule = scenario.checkedRules[id] else { return }
        unjudged.append(
            ScenarioRun.KeptRequest(
                request: RecordedRequest(request, number: entry.number), entry: entry, rule: rule))
    }
}

extension ResponsePlan {
    /// The plan with the response that the template's closure makes; the same plan without a closure.
    ///
    /// - Throws: `UnmadeResponse` with the text of the closure's error.
    func madeByClosure() throws(UnmadeResponse) -> ResponsePlan {
        guard let responder = template?.responder, let request = scope?.request?.request else { return self }
        let made: ResponseTemplate
        do {
            made = try responder.body(RecordedRequest(request, number: entry.number))
        } catch {
            throw UnmadeResponse(problem: .responder("\(error)", responder.position))
        }
        return ResponsePlan(response: .scripted(made), scope: scope, entry: entry)
    }
}
