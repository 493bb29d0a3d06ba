import ExactJSON
import Playback
@testable import Reports
import Scenarios
import Testing

@Suite("A report of a run that its time limit ended") struct TimeLimitTests {
    private let report: RunReport

    init() throws { report = try Specimen.timedOut.report() }

    @Test("has not passed, though nothing else failed")
    func passed() {
        #expect(!report.passed && !report.verdict.passed)
        #expect(report.verdict.failures.isEmpty)
        #expect(report.unreachedSteps == [])
    }

    @Test("text: says after what time")
    func text() {
        #expect(
            report.text() == """
                failed: All well (1 request, 1 of 1 step, ended after 30s, seed 7)
                --timeout 30s ended the run; every step was complete.
                """)
    }

    @Test("json: has the time")
    func json() {
        let json = report.json
        #expect(json["passed"] == false)
        #expect(json["verdict"]?["passed"] == false)
        #expect(json["verdict"]?["timeout"] == "30s")
        #expect(json["verdict"]?["failures"] == [])
    }

    @Test("junit: has a test that failed")
    func junit() {
        let text = String(decoding: report.bytes(as: .junit), as: UTF8.self)
        #expect(text.contains("<testsuites name=\"mockserver\" tests=\"2\" failures=\"1\""), "\(text)")
        #expect(
            text.contains(
                """
                    <testcase name="end of the run" classname="All well">
                      <failure message="the run had not ended after 30s"/>
                    </testcase>
                """), "\(text)")
        #expect(text.contains("<system-err>--timeout 30s ended the run; every step was complete.</system-err>"))
    }

    @Test("sarif: was not successful, and says why")
    func sarif() throws {
        let run = try JSON(parsing: report.bytes(as: .sarif))["runs"]?[0]
        let invocation = run?["invocations"]?[0]
        #expect(invocation?["executionSuccessful"] == false)
        #expect(
            invocation?["toolExecutionNotifications"] == [
                ["level": "error", "message": ["text": "--timeout 30s ended the run; every step was complete."]]
            ])
        let result = run?["results"]?[0]
        #expect(result?["message"] == ["text": "the run had not ended after 30s"] && result?["level"] == "error")
        guard case .array(let rules)? = run?["tool"]?["driver"]?["rules"] else {
            Issue.record("no rules")
            return
        }
        #expect(rules.last?["id"] == result?["ruleId"])
        #expect(result?["ruleIndex"] == .integer(rules.count - 1))
        #expect(
            result?["locations"] == [
                ["physicalLocation": ["artifactLocation": ["uri": .string(report.scenario.source.uriReference)]]]
            ])
        // A run that nothing ended has neither.
        let other = try JSON(parsing: Specimen.passed.report().bytes(as: .sarif))["runs"]?[0]
        #expect(other?["results"] == [])
        #expect(other?["tool"]?["driver"]?["rules"]?[rules.count - 1] == nil)
    }

    @Test("har: is failed when explained, and says why")
    func har() throws {
        let archive = try HTTPArchive(report.bytes(as: .har))
        #expect(archive.timeout == "30s" && archive.seed == 7)
        let script = Script(
            report.scenario,
            Script.Environment(seed: 7, serverURL: "", start: WallClockTime(nanoseconds: 0)))
        let explained = ArchiveExplanation(archive, script)
        #expect(explained.judgement == .failed && explained.failuresAtEnd.isEmpty)
        #expect(
            explained.text().hasSuffix("\nended after 30s: --timeout ended the recorded run, which failed by it"),
            "\(explained.text())")
        // Other programs' comments say nothing of a run.
        let text = String(decoding: report.bytes(as: .har), as: UTF8.self)
        let other = try HTTPArchive(Array(text.replacing("\"name\": \"mockserver\"", with: "\"name\": \"x\"").utf8))
        #expect(other.timeout == nil)
    }

    @Test("html: failed, without a list of failures")
    func html() {
        let text = String(decoding: report.bytes(as: .html), as: UTF8.self)
        #expect(text.contains("ended after 30s"))
        #expect(text.contains("class=\"verdict failed\""))
        #expect(!text.contains("id=\"failures\""))
    }

    @Test("names the steps that were not reached")
    func unreached() throws {
        let run = try scenarioRun("steps: [{id: a, request: GET /a}, {request: GET /b, times: 2}, {request: GET /c}]")
        run.play(request("GET", "/a"))
        var report = RunReport(run, address: "")
        report.end(after: "1s")
        #expect(report.unreachedSteps == ["step 2 (0 of 2)", "step 3 (0 of 1)"])
    }
}
