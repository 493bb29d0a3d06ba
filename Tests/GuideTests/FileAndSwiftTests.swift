import FormatPage
import Foundation
import MockServerTesting
import Testing

/// The page that has the keys of scenario files beside the words of Swift.
@Suite("The page of a file's words in Swift") struct FileAndSwiftTests {
    private static let path = "Sources/Guides/Guides.docc/FileAndSwift.md"
    /// The sections of the format that no word of Swift writes, and the keys.
    private static let unsaidSections: Set = [
        "Included file", "Template names", "Parts of a request", "Forms of now", "Filters", "Failure kinds",
    ]
    private static let unsaidKeys: Set = ["Scenario: mockserver", "Scenario: $schema"]

    /// The rows of the page by their sections and keys.
    private static func rows() throws -> [String: FormatPage.Row] {
        var rows: [String: FormatPage.Row] = [:]
        for section in try FormatPage(file: path).lists {
            for row in section.rows { rows["\(section.title): \(row.key)"] = row }
        }
        return rows
    }

    @Test("has a row for each key of the format, with its example")
    func complete() throws {
        let rows = try Self.rows()
        let sections = try FormatPage().sections
        var keys = Self.unsaidKeys
        for section in sections where !Self.unsaidSections.contains(section.title) {
            for row in section.rows {
                let key = "\(section.title): \(row.key)"
                keys.insert(key)
                guard !Self.unsaidKeys.contains(key) else { continue }
                let own = try #require(rows[key], "the page has no row for \(key)")
                #expect(own.words("in a file") == Array(row.words("example").prefix(1)), "\(key)")
            }
        }
        #expect(Set(rows.keys) == keys.subtracting(Self.unsaidKeys))
        let page = try Package.text(of: Self.path)
        let end = try #require(page.range(of: "\n## Only in a file\n"))
        #expect(
            Self.unsaidSections.allSatisfy {
                sections.map(\.title).contains($0) && page[end.upperBound...].contains($0)
            })
    }

    /// Swift without the differences of its layout.
    private static func laidOut(_ code: some StringProtocol) -> String {
        code.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("( ", with: "(")
            .replacing(" )", with: ")")
    }

    /// The cases of `FormatAgreementTests`, which compares what Swift writes with the examples of the format.
    private static func cases() throws -> [String] {
        try Package.files(below: "Tests/Scenario/BuiltScenariosTests/Format", named: "swift")
            .filter { $0.contains("/BuiltCase+") }
            .flatMap { path in
                // A case begins on a line of its own, like other things that a case may refer to.
                try Package.text(of: path).split(separator: /\n {4,12}(?=[a-zA-Z])/).map { laidOut($0) }
            }
    }

    @Test("has only words that are compiled, and compared with the same key of a file")
    func compiled() throws {
        let cases = try Self.cases()
        let shared = cases.filter { $0.hasPrefix("private static let ") }.joined(separator: "\n")
        for (key, row) in try Self.rows() {
            let code = try #require(row.words("in Swift").first, "\(key)")
            let ofRow = cases.indices.filter { cases[$0].contains("\"\(row.key)\"") }
            #expect(!ofRow.isEmpty, "\(key)")
            // A case of several lines is split at each that begins like a case.
            let isCompiled = ofRow.contains { cases[$0...].prefix(4).joined(separator: " ").contains(code) }
            #expect(isCompiled || shared.contains(code), "\(key): no case has \(code)")
        }
    }

    @Test("shows a scenario that can be played")
    func example() async throws {
        let scenario = Scenario("a photo is sent, then asked for until it is ready", clock: .instant) {
            Step(.post, "/session")
                .assert(.form("user", "alice"))
                .respond(.noContent)
            Step(.post, "/photos")
                .assert(.multipart([Part(name: "photo", filename: .endsWith(".png"))]))
                .respond(.accepted)
            Step(.get, "/photos/7")
                .times(2)
                .interval(.gte(.seconds(2)))
                .respond(Response().text("half of it").fault(.truncate, afterBytes: 4))
                .respond(json: ["size": 1_024])
        }
        let server = try MockServer(scenario)
        #expect(server.verdict.steps == 3)
        await server.stop()
    }
}
