import ScenarioFiles
import Scenarios
import Testing

/// A file and all its diagnostics.
struct DiagnosticVector: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let path: String
    /// The diagnostics, a line each; `FOLDER` stands for the folder with the body files.
    let expected: String

    init(_ name: String, _ text: String, path: String = "s.yaml", _ expected: String) {
        self.name = name
        self.text = text
        self.path = path
        self.expected = expected
    }

    /// A text of a response, between those quotes, that has one diagnostic at an offset.
    init(ofText text: String, in quote: String, vars: String, at offset: Int, _ diagnostic: String) {
        let start = "steps: [{request: /a, response: {text: \(quote)"
        self.init(
            text, "mockserver: 1\nvars: \(vars)\n\(start)\(text)\(quote)}}]\n",
            "s.yaml:3:\(start.utf8.count + 1 + offset): \(diagnostic)")
    }

    var testDescription: String { name }

    func check() throws {
        let folder = try BodyFolder()
        var options = LoadOptions(environment: ["HOME": "/root", "UNSET": nil], folder: folder.path)
        let loaded = Scenario.load(bytes: Array(text.utf8), path: path, options: options)
        let found = loaded.diagnostics.map(\.description).joined(separator: "\n")
            .split(separator: folder.path, omittingEmptySubsequences: false).joined(separator: "FOLDER")
        #expect(found == expected)
        for diagnostic in loaded.diagnostics {
            #expect(Advice.isGiven(in: diagnostic.message), "it should say what to write: \(diagnostic.message)")
        }
        #expect((loaded.scenario == nil) == !loaded.errors.isEmpty)
        // A mere check frees what it has read, and finds the same.
        options.isCheckOnly = true
        let checked = Scenario.load(bytes: Array(text.utf8), path: path, options: options)
        #expect(checked.diagnostics == loaded.diagnostics)
        #expect(checked.scenario == nil)
    }
}
