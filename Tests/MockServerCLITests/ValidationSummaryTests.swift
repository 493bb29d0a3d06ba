import MockServerKit
import Testing

@testable import MockServerCLI

@Suite struct ValidationSummaryTests {
    @Test("no files and no findings read as such")
    func empty() {
        #expect(ValidationSummary().text(style: .plain) == "0 files: no errors, no warnings")
        #expect(ValidationSummary().status(isStrict: true) == .success)
    }

    @Test("a missing file is an error with a status of its own")
    func missing() {
        var summary = ValidationSummary()
        summary.add(ScenarioFile(path: "/no/such/file.yaml", options: LoadOptions()))
        #expect(summary.text(style: .plain) == "1 file: 1 error, no warnings")
        #expect(summary.text(style: .color) == "1 file: \u{1B}[31m1 error\u{1B}[0m, no warnings")
        #expect(summary.status(isStrict: false) == .missingFile)
    }
}
