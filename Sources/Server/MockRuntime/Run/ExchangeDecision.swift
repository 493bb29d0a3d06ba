package import HTTPMessage
import Playback
import Scenarios

/// What a run makes of a request at once.
package enum ExchangeDecision: ~Copyable, Sendable {
    /// The response, to be played.
    case made(Exchange, ResponsePlayer)
    /// The decision, or the response, takes longer than others should wait for.
    case pending(PendingExchange)
}

/// A request that its run goes on with where nobody else waits.
package struct PendingExchange: Sendable {
    /// What there is so far.
    enum Progress: Sendable {
        /// The request, which is announced but not parsed.
        case arrived(Request, after: ExaminedHead?)
        /// Results that the decision needs. The request has had no effect but that it is announced.
        case evaluated(RequestView, RequestEvaluation)
        case decided(DecidedRequest, ConnectionInfo)
    }

    package let run: ScenarioRun
    let scenario: CompiledScenario
    let progress: Progress

    init(of run: ScenarioRun, playing scenario: CompiledScenario, _ progress: Progress) {
        self.run = run
        self.scenario = scenario
        self.progress = progress
    }

    package var connection: ConnectionInfo {
        switch progress {
        case .arrived(let request, _): request.connection
        case .evaluated(let view, _): view.request.connection
        case .decided(_, let connection): connection
        }
    }

    var id: ExchangeID { ExchangeID(connection) }

    package var reference: ExchangeReference { ExchangeReference(run: run, id: id) }

    /// Whether only its response has still to be made.
    package var isDecided: Bool { if case .decided = progress { true } else { false } }

    /// Whether a closure makes its response, which may take as long as it likes.
    private var waitsForClosure: Bool {
        if case .decided(let request, _) = progress { request.isMadeByClosure } else { false }
    }

    /// Goes on here, as far as a share of work goes.
    ///
    /// - Parameter share: the steps of work that the decision may take; nil for as many as it may have at all.
    package func goOn(share: Int?) -> ExchangeDecision { run.goOn(with: self, share: share) }

    /// Goes on here, as far as the share of work goes that is left of that of other requests.
    ///
    /// - Parameter spent: the steps of work that deciding those took; increased by those for this one.
    package func goOn(spent: inout Int) -> ExchangeDecision { run.goOn(with: self, spent: &spent) }

    /// The request is given up before anything is decided: it has no effect.
    package func withdraw() { run.withdraw(self) }

    /// Goes on elsewhere, and calls `done` there.
    package func finish(_ done: @escaping @Sendable (consuming Exchange, ResponsePlayer) -> Void) {
        finish(in: .quick, done)
    }

    private func finish(
        in stage: DecisionStage, _ done: @escaping @Sendable (consuming Exchange, ResponsePlayer) -> Void
    ) {
        let goesOn = { @Sendable in goOn(in: stage, done) }
        if waitsForClosure { run.responders.async(goesOn) } else { stage.async(goesOn) }
    }

    private func goOn(
        in stage: DecisionStage, _ done: @escaping @Sendable (consuming Exchange, ResponsePlayer) -> Void
    ) {
        switch goOn(share: stage.share) {
        case .made(let exchange, let player): done(exchange, player)
        case .pending(let next) where !next.isDecided: next.finish(in: stage.next, done)
        case .pending(let next) where next.waitsForClosure: next.finish(in: stage, done)
        case .pending(let next): next.goOn(in: stage, done)
        }
    }

    /// Goes on here until the response is made, however long that takes.
    package func finish() -> ExchangeDecision {
        switch goOn(share: nil) {
        case .made(let exchange, let player): .made(exchange, player)
        case .pending(let next): next.finish()
        }
    }
}

/// A request that is decided, but whose response is not made yet.
struct DecidedRequest: Sendable {
    let id: ExchangeID
    let event: ScenarioRun.HandledEvent
    let version: HTTPVersion
    /// The size of its body.
    let size: Int
    /// The fields by which the response permits a browser to read it; nil if there are none.
    let crossOrigin: CrossOriginFields?
    /// The prefix that the paths in the response get; nil if the request's path had none.
    let pathPrefix: PathPrefix?
    /// The request, if somebody listens to reports of requests, and something in it may be redacted.
    let listed: Request?

    /// Whether a closure makes its response.
    var isMadeByClosure: Bool { event.decision.plan?.template?.responder != nil }
}
