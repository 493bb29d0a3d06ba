import Foundation
import Testing

@Suite("mockserver validate", .timeLimit(.minutes(10))) struct ValidateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func validate(_ arguments: String..., environment: [String: String?] = [:]) async throws -> Program.Outcome
    {
        try await Program([Program.binary, "validate"] + arguments, environment: environment).outcome()
    }

    @Test("every scenario of the package is right")
    func package() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(Program.package.path)/Scenarios")
        let files = names.filter { $0.hasSuffix(".yaml") }.sorted().map { "Scenarios/\($0)" }
        try #require(files.count >= 5)
        let outcome = try await Program([Program.binary, "validate", "--strict"] + files).outcome()
        #expect(
            outcome == Program.Outcome(status: 0, output: "\(files.count) files: no errors, no warnings\n", error: ""))
    }

    @Test("each error is a line that editors read, in files one after the other")
    func errors() async throws {
        let bad = try folder.file(
            "bad.yaml", "mockserver: 1\nsteps:\n  - request: GET /a\n    respone: 200\n    times: 0\n")
        let worse = try folder.file("worse.yaml", "mockserver: 2\n")
        let outcome = try await validate(bad, Program.scenario("token-refresh"), worse)
        #expect(outcome.status == 65)
        #expect(outcome.error == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(outcome.output)")
        #expect(
            lines[0].hasPrefix("\(bad):4:5: error: ") && lines[0].contains("respone") && lines[0].contains("response"))
        #expect(lines[1].hasPrefix("\(bad):5:12: error: "))
        #expect(lines[2].hasPrefix("\(worse):1:13: error: "))
        #expect(lines[3] == "3 files: 3 errors, no warnings")
    }

    @Test("a missing file is told, and the others are still checked")
    func missing() async throws {
        let outcome = try await validate("no-such.yaml", Program.scenario("token-refresh"), folder.path)
        #expect(
            outcome
                == Program.Outcome(
                    status: 66,
                    output: """
                        no-such.yaml: error: there is no such file
                        \(folder.path): error: it is a folder
                        3 files: 2 errors, no warnings

                        """, error: ""))
    }

    @Test("a warning fails only with --strict")
    func warnings() async throws {
        let doubtful = try folder.file(
            "doubtful.yaml",
            "mockserver: 1\nsteps:\n  - request: GET /a/{id}\n    response: { text: 'you asked for {id}' }\n")
        let lenient = try await validate(doubtful)
        #expect(lenient.status == 0)
        #expect(lenient.output.hasPrefix("\(doubtful):4:38: warning: "), "\(lenient.output)")
        #expect(lenient.output.hasSuffix("\n1 file: no errors, 1 warning\n"))
        let strict = try await validate("--strict", doubtful)
        #expect(strict.status == 65)
        #expect(strict.output == lenient.output)
    }

    @Test("only variables that are allowed can be read")
    func environment() async throws {
        let path = try folder.file(
            "env.yaml", "mockserver: 1\nvars: { key: '{{env.API_KEY}}' }\nstubs: [{ request: / }]\n")
        #expect(try await validate(path, environment: ["API_KEY": "k"]).status == 65)
        #expect(try await validate(path, "--allow-env", "API_KEY", environment: ["API_KEY": "k"]).status == 0)
    }
}
