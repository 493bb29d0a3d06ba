import ExactJSON
public import Scenarios
import TextCoding

/// Values from outside that replace those of a scenario's `vars`.
struct GivenVariables {
    private let values: [String: String]

    init(_ values: [String: String]) {
        self.values = values
    }

    /// A sentence for each name that `vars`, with these names, lacks.
    func problems(
        among names: [String],
        sentence: (String) -> String = { "vars has no \"\($0)\", for which a value is given from outside" }
    ) -> [String] {
        let known = Set(names)
        var work = SuggestionWork()
        return values.keys.sorted().filter { !known.contains($0) }
            .map { name in
                let meant = nearest(to: name, among: names, within: &work)
                return sentence(name)
                    + (meant.map { "; did you mean \"\($0)\"?" } ?? "; add it to vars, or leave the value out")
            }
    }

    /// The assignments of `vars`, with the values from outside in place of their own.
    func replacing(_ assignments: [Assignment], of variables: [Variable]) -> [Assignment] {
        guard !values.isEmpty else { return assignments }
        return assignments.map { assignment in
            guard let given = values[variables[assignment.variable].name] else { return assignment }
            let value = Self.value(given, like: assignment.value.constant)
            return Assignment(
                variable: assignment.variable, value: .constant(value), position: assignment.position, isGiven: true)
        }
    }

    /// A value from outside: of the type of the file's value if it can be read as such, else text.
    private static func value(_ given: String, like value: JSON?) -> JSON {
        switch value {
        case .number: JSONNumber(lexeme: given).map { .number($0) } ?? .string(given)
        case .bool: given == "true" ? .bool(true) : given == "false" ? .bool(false) : .string(given)
        default: .string(given)
        }
    }
}

extension Scenario {
    /// The same scenario with other values of `vars`, by name.
    ///
    /// Where the scenario has a number, or `true` or `false`, a value that can be read as such is one, too; any other
    /// is text. A template that stood there is replaced as a whole.
    ///
    /// ```swift
    /// let scenario = try Scenario(contentsOf: "Scenarios/token-refresh.yaml")
    /// let ofThisTest = try scenario.replacing(vars: ["refreshToken": "rt-7"])
    /// ```
    ///
    /// - Throws: an error for each name that `vars` lacks.
    public func replacing(vars values: [String: String]) throws(ScenarioError) -> Scenario {
        let given = GivenVariables(values)
        let problems = given.problems(among: initialValues.map { variables[$0.variable].name })
        guard problems.isEmpty else { throw .invalid(problems.map { Diagnostic(.error, at: position, $0) }) }
        var scenario = self
        scenario.initialValues = given.replacing(initialValues, of: variables)
        let sizes = VariableSizes.problems(of: scenario.initialValues, count: variables.count)
        guard sizes.isEmpty else {
            throw .invalid(
                sizes.map {
                    Diagnostic(
                        .error, at: $0.position,
                        "the value of \"\(variables[$0.assignment.variable].name)\": \($0.sentence)")
                })
        }
        return scenario
    }
}
