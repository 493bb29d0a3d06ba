package import HTTPMessage
import Locking
package import Playback
import Scenarios

// The way of a request to its response: parsed and decided, under the lock for as little as possible, then made outside of it.
// What takes long is left pending, for a thread on which nobody else waits.
extension ScenarioRun {
    /// A request with a larger body is released as soon as its response is rendered, which may be long before a client
    /// has received that. For a smaller one, releasing costs more than it saves.
    private static let heldRequest = 16 * 1024

    /// The most bytes of a request whose redacted values are noted where others wait.
    private static let quicklyNoted = 4 * 1024

    /// The largest body that is parsed where others wait. That takes about 10 ns per byte, so it delays them for less than a
    /// millisecond. But a part of a multipart body, which takes microseconds, may have ten bytes.
    private static let quicklyParsed = (usually: 64 * 1024, multipart: 1024)

    private static func isParsedQuickly(_ request: borrowing Request, _ needs: RequestNeeds) -> Bool {
        // A body with a content coding may become a thousand times as large.
        if needs.contains(.body), request.isBodyEncoded { return false }
        let size = request.body.count
        return size <= (needs.contains(.multipart) ? quicklyParsed.multipart : quicklyParsed.usually)
    }

    /// The steps of work that deciding a head may take. The same wherever a request comes from, because it decides when
    /// the response begins.
    private static let headShare = 10_000

    /// Decides a complete request, as far as a share of work goes.
    ///
    /// - Parameters:
    ///   - compiled: the scenario with the stubs that were added; nil for the one that the run began with.
    ///   - spent: the steps of work that deciding other requests took for which the same others wait; increased by those for
    ///     this one.
    package func decide(
        _ request: consuming Request, by compiled: CompiledScenario? = nil, spent: inout Int
    ) -> ExchangeDecision {
        let compiled = compiled ?? self.compiled
        guard Self.isParsedQuickly(request, compiled.scenario.needs) else {
            return .pending(announced(request, by: compiled))
        }
        return decide(request, by: compiled, spent: &spent, wasAnnounced: false)
    }

    /// Decides a complete request whose head was examined before, as far as a share of work goes.
    package func decide(
        _ request: consuming Request, by compiled: CompiledScenario? = nil, after examined: ExaminedHead,
        spent: inout Int
    ) -> ExchangeDecision {
        goOn(with: announced(request, by: compiled, after: examined), spent: &spent)
    }

    /// Decides a complete request that is parsed quickly.
    private func decide(
        _ request: consuming Request, by compiled: CompiledScenario, spent: inout Int, wasAnnounced: Bool
    ) -> ExchangeDecision {
        let id = ExchangeID(request.connection)
        let left = share.map { max(0, $0 - spent) }
        // Parsing the request needs no lock. As `RequestEvaluation.begun` does it, whose pair a plain request would pay for.
        let view = RequestView(request, needs: compiled.scenario.needs)
        var evaluation = RequestEvaluation(view, share: left)
        defer { spent += (left ?? 0) - (evaluation.share ?? 0) }
        return decide(id, view, &evaluation, by: compiled, wasAnnounced: wasAnnounced) ?? unanswered(id, by: compiled)
    }

    /// Decides a complete request for which no others wait but those that wait for this one.
    package func decide(
        _ request: consuming Request, by compiled: CompiledScenario? = nil, after examined: ExaminedHead? = nil
    ) -> ExchangeDecision {
        var spent = 0
        guard let examined else { return decide(request, by: compiled, spent: &spent) }
        return decide(request, by: compiled, after: examined, spent: &spent)
    }

    /// Announces a complete request that is decided later: until then the run is not complete.
    package func announced(
        _ request: consuming Request, by compiled: CompiledScenario? = nil, after examined: ExaminedHead? = nil
    ) -> PendingExchange {
        handle { state, _ in state.announced += 1 }
        return PendingExchange(of: self, playing: compiled ?? self.compiled, .arrived(request, after: examined))
    }

    /// Decides a request whose body has not come, if the scenario decides it at its head; else, or if that takes too many
    /// steps of work, returns nil, and the request is decided when it is complete. Say by `bodyArrived` how much of the body
    /// comes.
    ///
    /// - Parameter examined: gets what the head has shown if it does not decide the request.
    package func decide(
        head request: consuming Request, by compiled: CompiledScenario? = nil, examined: inout ExaminedHead?
    ) -> ExchangeDecision? {
        let compiled = compiled ?? self.compiled
        guard compiled.scenario.decidesAtHead else { return nil }
        let id = ExchangeID(request.connection)
        let view = RequestView(request, needs: compiled.scenario.needs, isHeadOnly: true)
        var evaluation = RequestEvaluation(view, share: Self.headShare)
        let decision = decide(id, view, &evaluation, by: compiled)
        if decision == nil { examined = ExaminedHead(view, evaluation, by: compiled) }
        return decision
    }

    /// Decides a complete request, however long that takes, for a caller who tells the end of its response by the id.
    package func arrived(
        _ request: consuming Request, by compiled: CompiledScenario? = nil
    ) -> (id: ExchangeID, player: ResponsePlayer) {
        guard case .made(let exchange, let player) = announced(request, by: compiled).finish() else {
            preconditionFailure("a decision with all the steps that it may take is made")
        }
        return (exchange.release().id, player)
    }

    /// Goes on with a request as far as another share of work goes.
    func goOn(with pending: PendingExchange, share: Int?) -> ExchangeDecision {
        let (id, compiled) = (pending.id, pending.scenario)
        switch pending.progress {
        case .arrived(let request, let examined):
            var (view, evaluation) =
                examined?.completed(by: request, for: compiled, share: share)
                ?? RequestEvaluation.begun(request, for: compiled, share: share)
            return decide(id, view, &evaluation, by: compiled, wasAnnounced: true) ?? unanswered(id, by: compiled)
        case .evaluated(let view, var evaluation):
            evaluation.share = share
            return decide(id, view, &evaluation, by: compiled, wasAnnounced: true) ?? unanswered(id, by: compiled)
        case .decided(let request, _):
            return .made(Exchange(self, id, playing: compiled), respond(to: request))
        }
    }

    /// Goes on with an announced request as far as a share of work goes.
    func goOn(with pending: PendingExchange, spent: inout Int) -> ExchangeDecision {
        guard case .arrived(let request, let examined) = pending.progress,
            Self.isParsedQuickly(request, pending.scenario.scenario.needs)
        else { return .pending(pending) }
        guard let examined else { return decide(request, by: pending.scenario, spent: &spent, wasAnnounced: true) }
        let left = share.map { max(0, $0 - spent) }
        var (view, evaluation) = examined.completed(by: request, for: pending.scenario, share: left)
        defer { spent += (left ?? 0) - (evaluation.share ?? 0) }
        return decide(pending.id, view, &evaluation, by: pending.scenario, wasAnnounced: true)
            ?? unanswered(pending.id, by: pending.scenario)
    }

    /// An announced request is given up before anything is decided.
    func withdraw(_ pending: PendingExchange) {
        if !pending.isDecided { handle { state, _ in state.announced -= 1 } }
    }

    private func unanswered(_ id: ExchangeID, by compiled: CompiledScenario) -> ExchangeDecision {
        .made(Exchange(self, id, playing: compiled), ResponsePlayer(.unanswered, clockStart: clock.start))
    }

    /// The next action for a request.
    private enum Outcome {
        /// Only play a constant response.
        case known(ResponsePlayer)
        case planned(HandledEvent)
        /// Nothing is decided: results that take long must first be computed outside the lock, by this composer.
        case open(FailureComposer)
    }

    /// Decides a request; nil if only its head has come and its body is needed.
    ///
    /// - Parameters:
    ///   - evaluation: gets the results that the decision needs; its share becomes what is left of it.
    ///   - wasAnnounced: whether the request counts as announced.
    private func decide(
        _ id: ExchangeID, _ view: RequestView, _ evaluation: inout RequestEvaluation, by compiled: CompiledScenario,
        wasAnnounced: Bool = false
    ) -> ExchangeDecision? {
        let version = view.request.head.version
        let isTold = onRequest != nil || recordsResponses
        let largeBody = Journal.LargeBody(of: view.request, limit: journalLimit)
        let crossOrigin = crossOriginFields(answering: view.request.head)
        let pathPrefix = view.request.head.droppedFromPath > 0 ? pathPrefix : nil
        var decided: HandledEvent?
        while decided == nil {
            let outcome = handle { state, now -> Outcome in
                guard let decision = state.script.arrived(id, view, evaluation: &evaluation, at: now) else {
                    return .open(state.script.composer)
                }
                if wasAnnounced { state.announced -= 1 }
                if state.script.hasQuietHolds { state.lastRequest = clock.realNow() }
                guard let plan = decision.plan else { return .planned(HandledEvent(decision: decision, instant: now)) }
                state.journal.add(
                    view.request, plan.entry, failure: decision.firstKind, largeBody: largeBody)
                if scenario.hasChecks { state.keep(view.request, plan.entry, scenario) }
                if view.isHeadOnly { state.arriving[id] = plan.entry.number }
                let known = state.responses.response(to: plan, over: version)
                if let timing = decision.timing {
                    state.unsettled.append(plan.entry.number)
                    let gate = state.gate(for: id, timing, clock.holdNow())
                    state.release(timing.released)
                    return .planned(HandledEvent(decision: decision, instant: now, known: known, gate: gate))
                }
                // If nobody needs a report of the request, none is kept: that saves 5 % of its instructions.
                if let known, !isTold, crossOrigin == nil, pathPrefix == nil {
                    return .known(ResponsePlayer(known, clockStart: clock.start, at: now))
                }
                state.unsettled.append(plan.entry.number)
                return .planned(HandledEvent(decision: decision, instant: now, known: known))
            }
            switch consume outcome {
            case .known(let player): return .made(Exchange(self, id, playing: compiled), player)
            case .planned(let event): decided = event
            case .open where evaluation.needsBody: return nil
            case .open(let composer):
                guard evaluation.resolve(view, composer) else {
                    if view.isHeadOnly { return nil }
                    if !wasAnnounced { handle { state, _ in state.announced += 1 } }
                    return .pending(PendingExchange(of: self, playing: compiled, .evaluated(view, evaluation)))
                }
            }
        }
        guard let decided else { return nil }
        let isListed = onRequest != nil && redactor.redacts
        let request = DecidedRequest(
            id: id, event: decided, version: version, size: view.request.body.count, crossOrigin: crossOrigin,
            pathPrefix: pathPrefix, listed: isListed ? view.request : nil)
        // A template may show a large value many times.
        let cost = decided.decision.plan?.template?.renderingCost
        let showsMuch =
            cost.map { cost in
                request.size > Self.heldRequest || cost.isLarge(in: decided.decision.plan?.scope ?? .empty)
            } ?? false
        // It may have many values to note, and a body with a content coding may become a thousand times as large.
        let isNoted = isListed || decided.decision.failure != nil
        let hidesMuch =
            isListed && request.size + view.request.head.fields.bytes.count > Self.quicklyNoted
            || isNoted && view.request.isBodyEncoded && redactor.concernsBody([], view.request.head.fields)
        if request.isMadeByClosure || showsMuch || hidesMuch
            || decided.decision.failure?.takesLongToExplain(in: scenario) ?? false
        {
            return .pending(
                PendingExchange(of: self, playing: compiled, .decided(request, view.request.connection)))
        }
        return .made(Exchange(self, id, playing: compiled), respond(to: request))
    }

    /// Explains the request's failures, and renders its response.
    private func respond(to request: DecidedRequest) -> ResponsePlayer {
        let homeless = request.listed.map { noteSecrets(in: $0) } ?? []
        var response = self.response(to: request.id, request.event, over: request.version)
        response.player.add(request.crossOrigin)
        response.player.add(request.pathPrefix)
        if request.size > Self.heldRequest { state.withLock { $0.script.releaseRequest(request.id) } }
        if recordsResponses, let number = response.entry?.number {
            response.player.recorder = recorder(of: number, response)
        } else if case .events? = request.event.decision.plan?.template?.body {
            response.player.recorder = recorder(ofWatched: request.id)
        }
        if let number = request.event.decision.plan?.entry.number { settle(number) }
        if let entry = response.entry {
            onRequest?(report(entry, response.failures, homeless))
        }
        return response.player
    }

    /// How many bytes of the body have come of a request that was decided at its head.
    ///
    /// - Parameter isLast: whether no more will come.
    package func bodyArrived(_ id: ExchangeID, bytes: Int, isLast: Bool) {
        handle { state, _ in
            guard let number = state.arriving[id] else { return }
            if isLast { state.arriving[id] = nil }
            state.journal.amend(number, bodySize: bytes)
        }
    }

    /// Closures may block as long as they like, so each run has threads of its own for them: neither another run nor another
    /// request waits for them, only further closures of the same run.
    var responders: DecisionPool {
        state.withLock { state in
            let pool = state.responders ?? DecisionPool("respond")
            state.responders = pool
            return pool
        }
    }
}
