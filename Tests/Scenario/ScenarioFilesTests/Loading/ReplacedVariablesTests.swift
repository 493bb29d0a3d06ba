import ExactJSON
import Scenarios
import Testing

@testable import ScenarioFiles

@Suite struct ReplacedVariablesTests {
    private func scenario() throws -> Scenario {
        try Scenario(
            yaml: """
                mockserver: 1
                vars: { number: 3, open: false, name: "{{uuid}}", text: "7" }
                steps: [{ request: "GET /{{name}}", set: { later: 1 } }]
                """)
    }

    /// The constant values of `vars`, by name.
    private func values(of scenario: Scenario) -> [String: JSON?] {
        Dictionary(
            uniqueKeysWithValues: scenario.initialValues.map {
                (scenario.variables[$0.variable].name, $0.value.constant)
            })
    }

    @Test("values from outside replace those of vars, with the type that stood there") func replacing() throws {
        let given = ["number": "4", "open": "true", "name": "Ada", "text": "8"]
        let scenario = try scenario()
        let expected: [String: JSON?] = [
            "number": .number(JSONNumber(4)), "open": .bool(true), "name": .string("Ada"), "text": .string("8"),
        ]
        #expect(try values(of: scenario.replacing(vars: given)) == expected)
        let loaded = try Scenario(
            yaml: String(decoding: scenario.source.bytes, as: UTF8.self), options: LoadOptions(variables: given))
        #expect(values(of: loaded) == expected)
        // What is not named stays.
        #expect(try values(of: scenario.replacing(vars: ["number": "many"]))["number"] == .string("many"))
        #expect(try values(of: scenario.replacing(vars: ["number": "many"]))["text"] == .string("7"))
    }

    @Test("each unknown name is an error, with the nearest known one") func unknown() throws {
        let error = #expect(throws: ScenarioError.self) {
            try scenario().replacing(vars: ["nubmer": "4", "other": "2"])
        }
        #expect(
            error?.description == """
                scenario.yaml:1:1: error: vars has no "nubmer", for which a value is given from outside; did you mean \
                "number"?
                scenario.yaml:1:1: error: vars has no "other", for which a value is given from outside; \
                add it to vars, or leave the value out
                """)
    }
}
