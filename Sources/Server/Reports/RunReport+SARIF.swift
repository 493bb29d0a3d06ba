import ExactJSON
import HTTPMessage
import Playback
import Scenarios
import TextCoding

extension RunReport {
    /// The failures of each run as the results of an analysis: SARIF 2.1.0, section 3.
    var sarif: JSON { SARIFLog.log(runs: runs.map(\.sarifRun)) }

    private var sarifRun: JSON {
        .members([
            (
                "tool",
                SARIFLog.tool(
                    rules: FailureKind.allCases.map {
                        SARIFLog.rule($0.rawValue, meaning: $0.meaning, level: "error")
                    } + (verdict.timeout == nil ? [] : [Self.timeoutRule]))
            ),
            // Distinguishes the runs of a file (section 3.17.3); the part before the last slash is the category.
            ("automationDetails", label.map { ["id": .string("mockserver/\(Self.category($0))/")] }),
            ("invocations", [invocation]),
            ("columnKind", "unicodeCodePoints"),
            ("results", .array(verdict.failures.map(\.sarifResult) + (timeoutResult.map { [$0] } ?? []))),
            ("properties", ["scenario": .string(verdict.scenario), "seed": .string(String(verdict.seed))]),
        ])
    }

    private static let timeoutRule = SARIFLog.rule(
        "timeout", meaning: "The run had not ended when its time limit did.", level: "error")

    /// That a time limit ended the run, which no failure of the scenario says; nil if none did.
    private var timeoutResult: JSON? {
        verdict.timeout.map { timeout in
            let parts = ["timeout", scenario.source.path]
            return [
                "ruleId": "timeout", "ruleIndex": .integer(FailureKind.allCases.count), "level": "error",
                "message": ["text": .string("the run had not ended after \(timeout)")],
                "locations": [
                    ["physicalLocation": ["artifactLocation": ["uri": .string(scenario.source.uriReference)]]]
                ],
                "partialFingerprints": [
                    "mockserverFailure/v1": .string(Hex.encode(SHA256.hash(parts.joined(separator: "\0").utf8)))
                ],
            ]
        }
    }

    /// `session-abc/run-2`
    private static func category(_ label: String) -> String {
        label.replacing(", ", with: "/").replacing(" ", with: "-")
    }

    private var invocation: JSON {
        var notifications: [JSON] = []
        if verdict.omittedFailures > 0 {
            notifications.append(
                Self.notification("warning", "Further failures that were only counted: \(verdict.omittedFailures)."))
        }
        if omittedRuns.failed > 0 {
            notifications.append(
                Self.notification("error", "Further runs that failed and were only counted: \(omittedRuns.failed)."))
        }
        let isTimedOut = verdict.timeout != nil
        notifications += notes.map { Self.notification(isTimedOut ? "error" : "note", $0) }
        return .members([
            ("executionSuccessful", .bool(!isTimedOut)),
            ("exitCode", exitStatus.map(JSON.integer)),
            ("startTimeUtc", .string(start.text)),
            ("endTimeUtc", .string((start + (Instant(nanoseconds: 0) + duration)).text)),
            ("toolExecutionNotifications", .only(!notifications.isEmpty, .array(notifications))),
        ])
    }

    private static func notification(_ level: JSON, _ text: String) -> JSON {
        ["level": level, "message": ["text": .string(text)]]
    }
}

extension Failure {
    fileprivate var sarifResult: JSON {
        let origins = (difference?.expected ?? []).flatMap(\.origins)
        return .members([
            ("ruleId", .string(kind.rawValue)),
            ("ruleIndex", FailureKind.allCases.firstIndex(of: kind).map(JSON.integer)),
            ("level", "error"),
            ("message", ["text": .string(sarifMessage)]),
            ("locations", [["physicalLocation": position.sarifPhysicalLocation]]),
            ("relatedLocations", .only(!origins.isEmpty, .array(origins.enumerated().map { $1.sarifLocation($0) }))),
            ("occurrenceCount", .integer(repeats)),
            ("partialFingerprints", ["mockserverFailure/v1": .string(fingerprint)]),
        ])
    }

    /// The failure's text without the position, which has its own member.
    private var sarifMessage: String {
        let (text, prefix) = (text(), Printable.line(place) + ": error: ")
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }

    /// A fingerprint that stays equal while the same scenario line has the same failure, even if the line moves.
    private var fingerprint: String {
        let line = position.file.line(position.line).drop { $0 == " " || $0 == "\t" }
        // Each request that no step took is a separate failure.
        let asked = kind == .unmatched ? requests.last.map { "\($0.requestText)" } ?? "" : ""
        let parts = [kind.rawValue, position.file.path, rule ?? "", String(line), asked]
        return Hex.encode(SHA256.hash(parts.joined(separator: "\0").utf8))
    }
}

extension Failure.Difference.Origin {
    fileprivate func sarifLocation(_ id: Int) -> JSON {
        [
            "id": .integer(id), "message": ["text": .string("\(variable) is set here")],
            "physicalLocation": position.sarifPhysicalLocation,
        ]
    }
}

extension SourceFile {
    /// The path as a URI reference (RFC 3986, section 4.1); relative if the path is.
    var uriReference: String { Self.uriReference(ofPath: path) }

    /// A path as a URI reference.
    static func uriReference(ofPath path: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { Percent.encode(String($0)) }
        return (path.hasPrefix("/") ? "file://" : "") + segments.joined(separator: "/")
    }
}
