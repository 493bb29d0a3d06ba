import Testing

@testable import ScenarioFiles

/// A scenario that was valid once and so stays valid.
struct ValidScenario: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// Its warnings: `3:15 unknown-method`.
    let warnings: [String]
    var testDescription: String { name }

    /// The scenarios in `Corpus/valid.txt`.
    static let all: [ValidScenario] = {
        // …/Tests/Scenario/ScenarioFilesTests/ValidScenario.swift
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let access = ScenarioFileAccess(path: "/\(folder)/Corpus")
        guard let bytes = try? access.contents(of: "valid.txt", limit: 1 << 20) else { return [] }
        var cases: [ValidScenario] = []
        for part in String(decoding: bytes, as: UTF8.self).split(separator: "\n=== ").dropFirst() {
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
            let warnings = lines.dropFirst().prefix { $0.hasPrefix("!!! ") }
            let text = lines.dropFirst(1 + warnings.count).joined(separator: "\n") + "\n"
            cases.append(
                ValidScenario(
                    name: String(lines[0]), text: text, warnings: warnings.map { String($0.dropFirst(4)) }))
        }
        return cases
    }()
}
