import Foundation
import MockServerHarness
import ScenarioBuilder
import Testing

@Suite struct ScenarioLookupTests {
    private let package: URL
    private var file: String { package.appendingPathComponent("Tests/AppTests/Deep/LoginTests.swift").path }

    init() throws {
        package = FileManager.default.temporaryDirectory.appendingPathComponent("lookup-\(UUID().uuidString)")
        for folder in ["Scenarios", "Tests/AppTests/Scenarios", "Tests/AppTests/Deep"] {
            try FileManager.default.createDirectory(
                at: package.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        try write("Package.swift")
    }

    private func write(_ path: String) throws { try Data().write(to: package.appendingPathComponent(path)) }

    /// The path of the scenario that was found, relative to the package's folder.
    private func found(_ name: String) throws -> String {
        let lookup = ScenarioLookup(from: file)
        return try lookup.shownPath(of: lookup.path(of: name))
    }

    @Test("the nearest folder comes first, and the package's last")
    func nearest() throws {
        defer { try? FileManager.default.removeItem(at: package) }
        try write("Scenarios/login.yaml")
        #expect(try found("login") == "Scenarios/login.yaml")
        try write("Tests/AppTests/Scenarios/login.json")
        #expect(try found("login") == "Tests/AppTests/Scenarios/login.json")
        try write("Tests/AppTests/Scenarios/login.yml")
        #expect(try found("login") == "Tests/AppTests/Scenarios/login.yml")
        try write("Tests/AppTests/Scenarios/login.yaml")
        #expect(try found("login") == "Tests/AppTests/Scenarios/login.yaml")
        #expect(try found("login.json") == "Tests/AppTests/Scenarios/login.json")
        try write("Scenarios/v1.2.yaml")
        #expect(try found("v1.2") == "Scenarios/v1.2.yaml")
    }

    @Test("one that is nowhere is an error with every path tried, none outside the package")
    func missing() throws {
        defer { try? FileManager.default.removeItem(at: package) }
        let file = file
        let error = #expect(throws: ScenarioNotFound.self) {
            try TestScenario.named("logout", filePath: file).make()
        }
        let root = package.path
        #expect(
            error?.description == """
                no scenario "logout"; looked for
                  \(root)/Tests/AppTests/Deep/Scenarios/logout.yaml
                  \(root)/Tests/AppTests/Deep/Scenarios/logout.yml
                  \(root)/Tests/AppTests/Deep/Scenarios/logout.json
                  \(root)/Tests/AppTests/Scenarios/logout.yaml
                  \(root)/Tests/AppTests/Scenarios/logout.yml
                  \(root)/Tests/AppTests/Scenarios/logout.json
                  \(root)/Tests/Scenarios/logout.yaml
                  \(root)/Tests/Scenarios/logout.yml
                  \(root)/Tests/Scenarios/logout.json
                  \(root)/Scenarios/logout.yaml
                  \(root)/Scenarios/logout.yml
                  \(root)/Scenarios/logout.json
                """)
    }

    @Test(
        "one that is nowhere is an error that suggests the name of one in the same folders",
        arguments: [
            ("refresch", "refresh"), ("Refresh", "refresh"), ("refrehs.json", "refresh.json"),
            ("auth/logn", "auth/login"),
            ("logn", nil), ("auth/refresch", nil), ("notes", nil), ("", nil),
        ] as [(String, String?)])
    func suggestion(name: String, meant: String?) throws {
        defer { try? FileManager.default.removeItem(at: package) }
        try FileManager.default.createDirectory(
            at: package.appendingPathComponent("Scenarios/auth"), withIntermediateDirectories: true)
        for file in ["refresh.json", "auth/login.yaml", "note.txt"] { try write("Scenarios/\(file)") }
        let error = #expect(throws: MissingScenario.self) { try found(name) }
        #expect(error?.suggestion == meant)
        let text = try #require(error?.text())
        #expect(text.hasPrefix("no scenario \"\(name)\"; "))
        #expect(text.contains("; did you mean \"\(meant ?? "")\"? Looked for\n  ") == (meant != nil), "\(text)")
    }

    @Test("a path is shown from the package's folder, but one beside it whole")
    func shown() {
        defer { try? FileManager.default.removeItem(at: package) }
        let lookup = ScenarioLookup(from: file)
        #expect(lookup.shownPath(of: package.path + "/Scenarios/a.yaml") == "Scenarios/a.yaml")
        #expect(lookup.shownPath(of: package.path + "2/Scenarios/a.yaml") == package.path + "2/Scenarios/a.yaml")
        #expect(ScenarioLookup(from: "/no/such/File.swift").shownPath(of: "/a.yaml") == "/a.yaml")
    }
}
