import Foundation

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
        // Files instead of pipes, so that neither process waits for the other.
        let inputFile = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
        try Data(input).write(to: inputFile)
        let outputFile = inputFile.appendingPathExtension("out")
        try Data().write(to: outputFile)
        defer { for file in [inputFile, outputFile] { try? FileManager.default.removeItem(at: file) } }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(["NODE_PATH": "/usr/share/nodejs"]) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        let output = try FileHandle(forWritingTo: outputFile)
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        process.waitUntilExit()
        return MatchResult(status: process.terminationStatus, text: try String(contentsOf: outputFile, encoding: .utf8))
    }

    /// Validates JSON by a JSON Schema.
    static func validate(_ json: [UInt8], by schema: String) throws -> MatchResult {
        try run("python3", "validate.py", schema, input: json)
    }

    /// Validates XML by Jenkins' schema for JUnit.
    static func validate(junit: [UInt8]) throws -> MatchResult {
        try run("xmllint", "--noout", "--schema", "Schemas/junit-10.xsd", "-", input: junit)
    }

    /// Reads an archive with har-validator.
    static func read(har: [UInt8]) throws -> MatchResult { try run("node", "read-har.js", input: har) }
}
