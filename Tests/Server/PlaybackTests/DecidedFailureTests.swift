import HTTPMessage
import Playback
import ScenarioFiles
import Scenarios
import Testing

/// Failures that are decided but not filed yet.
@Suite struct DecidedFailureTests {
    /// The script's decisions about these requests, without explanations.
    private static func decisions(_ script: inout Script, _ targets: [String]) -> [Decision] {
        targets.enumerated().map { index, target in
            let head = RequestHead(
                method: Array("GET".utf8)[...], target: Array(target.utf8)[...], authority: [],
                path: Array(target.utf8)[...], query: nil, version: .http11, fields: Fields(), raw: nil)
            let request = Request(
                head: head, body: [], connection: ConnectionInfo(index: 1, exchange: index + 1))
            let instant = Instant(nanoseconds: Int64(index) * 1_000_000)
            return script.arrived(ExchangeID(request.connection), RequestView(request, needs: []), at: instant)
        }
    }

    private static func script(_ yaml: String) throws -> Script {
        let environment = Script.Environment(seed: 1, serverURL: "", start: WallClockTime(nanoseconds: 0))
        return Script(try Scenario(yaml: "mockserver: 1\n" + yaml, path: "script.yaml"), environment)
    }

    @Test("the run has failed from the decision on, and failures keep the order of their decisions")
    func order() throws {
        var script = try Self.script("stubs: [{id: a, request: GET /a}]")
        #expect(!script.hasFailed)
        let decided = Self.decisions(&script, ["/x", "/a", "/y", "/z"]).compactMap(\.failure)
        #expect(decided.map(\.kind) == [.unmatched, .unmatched, .unmatched])
        #expect(script.hasFailed)
        let titles = ["nothing takes GET /x", "nothing takes GET /y", "nothing takes GET /z"]
        #expect(script.verdict(at: Instant(nanoseconds: 0)).failures.map(\.title) == titles)
        for failure in decided.reversed() {
            let explained = script.composer.explain(failure)
            script.file(explained)
            // It counts once even if it is filed twice.
            script.file(explained)
            let verdict = script.verdict(at: Instant(nanoseconds: 0))
            #expect(verdict.failures.map(\.title) == titles)
            #expect(verdict.failures.map(\.repeats) == [1, 1, 1])
        }
        #expect(script.hasFailed)
    }

    @Test("what only the explanation finds out is corrected in failures that came meanwhile")
    func amended() throws {
        var script = try Self.script(
            "steps: [{id: a, request: GET /a, assert: {headers: {K: \"{{request.query.q}}\"}}, response: 201}]")
        let decided = Self.decisions(&script, ["/a", "/a"]).compactMap(\.failure)
        for failure in decided.reversed() { script.file(script.composer.explain(failure)) }
        #expect(
            script.verdict(at: Instant(nanoseconds: 0)).failures.map { $0.requests.map(\.response) }
                == [[.status(500)], [.status(500), .status(501)]])
    }
}
