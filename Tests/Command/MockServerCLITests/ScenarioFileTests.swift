import Dispatch
import Foundation
import MockServerKit
import Testing

@testable import MockServerCLI

@Suite("A checked scenario file") struct ScenarioFileTests {
    @Test("no files and no findings read as such")
    func empty() {
        #expect(ValidationReport().summary(style: .plain) == "0 files: no errors, no warnings")
    }

    @Test("a missing file is an error with a status of its own")
    func missing() {
        let file = ScenarioFile(path: "/no/such/file.yaml", options: LoadOptions())
        #expect(file.status == .missingFile)
        var report = ValidationReport()
        let found = report.add(path: file.path, problems: file.problems, diagnostics: file.diagnostics)
        #expect(found.map { $0.line(.plain) } == ["/no/such/file.yaml: error: there is no such file"])
        #expect(report.summary(style: .plain) == "1 file: 1 error, no warnings")
        #expect(report.summary(style: .color) == "1 file: \u{1B}[31m1 error\u{1B}[0m, no warnings")
    }

    @Test("a missing file is told the one that has another extension")
    func otherExtension() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "other-extension-\(UUID().uuidString)"
        ).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/ok"
        try Data("mockserver: 1\n".utf8).write(to: URL(fileURLWithPath: path + ".yaml"))
        let file = ScenarioFile(path: path + ".yml", options: LoadOptions())
        #expect(file.problem == "there is no such file; did you mean \(path).yaml?")
        #expect(ScenarioFile(path: path + ".d/a.yml", options: LoadOptions()).problem == "there is no such file")
    }

    @Test("what is found in an included file is told once, and other files of folders are counted")
    func once() {
        let text = "mockserver: 1\nsteps: [{request: GTE /a}, {request: GET /b, respones: 1}]\n"
        let found = Scenario.load(bytes: Array(text.utf8), path: "s.yaml").diagnostics
        var report = ValidationReport()
        #expect(report.add(path: "s.yaml", problems: [], diagnostics: found).count == 2)
        #expect(report.add(path: "t.yaml", problems: [], diagnostics: found).isEmpty)
        report.skipped = 1
        #expect(report.summary(style: .plain) == "2 files: 1 error, 1 warning; 1 other file skipped")
    }

    @Test("progress is a line that is written over, for many files only")
    func progress() throws {
        #expect(ValidationProgress(total: 199) { _ in } == nil)
        var written = ""
        let start = DispatchTime.now()
        var progress = try #require(ValidationProgress(total: 200) { written += $0 })
        progress.clear()
        progress.update(checked: 1, now: start)
        #expect(written == "")
        progress.update(checked: 2, now: start + .seconds(1))
        progress.update(checked: 3, now: start + .seconds(1))
        #expect(written == "\r\u{1B}[K2 of 200 files")
        progress.clear()
        #expect(written == "\r\u{1B}[K2 of 200 files\r\u{1B}[K")
    }
}
