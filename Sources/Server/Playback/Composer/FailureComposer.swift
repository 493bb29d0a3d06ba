import HTTPMessage
import Scenarios

/// Writes the sentences of failures. It knows the scenario and its arguments, but nothing of a run's state, so it works
/// outside the run's lock.
package struct FailureComposer: Sendable {
    let compiled: CompiledScenario
    let environment: Script.Environment
    /// The variables whose values are not known when a request is explained, by their index, with the reason.
    var unknownVariables: [Int: UnknownValue] = [:]
    /// The requests before the one whose failure is explained, from the oldest, as far as they are known.
    var earlier: [EarlierRequest] = []

    init(_ compiled: CompiledScenario, _ environment: Script.Environment) {
        self.compiled = compiled
        self.environment = environment
    }

    var scenario: Scenario { compiled.scenario }

    /// The seed of the random values.
    var seed: UInt64 { environment.seed }

    /// The complete explanation of a decision's failures, by requests that came before, from the oldest.
    package func explain(_ decided: DecidedFailure, knowing earlier: [EarlierRequest]) -> ExplainedFailure {
        var composer = self
        composer.earlier = earlier
        return composer.explain(decided)
    }

    /// The complete explanation of a decision's failures.
    package func explain(_ decided: DecidedFailure) -> ExplainedFailure {
        switch decided.facts {
        case .initialValue(let assignment, let error):
            return finished(decided, initialValue(assignment, error, decided: decided), status: nil)
        case .malformed(let request):
            return finished(decided, malformed(request, decided), status: nil)
        case .never(let stub, let recent):
            return finished(decided, FailureDraft(never(stub, recent, decided)), status: 501)
        case .outOfOrder(let facts):
            var finding = FailureDraft(outOfOrder(facts, decided))
            finding.lacks = facts.lacks
            // For another reason the step would not take the request, even if it had come in order.
            if !facts.lacks.isEmpty { finding.refused = facts.refused }
            return finished(decided, finding, status: 501)
        case .exhausted(let facts):
            let rejections = rejections(before: facts, decided)
            var finding = FailureDraft(exhausted(facts, rejections, decided))
            finding.refused = rejections.flatMap { stepOfRetry(of: $0, decided) }
            finding.resends = asksForOutcome(facts, decided)
            return finished(decided, finding, status: 501)
        case .unmatched(let candidates, let isResponse):
            return finished(decided, unmatched(candidates, decided), status: isResponse ? 501 : nil)
        case .tooMuchWork(let steps, let isResponse):
            return finished(decided, FailureDraft(tooMuchWork(steps, decided)), status: isResponse ? 501 : nil)
        case .undecided(let rule, let isResponse):
            return finished(decided, FailureDraft(undecided(rule, decided)), status: isResponse ? 501 : nil)
        case .taken(let rule, let isRejected):
            return explain(decided, takenBy: rule, isRejected: isRejected)
        case .unmade(let problem, let rule):
            return finished(decided, unmade(problem, rule, decided: decided), rule: rule, status: 500)
        case .check(let text, let position, let rule):
            return finished(
                decided,
                FailureDraft(
                    Failure(
                        .assertion, at: position, rule: rule,
                        "\(decided.entry?.takerText ?? rule): \(decided.requestText): \(text)",
                        requests: decided.requests, instant: decided.instant)))
        case .misuse(let text, let position):
            return finished(decided, FailureDraft(Failure(.unmet, at: position, text, instant: decided.instant)))
        case .holdTimeout(let rule, let arrivals, let held, let end):
            return finished(
                decided, FailureDraft(holdTimeout(rule: rule, arrivals: arrivals, held: held, end, at: decided.instant))
            )
        case .releaseConflict(let rule, let first):
            return finished(decided, FailureDraft(releaseConflict(rule: rule, first: first, decided)))
        case .inFlight(let count, let limit, let rule, let others):
            return finished(decided, FailureDraft(inFlight(count, limit, rule: rule, others: others, decided)))
        case .interval(let interval, let limit, let rule, let recent):
            return finished(decided, FailureDraft(self.interval(interval, limit, rule: rule, recent, decided)))
        case .client(let assertion, let outcome, let rule, let sent):
            return finished(decided, FailureDraft(client(assertion, outcome, rule: rule, sentEvents: sent, decided)))
        }
    }

    private func initialValue(
        _ assignment: Assignment, _ error: EvaluationError, decided: DecidedFailure
    ) -> FailureDraft {
        let failure = templateFailure(error, "vars", rule: nil, at: decided.instant)
        return FailureDraft(failure, cause: error, breaks: assignment.position)
    }

    private func malformed(_ request: MalformedRequest, _ decided: DecidedFailure) -> FailureDraft {
        FailureDraft(
            Failure(
                .badRequest, at: scenario.position, "\(request.problem.rawValue): \(request.reason)",
                requests: decided.requests, instant: decided.instant))
    }

    private func unmade(_ problem: ResponseProblem, _ number: Int?, decided: DecidedFailure) -> FailureDraft {
        let name = number.map(ruleText) ?? "the response to an unmatched request"
        let rule = number.map { scenario.rule($0).id }
        switch problem {
        case .template(let error):
            var failure = templateFailure(error, name, rule: rule, at: decided.instant)
            failure.requests = decided.requests
            return FailureDraft(failure, cause: error)
        case .unsendable(let sentence, let position):
            return FailureDraft(
                Failure(
                    .unsendable, at: position, rule: rule, "\(name): \(sentence)", requests: decided.requests,
                    instant: decided.instant))
        case .responder(let text, let position):
            return FailureDraft(
                Failure(
                    .template, at: position, rule: rule, "\(name): the response can't be made: \(text)",
                    requests: decided.requests, instant: decided.instant))
        }
    }

    private func finished(
        _ decided: DecidedFailure, _ finding: FailureDraft, rule: Int? = nil, status: Int? = nil
    ) -> ExplainedFailure {
        let finding = finish(finding, secrets(of: decided.view, decided.scope.variables))
        return ExplainedFailure(decided, [finding], rule: rule, response: status.map { (finding.failure, $0) })
    }

    /// Redacts a failure. Every failure passes through here.
    func finish(_ finding: FailureDraft, _ secrets: SecretValues) -> FailureDraft {
        var finding = finding
        finding.failure = compiled.redactor.redacted(finding.failure, secrets)
        if let hint = finding.hint {
            finding.hint = nil
            // A name like an expected one is not secret, though it may begin a redacted header.
            let text = "; " + (hint.container == nil ? hint.text : secrets.hidden(in: hint.text))
            if finding.hintsInNote {
                finding.failure.note? += text
            } else {
                finding.failure.title += text
            }
        }
        return finding
    }

    /// The values that failures about the request must not show.
    func secrets(of view: RequestView?, _ variables: [VariableState]) -> SecretValues {
        SecretValues(
            scenario, compiled.redactor, view: view, variables: variables, redacted: compiled.redactedVariables)
    }

    /// The context of templates outside a response: variables, but no request.
    func scope(rule: Int, _ variables: [VariableState], _ connections: StepConnections) -> EvaluationContext {
        EvaluationContext(
            variables: variables, connections: connections,
            randomSource: RandomSource(seed: seed, rule: rule, count: 0),
            now: environment.start, serverURL: environment.serverURL, isRecorded: environment.isRecorded)
    }
}

/// Why the value of a variable is not known when a request is explained.
enum UnknownValue: Sendable {
    /// A rule set it from a request that is not known.
    case request(ofRule: Int)
    /// It is random, and there is no seed.
    case random
}

extension DecidedFailure {
    /// The request that the failure is about.
    var requests: [TimelineEntry] { entry.map { [$0] } ?? [] }
}

extension Scenario {
    /// The rule of a step or stub: steps have the first numbers, then stubs.
    func rule(_ number: Int) -> Rule {
        number < steps.count ? steps[number].rule : stubs[number - steps.count]
    }
}
