import ExactJSON
import ReportValues
package import ScenarioFiles
import Scenarios

/// What a check of scenario files found.
package struct ValidationReport: Sendable {
    /// The form of a report; the raw value is its name in `--format`.
    package enum Format: String, Sendable, CaseIterable {
        /// A line for each finding, as compilers print it, and the totals.
        case text
        /// One object: the files, the findings and the totals.
        case json
        /// SARIF 2.1.0, for code review.
        case sarif
        /// Commands of GitHub's workflows, which make annotations, and the totals.
        case github
    }

    /// An error or a warning.
    package enum Finding: Sendable {
        /// At a position of a file.
        case diagnostic(Diagnostic)
        /// About a file as a whole, such as that it can't be read.
        case problem(path: String, message: String)
    }

    /// The files that were checked.
    package private(set) var files: [String] = []
    /// The files of folders that are not scenarios.
    package var skipped = 0
    /// All errors and warnings, in the order of the files.
    package private(set) var findings: [Finding] = []
    /// The number of errors.
    package private(set) var errors = 0
    /// The number of warnings.
    package private(set) var warnings = 0
    /// An included file is read with each scenario that includes it.
    private var seen: Set<Diagnostic> = []

    package init() {}

    /// Adds a file, and returns what was not found before.
    package mutating func add(path: String, problems: [String], diagnostics: [Diagnostic]) -> [Finding] {
        files.append(path)
        let new =
            problems.map { Finding.problem(path: path, message: $0) }
            + diagnostics.filter { seen.insert($0).inserted }.map { .diagnostic($0) }
        for finding in new {
            if finding.isError { errors += finding.count } else { warnings += 1 }
        }
        findings += new
        return new
    }

    /// Adds a problem that is not one of a file.
    package mutating func add(problem: String, path: String) -> Finding {
        let finding = Finding.problem(path: path, message: problem)
        findings.append(finding)
        errors += 1
        return finding
    }

    /// The report for a program that reads it; nil for `text` and `github`, which are lines and totals for people, too.
    package func document(as format: Format, exitStatus: Int) -> String? {
        switch format {
        case .json: String(decoding: json.bytes(.pretty), as: UTF8.self)
        case .sarif: String(decoding: sarif(exitStatus: exitStatus).bytes(.pretty), as: UTF8.self)
        case .text, .github: nil
        }
    }

    // MARK: - JSON

    private var json: JSON {
        [
            "files": .array(files.map(JSON.string)),
            "diagnostics": .array(findings.map(\.json)),
            "totals": [
                "files": .integer(files.count), "skipped": .integer(skipped), "errors": .integer(errors),
                "warnings": .integer(warnings),
            ],
        ]
    }

    // MARK: - SARIF

    private func sarif(exitStatus: Int) -> JSON {
        let rules = Finding.rules
        let indices = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
        return SARIFLog.log(runs: [
            [
                "tool": SARIFLog.tool(
                    rules: rules.map { SARIFLog.rule($0.id, meaning: $0.meaning, level: $0.level) }),
                "invocations": [["executionSuccessful": true, "exitCode": .integer(exitStatus)]],
                "columnKind": "unicodeCodePoints",
                "results": .array(findings.map { $0.sarif(indices) }),
            ]
        ])
    }
}

extension ValidationReport.Finding {
    /// Whether it makes its file unusable.
    package var isError: Bool {
        switch self {
        case .diagnostic(let diagnostic): diagnostic.severity == .error
        case .problem: true
        }
    }

    /// How many errors it stands for.
    fileprivate var count: Int { if case .diagnostic(let found) = self { found.count } else { 1 } }

    private var severity: String { isError ? "error" : "warning" }

    private var message: String {
        switch self {
        case .diagnostic(let diagnostic): diagnostic.message
        case .problem(_, let message): message
        }
    }

    /// The command of a GitHub workflow that annotates the line.
    package var workflowCommand: String {
        switch self {
        case .diagnostic(let found):
            let file = Self.escaped(Excerpt.visible(found.position.path), isProperty: true)
            return "::\(severity) file=\(file),line=\(found.position.line),col=\(found.position.column)::"
                + Self.escaped(found.messageWithCode, isProperty: false)
        case .problem(let path, let message):
            let file = Self.escaped(Excerpt.visible(path), isProperty: true)
            return "::\(severity) file=\(file)::" + Self.escaped(message, isProperty: false)
        }
    }

    /// Escapes what the runner decodes: more in a property, which a comma or colon would end.
    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    fileprivate var json: JSON {
        switch self {
        case .diagnostic(let found):
            .members([
                ("path", .string(found.position.path)), ("line", .integer(found.position.line)),
                ("column", .integer(found.position.column)), ("severity", .string(severity)),
                ("code", found.code.map { .string($0.rawValue) }), ("message", .string(message)),
            ])
        case .problem(let path, _):
            ["path": .string(path), "severity": .string(severity), "message": .string(message)]
        }
    }

    // MARK: - SARIF

    fileprivate static let rules: [(id: String, meaning: String, level: JSON)] =
        [
            ("invalid-scenario", "The file breaks a rule of the format.", "error"),
            ("unusable-file", "The file can't be read, or does not go with the options.", "error"),
        ] + Diagnostic.Code.allCases.map { ($0.rawValue, $0.meaning, "warning") }

    private var rule: String {
        switch self {
        case .diagnostic(let found): found.code?.rawValue ?? "invalid-scenario"
        case .problem: "unusable-file"
        }
    }

    fileprivate func sarif(_ indices: [String: Int]) -> JSON {
        let location: JSON =
            switch self {
            case .diagnostic(let found): found.position.sarifPhysicalLocation
            case .problem(let path, _):
                ["artifactLocation": ["uri": .string(SourceFile.uriReference(ofPath: path))]]
            }
        return .members([
            ("ruleId", .string(rule)), ("ruleIndex", indices[rule].map(JSON.integer)), ("level", .string(severity)),
            ("message", ["text": .string(message)]), ("locations", [["physicalLocation": location]]),
        ])
    }
}
