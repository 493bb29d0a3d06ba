import ExactJSON
import HTTPMessage
import Playback
import Scenarios
import TextCoding

extension RunReport {
    /// The failures as results of an analysis: SARIF 2.1.0, section 3.
    var sarif: JSON {
        [
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                [
                    "tool": [
                        "driver": [
                            "name": "mockserver",
                            "version": .string(Version.current),
                            "semanticVersion": .string(Version.current),
                            "rules": .array(FailureKind.allCases.map(\.sarifRule)),
                        ]
                    ],
                    "invocations": [invocation],
                    "columnKind": "unicodeCodePoints",
                    "results": .array(verdict.failures.map(\.sarifResult)),
                    "properties": ["scenario": .string(verdict.scenario), "seed": .string(String(verdict.seed))],
                ]
            ],
        ]
    }

    private var invocation: JSON {
        let omitted = verdict.omittedFailures
        let notification: JSON = [
            "level": "warning", "message": ["text": .string("Further failures that were only counted: \(omitted).")],
        ]
        return .members([
            ("executionSuccessful", true),
            ("exitCode", exitStatus.map(JSON.integer)),
            ("startTimeUtc", .string(start.text)),
            ("endTimeUtc", .string((start + (Instant(nanoseconds: 0) + duration)).text)),
            ("toolExecutionNotifications", .only(omitted > 0, [notification])),
        ])
    }
}

extension FailureKind {
    fileprivate var sarifRule: JSON {
        [
            "id": .string(rawValue),
            "shortDescription": ["text": .string(meaning)],
            "defaultConfiguration": ["level": "error"],
        ]
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

    /// The one text, without the place, which stands beside it.
    private var sarifMessage: String {
        let (text, place) = (text(), Printable.line("\(position)") + ": error: ")
        return text.hasPrefix(place) ? String(text.dropFirst(place.count)) : text
    }

    /// The same as long as the same line of the same scenario says the same, wherever in the file that moves to.
    private var fingerprint: String {
        let line = position.file.line(position.line).drop { $0 == " " || $0 == "\t" }
        // Of requests that no step took, each is another failure.
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

extension Position {
    fileprivate var sarifPhysicalLocation: JSON {
        [
            "artifactLocation": ["uri": .string(file.uriReference)],
            "region": ["startLine": .integer(line), "startColumn": .integer(column)],
        ]
    }
}

extension SourceFile {
    /// The path as a URI reference (RFC 3986, section 4.1): relative where the path is.
    var uriReference: String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { Percent.encode(String($0)) }
        return (path.hasPrefix("/") ? "file://" : "") + segments.joined(separator: "/")
    }
}
