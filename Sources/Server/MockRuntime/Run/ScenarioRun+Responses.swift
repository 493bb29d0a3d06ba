import HTTPMessage
import Locking
package import Playback
package import Scenarios

// The responses to decided requests, and the failures that are filed before them. Outside the lock.
extension ScenarioRun {
    struct MadeResponse {
        var player: ResponsePlayer
        /// The request's timeline entry; nil if the script gave no response.
        var entry: TimelineEntry?
        var failures: [Failure]
    }

    /// Explains a decided failure, and files it in the order of failures.
    @discardableResult
    func file(_ decided: DecidedFailure?) -> ExplainedFailure? {
        guard let decided else { return nil }
        onDecidedFailure?()
        // That of now, because it knows the stub that a decision was about.
        let (composer, earlier) = state.withLock { state in
            (state.script.composer, decided.isExplainedByEarlier ? state.journal.unread(before: decided) : [])
        }
        let homeless = decided.request.map { noteSecrets(in: $0) } ?? []
        var failure = composer.explain(
            decided, knowing: earlier.map { $0.earlier(composer, redactor, without: pathPrefix) })
        if let response = failure.response {
            for entry in response.failure.requests where entry.number != decided.requestNumber {
                noteSecrets(ofRequest: entry.number)
            }
            failure = failure.redactingResponse(secrets.index)
            if !homeless.isEmpty { failure = failure.redactingResponse(SecretIndex(homeless)) }
        }
        guard decided.isCounted else { return failure }
        metrics?.failed(failure.failures.map(\.kind))
        let kind = failure.failures.first?.kind
        state.withLock { state in
            state.script.file(failure)
            guard let number = decided.requestNumber, kind != decided.kind || failure.amendedEntry != nil else {
                return
            }
            state.journal.settle(number, failure: kind, response: failure.amendedEntry?.response)
        }
        return failure
    }

    /// The player of the decided response. If that can't be produced as stated, another event of the script decides
    /// what to send instead.
    func response(to id: ExchangeID, _ event: HandledEvent, over version: HTTPVersion) -> MadeResponse {
        func made(_ player: ResponsePlayer, _ entry: TimelineEntry?, failures: [Failure]) -> MadeResponse {
            MadeResponse(player: player, entry: entry, failures: failures)
        }
        let explained = file(event.decision.failure)
        var failures = explained?.failures ?? []
        for decided in event.decision.timing?.failures ?? [] { failures += file(decided)?.failures ?? [] }
        // A failure that is sent instead of the scripted response is not held.
        let gate = explained?.response == nil ? event.gate : nil
        if event.gate != nil, gate == nil { self.handle { state, _ in state.apply(state.script.stopHolding(id)) } }
        guard let plan = event.decision.plan else {
            return made(ResponsePlayer(.unanswered, clockStart: clock.start), nil, failures: failures)
        }
        let entry = explained?.amendedEntry ?? plan.entry
        if let known = event.known {
            var player = ResponsePlayer(known, clockStart: clock.start, at: event.instant)
            if let gate { player.hold(gate) }
            return made(player, entry, failures: failures)
        }
        do throws(UnmadeResponse) {
            let isMade = plan.template?.responder != nil
            let plan = isMade && explained?.response == nil ? try madeByClosure(plan) : plan
            if isMade, let refused = plan.template.flatMap({ refusal?($0) }) {
                throw UnmadeResponse(problem: .unsendable(refused.text, refused.position))
            }
            let (response, held) = try render(plan, explained, over: version)
            if explained?.response == nil, let template = plan.template, redactor.concerns(template) {
                noteSecrets(in: response)
            }
            if plan.constantIndex != nil, explained?.response == nil {
                state.withLock { $0.responses.keep(response, for: plan, over: version) }
            }
            var player = player(plan, explained, response: response, at: event.instant)
            player.held = held
            if let gate { player.hold(gate) }
            return made(
                player, amended(entry, id, plan, explained, status: response.head.head.status, isMade: isMade),
                failures: failures)
        } catch {
            let next = unmade(id, error.problem, at: event.instant)
            return made(next.player, next.entry ?? entry, failures: failures + next.failures)
        }
    }

    /// The plan with the response that a closure makes.
    private func madeByClosure(_ plan: ResponsePlan) throws(UnmadeResponse) -> ResponsePlan {
        state.withLock { $0.closures.append(plan.entry) }
        defer { state.withLock { $0.closures.removeAll { $0.number == plan.entry.number } } }
        return try plan.madeByClosure()
    }

    /// Renders a response, and holds memory for it if only one request gets it and it is not small.
    ///
    /// - Throws: why it can't be produced as stated, or that there is no room for it.
    private func render(
        _ plan: ResponsePlan, _ explained: ExplainedFailure?, over version: HTTPVersion
    ) throws(UnmadeResponse) -> (RenderedResponse, ResponseMemory.Held?) {
        guard plan.constantIndex == nil, explained?.response == nil, let template = plan.template else {
            return (try RenderedResponse.rendering(plan, explained, over: version), nil)
        }
        let room = max(responseMemory.room, ResponseMemory.uncounted)
        do throws(UnmadeResponse) {
            let response = try RenderedResponse.rendering(plan, explained, over: version, upTo: room)
            if response.size <= ResponseMemory.uncounted { return (response, nil) }
            if let held = responseMemory.hold(response.size) { return (response, held) }
        } catch {
            guard room < ValueLimit.rendered, case .template(let cause) = error.problem, cause.isTooLarge else {
                throw error
            }
        }
        let noRoom = EvaluationError(.invalid(responseMemory.noRoom), position: template.position, isTooLarge: true)
        throw UnmadeResponse(problem: .template(noRoom))
    }

    /// The player of what is sent in place of a response that can't be made.
    private func unmade(_ id: ExchangeID, _ problem: ResponseProblem, at instant: Instant?) -> MadeResponse {
        let next = self.handle { state, now in
            let decision = state.script.unmade(id, problem, at: now)
            state.apply(decision.timing)
            return HandledEvent(decision: decision, instant: now)
        }
        let explained = file(next.decision.failure)
        let failures = explained?.failures ?? []
        guard let plan = next.decision.plan, let (failure, status) = explained?.response else {
            return MadeResponse(player: ResponsePlayer(.unanswered, clockStart: clock.start), failures: failures)
        }
        state.withLock { $0.journal.amend(plan.entry.number, status: status, failure: failure.kind) }
        let response = RenderedResponse(failure, status: status)
        let player = player(plan, explained, response: response, at: instant ?? next.instant)
        return MadeResponse(player: player, entry: plan.entry, failures: failures)
    }

    /// A response whose head is not written can't be sent as it is stated, for a reason that shows only now.
    ///
    /// - Parameters:
    ///   - text: why, as a sentence for people.
    ///   - position: what states it in the scenario.
    /// - Returns: the player of what is sent instead.
    package func unsendable(_ id: ExchangeID, _ text: String, at position: Position) -> ResponsePlayer {
        var made = unmade(id, .unsendable(text, position), at: nil)
        guard let entry = made.entry else { return made.player }
        if recordsResponses { made.player.recorder = recorder(of: entry.number, made) }
        onInterruption?(report(entry, made.failures))
        return made.player
    }

    /// The entry with the status of a response to a request for ranges, or that a closure or a template made: the script
    /// can't know it.
    func amended(
        _ entry: TimelineEntry, _ id: ExchangeID, _ plan: ResponsePlan, _ explained: ExplainedFailure?, status: Int,
        isMade: Bool
    ) -> TimelineEntry {
        guard explained?.response == nil,
            isMade || plan.template?.delivery?.acceptsRanges ?? false || plan.template?.hasStatusTemplate ?? false,
            case .status(let planned) = entry.response, planned != status
        else { return entry }
        return state.withLock {
            $0.journal.amend(entry.number, status: status)
            return $0.script.rendered(id, status: status) ?? entry
        }
    }

    func player(
        _ plan: ResponsePlan, _ explained: ExplainedFailure?, response: RenderedResponse, at instant: Instant
    ) -> ResponsePlayer {
        guard let (_, status) = explained?.response, plan.template != nil else {
            return ResponsePlayer(plan, response, clockStart: clock.start, at: instant)
        }
        let plan = ResponsePlan(response: .failure(status: status), scope: nil, entry: plan.entry)
        return ResponsePlayer(plan, response, clockStart: clock.start, at: instant)
    }

    /// A recorder of a stream of events that its client should not leave; nil for any other.
    func recorder(ofWatched id: ExchangeID) -> ResponseRecorder? {
        state.withLock { state in
            guard let number = state.script.watchedStream(id) else { return nil }
            let recorder = ResponseRecorder()
            state.streams.append((number, recorder))
            if state.streams.count > State.keptStreams { state.streams.removeFirst() }
            return recorder
        }
    }

    func recorder(of number: Int, _ response: MadeResponse) -> ResponseRecorder {
        let recorder = ResponseRecorder()
        state.withLock { $0.journal.attach(recorder, size: response.player.bodySize, to: number) }
        return recorder
    }
}
