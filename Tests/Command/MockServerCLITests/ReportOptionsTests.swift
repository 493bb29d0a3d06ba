import ArgumentParser
import Reports
import Testing

@testable import MockServerCLI

@Suite struct ReportOptionsTests {
    @Test("each format may be given, with a path that may hold any character")
    func formats() throws {
        let arguments = ReportFormat.allCases.flatMap { ["--report", "\($0.rawValue)=a=b/\($0.rawValue)"] }
        let options = try ReportOptions.parse(arguments)
        #expect(options.report.map(\.format) == ReportFormat.allCases)
        let paths = ["a=b/text", "a=b/json", "a=b/junit", "a=b/sarif", "a=b/har", "a=b/html"]
        #expect(options.report.map(\.path) == paths)
    }

    @Test("a run records its responses where a report shows them")
    func showResponses() throws {
        #expect(try ReportOptions.parse(["--report", "har=a"]).showResponses)
        #expect(try ReportOptions.parse(["--report", "html=a"]).showResponses)
        #expect(try ReportOptions.parse(["--report", "text=b", "--report", "json=a"]).showResponses)
        #expect(try !ReportOptions.parse(["--report", "junit=a", "--report", "sarif=b"]).showResponses)
        #expect(try !ReportOptions.parse([]).showResponses)
    }

    @Test("the journal keeps more where a report shows it")
    func journalLimit() throws {
        #expect(try ReportOptions.parse(["--report", "har=a"]).journalLimit == 4_194_304)
        #expect(try ReportOptions.parse(["--report", "junit=a"]).journalLimit == 2_097_152)
        #expect(try ReportOptions.parse([]).journalLimit == 2_097_152)
    }

    @Test(
        "wrong usage says what to write",
        arguments: [
            (
                ["junit"],
                "The value 'junit' is invalid for '--report <format=path>': give a format and a path, such as "
                    + "junit=results.xml; the formats are text, json, junit, sarif, har, html"
            ),
            (
                ["xml=a"],
                "The value 'xml=a' is invalid for '--report <format=path>': there is no format \"xml\"; the formats are "
                    + "text, json, junit, sarif, har, html"
            ),
            (
                ["har=-"],
                "The value 'har=-' is invalid for '--report <format=path>': name a file, such as har=report.har: a report can't "
                    + "go to standard output, which is for the verdict"
            ),
            (
                ["har="],
                "The value 'har=' is invalid for '--report <format=path>': name a file, such as har=report.har: a report can't "
                    + "go to standard output, which is for the verdict"
            ),
            (
                ["junit=-"],
                "The value 'junit=-' is invalid for '--report <format=path>': name a file, such as junit=report.xml: a report "
                    + "can't go to standard output, which is for the verdict"
            ),
            (["har=a", "json=a"], "--report a: two reports can't be one file; give each its own."),
        ])
    func usage(_ reports: [String], _ text: String) {
        do {
            _ = try ReportOptions.parse(reports.flatMap { ["--report", $0] })
            Issue.record("no complaint")
        } catch {
            #expect(ReportOptions.message(for: error) == text)
            #expect(ReportOptions.exitCode(for: error).rawValue == 64)
        }
    }
}
