import Dispatch
import HTTPMessage
import Libc
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

    /// The thread on which closures judge, and those that wait for its end.
    struct Judging: Sendable {
        let thread: UInt
        /// The requests that it judges.
        let requests: UnjudgedRequests?
        var waiting: [DispatchSemaphore] = []
    }

    /// How often new requests are judged that came while closures judged others: a closure may send some.
    private static let rounds = 100

    /// Has the scenario's closures judge the requests that have come since the last call, each once, on this thread.
    /// What they reject is a failure of the run.
    ///
    /// - Parameter waits: whether it waits for another thread that judges. An event loop must not: a closure there may wait
    ///   for a response.
    package func judge(waits: Bool = true) {
        guard scenario.hasChecks else { return }
        for _ in 0..<Self.rounds {
            switch beginJudging() {
            case .nothing: return
            case .elsewhere(let end):
                guard waits else { return }
                end.wait()
            case .requests(let requests):
                defer { endJudging() }
                for request in requests { judge(request) }
            }
        }
        if hasUnjudgedRequests {
            fail(
                "closures that judge requests have sent new ones \(Self.rounds) times; the last ones are not judged",
                at: scenario.position)
        }
    }

    /// The requests to be judged on this thread.
    private enum ToJudge {
        case requests([KeptRequest])
        /// Another thread judges; it signals its end.
        case elsewhere(DispatchSemaphore)
        case nothing
    }

    private static var thisThread: UInt {
        #if canImport(Glibc)
        UInt(pthread_self())
        #else
        UInt(bitPattern: pthread_self())
        #endif
    }

    private func beginJudging() -> ToJudge {
        let thread = Self.thisThread
        return state.withLock { state in
            if var judging = state.judging {
                // A closure that asks for the verdict would wait for itself.
                if judging.thread == thread { return .nothing }
                let end = DispatchSemaphore(value: 0)
                judging.waiting.append(end)
                state.judging = judging
                return .elsewhere(end)
            }
            guard !state.unjudged.isEmpty else { return .nothing }
            state.judging = Judging(thread: thread, requests: state.unjudgedRequests)
            defer { state.unjudged = [] }
            return .requests(state.unjudged)
        }
    }

    private func endJudging() {
        let waiting = state.withLock { state in
            defer { state.judging = nil }
            return state.judging?.waiting ?? []
        }
        for end in waiting { end.signal() }
    }

    private func judge(_ request: KeptRequest) {
        for check in request.rule.checks {
            guard let text = Self.objection(of: check, to: request.request) else { continue }
            file(
                handle { state, now in
                    state.script.rejected(request.entry, by: check.position, rule: request.rule.id, text, at: now)
                })
        }
    }

    /// Fails the run for a reason that is not a request: `text` is the title of the failure.
    package func fail(_ text: String, at position: Position) {
        file(handle { $0.script.failed(text, at: position, $1) })
    }

    /// Whether requests have come that closures have not judged to the end.
    package var hasUnjudgedRequests: Bool {
        scenario.hasChecks && state.withLock { !$0.unjudged.isEmpty || $0.judging != nil }
    }

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
    /// The requests that closures have not judged to the end; nil if there are none.
    var unjudgedRequests: UnjudgedRequests? {
        let waiting = unjudged.first.map { first in
            UnjudgedRequests(
                count: unjudged.count, position: first.rule.checks.first?.position ?? first.rule.position)
        }
        return .all([judging?.requests, waiting])
    }

    /// Keeps a request for the closures of the rule that took it.
    mutating func keep(_ request: Request, _ entry: TimelineEntry, _ scenario: Scenario) {
        let id: String? =
            switch entry.outcome {
            case .step(let id), .stub(let id), .stubBeforeStep(let id, _): id
            case .failed, .preflight, .refusedPreflight: nil
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
            let request = RecordedRequest(request, number: entry.number)
            made = try ResponderScope.$isActive.withValue(true) { try responder.body(request) }
        } catch {
            throw UnmadeResponse(problem: .responder("\(error)", responder.position))
        }
        return ResponsePlan(response: .scripted(made), scope: scope, entry: entry)
    }
}
