import ExactJSON
import HTTPMessage
import RequestFixtures
import ScenarioFiles
import Scenarios
import Testing

/// A scenario with one step whose `assert` is tested, and the context of its templates.
struct Fixture {
    let scenario: Scenario
    var scope: EvaluationContext

    /// - Parameters:
    ///   - assertion: the text under `assert`, one or more lines without indentation.
    ///   - vars: the text under `vars`.
    ///   - set: names of variables that the step sets later and that are unset so far.
    ///   - folder: the folder of the files that it names.
    init(
        assert assertion: String = "path: /x", vars: String = "", set: String = "", folder: String? = nil
    ) throws {
        var lines = ["mockserver: 1"]
        if !vars.isEmpty { lines += ["vars:"] + Self.indented(vars, by: 2) }
        lines += ["steps:", "- request: /{+all}", "  assert:"]
        lines += Self.indented(assertion, by: 4)
        if !set.isEmpty { lines += ["  set:"] + Self.indented(set, by: 4) }
        try self.init(yaml: lines.joined(separator: "\n"), folder: folder)
    }

    init(yaml: String, folder: String? = nil) throws {
        scenario = try Scenario(yaml: yaml, path: "f.yaml", options: LoadOptions(folder: folder))
        scope = EvaluationContext(
            variables: Array(repeating: .unset, count: scenario.variables.count),
            randomSource: RandomSource(seed: 1, rule: -1, count: 0),
            now: WallClockTime(nanoseconds: 1_769_860_800_250_000_000),
            serverURL: "http://127.0.0.1:8080")
        for assignment in scenario.initialValues {
            let value = try assignment.value.evaluate(in: scope)
            scope.variables[assignment.variable] = .value(value, setAt: assignment.position)
        }
    }

    var requestMatcher: RequestMatcher { get throws { try #require(scenario.steps.first?.rule.assertions.first) } }

    func matches(_ request: Request) throws -> Bool {
        let view = RequestView(request, needs: scenario.needs)
        let isMatch = if case .matched = try requestMatcher.match(view, in: scope) { true } else { false }
        #expect(try requestMatcher.matches(view) ?? isMatch == isMatch)
        // The same rules decide both; each table checks that as well.
        #expect(try requestMatcher.mismatches(view, in: scope).isEmpty == isMatch)
        return isMatch
    }

    /// `line:column subject problem`, then the expected and received values, a line each.
    func report(_ request: Request) throws -> String {
        let view = RequestView(request, needs: scenario.needs)
        return try requestMatcher.mismatches(view, in: scope).map { Self.text($0) }.joined(separator: "\n")
    }

    static func text(_ mismatch: Mismatch) -> String {
        var lines = [
            "\(mismatch.position.line):\(mismatch.position.column) \(mismatch.subject.description) \(mismatch.problem)"
        ]
        lines += mismatch.expected.map { "- \($0.text)" + ($0.variables.isEmpty ? "" : " <\($0.variables)>") }
        lines += mismatch.received.map { "+ \($0.text)" }
        if let error = mismatch.blocked { lines.append("blocked at \(error.position.line):\(error.position.column)") }
        return lines.joined(separator: "\n")
    }

    private static func indented(_ text: String, by count: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { String(repeating: " ", count: count) + $0 }
    }
}
