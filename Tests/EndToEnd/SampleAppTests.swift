import Foundation
import MockServerRemoteTesting
import Testing

/// The sample app, launched as a UI test launches its app, against a server that the test controls.
@Suite("the sample app", .timeLimit(.minutes(60))) struct SampleAppTests {
    private static let tokens: [String: String?] = [
        "SAMPLE_APP_ACCESS_TOKEN": "expired", "SAMPLE_APP_REFRESH_TOKEN": "rt-1", "MOCKSERVER_URL": nil,
    ]

    private static let binary = Program.built("SampleApp")

    private func launch(_ arguments: [String] = [], environment: [String: String] = [:]) async throws -> Program.Outcome
    {
        let variables = Self.tokens.merging(environment.mapValues(Optional.some)) { $1 }
        return try await Program([Self.binary] + arguments, environment: variables).outcome()
    }

    private func start() async throws -> MockServerProcess {
        let scenario = Program.package.appendingPathComponent("Scenarios/token-refresh.yaml").path
        return try await MockServerProcess(scenario: scenario, binary: Program.binary, timeout: .seconds(600))
    }

    @Test("refreshes its token against the server that an argument names, or a variable")
    func both() async throws {
        let server = try await start()
        try await withRemoteMockServer(server) { server in
            let outcome = try await launch(["--mockserver-url", server.url.absoluteString])
            #expect(outcome == Program.Outcome(status: 0, output: "Ada Lovelace <ada@example.com>\n", error: ""))
            #expect(try await server.journal.compactMap(\.step) == ["rejected", "refresh", "retried"])
        }
        try await withRemoteMockServer(server) { server in
            let outcome = try await launch(environment: ["MOCKSERVER_URL": server.url.absoluteString])
            #expect(outcome == Program.Outcome(status: 0, output: "Ada Lovelace <ada@example.com>\n", error: ""))
        }
        #expect(await server.stop() == 0)
    }

    @Test("is told what it did wrong, at the scenario's line")
    func wrong() async throws {
        let server = try await start()
        let outcome = try await launch(
            ["--mockserver-url=\(server.url.absoluteString)"], environment: ["SAMPLE_APP_REFRESH_TOKEN": "rt-2"])
        #expect(outcome.status == 0)
        let verdict = try await server.verify(timeout: .seconds(300))
        let failure = try #require(verdict.failures.first)
        #expect(verdict.failures.count == 1)
        #expect(failure.kind == .assertion)
        #expect(failure.position.path.hasSuffix("/Scenarios/token-refresh.yaml"))
        #expect(failure.position.line == 16)
        #expect(await server.stop() == 1)
        #expect(await server.standardError.contains(failure.text()))
    }

    /// The scenario of the other tests in a file of its own, for the paths of the app's own API.
    private func scenarioFile(in folder: TemporaryFolder) throws -> String {
        let shipped = Program.package.appendingPathComponent("Scenarios")
        func text(_ name: String) throws -> String {
            try String(contentsOf: shipped.appendingPathComponent(name), encoding: .utf8)
        }
        _ = try folder.file("profile.json", text("profile.json"))
        return try folder.file("own.yaml", text("token-refresh.yaml") + "base_path: /v1\n")
    }

    @Test("plays the scenario that an argument names, by itself and for its own URLs")
    func inProcess() async throws {
        let folder = try TemporaryFolder()
        let file = try scenarioFile(in: folder)
        for arguments in [[file], ["x", "--mockserver-scenario=\(file)"], ["x", "--mockserver-scenario", file]] {
            let outcome = try await launch(["--mockserver-scenario"] + arguments)
            #expect(outcome == Program.Outcome(status: 0, output: "Ada Lovelace <ada@example.com>\n", error: ""))
        }
    }

    @Test("fails if that scenario does, at its line, though it has a profile")
    func inProcessWrong() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await launch(
            ["--mockserver-scenario", scenarioFile(in: folder)], environment: ["SAMPLE_APP_REFRESH_TOKEN": "rt-2"])
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains("/own.yaml:16"), "\(outcome.error)")
    }

    @Test("fails if that scenario does before there is a profile")
    func inProcessUnmatched() async throws {
        let shipped = Program.package.appendingPathComponent("Scenarios/token-refresh.yaml").path
        let outcome = try await launch(["--mockserver-scenario", shipped])
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("nothing takes GET /v1/me"), "\(outcome.error)")
    }

    @Test(
        "calls no API if that scenario can't be played",
        arguments: [["--mockserver-scenario"], ["--mockserver-scenario=/none.yaml"]])
    func inProcessMissing(_ arguments: [String]) async throws {
        let outcome = try await launch(arguments)
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("there is no such file"), "\(outcome.error)")
    }

    @Test("calls its own API without them, and no other for a text that is not a URL")
    func without() async throws {
        let own = try await launch()
        #expect(own.status == 1)
        #expect(own.error.hasPrefix("https://api.example.invalid/v1: "))
        let wrong = try await launch(["--mockserver-url"])
        #expect(wrong.status == 1)
        #expect(wrong.error.hasPrefix(": "))
        #expect(wrong.error.contains("Bad URL"), "\(wrong.error)")
    }
}
