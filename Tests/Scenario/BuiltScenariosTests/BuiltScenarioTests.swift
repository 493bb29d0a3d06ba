import BuiltScenarios
import HTTPTypes
import MockServerKit
import ScenarioFiles
import Testing

@Suite("A scenario that is written in Swift")
struct BuiltScenarioTests {
    @Test("is the scenario that the same document in a file is")
    func loads() throws {
        let scenario = Scenario("token refresh", vars: ["refreshToken": "rt-1"]) {
            Step(.get, "/me").respond(.unauthorized)
            Step(.post, "/auth/refresh", id: "refresh")
                .assert(.header("Content-Type", "application/json"), .json(["refreshToken": "{{refreshToken}}"]))
                .respond(json: ["result": ["accessToken": "at-2"]])
            Step(.get, "/me").assert(.bearer("at-2")).respond(json: ["name": "Ada"])
            Stub(.get, "/health").respond(.noContent)
            Expect(connections: .atMost(1))
        }
        #expect(scenario.loadError == nil)
        #expect(scenario.steps.map(\.rule.id) == ["step 1", "refresh", "step 3"])
        #expect(scenario.steps[1].rule.position.path.hasSuffix("BuiltScenarioTests.swift"))
        #expect(scenario.steps[1].rule.position.line == 13)
    }

    @Test("that has errors is refused where it is played, at its Swift lines")
    func errors() throws {
        let scenario = Scenario("broken") {
            Step(.get, "/me?").assert(.header("A", .matches("(")))
            Step("me")
        }
        let error = #expect(throws: ServerStartError.self) { try MockServer(scenario) }
        #expect(error?.reason == .invalidScenario)
        let path = "Tests/Scenario/BuiltScenariosTests/BuiltScenarioTests.swift"
        #expect(
            error?.description == """
                \(path):29:46: error: the regular expression is wrong: missing closing parenthesis; write \\( for the character
                \(path):30:17: error: a path begins with /: write /me
                """)
    }
}
