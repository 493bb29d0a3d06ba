import ExactJSON
import Foundation
import MockRuntime
import Playback
import Reports
import Testing

@Suite("A report of a server whose run was reset has each run") struct SeveralRunsTests {
    private let report: RunReport

    init() throws { report = try Specimen.several.report() }

    @Test("one failed run fails all")
    func passed() throws {
        #expect(report.verdict.passed && !report.passed)
        #expect(try Specimen.passed.report().passed)
        #expect(try !Specimen.failed.report().passed)
        var omitted = RunReport.OmittedRuns()
        let verdict = try Specimen.failed.report().verdict
        let run = try scenarioRun("stubs: [{request: GET /a}]")
        #expect(RunReport(run.recorded, number: 2, address: "", omitted: omitted).passed)
        omitted.count(verdict)
        #expect(!RunReport(run.recorded, number: 2, address: "", omitted: omitted).passed)
    }

    @Test("text: each verdict, then how many runs failed, and the notes")
    func text() {
        let failed = report.earlierRuns[0].verdict
        #expect(
            report.text() == """
                \(failed.text())

                not received to the end:
                   PUT /cut   connection 3   It was cut.

                passed: All well (1 request, 1 of 1 step, seed 7)

                failed: 3 of 11 runs
                   run 3  \(failed.summary())
                   and 2 more, only counted
                The command "npm" ended with status 3.
                """)
        #expect(report.text().hasPrefix(report.earlierRuns[0].verdict.text()))
    }

    @Test("text: of runs that all passed only their number is told")
    func allPassed() throws {
        let run = try scenarioRun("name: a\nstubs: [{request: GET /a}]")
        let first = RunReport(run.recorded, number: 1, address: "")
        let both = RunReport(run.recorded, number: 2, address: "", after: [first])
        #expect(
            both.closingText() == """
                passed: a (0 requests, 0 of 0 steps, seed 7)

                passed: 2 runs
                """)
        #expect(first.closingText() == "passed: a (0 requests, 0 of 0 steps, seed 7)")
    }

    @Test("json: the last run stands where the only one does, those before it apart")
    func json() {
        let json = report.json
        #expect(json["passed"] == false)
        #expect(json["verdict"] == report.verdict.json)
        #expect(json["run"] == 11)
        #expect(json["earlier_runs"]?[0]?["run"] == 3)
        #expect(json["earlier_runs"]?[0]?["verdict"] == report.earlierRuns[0].verdict.json)
        #expect(json["omitted_runs"] == ["passed": 7, "failed": 2])
    }

    @Test("junit: each run is a suite of its own, and what only was counted fails, too")
    func junit() throws {
        let text = String(decoding: report.bytes(as: .junit), as: UTF8.self)
        let suites = text.matches(of: /<testsuites? name="([^"]*)" tests="(\d+)" failures="(\d+)"/)
            .map { "\($0.1): \($0.3) of \($0.2)" }
        let failed = try #require(suites.dropFirst(2).first)
        #expect(failed.hasPrefix("All that fails (run 3): "))
        #expect(suites[1] == "further runs: 1 of 2")
        #expect(suites[3...] == ["All well (run 11): 0 of 1"])
        #expect(text.contains(#"<failure message="2 more, only counted"/>"#))
        #expect(
            text.contains("    <system-err>The command \"npm\" ended with status 3.</system-err>\n  </testsuite>\n"))
    }

    @Test("sarif: each run is a run, told apart by a category")
    func sarif() throws {
        let runs = try JSON(parsing: report.bytes(as: .sarif))["runs"]
        #expect(runs?[0]?["automationDetails"]?["id"] == "mockserver/run-3/")
        #expect(runs?[0]?["results"]?[0]?["ruleId"] == "assertion")
        #expect(runs?[1]?["automationDetails"]?["id"] == "mockserver/run-11/")
        #expect(runs?[1]?["results"] == [])
        let notes = runs?[1]?["invocations"]?[0]?["toolExecutionNotifications"]
        #expect(notes?[0]?["message"]?["text"] == "Further runs that failed and were only counted: 2.")
        #expect(notes?[1]?["message"]?["text"] == "The command \"npm\" ended with status 3.")
        let only = try JSON(parsing: Specimen.passed.report().bytes(as: .sarif))["runs"]?[0]
        #expect(only?["automationDetails"] == nil)
    }

    @Test("har: each run is a page")
    func har() throws {
        let log = try JSON(parsing: report.bytes(as: .har))["log"]
        #expect(log?["pages"]?[0]?["id"] == "run 3")
        #expect(log?["pages"]?[0]?["title"] == "All that fails")
        #expect(log?["pages"]?[1]?["id"] == "run 11")
        #expect(log?["entries"]?[0]?["pageref"] == "run 3")
        #expect(log?["entries"]?[report.earlierRuns[0].journal.count]?["pageref"] == "run 11")
        // Each run has its own failures, and the whole archive none.
        #expect(log?["pages"]?[0]?["_failures"]?[0]?["kind"] == "assertion" && log?["_failures"] == nil)
        #expect(log?["pages"]?[1]?["_failures"] == nil)
        let only = try JSON(parsing: Specimen.passed.report().bytes(as: .har))["log"]
        #expect(only?["pages"] == nil && only?["entries"]?[0]?["pageref"] == nil)
    }

    @Test("har: a session is named by its page, and its server by an address")
    func sessionsHAR() throws {
        let report = try Specimen.sessions.report()
        let log = try JSON(parsing: report.bytes(as: .har))["log"]
        #expect(log?["pages"]?[1]?["_session"] == "0123456789abcdef0123456789abcdef")
        #expect(
            log?["comment"]?.text().contains("passed: All well (1 request, 1 of 1 step, seed 7)\\nfailed: ") == true)
        let one = report.sessions[0]
        #expect(try JSON(parsing: one.bytes(as: .har))["log"]?["pages"]?[0]?["_session"] != nil)
        let run = try scenarioRun("stubs: [{request: /a}]")
        run.play(request("GET", "/a"))
        let entry = try JSON(parsing: RunReport(run, address: "http://127.0.0.1:1/s/abc").bytes(as: .har))["log"]?[
            "entries"]?[0]
        #expect(entry?["serverIPAddress"] == "127.0.0.1")
    }
}
