import HTTPMessage
import Playback
import ScenarioFiles
import Scenarios
import Testing

/// Requests whose comparison stops at a limit of one matcher.
@Suite("A request that may be one by which the run fails") struct UndecidedRuleTests {
    /// What the body of 30 `a` and a `c` matches, after more steps than a regular expression may take.
    private static let slow = "text: {matches: '(?:(a+)+b|.*c)'}"
    private static let body = String(repeating: "a", count: 30) + "c"

    private static func decision(
        on yaml: String, body: String = body, coding: String? = nil
    ) throws -> (decision: Decision, script: Script) {
        let environment = Script.Environment(seed: 1, serverURL: "", start: WallClockTime(nanoseconds: 0))
        var script = Script(try Scenario(yaml: "mockserver: 1\n" + yaml, path: "script.yaml"), environment)
        let target = Array("/x".utf8)[...]
        let head = RequestHead(
            method: Array("POST".utf8)[...], target: target, authority: [], path: target, query: nil, version: .http11,
            fields: Fields([("Content-Type", "application/json")] + (coding.map { [("Content-Encoding", $0)] } ?? [])),
            raw: nil)
        let request = Request(
            head: head, body: Array(body.utf8), connection: ConnectionInfo(index: 1, exchange: 1))
        let view = RequestView(request, needs: script.scenario.needs)
        let decision = script.arrived(ExchangeID(request.connection), view, at: Instant(nanoseconds: 0))
        return (decision, script)
    }

    @Test(
        "fails it if that can't be decided, and the text says why",
        arguments: [
            "stubs: [{request: {path: /x, \(slow)}, never: true}, {request: /x}]",
            "steps: [{request: /y}]\nstubs: [{request: {path: /x, \(slow)}, never: true}]",
            "stubs: [{request: {path: /x, \(slow)}, never: true}]\nunmatched: {allow: true}",
            "stubs: [{request: /x}]\nexpect: [{request: {path: /x, \(slow)}, never: true}]",
            "steps: [{request: /x}]\nexpect: [{request: {path: /x, \(slow)}, times: {at_most: 3}}]",
            "stubs: [{request: /x}]\nexpect: [{request: {path: /x, \(slow)}, times: 1}]",
            "stubs: [{request: /x}]\nexpect: [{request: {path: /x, \(slow)}, max_in_flight: 1}]",
        ])
    func undecided(yaml: String) throws {
        let (decision, script) = try Self.decision(on: yaml)
        let failure = try #require(decision.failure)
        #expect(failure.kind == .unmatched)
        #expect(script.hasFailed)
        let note = try #require(script.composer.explain(failure).failures.first?.note)
        #expect(note.contains("was not decided: the regular expression takes too many steps"), "\(note)")
    }

    @Test(
        "fails it if its body can't be read",
        arguments: ["text: s", "json: {a: 1}", "form: {a: '1'}", "multipart: [{name: a}]", "not: {text: s}"])
    func unreadable(matcher: String) throws {
        let yaml = "stubs: [{request: {path: /x, \(matcher)}, never: true}, {request: /x}]"
        let (decision, script) = try Self.decision(on: yaml, coding: "br")
        let failure = try #require(decision.failure)
        #expect(failure.kind == .unmatched)
        let note = try #require(script.composer.explain(failure).failures.first?.note)
        #expect(note.contains("was not decided: the body is encoded as br, which isn't decoded"), "\(note)")
    }

    @Test(
        "fails it if its JSON is nested deeper than is read", arguments: ["json: {a: 1}", "json_schema: {type: array}"])
    func deep(matcher: String) throws {
        let body = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let yaml = "stubs: [{request: /x}]\nexpect: [{request: {path: /x, \(matcher)}, never: true}]"
        #expect(try Self.decision(on: yaml, body: body).decision.failure?.kind == .unmatched)
    }

    @Test("fails it where that takes more steps than the whole decision may, though unmatched requests may come")
    func tooMuchWork() throws {
        let stubs = (0..<40).map { "{request: {path: /x, text: {matches: '(a+)+\($0)'}}, never: true}" }
        let yaml = "stubs: [\(stubs.joined(separator: ", "))]\nunmatched: {allow: true}"
        let (decision, script) = try Self.decision(on: yaml, body: String(repeating: "a", count: 20_000))
        #expect(decision.failure?.kind == .unmatched)
        #expect(script.hasFailed)
    }

    @Test(
        "does not fail it by a rule that only responds, or by an item that is shown to hold",
        arguments: [
            "stubs: [{request: {path: /x, \(slow)}}, {request: /x}]",
            "stubs: [{request: /x}, {request: {path: /x, \(slow)}, never: true}]",
            "stubs: [{request: /x}]\nexpect: [{request: {path: /x, \(slow)}, times: {at_least: 1}}]",
            "stubs: [{request: {path: /y, \(slow)}, never: true}, {request: /x}]",
        ])
    func decided(yaml: String) throws {
        let (decision, script) = try Self.decision(on: yaml)
        #expect(decision.failure == nil)
        #expect(!script.hasFailed)
    }
}
