import Foundation
import HTTPMessage
import MockRuntime
import Playback
import ScenarioFiles
import Scenarios
import Testing

/// Scenarios that were valid once are played as they were: what a fixed client gets from each, and the verdict.
///
/// With `RECORD_CORPUS=1` in the environment the file is written again. Users see every change in it.
@Suite struct PlayedCorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../Scenario/ScenarioFilesTests/Corpus")
    private static let isRecording = ProcessInfo.processInfo.environment["RECORD_CORPUS"] == "1"

    /// The parts of a file that begin with lines `=== name`, in order.
    private static func parts(of file: String) throws -> [(name: String, text: String)] {
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        return ("\n" + text).components(separatedBy: "\n=== ").dropFirst().map { part in
            let name = part.prefix { $0 != "\n" }
            return (String(name), String(part.dropFirst(name.count + 1)))
        }
    }

    @Test("what a client gets from each scenario stays as it is")
    func alike() throws {
        let scenarios = try Self.parts(of: "valid.txt")
        try #require(scenarios.count > 400)
        let played = try scenarios.map { name, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let warnings = lines.prefix { $0.hasPrefix("!!! ") }
            return (name, try Self.transcript(lines.dropFirst(warnings.count).joined(separator: "\n") + "\n"))
        }
        if Self.isRecording {
            let title = "# What requests to each scenario of valid.txt get, and the verdict. RECORD_CORPUS=1 writes it."
            let all = ([title] + played.map { "=== \($0)\n\($1)" }).joined(separator: "\n") + "\n"
            return try all.write(
                to: Self.folder.appendingPathComponent("played.txt"), atomically: true, encoding: .utf8)
        }
        let kept = try Self.parts(of: "played.txt")
        #expect(kept.map(\.name) == played.map(\.0))
        for (new, old) in zip(played, kept) {
            let (lines, before) = (Self.lines(new.1), Self.lines(old.text))
            guard lines != before else { continue }
            let index = zip(lines, before).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.count, before.count)
            let (line, expected) = (
                lines.dropFirst(index).first ?? "no line", before.dropFirst(index).first ?? "no line"
            )
            Issue.record("\(new.0), line \(index + 1): expected \(expected), and it was \(line)")
        }
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n")
    }

    // MARK: - The client

    /// What each request gets, and the verdict.
    private static func transcript(_ text: String) throws -> String {
        let scenario = try scenario(text)
        var options = ScenarioRun.Options()
        options.seed = 7
        options.serverURL = "http://127.0.0.1:1"
        let run = ScenarioRun(scenario, options)
        var lines: [String] = []
        for (index, line) in requests(in: text).enumerated() {
            let words = line.split(separator: " ").map(String.init)
            let fields = [("Accept", "*/*"), ("Authorization", "Bearer token"), ("Content-Type", "application/json")]
            let hasBody = ["POST", "PUT", "PATCH"].contains(words[0])
            let (id, player) = run.arrived(
                request(
                    words[0], words[1], hasBody ? fields : fields.dropLast(),
                    body: hasBody ? #"{"a": 1, "b": "two"}"# : "",
                    connection: index + 1))
            let (head, body) = player.response()
            run.answered(id)
            // The texts of failures have tests of their own.
            if let failure = head?.field("Mockserver-Failure") {
                lines.append("\(line)  \(head?.status ?? 0) \(failure)")
                continue
            }
            lines.append("\(line)  " + played(player).filter { !$0.hasPrefix("body ") }.joined(separator: ", "))
            if let fields = head?.fields {
                lines += fields.lines.indices.map { index in
                    "  " + String(decoding: fields.name(at: index), as: UTF8.self) + ": "
                        + String(decoding: fields.value(at: index), as: UTF8.self)
                }
            }
            let shown = body.count > 300 ? "\(body.prefix(300))… of \(body.utf8.count)" : body
            if !body.isEmpty { lines += shown.split(whereSeparator: \.isNewline).map { "  > \($0)" } }
        }
        let verdict = run.verdict
        lines.append("\(verdict.passed ? "passed" : "failed"), \(verdict.completeSteps) steps complete")
        lines += verdict.failures.map { "  \($0.kind.rawValue) \($0.position.line):\($0.position.column)" }
        return withoutTimes(lines.joined(separator: "\n"))
    }

    /// The scenario with a clock that stands still, where the form of the text lets it have one.
    private static func scenario(_ text: String) throws -> Scenario {
        let still = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("clock: ") ? "clock: virtual" : String($0) }
        let lines = still.contains("clock: virtual") ? still : still + ["clock: virtual", ""]
        let loaded = try? Scenario(yaml: lines.joined(separator: "\n"), path: "s.yaml")
        return try loaded ?? Scenario(yaml: text, path: "s.yaml")
    }

    /// The first ten request lines in a scenario's text, with parameters replaced, and one that it may not have.
    private static func requests(in text: String) -> [String] {
        var found: [String] = []
        for match in text.matches(of: /\b(GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|request:|path:) ['"]?\//) {
            let method = match.output.1.hasSuffix(":") ? "POST" : String(match.output.1)
            var (path, depth) = ("/", 0)
            for character in text[match.range.upperBound...] {
                if character == "}", depth == 0 { break }
                if character.isWhitespace || "'\",[]\\#".contains(character) { break }
                if character == "{" { depth += 1 }
                if depth == 0 { path.append(character == "*" ? "w" : character) }
                if character == "}" {
                    depth -= 1
                    if depth == 0 { path.append("v") }
                }
            }
            if path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { found.append("\(method) \(path)") }
        }
        return found.prefix(10) + ["GET /"]
    }

    /// A text without what depends on the time of the run.
    private static func withoutTimes(_ text: String) -> String {
        let day = #"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}"#
        var text = text
        for (pattern, word) in [
            (#"\+[0-9.]+ m?s"#, "+TIME"), (day + #" \d\d:\d\d:\d\d GMT"#, "DATE"),
            (#"20[2-9]\d-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?"#, "DATE"), (#"\b1[6-9]\d{8}(\d{3})?\b"#, "SECONDS"),
        ] {
            text = text.replacingOccurrences(of: pattern, with: word, options: .regularExpression)
        }
        return text
    }
}
