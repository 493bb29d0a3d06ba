import ExactJSON
import ReportValues
import Scenarios

/// The parts of a SARIF 2.1.0 log that every report has.
enum SARIFLog {
    /// The log of these runs (section 3.13).
    static func log(runs: [JSON]) -> JSON {
        [
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": .array(runs),
        ]
    }

    /// The tool of a run, with the rules that its results name (section 3.18).
    static func tool(rules: [JSON]) -> JSON {
        [
            "driver": [
                "name": "mockserver",
                "version": .string(Version.current),
                "semanticVersion": .string(Version.current),
                "rules": .array(rules),
            ]
        ]
    }

    /// A rule (section 3.49).
    static func rule(_ id: String, meaning: String, level: JSON) -> JSON {
        [
            "id": .string(id),
            "shortDescription": ["text": .string(meaning)],
            "defaultConfiguration": ["level": level],
        ]
    }
}

extension Position {
    /// The position (section 3.29).
    var sarifPhysicalLocation: JSON {
        [
            "artifactLocation": ["uri": .string(file.uriReference)],
            "region": ["startLine": .integer(line), "startColumn": .integer(column)],
        ]
    }
}
