import FormatPage
import Testing

@testable import ScenarioFiles
@testable import Scenarios

@Suite("The codes of warnings on the page of the format")
struct WarningCodeTests {
    private static let rows = (try? FormatPage())?.lists.first { $0.title == "Warning codes" }?.rows ?? []

    @Test("are those of the loader, in its order and with its meanings")
    func codes() {
        #expect(Self.rows.map(\.key) == Diagnostic.Code.allCases.map(\.rawValue))
        for (row, code) in zip(Self.rows, Diagnostic.Code.allCases) {
            let meaning = row.text("meaning").filter { $0 != "`" }
            #expect(meaning.prefix(1).uppercased() + meaning.dropFirst() + "." == code.meaning)
        }
    }

    @Test("each have an example that gives exactly this warning, but for secrets")
    func examples() throws {
        for row in Self.rows {
            guard let example = row.words("example").first else {
                // A text that looks real would be taken for one by those who search repositories.
                #expect(row.key == "secret")
                continue
            }
            let text =
                switch example.first {
                case "-": "mockserver: 1\nsteps:\n  \(example)\n"
                case "{": "{mockserver: 1, \(example.dropFirst())\n"
                default: "mockserver: 1\n\(example)\n"
                }
            let loaded = Scenario.load(bytes: Array(text.utf8), path: "s.yaml", options: LoadOptions())
            #expect(loaded.diagnostics.map { $0.code?.rawValue } == [row.key], "\(loaded.diagnostics)")
            #expect(loaded.diagnostics.map(\.severity) == [.warning], "\(loaded.diagnostics)")
        }
    }
}
