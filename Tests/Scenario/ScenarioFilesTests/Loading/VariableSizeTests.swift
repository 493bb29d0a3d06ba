import ScenarioFiles
import Scenarios
import Testing

/// Values of `vars` above the limits.
@Suite struct VariableSizeTests {
    private static let nine = """
        mockserver: 1
        vars:
          v0: "0123456789"

        """ + (1...9).map { "  v\($0): \"" + String(repeating: "{{v\($0 - 1)}}", count: 10) + "\"\n" }.joined()
        + "stubs: [{request: GET /a}]\n"

    private static let cure = "; write less here, or send it from a file: response: {file: …}"

    private func load(_ text: String, vars: [String: String] = [:], blamesFile: Bool = true) -> LoadedScenario {
        var options = LoadOptions()
        options.variables = vars
        options.blamesFileForVariables = blamesFile
        return Scenario.load(bytes: Array(text.utf8), path: "s.yaml", options: options)
    }

    @Test("a kilobyte that asks for gigabytes is an error at the reference that goes too far")
    func amplified() {
        // 10 bytes become 10⁶ in v5; v6 has no room for its second ten.
        #expect(
            load(Self.nine).diagnostics.map(\.description) == [
                "s.yaml:9:14: error: the value is larger than 1 MiB, the most that a variable holds\(Self.cure)"
            ])
    }

    @Test("so are shared elements of lists, and lists of lists")
    func lists() {
        let vars = (1...9).map {
            "  v\($0): [" + Array(repeating: "\"{{v\($0 - 1)}}\"", count: 10).joined(separator: ",") + "]\n"
        }
        let text = "mockserver: 1\nvars:\n  v0: ab\n\(vars.joined())stubs: [{request: GET /a}]\n"
        #expect(
            load(text).diagnostics.map(\.message) == [
                "the value is larger than 1 MiB, the most that a variable holds\(Self.cure)"
            ])
    }

    @Test("a literal, filters and random text are counted")
    func others() {
        let large = String(repeating: "x", count: 1 << 20)
        #expect(load("mockserver: 1\nvars: {a: \(large)}\nstubs: [{request: GET /a}]").errors.isEmpty)
        #expect(
            load("mockserver: 1\nvars: {a: \(large)x}\nstubs: [{request: GET /a}]").errors.map(\.description) == [
                "s.yaml:2:11: error: the value is larger than 1 MiB, the most that a variable holds\(Self.cure)"
            ])
        #expect(
            load("mockserver: 1\nvars: {a: \(large), b: '{{a | base64}}'}\nstubs: [{request: GET /a}]").errors.count
                == 1)
        let drawn = String(repeating: "{{random.string(65536)}}", count: 17)
        #expect(load("mockserver: 1\nvars: {a: '\(drawn)'}\nstubs: [{request: GET /a}]").errors.count == 1)
    }

    @Test("all of them together hold 16 MiB")
    func together() {
        let large = String(repeating: "x", count: 1 << 20)
        let vars = "  a: \(large)\n" + (1..<17).map { "  a\($0): '{{a}}'\n" }.joined()
        let loaded = load("mockserver: 1\nvars:\n\(vars)stubs: [{request: GET /a}]")
        #expect(
            loaded.diagnostics.map(\.description) == [
                "s.yaml:19:8: error: the variables of the run are larger than 16 MiB together with this value\(Self.cure)"
            ])
    }

    /// A value of 1 MiB that twenty lines make.
    private static let doubled =
        "  v0: 0123456789abcdef\n" + (1...16).map { "  v\($0): '{{v\($0 - 1)}}{{v\($0 - 1)}}'\n" }.joined()

    @Test("what templates read and write is counted for all together, filter by filter")
    func work() throws {
        func text(_ count: Int) -> String {
            let hashes = (0..<count).map { "  h\($0): '{{v16 | sha256 | hex}}'\n" }.joined()
            return "mockserver: 1\nvars:\n\(Self.doubled)\(hashes)stubs: [{request: GET /a}]\n"
        }
        // Each digest reads the value twice, as an operand and for the filter; the values up to v16 take 2 MiB.
        #expect(load(text(28)).diagnostics.isEmpty)
        #expect(
            load(text(400)).diagnostics.map(\.description) == [
                "s.yaml:50:8: error: the templates of vars read and write more than 64 MiB up to this value\(Self.cure)"
            ])
        // A member of a large value is as small as it is.
        let members = (0..<200).map { "  m\($0): '{{big.small | sha256 | hex}}'\n" }.joined()
        #expect(
            load(
                "mockserver: 1\nvars:\n\(Self.doubled)  big: {large: '{{v15}}', small: 1}\n\(members)"
                    + "stubs: [{request: GET /a}]\n"
            ).diagnostics.isEmpty)
    }

    @Test("a value that was given from outside is one, too")
    func given() throws {
        let text = "mockserver: 1\nvars: {a: b}\nstubs: [{request: GET /a}]"
        let large = String(repeating: "x", count: (1 << 20) + 1)
        #expect(
            load(text, vars: ["a": large]).diagnostics.map(\.description) == [
                "s.yaml:2:11: error: the value given for \"a\" from outside: the value is larger than 1 MiB, the most that a "
                    + "variable holds; give less"
            ])
        #expect(
            load(text, vars: ["a": large], blamesFile: false).variableProblems == [
                "--var a: the value is larger than 1 MiB, the most that a variable holds; give less"
            ])
        let scenario = try load(text).get()
        #expect(throws: ScenarioError.self) { try scenario.replacing(vars: ["a": large]) }
    }
}
