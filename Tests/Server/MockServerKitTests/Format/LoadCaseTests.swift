import Foundation
import MockServerKit
import Testing

@testable import ScenarioFiles

@Suite("What a scenario may say")
struct LoadCaseTests {
    @Test("is loaded, and its twin is not", arguments: LoadCase.rows)
    func loads(row: String) throws {
        for vector in LoadCase.all where vector.name == row {
            let accepted = try load(vector, vector.accepted)
            #expect(accepted.errors.isEmpty, "\(vector.accepted): \(accepted.errors)")
            let rejected = try load(vector, vector.rejected)
            let found = rejected.diagnostics.map(shown).joined(separator: "\n")
            #expect(found == vector.diagnostics)
            #expect(rejected.scenario == nil)
        }
    }

    /// For `Tests/EndToEnd/schema/check`, which holds the JSON Schema against them.
    @Test(
        "is written where another program reads it",
        .enabled(if: ProcessInfo.processInfo.environment["SCENARIO_CASES"] != nil))
    func written() throws {
        let path = try #require(ProcessInfo.processInfo.environment["SCENARIO_CASES"])
        let cases = LoadCase.all.map { ["name": $0.name, "accepted": $0.accepted, "rejected": $0.rejected] }
        try JSONEncoder().encode(cases).write(to: URL(fileURLWithPath: path))
    }

    /// The diagnostic without the folder of an included file, and with `FOLDER` for the path of the scenario's.
    private func shown(_ diagnostic: Diagnostic) -> String {
        let text = diagnostic.description
        let own = text.range(of: "/more.yaml:").map { String(text[text.index(after: $0.lowerBound)...]) } ?? text
        return own.replacing(#/\S*\/mockserver-format-[0-9A-F-]+/#, with: "FOLDER")
    }

    private func load(_ vector: LoadCase, _ text: String) throws -> LoadedScenario {
        var options = try CaseFolder.options()
        var text = text
        if vector.title == "Included file" {
            options.folder = try CaseFolder.folder(with: ["more.yaml": text])
            text = "include: [more.yaml]\nstubs: [{request: GET /x}]"
        }
        let hasVersion = text.hasPrefix("mockserver:")
        let bytes = Array((hasVersion ? text : "mockserver: 1\n" + text).utf8)
        return Scenario.load(bytes: bytes, path: "s.yaml", options: options)
    }
}
