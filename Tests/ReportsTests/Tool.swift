import Foundation

/// A program that judges a report.
enum Tool {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// What one said.
    struct MatchResult: Hashable {
        let status: Int32
        let text: String
    }

    /// Runs it with `input`.
    static func run(_ command: String..., input: [UInt8]) throws -> MatchResult {
        // Files, so that neither side waits for the other.
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
        try Data(input).write(to: place)
        let said = place.appendingPathExtension("out")
        try Data().write(to: said)
        defer { for file in [place, said] { try? FileManager.default.removeItem(at: file) } }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(["NODE_PATH": "/usr/share/nodejs"]) { $1 }
        process.currentDirectoryURL = folder
        process.standardInput = try FileHandle(forReadingFrom: place)
        let output = try FileHandle(forWritingTo: said)
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        process.waitUntilExit()
        return MatchResult(status: process.terminationStatus, text: try String(contentsOf: said, encoding: .utf8))
    }

    /// Holds JSON against a JSON Schema.
    static func validate(_ json: [UInt8], by schema: String) throws -> MatchResult {
        try run("python3", "validate.py", schema, input: json)
    }

    /// Holds XML against Jenkins' schema of JUnit's.
    static func validate(junit: [UInt8]) throws -> MatchResult {
        try run("xmllint", "--noout", "--schema", "Schemas/junit-10.xsd", "-", input: junit)
    }

    /// Has har-validator read an archive.
    static func read(har: [UInt8]) throws -> MatchResult { try run("node", "read-har.js", input: har) }
}
