import HTTPMessage
import Scenarios

extension Script {
    /// Lets a rule take a request: counts, checks assertions with the variables as before, captures, sets, takes a
    /// snapshot. `found` contains assertions and effects if they are already computed.
    mutating func take(
        _ id: ExchangeID, rule number: Int, _ arrival: RequestView, parameters: [PathParameter],
        found: RequestEvaluation.Taking?, entry: consuming TimelineEntry, insteadOf step: Int? = nil,
        at instant: Instant
    ) -> Decision {
        let rule = self.rule(number)
        let count = progress[number].count + 1
        progress[number].count = count
        entry.outcome = number < scenario.steps.count ? .step(rule.id) : .stub(rule.id)
        if let step, number >= scenario.steps.count {
            entry.outcome = .stubBeforeStep(rule.id, step: scenario.steps[step].rule.id)
        }
        let response = rule.response(count: count)

        if rule.onlyResponds, response.isConstant {
            entry.response = response.plannedResponse(on: arrival.request.connection.stream)
            remember(entry, rule: number, insteadOf: step, response)
            beginExchange(id, entry, rule: number, view: nil)
            let timingEffects =
                timing == nil ? nil : watchStart(of: id, entry, rule: number, mayHold: true, at: instant)
            expectLeaving(id, rule, response)
            return Decision(
                ResponsePlan(response: .scripted(response), scope: nil, entry: entry), timing: timingEffects)
        }

        var view = arrival
        view.parameters = parameters
        let before = self.scope(rule: number, view, count: count, at: instant)
        var taking = found ?? RequestEvaluation.Taking(rule, view, in: before)
        if found != nil, taking.effects.scope.variablesSize != variablesSize {
            // Meanwhile other requests may have taken the room that its values need.
            let growth = taking.effects.growth(of: rule, in: variables)
            if variablesSize + growth > ValueLimit.variables { taking = taking.fitting(rule, in: before) }
        }
        let (assertionsHold, effects) = (taking.assertionsHold, taking.effects)
        var after = effects.scope
        if !(rule.captures.isEmpty && rule.sets.isEmpty) {
            // Other requests may have set further variables since the effects were computed.
            for variable in rule.captures.map(\.variable) + rule.sets.map(\.variable) {
                variablesSize += effects.scope.variables[variable].size - variables[variable].size
                variables[variable] = effects.scope.variables[variable]
            }
            revision += 1
        }
        (after.variables, after.variablesSize) = (variables, variablesSize)
        let isUnmade = effects.problems.contains(where: \.isUnmade)
        let isRejected = rule.onAssertFailure == .reject && !assertionsHold

        if isUnmade {
            entry.response = .status(500)
        } else if isRejected {
            entry.response = .status(422)
        } else {
            entry.response = response.plannedResponse(on: view.request.connection.stream)
        }
        remember(entry, rule: number, insteadOf: step, isUnmade || isRejected ? nil : response)
        beginExchange(id, entry, rule: number, view: arrival)

        var failure: DecidedFailure?
        if let kind = assertionsHold ? effects.problems.first?.kind : .assertion {
            failure = reserve(
                kind, .taken(rule: number, isRejected: isRejected), entry: entry, view: view, scope: before, at: instant
            )
        }
        let planned: ResponsePlan.Response =
            isUnmade ? .failure(status: 500) : isRejected ? .failure(status: 422) : .scripted(response)
        let timingEffects =
            timing == nil
            ? nil : watchStart(of: id, entry, rule: number, mayHold: !isUnmade && !isRejected, at: instant)
        if !isUnmade, !isRejected { expectLeaving(id, rule, response) }
        return Decision(
            ResponsePlan(response: planned, scope: after, entry: entry), failure: failure, timing: timingEffects)
    }

    private mutating func remember(
        _ entry: TimelineEntry, rule: Int, insteadOf step: Int?, _ response: ResponseTemplate?
    ) {
        if let former = progress[rule].remember(entry), former.isOver { letGo(of: former) }
        if let step {
            progress[step].lostCount += 1
            if progress[step].lost.count < Progress.kept {
                var steps = Self.stepsForText
                let wasOpen = order.isOpen(step: step) && conditionsHold(ofStep: step, steps: &steps)
                progress[step].lost.append(LostRequest(entry: entry, wasOpen: wasOpen))
            }
        }
        if !interruptions.isEmpty { interruptions.removeAll { $0.request == entry.groupingKey } }
        guard let response, let name = response.faultName else { return }
        if interruptions.count == InterruptedRequest.kept { interruptions.removeFirst() }
        var interrupted = copy entry
        if let fault = response.fault, fault.phase == .responseBody {
            interrupted.breaksOff = fault.kind
            progress[rule].recent.change(entry.number) { $0.breaksOff = fault.kind }
        }
        let interruption = Interruption(rule: rule, name: name, fault: response.fault, entry: interrupted)
        interruptions.append(InterruptedRequest(request: entry.groupingKey, interruption: interruption))
    }
}

extension Rule {
    /// Whether a request that the rule takes changes only its count.
    var onlyResponds: Bool { assertions.isEmpty && captures.isEmpty && sets.isEmpty }

    /// The response to the `count`th request, from 1.
    func response(count: Int) -> ResponseTemplate {
        let index = count - 1
        if index < responses.count { return responses[index] }
        return then == .cycle ? responses[index % responses.count] : responses[responses.count - 1]
    }
}

extension ResponseTemplate {
    /// The response in the timeline before the real one is rendered; `stream` is the stream of HTTP/2.
    func plannedResponse(on stream: Int?) -> TimelineEntry.Response {
        if let plainStatus { return .status(plainStatus) }
        if let fault, fault.phase == .responseStart || fault.phase.isInRequest { return .fault(fault.kind.rawValue) }
        // Its bytes need not have a status.
        if isRaw { return .fault("raw") }
        if let reset = h2?.reset, reset.phase == .responseStart { return .fault(reset.name) }
        if let goaway = h2?.goaway, goaway.replacesResponse(on: stream) {
            return .fault(goaway.name)
        }
        switch status {
        case .constant(let status): return .status(status)
        // A template without a valid status gets this one, and any other its own once it is rendered.
        case .template: return .status(500)
        }
    }

    /// The way in which the connection or the stream ends with this response; nil if it does not end.
    var faultName: String? {
        if plainStatus != nil { return nil }
        return fault?.kind.rawValue ?? h2?.reset?.name ?? h2?.goaway?.name ?? (connection == .close ? "close" : nil)
    }
}

extension StreamReset {
    /// `rst_stream CANCEL`
    fileprivate var name: String { "rst_stream \(code)" }
}

extension Goaway {
    /// `goaway NO_ERROR`
    fileprivate var name: String { "goaway \(code)" }
}
