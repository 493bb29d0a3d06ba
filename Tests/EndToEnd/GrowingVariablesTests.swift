import ExactJSON
import Foundation
import Testing

/// Variables that would take all memory: the program says so, and lives to write its report.
@Suite("variables that grow without bound", .timeLimit(.minutes(60))) struct GrowingVariablesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("with each request are a failure of the run, which is in its report")
    func doubling() async throws {
        let scenario = try folder.file(
            "grow.yaml",
            """
            mockserver: 1
            vars: {v: ab}
            stubs: [{id: grow, request: GET /grow, set: {v: "{{v}}{{v}}"}}]
            """)
        let report = "\(folder.path)/report.json"
        let ask = "for i in $(seq 26); do curl -sS -o /dev/null -w '%{http_code} ' {url}/grow; done"
        let outcome = try await Program.mockserver(
            "--scenario", scenario, "--quiet", "--report", "json=\(report)", "--", "sh", "-c", ask
        ).outcome()
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.output
                == String(repeating: "200 ", count: 19) + String(repeating: "500 ", count: 7))
        #expect(outcome.error.contains("the value is larger than 1 MiB, the most that a variable holds"))
        let verdict = try #require(JSON(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: report))))["verdict"])
        #expect(verdict["requests"] == .number(JSONNumber(26)))
        #expect(verdict["failures"]?[0]?["kind"] == "template")
    }

    @Test("by references to references keep the scenario from being served")
    func amplified() async throws {
        let vars = (1...9).map { "  v\($0): '" + String(repeating: "{{v\($0 - 1)}}", count: 10) + "'\n" }
        let scenario = try folder.file(
            "nine.yaml",
            "mockserver: 1\nvars:\n  v0: '0123456789'\n\(vars.joined())stubs: [{request: GET /a}]\n")
        let outcome = try await Program.mockserver("--scenario", scenario, "--", "true").outcome()
        #expect(
            outcome
                == Program.Outcome(
                    status: 65, output: "",
                    error: """
                        \(scenario):9:14: error: the value is larger than 1 MiB, the most that a variable holds; \
                        write less here, or send it from a file: response: {file: …}
                        Error: the scenario has an error, so nothing was served

                        """))
    }
}
