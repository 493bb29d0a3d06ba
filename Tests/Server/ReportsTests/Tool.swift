import Foundation
import TestSupport

/// A program that checks a report.
enum Tool {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The result of a check.
    struct MatchResult: Hashable {
        let status: Int32
        let text: String
    }

    /// Runs it with `input`.
    static func run(_ command: String..., input: [UInt8]) throws -> MatchResult {
        // A file instead of a pipe, so that neither process waits for the other.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (status, text) = try Subprocess.run(
            command,
            environment: ProcessInfo.processInfo.environment.merging(["NODE_PATH": "/usr/share/nodejs"]) { $1 },
            folder: folder.path, input: FileHandle(forReadingFrom: file), mergesError: true)
        return MatchResult(status: status, text: text)
    }

    /// Validates JSON by a JSON Schema.
    static func validate(_ json: [UInt8], by schema: String) throws -> MatchResult {
        try run("python3", "validate.py", schema, input: json)
    }

    /// Validates XML by Jenkins' schema for JUnit, without `file` and `line` of tests, which the schema does not have but
    /// other readers take.
    static func validate(junit: [UInt8]) throws -> MatchResult {
        let known = String(decoding: junit, as: UTF8.self)
            .replacing(/(?<start><testcase [^>]*?) file="[^"]*"(?: line="[0-9]+")?/) { $0.output.start }
        return try run("xmllint", "--noout", "--schema", "Schemas/junit-10.xsd", "-", input: Array(known.utf8))
    }

    /// Reads an archive with har-validator.
    static func read(har: [UInt8]) throws -> MatchResult { try run("node", "read-har.js", input: har) }
}
