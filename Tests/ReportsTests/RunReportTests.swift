import ExactJSON
import Foundation
import HTTPMessage
import MockRuntime
import Playback
import Reports
import Testing

@Suite("Every report is what its format's schema says", .timeLimit(.minutes(10))) struct RunReportTests {
    @Test("json: the schema that is published beside the scenarios'", arguments: Specimen.allCases)
    func json(_ specimen: Specimen) throws {
        let report = try specimen.report().bytes(as: .json)
        #expect(try Tool.validate(report, by: Self.ownSchema) == Tool.Judgement(status: 0, text: ""))
    }

    @Test("junit: Jenkins' schema", arguments: Specimen.allCases)
    func junit(_ specimen: Specimen) throws {
        let report = try specimen.report().bytes(as: .junit)
        #expect(try Tool.validate(junit: report) == Tool.Judgement(status: 0, text: "- validates\n"))
    }

    @Test("sarif: OASIS's schema", arguments: Specimen.allCases)
    func sarif(_ specimen: Specimen) throws {
        var report = try specimen.report()
        report.exitStatus = 1
        let judgement = try Tool.validate(report.bytes(as: .sarif), by: Self.sarifSchema)
        #expect(judgement == Tool.Judgement(status: 0, text: ""))
    }

    @Test("har: har-validator reads it, and finds each request", arguments: Specimen.allCases)
    func har(_ specimen: Specimen) throws {
        let report = try specimen.report()
        let judgement = try Tool.read(har: report.bytes(as: .har))
        #expect(judgement.status == 0, "\(judgement.text)")
        let lines = judgement.text.split(separator: "\n")
        let runs = report.earlierRuns + [report]
        #expect(lines.count == runs.reduce(0) { $0 + $1.journal.count })
        let expected: [String]? =
            switch specimen {
            case .empty: []
            case .passed: ["POST https://127.0.0.1:1/a?x=1&y=%20z&x= 201 8"]
            case .failed, .everyKind, .several: nil
            case .nasty:
                [
                    "POST http://127.0.0.1:1/a 200 3", "POST http://127.0.0.1:1/long 200 2097153",
                    "GET http://127.0.0.1:1/%3C%22%C3%A9%01%3E%5E%60%7B%7C%7D?%zz&=&a=%FF%23 501",
                    "OPTIONS http://127.0.0.1:1/* 501", "GET http://other.example/x%20y 501",
                ]
            }
        guard let expected else { return }
        for (line, start) in zip(lines, expected) { #expect(line.hasPrefix(start)) }
    }

    @Test("text: the verdict as it is printed", arguments: Specimen.allCases.filter { $0 != .several })
    func text(_ specimen: Specimen) throws {
        let report = try specimen.report()
        #expect(report.bytes(as: .text) == Array((report.verdict.text() + "\n").utf8))
    }

    @Test("a request's body that is cut is told to be, in json and har")
    func cutBody() throws {
        var options = ScenarioRun.Options()
        options.journalLimit = 10_000
        let run = try scenarioRun("stubs: [{request: /}]", options)
        run.play(request("POST", "/", body: [UInt8](repeating: UInt8(ascii: "x"), count: 20_000)))
        let report = RunReport(run, address: "127.0.0.1:1")
        #expect(try Tool.validate(report.bytes(as: .json), by: Self.ownSchema) == Tool.Judgement(status: 0, text: ""))
        #expect(try Tool.read(har: report.bytes(as: .har)).status == 0)
        let entry = report.json["journal"]?[0]
        #expect(entry?["cut"] == true && entry?["size"] == 20_000)
        let har = try JSON(parsing: report.bytes(as: .har))["log"]?["entries"]?[0]?["request"]
        #expect(har?["bodySize"] == 20_000)
        #expect(har?["postData"]?["comment"] == "the body is longer than what is kept of it")
    }

    @Test("what does not keep a schema is noticed")
    func validators() throws {
        #expect(try Tool.validate(Array("{}".utf8), by: Self.ownSchema).status == 1)
        #expect(try Tool.validate(Array(#"{"version": "2.1.0"}"#.utf8), by: Self.sarifSchema).status == 1)
        #expect(try Tool.validate(junit: Array("<testsuite/>".utf8)).status == 3)
        #expect(try Tool.read(har: Array(#"{"log": {}}"#.utf8)).status == 1)
    }

    private static let ownSchema = "../../Scenarios/report.schema.json"
    private static let sarifSchema = "Schemas/sarif-schema-2.1.0.json"
}
