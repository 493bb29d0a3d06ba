import HTTPMessage
import Locking
import MockRuntime
import Playback
import Testing

/// How long the run's lock is held. Slow work must be done outside it.
@Suite(.enabled(if: Locked(0, measuresHolds: true).longestHold != nil, "holds are measured in debug builds"))
struct LockHoldTests {
    /// An optimised build needs 1 ms. Without optimisation the same work takes some twenty times as long; the faults
    /// that these tests look for took seconds.
    private static let bound = Duration.milliseconds(50)

    private static func run(_ yaml: String) throws -> ScenarioRun {
        var options = ScenarioRun.Options()
        options.measuresHolds = true
        return try scenarioRun(yaml, options)
    }

    private static func expectShort(_ run: ScenarioRun) throws {
        let hold = try #require(run.longestHold)
        #expect(hold > .zero)
        #expect(hold < bound, "the lock was held for \(hold)")
    }

    @Test("a thousand rules and requests that nobody takes")
    func unmatched() throws {
        let steps = (0..<500).map { "  - {request: {method: GET, path: /things/\($0)/parts, headers: {K: v}}}" }
        let stubs = (0..<500).map { "  - {request: {method: GET, headers: {K: v\($0)}}}" }
        let run = try Self.run("steps:\n\(steps.joined(separator: "\n"))\nstubs:\n\(stubs.joined(separator: "\n"))")
        for index in 0..<20 { _ = run.arrived(request("GET", "/thing/x\(index)/parts", exchange: index + 1)) }
        #expect(run.verdict.failures.count == 21)
        try Self.expectShort(run)
    }

    @Test("twenty thousand items of expect and a long journal, of which reports are made between requests")
    func reports() throws {
        let items = (0..<20_000).map { "  - {request: GET /item/\($0), times: 1}" }
        let run = try Self.run("unmatched: {allow: true}\nexpect:\n\(items.joined(separator: "\n"))")
        let body = String(repeating: "x", count: 60 << 10)
        for index in 0..<100 {
            _ = run.arrived(request("POST", "/item/\(index)", body: body, exchange: index + 1))
            // The copy shares everything with the run until the next request changes it.
            if index % 10 == 9 { #expect(run.recorded.verdict.omittedFailures == 19_000) }
        }
        try Self.expectShort(run)
    }

    @Test("twenty thousand steps, and one who waits for the last of them")
    func waiting() throws {
        let steps = (0..<20_000).map { "  - {id: s\($0), request: GET /s, times: {at_most: 1}}" }
        let run = try Self.run("steps:\n\(steps.joined(separator: "\n"))")
        for _ in 0..<5 { _ = run.notify(when: .step("s19999", count: 1)) {} }
        for index in 0..<10 { _ = run.arrived(request("GET", "/s", exchange: index + 1)) }
        #expect(run.count(ofStep: "s19999") == 0)
        try Self.expectShort(run)
    }

    @Test("a thousand steps of one path, each told apart by a regular expression on the body")
    func regularExpressions() throws {
        let steps = (0..<1_000).map {
            "  - {request: {method: POST, path: /a, text: {matches: \".*(x+x+)+y\($0)\"}}}"
        }
        let run = try Self.run("steps:\n\(steps.joined(separator: "\n"))")
        let response = run.arrived(request("POST", "/a", body: String(repeating: "x", count: 14))).player.response()
        #expect(response.head?.field("Mockserver-Failure") == "unmatched")
        try Self.expectShort(run)
    }

    @Test("a large body that an assertion does not hold for, and what is captured and set from it")
    func largeBody() throws {
        let wanted = (0..<300).map { "\"\($0)\"" }.joined(separator: ", ")
        let run = try Self.run(
            """
            vars: {first: a}
            steps:
              - id: put
                request: {method: PUT, path: /a, json: {list: {$present: true}}}
                times: 3
                assert: {json: {list: [\(wanted)]}, text: {contains: "{{first}} is not there"}}
                capture: {first: {text: }, last: {json: $.list}}
                set: {sum: "{{request.body | sha256 | hex}}"}
            expect: [{request: {path: /a, text: {contains: nowhere}}, never: true}]
            """)
        let list = (0..<70_000).map { "\"item \($0)\"" }.joined(separator: ",")
        for exchange in 1...3 {
            let response = run.arrived(request("PUT", "/a", body: "{\"list\":[\(list)]}", exchange: exchange)).player
            #expect(response.response().head?.status == 200)
        }
        #expect(run.verdict.failures.contains { $0.kind == .assertion })
        #expect(run.journal.last?.request.body.count ?? 0 > 800_000)
        try Self.expectShort(run)
    }

    @Test("a verdict of a thousand steps")
    func verdict() throws {
        let steps = (0..<1_000).map { "  - {id: s\($0), request: GET /\($0)}" }
        let run = try Self.run("order: any\nsteps:\n\(steps.joined(separator: "\n"))")
        _ = run.arrived(request("GET", "/1"))
        #expect(run.verdict.failures.count == 999)
        _ = run.arrived(request("GET", "/2"))
        try Self.expectShort(run)
    }

    @Test("four thousand rules of one path, of which a request matches one, or none")
    func manyRulesOfOnePath() throws {
        let steps = (0..<2_000).map {
            "  - {request: {method: POST, path: /a, json: {operation: s\($0)}}, times: {at_most: 1}}"
        }
        let stubs = (0..<2_000).map { "  - {request: {method: POST, path: /a, headers: {Operation: t\($0)}}}" }
        let run = try Self.run(
            "order: any\nsteps:\n\(steps.joined(separator: "\n"))\nstubs:\n\(stubs.joined(separator: "\n"))")
        for (exchange, operation) in ["s1999", "s0", "s1999", "none"].enumerated() {
            let body = "{\"operation\": \"\(operation)\"}"
            _ = run.arrived(request("POST", "/a", body: body, exchange: exchange + 1))
        }
        #expect(run.verdict.failures.map(\.kind) == [.exhausted, .unmatched])
        try Self.expectShort(run)
    }

    @Test("a request while verdict and journal are read, of a thousand steps and a full journal")
    func whileRead() throws {
        let steps = (0..<1_000).map { "  - {request: GET /\($0), times: {at_most: 1}}" }
        let run = try Self.run("order: any\nsteps:\n\(steps.joined(separator: "\n"))")
        let body = String(repeating: "x", count: 32 << 10)
        for index in 1...200 { _ = run.arrived(request("GET", "/\(index)", body: body, exchange: index)) }
        #expect(run.recorded.journalSize > 3 << 20)
        for index in 201...210 {
            let recorded = run.recorded
            _ = run.arrived(request("GET", "/\(index)", body: body, exchange: index))
            #expect(recorded.verdict.requests == index - 1)
        }
        try Self.expectShort(run)
    }
}
