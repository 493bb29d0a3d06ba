import Testing

@testable import ScenarioFiles

@Suite("Whether a file is a scenario") struct DocumentIsScenarioTests {
    @Test(
        "it has the key mockserver; of a file with errors of its notation, it seems to",
        arguments: [
            ("a.json", #"{"mockserver": 1, "steps": []}"#, true),
            ("a.json", #"{"steps": [{]}, "mockserver": 1}"#, true),
            ("a.json", "\u{FEFF}{\n  \"name\": \"a\"\n  \"mockserver\" : 1\n}", true),
            ("a.json", #"{"mockserver": 1,}"#, true),
            ("a.json", #"{"name": "mockserver",}"#, false),
            ("a.json", #"{"scripts": {"start": "mockserver a.yaml"},}"#, false),
            ("a.json", #"["mockserver", ]"#, false),
            ("a.json", #"{"a": {"mockserver": 1}}"#, false),
            ("a.json", "", false),
            ("a.yaml", "mockserver: 1\nsteps: [\n", true),
            ("a.yaml", "'mockserver': 1\nsteps: [\n", true),
            ("a.yaml", "{ name: x, mockserver: 1, steps: [ }\n", true),
            ("a.yaml", "{ # mockserver: allow\n  name: [ }\n", false),
            ("a.yaml", "services:\n  mockserver:\n    image: [\n", false),
        ])
    func isScenario(path: String, text: String, expected: Bool) {
        #expect(Document.read(path: path, bytes: Array(text.utf8)).isScenario == expected)
    }
}
