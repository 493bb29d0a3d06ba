import Foundation
import Reports
import Testing

/// Compares all output of the shipped scenarios with the files in the folder `golden`, where requests sent one after the
/// other can play them: responses over HTTP/1.1 and HTTP/2, standard error, and every report but the page, whose diagram
/// depends on times. Seeds are fixed; dates, times and ports are replaced by names.
///
/// With `RECORD_GOLDEN=1` in the environment the files are written again. Users see every change in them.
@Suite("what users see stays as it is", .timeLimit(.minutes(60))) struct GoldenTests {
    private static let folder = "Tests/EndToEnd/golden"
    private static let names = Client.names(folder).filter { $0.hasSuffix(".requests") }.map { String($0.dropLast(9)) }
    private static let formats = ReportFormat.allCases.filter { $0 != .html }
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

    @Test("each scenario is played as it is meant and otherwise, unless it needs requests at once or measures time")
    func all() throws {
        for scenario in Client.scenarios {
            let file = Program.package.appendingPathComponent(Program.scenario(scenario))
            let text = try String(contentsOf: file, encoding: .utf8)
            // Requests that are sent one after the other can't play these keys. What users then see is pinned by the
            // verdicts in the folder `clients`.
            let isPlayable = !text.contains(/(?m)^[^#\n]*\b(?:hold:|interval:|stall\b)/)
            for name in ["\(scenario)_right", "\(scenario)_broken"] {
                #expect(Self.names.contains(name) == isPlayable, "\(name)")
            }
        }
    }

    @Test("byte for byte", arguments: names)
    func golden(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let scenario = Program.scenario(String(name.prefix { $0 != "_" }))
        let play = ["/usr/bin/python3", "\(Self.folder)/play.py", "{url}", "\(Self.folder)/\(name).requests"]
        let reports = Self.formats.flatMap {
            ["--report", "\($0.rawValue)=\(folder.path)/report.\($0.rawValue)"]
        }
        let arguments = ["--verbose", "--seed", "7", "--scenario", scenario]

        let first = try await Program([Program.binary] + arguments + reports + ["--"] + play).outcome()
        let second = try await Program([Program.binary] + arguments + ["--"] + play + ["--http2"]).outcome()
        var sections = [
            ("exit status", "\(first.status), \(second.status)\n"), ("over HTTP/1.1", first.output),
            ("over HTTP/2", second.output), ("standard error", first.error), ("standard error, HTTP/2", second.error),
        ]
        for format in Self.formats {
            let url = URL(fileURLWithPath: "\(folder.path)/report.\(format.rawValue)")
            sections.append(("report \(format.rawValue)", try String(contentsOf: url, encoding: .utf8)))
        }
        let text = sections.map { "==== \($0.0)\n\(golden($0.1))" }.joined()

        let file = Program.package.appendingPathComponent("\(Self.folder)/\(name).golden")
        if Self.isRecording { return try text.write(to: file, atomically: true, encoding: .utf8) }
        let kept = try String(contentsOf: file, encoding: .utf8)
        for (line, (new, old)) in zip(Self.lines(text), Self.lines(kept)).enumerated() where new != old {
            Issue.record("\(Self.folder)/\(name).golden:\(line + 1): expected \(old), and it was \(new)")
            return
        }
        #expect(Self.lines(text).count == Self.lines(kept).count, "\(name).golden")
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The text with the parts that differ from run to run replaced by names.
    private func golden(_ text: String) -> String {
        let rules = [
            ("127\\.0\\.0\\.1:[0-9]+", "HOST"),
            ("(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT", "DATE"),
            ("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)?", "DATE"),
            ("(?m)^[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}  #", "TIME  #"),
            ("\\+?[0-9]+(\\.[0-9]+)? m?s\\b *", "T "),
            // The length of a failure's text depends on the times in it.
            ("(Mockserver-Failure: [^\n]*\n(?:[^\n]*\n)?Content-Length: )[0-9]+", "$1N"),
            ("(mockserver-failure: [^\n]*\n(?:[^\n]*\n)?content-length: )[0-9]+", "$1N"),
            (#"("(?:size|bodySize)": )[0-9]{3,}"#, "$1N"),
            (#"("name": "content-length",\s+"value": )"[0-9]{3,}""#, "$1N"),
            (#"("(?:time|wait|receive|at|duration|began|ended|answered|left|wrote)": )-?[0-9.e-]+"#, "$1T"),
            (#"time="[0-9.]+""#, "time=\"T\""),
            (#""[^" ]*/report\."#, "\"FOLDER/report."),
        ]
        return rules.reduce(text) { text, rule in
            text.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
        }
    }
}
