import BuiltScenarios
import HTTPTypes
import MockServerKit
import Testing

@Suite("A failure of a scenario that is written in Swift")
struct FailureTextTests {
    @Test("quotes the Swift line, with the path from the package's folder and a caret at the condition")
    func assertion() async throws {
        let scenario = Scenario("me", clock: .virtual, linger: .zero) {
            Step(.get, "/me", id: "me").assert(.header("X-Token", "tok-2"))
        }
        let text = try await failures(of: scenario, "X-Token: tok-1")
        #expect(
            text == [
                """
                Tests/Scenario/BuiltScenariosTests/FailureTextTests.swift:11:55: error: step "me": header X-Token differs
                11 |             Step(.get, "/me", id: "me").assert(.header("X-Token", "tok-2"))
                   |                                                       ^
                   - tok-2
                   + tok-1
                   #1  GET /me   connection 1   +0.0 ms   200  step "me"
                """
            ])
    }

    @Test("points at the condition that differs, though others stand on other lines")
    func lines() async throws {
        let scenario = Scenario("me", clock: .virtual, linger: .zero) {
            Step(.get, "/me", id: "me")
                .assert(.header("X-Token", "tok-1"))
                .assert(
                    .header("x-token", .startsWith("tok-")),
                    .header("Accept", .contains("json")))
        }
        let text = try await failures(of: scenario, "X-Token: tok-1")
        #expect(
            text == [
                """
                Tests/Scenario/BuiltScenariosTests/FailureTextTests.swift:34:28: error: step "me": header Accept differs
                34 |                     .header("Accept", .contains("json")))
                   |                            ^
                   - containing json
                   + */*
                   #1  GET /me   connection 1   +0.0 ms   200  step "me"
                """
            ])
    }

    @Test("has its position but no quotation where the source is not at hand")
    func unknownFile() async throws {
        let document = ScenarioDocument(
            "me", clock: .virtual, linger: .zero, filePath: "/none/A.swift", line: 3, column: 5
        ) {
            Step(.get, "/me", id: "me", filePath: "/none/A.swift", line: 4, column: 9)
                .assert(.header("X-Token", "tok-2", filePath: "/none/A.swift", line: 5, column: 17))
        }
        let text = try await failures(of: Scenario(document), "X-Token: tok-1")
        #expect(
            text == [
                """
                /none/A.swift:5:17: error: step "me": header X-Token differs
                   - tok-2
                   + tok-1
                   #1  GET /me   connection 1   +0.0 ms   200  step "me"
                """
            ])
    }

    @Test("in the scenario itself has its position where the source is not at hand")
    func unknownFileOfError() throws {
        let document = ScenarioDocument("me", filePath: "", line: 3, column: 5) {
            Step("me", filePath: "", line: 4, column: 9)
        }
        let error = #expect(throws: ScenarioError.self) { try Scenario(document) }
        #expect(error?.description.hasSuffix(":4:9: error: a path begins with /: write /me") == true)
    }

    /// The failures after `GET /me` with a header.
    private func failures(of scenario: Scenario, _ header: String) async throws -> [String] {
        let server = try MockServer(scenario)
        _ = try await Curl.get(server, "/me", "-H", header)
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        return verdict.failures.map { $0.text() }
    }
}
