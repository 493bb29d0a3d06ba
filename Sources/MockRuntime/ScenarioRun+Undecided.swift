import Locking
import Playback

extension ScenarioRun {
    /// Goes on with a decision outside the event loops, and calls `done` there once the response is made.
    package func finish(
        _ undecided: UndecidedRequest, in stage: DecisionStage = .quick,
        _ done: @escaping @Sendable (ResponsePlayer) -> Void
    ) {
        stage.async { self.finish(self.decide(undecided, share: stage.share), in: stage, done) }
    }

    /// Makes a response outside the event loops, and calls `done` there.
    package func finish(_ open: OpenRequest, _ done: @escaping @Sendable (ResponsePlayer) -> Void) {
        let work = { @Sendable in done(self.explain(open)) }
        if open.isMadeByClosure { responders.async(work) } else { DecisionStage.quick.async(work) }
    }

    /// Goes on with what came of a decision in a stage, where this is called.
    package func finish(
        _ decision: RequestDecision, in stage: DecisionStage, _ done: @escaping @Sendable (ResponsePlayer) -> Void
    ) {
        switch decision {
        case .player(let player): done(player)
        case .open(let open): if open.isMadeByClosure { finish(open, done) } else { done(explain(open)) }
        case .undecided(let undecided): finish(undecided, in: stage.next, done)
        }
    }

    /// Closures may block as long as they like, so each run has threads of its own for them: neither another run nor another
    /// request waits for them, only further closures of the same run.
    private var responders: DecisionPool {
        state.withLock { state in
            let pool = state.responders ?? DecisionPool("respond")
            state.responders = pool
            return pool
        }
    }

    /// `the closure of stub "a" that makes the response to #1`, as long as it has not returned; nil if there is none. The
    /// first of several is named.
    package var closureText: String? {
        let closures = state.withLock { $0.closures }
        guard let first = closures.first else { return nil }
        return "the closure of \(first.takerText) that makes the response to #\(first.number)\(more(closures.count))"
    }

    /// Why a verdict is made although a request is still being decided after `limit`, for people.
    func undecidedText(after limit: Duration) -> String {
        if let closureText {
            return
                "\(closureText) has not returned within \(limit), so the verdict is without it: let it return, and wait in "
                + "the test itself"
        }
        let responses = state.withLock { $0.unsettled }
        if let first = responses.first {
            return
                "the response to #\(first)\(more(responses.count)) is still being made after \(limit), so the verdict is "
                + "without it: let its template, or the rule that the request fails, read less of a large body"
        }
        return
            "a request is still being decided after \(limit), so the verdict is without it: let the scenario read less of "
            + "a large body"
    }

    private func more(_ count: Int) -> String { count > 1 ? ", and \(count - 1) more," : "" }
}
