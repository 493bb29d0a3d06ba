import HTTPMessage
import Playback
import ScenarioFiles
import Scenarios
import Testing

/// Variables that would grow without bound.
@Suite("A run's variables") struct VariableLimitTests {
    @Test("one that doubles with each request stops at 1 MiB")
    func doubling() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            vars: {v: ab}
            stubs: [{id: grow, request: GET /grow, set: {v: "{{v}}{{v}}"}}]
            """)
        for _ in 0..<19 { #expect(try driver.request("GET /grow") == "stub grow") }
        #expect(driver.report == "")
        for _ in 0..<3 { try driver.request("GET /grow") }
        #expect(driver.report.contains("the value is larger than 1 MiB, the most that a variable holds"))
        #expect(driver.plan?.response.isFailure500 == true)
    }

    @Test("one that is nested deeper with each request stops, too")
    func nesting() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            vars: {v: []}
            stubs: [{id: grow, request: GET /grow, set: {v: ["{{v}}"]}}]
            """)
        for _ in 0..<511 { try driver.request("GET /grow") }
        #expect(driver.report == "")
        for _ in 0..<3 { try driver.request("GET /grow") }
        #expect(driver.report.contains("the value is nested more than 512 deep"))
    }

    @Test("hold 16 MiB together, and a value that gives room is set")
    func together() throws {
        let names = (0..<18).map { "v\($0)" }
        let vars = names.map { "  \($0): ''" }.joined(separator: "\n")
        let stubs = names.map {
            "  - {id: \($0), request: PUT /\($0), set: {\($0): \"{{request.body}}\"}, response: {text: '{{\($0)}}'}}"
        }
        var driver = try ScriptDriver(
            "mockserver: 1\nvars:\n\(vars)\nstubs:\n\(stubs.joined(separator: "\n"))")
        let body = String(repeating: "x", count: 1 << 20)
        for name in names.prefix(16) { try driver.request("PUT /\(name)", body: body) }
        #expect(driver.report == "")
        try driver.request("PUT /v16", body: "x")
        #expect(driver.report.contains("the variables of the run are larger than 16 MiB together with this value"))
        #expect(driver.failures.map(\.kind) == [.template])
        try driver.request("PUT /v0", body: "small")
        #expect(driver.failures.isEmpty)
        try driver.request("PUT /v16", body: "x")
        #expect(driver.failures.isEmpty)
    }

    @Test("a capture above 1 MiB is a capture failure, and what uses it a template failure")
    func capture() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            steps:
              - {id: a, request: PUT /a, capture: {v: {text: true}}, response: {text: ok}}
              - {id: b, request: PUT /b, capture: {j: {json: $}}, response: {text: "{{j}}{{v}}"}}
            """)
        try driver.request("PUT /a", body: String(repeating: "x", count: 1 << 20))
        #expect(driver.failures.isEmpty)
        try driver.request(
            "PUT /b", [("Content-Type", "application/json")],
            body: "[\"" + String(repeating: "x", count: 1 << 20) + "\"]")
        #expect(driver.failures.map(\.kind) == [.capture])
        #expect(driver.report.contains("larger than 1 MiB"))
    }

    @Test("setting the same variable again takes no more room")
    func again() throws {
        var driver = try ScriptDriver(
            """
            mockserver: 1
            stubs:
              - {id: a, request: PUT /a, capture: {a: {text: true}}, response: {text: "{{a}}"}}
            """)
        for _ in 0..<40 { try driver.request("PUT /a", body: String(repeating: "x", count: 1 << 19)) }
        #expect(driver.report == "")
    }

    @Test("what was found outside of the lock is not set if its room has gone meanwhile")
    func parallel() throws {
        let names = (0..<16).map { "v\($0)" }
        let others = names.map { "  - {id: \($0), request: PUT /\($0), capture: {\($0): {text: true}}}" }
        let yaml = """
            mockserver: 1
            stubs:
              - {id: a, request: PUT /a, capture: {a: {text: true}}, set: {b: "{{request.headers.K}}"}}
            \(others.joined(separator: "\n"))
            """
        let scenario = try Scenario(yaml: yaml, path: "script.yaml")
        let environment = Script.Environment(seed: 1, serverURL: "", start: WallClockTime(nanoseconds: 0))
        var script = Script(scenario, environment)
        let body = [UInt8](repeating: 0x78, count: 1 << 20)
        func view(_ target: String, exchange: Int) -> RequestView {
            let head = RequestHead(
                method: Array("PUT".utf8)[...], target: Array(target.utf8)[...], authority: [],
                path: Array(target.utf8)[...], query: nil, version: .http11, fields: Fields([("K", "k")]), raw: nil)
            let connection = ConnectionInfo(index: 1, exchange: exchange)
            return RequestView(Request(head: head, body: body, connection: connection), needs: scenario.needs)
        }
        let start = Instant(nanoseconds: 0)
        let late = view("/a", exchange: 1)
        var evaluation = RequestEvaluation(late)
        #expect(script.arrived(ExchangeID(late.request.connection), late, evaluation: &evaluation, at: start) == nil)
        let isResolved = evaluation.resolve(late, script.composer)
        #expect(isResolved)
        for (index, name) in names.enumerated() {
            let other = view("/\(name)", exchange: index + 2)
            #expect(script.arrived(ExchangeID(other.request.connection), other, at: start).failure == nil)
        }
        let decision = script.arrived(ExchangeID(late.request.connection), late, evaluation: &evaluation, at: start)
        let failure = try #require(decision?.failure)
        let texts = script.composer.explain(failure).failures.map { $0.text() }
        #expect(texts.count { $0.contains("larger than 16 MiB together with this value") } > 0)
        // What is small has no room either: the variables are full to the last byte.
        let scope = try #require(decision?.plan?.scope)
        #expect(scope.variablesSize == 16 << 20)
        #expect(scope.variables.count { if case .broken = $0 { true } else { false } } == 2)
    }
}

extension ResponsePlan.Response {
    fileprivate var isFailure500: Bool { if case .failure(status: 500) = self { true } else { false } }
}
