import FormatPage
import Foundation
import ScenarioBuilder
import Testing

@testable import BuiltScenarios
@testable import ScenarioFiles
@testable import Scenarios

@Suite("A scenario that is written in Swift, and the same in a file")
struct FormatAgreementTests {
    /// The sections whose rows the builder doesn't say, with the reason.
    private static let unsaidSections = [
        "Included file": "only files are included",
        "Template names": "templates are texts in both ways",
        "Parts of a request": "templates are texts in both ways",
        "Forms of now": "templates are texts in both ways",
        "Filters": "templates are texts in both ways",
        "Failure kinds": "no scenario states them",
    ]

    /// The other rows that it doesn't say, with the reason.
    private static let unsaidRows = ["Scenario: $schema": "it tells editors how to complete a file"]

    private static let page = Result { try FormatPage() }

    @Test("are compared for each row of the page of the format")
    func complete() throws {
        let rows = try Self.page.get().sections.filter { Self.unsaidSections[$0.title] == nil }.flatMap { section in
            section.rows.map { "\(section.title): \($0.key)" }
        }
        #expect(Set(rows).subtracting(BuiltCase.all.map(\.description)) == Set(Self.unsaidRows.keys))
        #expect(Set(BuiltCase.all.map(\.description)).subtracting(rows) == [])
    }

    @Test("make the same document", arguments: BuiltCase.all)
    func documents(of each: BuiltCase) throws {
        let file = try document(inFile: each)
        let root = try #require(file.root)
        #expect(file.diagnostics.map(\.description) == [])
        var reader = DocumentReader()
        let built = reader.node(each.document.root)
        #expect(reader.diagnostics.found.map(\.description) == [])
        #expect(CanonicalNode(built) == CanonicalNode(root))
    }

    @Test("are both loaded without a word", arguments: BuiltCase.all)
    func loading(of each: BuiltCase) throws {
        let options = LoadOptions(folder: try FilesFolder.path.get())
        for loaded in [
            Scenario.load(try document(inFile: each), options: options),
            Scenario.load(each.document, options: options),
        ] {
            #expect(loaded.diagnostics.map(\.description) == [])
        }
    }

    @Test("make the same document when Swift's is written as JSON for a server elsewhere", arguments: BuiltCase.all)
    func written(of each: BuiltCase) throws {
        let written = each.document.written
        #expect(written.sites.count == written.text.split(separator: "\n").count)
        #expect(written.sites.allSatisfy { $0.file.hasSuffix(".swift") && $0.line > 0 && $0.column > 0 })
        let document = Document.read(path: "s.json", bytes: Array(written.text.utf8))
        #expect(document.diagnostics.map(\.description) == [])
        var reader = DocumentReader()
        let built = reader.node(each.document.root)
        #expect(CanonicalNode(try #require(document.root)) == CanonicalNode(built))
        #expect(each.document.problems.isEmpty)
    }

    /// The file with the row's example.
    private func document(inFile each: BuiltCase) throws -> Document {
        let row = try #require(Self.page.get()[each.title]?.rows.first { $0.key == each.row })
        let example = try #require(row.words("example").first)
        let text = each.file.replacingOccurrences(of: "@", with: example)
        return Document.read(path: "s.yaml", bytes: Array(text.utf8))
    }
}
