#if os(Linux)
import CPlatform
import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing

/// The time that an event loop spends on one request that it decides itself, during which its other connections wait:
/// at most 20 ms of CPU time. Larger bodies, and elements in any order, are decided elsewhere.
@Suite("A request that is made to cost much") struct RequestCostTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let scenario: String
        let body: String
        var target = "/a"
    }

    private static let size = 64 * 1024

    #if DEBUG
    /// Unoptimised code takes five to twenty times as long, and some machines take three times as long as others.
    private static let bound = Duration.milliseconds(1_500)
    #else
    private static let bound = Duration.milliseconds(20)
    #endif

    static let cases: [Case] = [
        Case(
            testDescription: "a regular expression that backtracks",
            scenario: "steps: [{ request: POST /a, assert: { text: { matches: '(a+)+b' } } }]",
            body: String(repeating: "a", count: size)),
        Case(
            testDescription: "twenty regular expressions that backtrack",
            scenario: """
                stubs:
                \((1...20).map { "  - { request: { method: POST, text: { matches: '(a+)+\($0)' } } }" }
                    .joined(separator: "\n"))
                """,
            body: String(repeating: "a", count: size)),
        Case(
            testDescription: "a query that compares all values with all",
            scenario: """
                steps: [{ request: POST /a, assert: { json_path: { "$..[?count($..[?@ == 2]) > 0]": [1] } } }]
                """,
            body: "[\(array(1_900) { _ in "[1]" })]"),
        Case(
            testDescription: "a capture by a query that compares all values with all",
            scenario: "steps: [{ request: POST /a, capture: { x: { json: '$..[?count($..[?@ == 2]) > 0]' } } }]",
            body: "[\(array(1_900) { _ in "[1]" })]"),
        Case(
            testDescription: "an array of which each second element differs",
            scenario: """
                steps: [{ request: POST /a, assert: { json: [\(array(10_000) { $0 })] } }]
                """,
            body: "[\(array(10_000) { $0 * ($0 % 2) })]"),
        Case(
            testDescription: "a text of many lines that differ",
            scenario: """
                steps: [{ request: POST /a, assert: { text: { equals: "\((0..<8_000).map { "\($0)\\n" }.joined())" } } }]
                """,
            body: (0..<8_000).map { "\($0 * 3)\n" }.joined()),
        Case(
            testDescription: "one that a thousand rules almost take",
            scenario: """
                stubs:
                \((1...1_000).map { "  - { request: { method: POST, path: /a, query: { q: '\($0)' } } }" }
                    .joined(separator: "\n"))
                """,
            body: "", target: "/a?" + array(100) { "q=x\($0)" }.replacing(",", with: "&")),
        Case(
            testDescription: "a path in which a long text almost is at each offset",
            scenario: "stubs: [{ request: 'POST /{x}\(String(repeating: "a", count: 8_000))b{y}' }]",
            body: "", target: "/" + String(repeating: "a", count: 16_000)),
    ]

    private static func array(_ count: Int, _ element: (Int) -> some CustomStringConvertible) -> String {
        (0..<count).map { element($0).description }.joined(separator: ",")
    }

    @Test("takes the event loop no longer than 20 ms", arguments: cases)
    func cost(of costly: Case) throws {
        try #require(costly.body.utf8.count <= Self.size)
        // The minimum of several: the first one loads the processor's caches.
        let scenario = try Scenario(yaml: "mockserver: 1\nlinger: 0ms\n" + costly.scenario, path: "run.yaml")
        let costs = (0..<3).map { _ in
            let run = ScenarioRun(scenario)
            let before = cplatform_thread_time()
            _ = run.arrived(request("POST", costly.target, body: costly.body))
            let cost = Duration.nanoseconds(cplatform_thread_time() - before)
            #expect(!run.verdict.passed)
            return cost
        }
        let least = try #require(costs.min())
        #expect(least < Self.bound)
    }
}
#endif
