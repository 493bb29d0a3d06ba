import ScenarioFiles
import Scenarios
import Testing

/// Scenarios that were valid before refusals were added: of the shipped files, of the pages, and of the tests of every
/// target. That they play alike is what those tests and `Tests/EndToEnd/golden` hold.
@Suite struct ValidScenarioTests {
    @Test("what was valid is valid, with the same warnings")
    func stillValid() {
        #expect(ValidScenario.all.count > 400)
        for scenario in ValidScenario.all {
            let loaded = Scenario.load(bytes: Array(scenario.text.utf8), path: "s.yaml")
            #expect(loaded.errors.isEmpty, "\(scenario.name): \(loaded.errors)")
            let warnings = loaded.warnings.map {
                "\($0.position.line):\($0.position.column) \($0.code?.rawValue ?? "")"
            }
            #expect(warnings.sorted() == scenario.warnings.sorted(), "\(scenario.name)")
        }
    }
}
