import ScenarioFiles
import Scenarios
import Testing

@Suite("The scenarios of this package")
struct ShippedScenariosTests {
    @Test(
        "load without an error or a warning",
        arguments: ["create-then-read", "form-login", "pagination", "rate-limit", "token-refresh"])
    func load(name: String) throws {
        // …/Tests/ScenarioFilesTests/Loading/ShippedScenariosTests.swift
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let loaded = try Scenario.load(path: "/\(package)/Scenarios/\(name).yaml")
        #expect(loaded.diagnostics.map(\.description) == [])
        #expect(loaded.scenario?.steps.isEmpty == false)
    }
}
