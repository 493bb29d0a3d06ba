import HTTPMessage
import Scenarios

extension Script {
    /// A rule takes a request: count, assert with the variables as before, capture, set, snapshot.
    mutating func take(
        _ id: ExchangeID, rule number: Int, _ arrival: RequestView, _ parameters: [PathParameter],
        _ entry: inout TimelineEntry, robbing step: Int? = nil, at instant: Instant
    ) -> Effects {
        let rule = self.rule(number)
        progress[number].count += 1
        let count = progress[number].count
        entry.outcome = number < scenario.steps.count ? .step(rule.id) : .stub(rule.id)
        if let step { entry.outcome = .stubBeforeStep(rule.id, step: scenario.steps[step].rule.id) }
        let response = rule.response(count: count)

        if rule.onlyAnswers, response.isConstant {
            entry.answer = response.plannedAnswer(on: arrival.request.connection.stream) { nil }
            remember(entry, rule: number, robbing: step, fault: response.faultName)
            owe(id, entry, rule: number, nil)
            return Effects(id, ReplyPlan(answer: .scripted(response), scope: nil, entry: entry))
        }

        var view = arrival
        view.parameters = parameters
        var scope = self.scope(rule: number, view, count: count, at: instant)
        var findings = assertionFindings(rule, number, view, scope, at: instant)
        let isRejected = rule.onAssertFailure == .reject && !findings.isEmpty
        if !rule.captures.isEmpty {
            capture(rule, number, view, scope, &findings, at: instant)
            scope.variables = variables
        }
        assign(rule, number, &scope, &findings, at: instant)

        let unmade = findings.firstIndex(where: \.isUnmade)
        if unmade != nil {
            entry.answer = .status(500)
        } else if isRejected {
            entry.answer = .status(422)
        } else {
            entry.answer = response.plannedAnswer(on: view.request.connection.stream) { scope }
        }
        remember(entry, rule: number, robbing: step, fault: unmade == nil && !isRejected ? response.faultName : nil)
        owe(id, entry, rule: number, arrival)

        guard !findings.isEmpty else {
            return Effects(id, ReplyPlan(answer: .scripted(response), scope: scope, entry: entry))
        }
        let secrets = secrets(of: view)
        for place in findings.indices {
            findings[place].failure.requests = [entry]
            findings[place].failure = findings[place].failure.hiding(secrets)
        }
        var answer = ReplyPlan.Answer.scripted(response)
        if let unmade {
            answer = .failure(findings[unmade].failure, status: 500)
        } else if isRejected {
            answer = .failure(findings[0].failure, status: 422)
        }
        var failures: [Failure] = []
        for finding in findings { failures += record(finding) }
        return Effects(id, ReplyPlan(answer: answer, scope: scope, entry: entry), failures: failures)
    }

    private mutating func remember(_ entry: TimelineEntry, rule: Int, robbing step: Int?, fault: String?) {
        if progress[rule].first == nil { progress[rule].first = entry }
        if let former = progress[rule].recent.add(entry), former.isOver { letGo(of: former) }
        if let step {
            progress[step].lostCount += 1
            if progress[step].lost.count < Progress.kept { progress[step].lost.append(entry) }
        }
        if !interruptions.isEmpty { interruptions.removeAll { $0.request == entry.likeness } }
        guard let fault else { return }
        if interruptions.count == Interruption.kept { interruptions.removeFirst() }
        interruptions.append(Interruption(request: entry.likeness, rule: rule, fault: fault))
    }

    private mutating func capture(
        _ rule: Rule, _ number: Int, _ view: RequestView, _ scope: Scope, _ findings: inout [Finding],
        at instant: Instant
    ) {
        for capture in rule.captures {
            switch capture.value(from: view, in: scope) {
            case .success(let value):
                variables[capture.variable] = .value(value, setAt: capture.position)
            case .failure(let problem):
                variables[capture.variable] = .broken(at: capture.position)
                let name = scenario.variables[capture.variable].name
                let failure = Failure(
                    .capture, at: capture.position, rule: rule.id, "\(ruleText(number)): capture \(name) has no value",
                    note: problem.sentence, instant: instant)
                findings.append(Finding(failure, breaks: capture.position))
            }
        }
    }

    /// Evaluates `set` in written order.
    private mutating func assign(
        _ rule: Rule, _ number: Int, _ scope: inout Scope, _ findings: inout [Finding], at instant: Instant
    ) {
        for assignment in rule.sets {
            do {
                let value = try assignment.value.evaluate(in: scope)
                variables[assignment.variable] = .value(value, setAt: assignment.position)
            } catch {
                variables[assignment.variable] = .broken(at: assignment.position)
                var finding = Finding(
                    templateFailure(error, ruleText(number), rule.id, at: instant), cause: error,
                    breaks: assignment.position)
                finding.isUnmade = true
                findings.append(finding)
            }
            scope.variables = variables
        }
    }
}

extension Rule {
    /// Whether a request that it takes changes nothing but its count.
    var onlyAnswers: Bool { assertions.isEmpty && captures.isEmpty && sets.isEmpty }

    /// The answer to the request that is its `count`th, from 1.
    func response(count: Int) -> ResponseTemplate {
        let place = count - 1
        if place < responses.count { return responses[place] }
        return then == .cycle ? responses[place % responses.count] : responses[responses.count - 1]
    }
}

extension ResponseTemplate {
    /// What the timeline says of the answer before it is made; `stream` is that of HTTP/2. A constant answer needs no scope.
    func plannedAnswer(on stream: Int?, in scope: () -> Scope?) -> TimelineEntry.Answer {
        if let plainStatus { return .status(plainStatus) }
        if let fault, fault.phase == .responseStart { return .fault(fault.kind.rawValue) }
        if let reset = h2?.reset, reset.phase == .responseStart { return .fault(reset.name) }
        if let goaway = h2?.goaway, goaway.replacesAnswer(on: stream) {
            return .fault(goaway.name)
        }
        switch status {
        case .constant(let status): return .status(status)
        // One that makes no status is answered 500.
        case .template(let template):
            return .status(scope().flatMap { try? template.text(in: $0) }.flatMap { Int($0) } ?? 500)
        }
    }

    /// How the connection or the stream ends with this answer, where it does.
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
