import ExactJSON
import Foundation
import HTTPMessage
import MockRuntime
import Playback
import ReportValues
import Reports
import Testing

@Suite("Every report is what its format's schema says", .timeLimit(.minutes(60))) struct RunReportTests {
    @Test("json: the schema that is published beside the scenarios'", arguments: Specimen.allCases)
    func json(_ specimen: Specimen) throws {
        let report = try specimen.report().bytes(as: .json)
        #expect(try Tool.validate(report, by: Self.ownSchema) == Tool.MatchResult(status: 0, text: ""))
    }

    @Test("json: each member that is ever written stands in a specimen, so that the schema is held against it")
    func members() throws {
        var found: Set<String> = []
        for specimen in Specimen.allCases { try specimen.report().json.addNames(to: &found) }
        let path = Tool.folder.path + "/../../../Sources/Server/Reports/RunReport+JSON.swift"
        let source = try String(contentsOfFile: path, encoding: .utf8)
        var names = Set(source.matches(of: #/[(\[ ]"([a-z0-9_]+)"[,:]/#).map { String($0.1) })
        func add<Member: CodingKey & CaseIterable>(_: Member.Type) {
            names.formUnion(Member.allCases.map(\.stringValue))
        }
        add(ReportMember.Verdict.self)
        add(ReportMember.Failure.self)
        add(ReportMember.Difference.self)
        add(ReportMember.Line.self)
        add(ReportMember.Exchange.self)
        add(ReportMember.Handshake.self)
        add(ReportMember.InterimResponse.self)
        add(ReportMember.Field.self)
        #expect(names.count > 60)
        #expect(names.subtracting(found).isEmpty)
    }

    @Test("json: the schema permits no member that it does not name")
    func closed() throws {
        let path = Tool.folder.path + "/" + Self.ownSchema
        let schema = try JSON(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))))
        #expect(schema.openObjects == 0)
    }

    @Test("junit: Jenkins' schema", arguments: Specimen.allCases)
    func junit(_ specimen: Specimen) throws {
        let report = try specimen.report().bytes(as: .junit)
        #expect(try Tool.validate(junit: report) == Tool.MatchResult(status: 0, text: "- validates\n"))
    }

    @Test("sarif: OASIS's schema", arguments: Specimen.allCases)
    func sarif(_ specimen: Specimen) throws {
        var report = try specimen.report()
        report.exitStatus = 1
        let outcome = try Tool.validate(report.bytes(as: .sarif), by: Self.sarifSchema)
        #expect(outcome == Tool.MatchResult(status: 0, text: ""))
    }

    @Test("har: har-validator reads it, and finds each request", arguments: Specimen.allCases)
    func har(_ specimen: Specimen) throws {
        let report = try specimen.report()
        let outcome = try Tool.read(har: report.bytes(as: .har))
        #expect(outcome.status == 0, "\(outcome.text)")
        let lines = outcome.text.split(separator: "\n")
        let runs = report.earlierRuns + [report] + report.sessions
        #expect(lines.count == runs.reduce(0) { $0 + $1.journal.count })
        let expected: [String]? =
            switch specimen {
            case .empty: []
            case .passed: ["POST https://127.0.0.1:1/a?x=1&y=%20z&x= 201 8"]
            case .browser: ["OPTIONS http://127.0.0.1:1/a 204 0", "PUT http://127.0.0.1:1/a 200 0"]
            case .failed, .everyKind, .several, .rare, .sessions, .timedOut: nil
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

    @Test(
        "text: the whole verdict",
        arguments: Specimen.allCases.filter { ![.several, .sessions, .timedOut].contains($0) })
    func text(_ specimen: Specimen) throws {
        let report = try specimen.report()
        let hasUnfinished = specimen == .failed || specimen == .everyKind
        let unfinished = hasUnfinished ? "\n\nnot received to the end:\n   PUT /cut   connection 3   It was cut." : ""
        let verdict = report.verdict.text(telling: .whole)
        #expect(report.bytes(as: .text) == Array((verdict + unfinished + "\n").utf8))
    }

    @Test(
        "text: of requests that came in part the first 20 are listed, and a connection without a request line is none")
    func unfinished() throws {
        let run = try scenarioRun("name: a\nredact: [query.k]\nstubs: [{request: GET /a}]")
        for index in 1...22 {
            run.unfinished(
                UnfinishedRequest(
                    connection: ConnectionInfo(index: index, exchange: 1, stream: index == 1 ? 3 : nil), method: "PUT",
                    target: "/\(index)?k=SECRET\u{1B}", text: "It was cut\n."))
        }
        run.unfinished(
            UnfinishedRequest(
                connection: ConnectionInfo(index: 30, exchange: 1), method: nil, target: nil, text: "It was cut."))
        let lines = RunReport(run, address: "").text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(5) == [
                "passed: a (0 requests, 0 of 0 steps, seed 7)", "", "not received to the end:",
                "   PUT /1?k=(redacted, 6 bytes)\\u{1B}   connection 1 stream 3   It was cut\\n.",
                "   PUT /2?k=(redacted, 6 bytes)\\u{1B}   connection 2   It was cut\\n.",
            ])
        #expect(lines.count == 24)
        #expect(lines.last == "   and 2 more")
    }

    @Test("a request's body that is cut is told to be, in json and har")
    func cutBody() throws {
        var options = ScenarioRun.Options()
        options.journalLimit = 10_000
        let run = try scenarioRun("stubs: [{request: /}]", options)
        run.play(request("POST", "/", body: [UInt8](repeating: UInt8(ascii: "x"), count: 20_000)))
        let report = RunReport(run, address: "127.0.0.1:1")
        #expect(try Tool.validate(report.bytes(as: .json), by: Self.ownSchema) == Tool.MatchResult(status: 0, text: ""))
        #expect(try Tool.read(har: report.bytes(as: .har)).status == 0)
        let entry = report.json["journal"]?[0]
        #expect(entry?["cut"] == true && entry?["size"] == 20_000)
        let har = try JSON(parsing: report.bytes(as: .har))["log"]?["entries"]?[0]?["request"]
        #expect(har?["bodySize"] == 20_000)
        #expect(har?["postData"]?["comment"] == "only the beginning of the body is kept")
    }

    @Test("what does not keep a schema is noticed")
    func validators() throws {
        #expect(try Tool.validate(Array("{}".utf8), by: Self.ownSchema).status == 1)
        #expect(try Tool.validate(Array(#"{"version": "2.1.0"}"#.utf8), by: Self.sarifSchema).status == 1)
        #expect(try Tool.validate(junit: Array("<testsuite/>".utf8)).status == 3)
        #expect(try Tool.read(har: Array(#"{"log": {}}"#.utf8)).status == 1)
    }

    private static let ownSchema = "../../../Scenarios/report.schema.json"
    private static let sarifSchema = "Schemas/sarif-schema-2.1.0.json"
}

extension JSON {
    /// Adds the names of its members, and of those in them.
    fileprivate func addNames(to names: inout Set<String>) {
        switch self {
        case .array(let elements): for element in elements { element.addNames(to: &names) }
        case .object(let object):
            for member in object {
                names.insert(member.name)
                member.value.addNames(to: &names)
            }
        case .null, .bool, .number, .string: break
        }
    }

    /// The number of schemas in this one that have `properties` and permit others.
    fileprivate var openObjects: Int {
        switch self {
        case .array(let elements): elements.reduce(0) { $0 + $1.openObjects }
        case .object(let object):
            object.values.reduce(
                self["properties"] != nil && self["additionalProperties"] != false ? 1 : 0
            ) { $0 + $1.openObjects }
        case .null, .bool, .number, .string: 0
        }
    }
}
