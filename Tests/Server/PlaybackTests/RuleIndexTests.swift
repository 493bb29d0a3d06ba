import HTTPMessage
import ScenarioFiles
import Scenarios
import SeededRandom
import Testing

@testable import Playback

@Suite("The index of rules by path")
struct RuleIndexTests {
    private static let segments = ["a", "b", "{x}", "{x}.json", "p{x}", "", "a%2Fb"]
    private static let given = ["a", "b", "c", "c.json", "pq", "", "a%2Fb", "%61"]

    /// Rules with random paths: literals, templates of all kinds, and none.
    private static func scenario(_ generator: inout SplitMix) throws -> Scenario {
        let rules = (0..<60).map { number -> String in
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: return "  - request: { method: GET }"
            case 1: return "  - request: { path: { starts_with: /a } }"
            default: break
            }
            var names = 0
            var path = (0..<Int.random(in: 1...4, using: &generator)).map { _ -> String in
                names += 1
                let segment = segments.randomElement(using: &generator) ?? ""
                return "/" + segment.replacing("{x}", with: "{x\(names)}")
            }.joined()
            if Bool.random(using: &generator) { path += "/{+rest}" }
            return "  - request: { path: '\(path)' }"
        }
        return try Scenario(yaml: "mockserver: 1\nstubs:\n" + rules.joined(separator: "\n"))
    }

    @Test("finds every rule that fits, once and in file order, and few others", arguments: 0..<20 as Range<UInt64>)
    func complete(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        let scenario = try Self.scenario(&generator)
        let index = RuleIndex(scenario.stubs.map(\.request))
        var seen = 0
        for _ in 0..<200 {
            let path = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                "/" + (Self.given.randomElement(using: &generator) ?? "")
            }.joined()
            let view = RequestView(Self.request(path), needs: scenario.needs)
            let candidates = Array(index.rules(for: view))
            #expect(candidates == candidates.sorted() && Set(candidates).count == candidates.count, "\(path)")
            let fitting = scenario.stubs.indices.filter { scenario.stubs[$0].request.matches(view) }
            #expect(candidates.filter { scenario.stubs[$0].request.matches(view) } == fitting, "\(path)")
            seen += fitting.count
        }
        #expect(seen > 0)
    }

    @Test("does not look at templates that have other segments")
    func few() throws {
        let stubs = (0..<10_000).map { "  - request: GET /items/\($0)/{part}" }
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs:\n" + stubs.joined(separator: "\n"))
        let index = RuleIndex(scenario.stubs.map(\.request))
        for (path, found) in [
            ("/items/9999/x", [9_999]), ("/items/0/x", [0]), ("/items/10000/x", []), ("/items/5", []),
            ("/items/5/x/y", []),
        ] as [(String, [Int])] {
            let view = RequestView(Self.request(path), needs: scenario.needs)
            #expect(Array(index.rules(for: view)) == found)
        }
    }

    @Test("passes over rules that are done")
    func done() throws {
        let scenario = try Scenario(
            yaml: """
                mockserver: 1
                stubs:
                  - request: /a/{x}
                  - request: /a/{y}
                  - request: /a/b
                  - request: { method: GET }
                """)
        let index = RuleIndex(scenario.stubs.map(\.request))
        let view = RequestView(Self.request("/a/b"), needs: scenario.needs)
        var progress = index.start
        #expect(Array(index.rules(for: view, progress)) == [0, 1, 2, 3])
        index.skipFirst(&progress, inBucketOf: 1)
        #expect(index.first(progress, inBucketOf: 0) == 1)
        #expect(Array(index.rules(for: view, progress)) == [1, 2, 3])
        #expect(Array(index.rules(for: view)) == [0, 1, 2, 3])
    }

    private static func request(_ path: String) -> Request {
        let target = Array(path.utf8)[...]
        return Request(
            head: RequestHead(
                method: Array("GET".utf8)[...], target: target, authority: Array("h".utf8)[...], path: target,
                query: nil,
                version: .http11, fields: Fields(), raw: nil),
            connection: ConnectionInfo(index: 1, exchange: 1))
    }
}

extension RequestMatcher {
    fileprivate func matches(_ view: RequestView) -> Bool {
        let scope = EvaluationContext(
            variables: [], randomSource: RandomSource(seed: 0, rule: 0, count: 1), now: WallClockTime(nanoseconds: 0),
            serverURL: "")
        if case .matched = match(view, in: scope) { return true }
        return false
    }
}
