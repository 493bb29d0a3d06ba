import HTTPMessage
import MockRuntime
import Playback
import Testing

/// A request from its decision to the end of its response.
@Suite struct ExchangeTests {
    private static func exchange(of run: ScenarioRun, _ number: Int = 1) -> ExchangeDecision {
        run.decide(request("GET", "/a", exchange: number))
    }

    private static func forget(_ exchange: consuming Exchange) {}

    @Test("that nobody ends is dropped: nobody waits for its response, and the verdict lists it")
    func forgotten() throws {
        let run = try scenarioRun("stubs: [{ request: GET /a }]")
        guard case .made(let exchange, _) = Self.exchange(of: run) else { throw ExpectedDecision() }
        #expect(run.activity.unanswered == 1)
        Self.forget(exchange)
        #expect(run.activity.unanswered == 0)
        #expect(!run.activity.isComplete, "a response that is not sent is no response")
        #expect(run.verdict.droppedResponses == [1])
    }

    @Test("is ended once, as it was ended", arguments: [Exchange.End.answered, .gone, .dropped])
    func ended(end: Exchange.End) throws {
        let run = try scenarioRun("stubs: [{ request: GET /a }]")
        guard case .made(let exchange, _) = Self.exchange(of: run) else { throw ExpectedDecision() }
        exchange.end(end)
        #expect(run.activity.unanswered == 0)
        #expect(run.journal.map { $0.timeline.left != nil } == [end == .gone])
        #expect(run.verdict.droppedResponses.count == (end == .dropped ? 1 : 0))
    }

    @Test("that was dropped can still be answered by what knows its id")
    func answeredLate() throws {
        let run = try scenarioRun("stubs: [{ request: GET /a }]")
        guard case .made(let exchange, _) = Self.exchange(of: run) else { throw ExpectedDecision() }
        let id = exchange.id
        exchange.end(.dropped)
        run.answered(id)
        #expect(run.verdict.droppedResponses.isEmpty)
        guard case .made(let next, _) = Self.exchange(of: run, 2) else { throw ExpectedDecision() }
        #expect(run.activity.unanswered == 1)
        next.end(.answered)
        #expect(run.activity.isComplete)
    }

    private struct ExpectedDecision: Error {}
}
