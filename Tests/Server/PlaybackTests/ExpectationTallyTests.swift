import HTTPMessage
import ScenarioFiles
import Scenarios
import Testing

@testable import Playback

/// What the items of `expect` count, and what that costs: a request concerns those with its path, a verdict those that
/// it shows.
@Suite struct ExpectationTallyTests {
    private static func script(_ items: some Sequence<String>) throws -> Script {
        let scenario = try Scenario(
            yaml: "mockserver: 1\nstubs: [{id: a, request: GET /a, response: 200}]\nexpect:\n"
                + items.map { "- \($0)" }.joined(separator: "\n"), path: "script.yaml")
        let start = WallClockTime(nanoseconds: 0)
        return Script(scenario, Script.Environment(seed: 1, serverURL: "", start: start))
    }

    private static func view(_ path: String, exchange: Int = 1) -> RequestView {
        let head = RequestHead(
            method: Array("GET".utf8)[...], target: Array(path.utf8)[...], authority: [], path: Array(path.utf8)[...],
            query: nil, version: .http11, fields: Fields([]), raw: nil)
        return RequestView(
            Request(head: head, body: [], connection: ConnectionInfo(index: 1, exchange: exchange)), needs: [])
    }

    private static func entry(_ number: Int) -> TimelineEntry {
        TimelineEntry(
            number: number, method: Array("GET".utf8)[...], target: Array("/a".utf8)[...],
            connection: ConnectionInfo(index: 1, exchange: number), offset: .zero,
            arrival: Instant(nanoseconds: 0), outcome: .stub("a"), response: .status(200))
    }

    @Test("of five thousand items only those with the request's path are compared, under the lock and at once")
    func index() throws {
        var script = try Self.script(
            (0..<5_000).map { "{request: GET /item/\($0), times: 1}" } + ["{request: GET /a, times: 1}"])
        let view = Self.view("/a")
        #expect(Array(script.compiled.expectations.rules(for: view)) == [5_000])
        var evaluation = RequestEvaluation(view)
        let decision = script.arrived(
            ExchangeID(view.request.connection), view, evaluation: &evaluation, at: Instant(nanoseconds: 0))
        #expect(decision?.plan?.entry.outcome == .stub("a"))
        #expect(script.tallies.items[5_000].count == 1)
    }

    @Test("items for any path, for a template and for the path itself count a request, and one for another does not")
    func kinds() throws {
        var script = try Self.script([
            "{request: {method: GET}, times: 2}", "{request: 'GET /{any}', times: 2}", "{request: GET /a, times: 2}",
            "{request: GET /b, times: 2}", "{connections: 1}", "{request: {path: {matches: '/a+'}}, times: 2}",
        ])
        for exchange in 1...2 {
            let view = Self.view("/a", exchange: exchange)
            _ = script.arrived(ExchangeID(view.request.connection), view, at: Instant(nanoseconds: 0))
        }
        #expect(script.tallies.items.indices.map { script.tallies.items[$0].count } == [2, 2, 2, 0, 1, 2])
        let failures = script.verdict(at: Instant(nanoseconds: 0)).failures
        #expect(failures.map(\.title) == ["GET /b: 0 requests, expected exactly 2"])
    }

    @Test("items that are found outside the lock count the same")
    func candidates() throws {
        let items = (0..<100).map { "{request: {path: /a, headers: {K: v\($0)}}, never: true}" }
        var script = try Self.script(items + ["{request: GET /a, times: 1}", "{request: GET /b, never: true}"])
        let view = Self.view("/a")
        var evaluation = RequestEvaluation(view)
        let id = ExchangeID(view.request.connection)
        #expect(script.arrived(id, view, evaluation: &evaluation, at: Instant(nanoseconds: 0)) == nil)
        let isResolved = evaluation.resolve(view, script.composer)
        #expect(isResolved)
        #expect(script.arrived(id, view, evaluation: &evaluation, at: Instant(nanoseconds: 0)) != nil)
        #expect(script.verdict(at: Instant(nanoseconds: 0)).passed)
    }

    @Test("a corrected response is shown by the items that still show its request, and by no other")
    func amended() throws {
        let script = try Self.script((0..<3).map { "{request: GET /\($0), times: 1}" })
        var tallies = ExpectationTallies(script.scenario.expectations)
        tallies.add(Self.entry(1), to: [0, 1])
        for number in 2...4 { tallies.add(Self.entry(number), to: [0]) }
        func amend(_ number: Int) {
            var entry = Self.entry(number)
            entry.response = .status(206)
            tallies.amend(entry)
        }
        amend(1)
        amend(3)
        #expect(tallies.items[0].recent.all.map(\.number) == [2, 3, 4])
        #expect(tallies.items[0].recent.all.map(\.response) == [.status(200), .status(206), .status(200)])
        #expect(tallies.items[1].recent.all.map(\.response) == [.status(206)])
        #expect(tallies.items[2].recent.all.isEmpty)
    }

    @Test("of twenty thousand items that fail a thousand are told, and the others are counted")
    func many() throws {
        let script = try Self.script((0..<20_000).map { "{request: GET /item/\($0), times: 1}" })
        let verdict = script.verdict(at: Instant(nanoseconds: 0))
        #expect(verdict.failures.count == 1_000)
        #expect(verdict.omittedFailures == 19_000)
        #expect(verdict.failures.last?.title == "GET /item/999: 0 requests, expected exactly 1")
    }
}
