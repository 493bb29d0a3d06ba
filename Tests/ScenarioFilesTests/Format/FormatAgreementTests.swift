import FormatPage
import Testing

@testable import ScenarioFiles
@testable import Scenarios

@Suite("The page of the format, its JSON schema and the loader")
struct FormatAgreementTests {
    private let page: FormatPage
    private let schema: FormatSchema

    init() throws {
        page = try FormatPage()
        schema = try FormatSchema()
    }

    /// The keys of a section.
    private func keys(_ title: String) throws -> [String] {
        let section = try #require(page[title], "no section \(title)")
        return page.keys(of: section)
    }

    @Test("have the same keys", arguments: MapVector.all)
    func keys(of map: MapVector) throws {
        #expect(try keys(map.table.name.rawValue).sorted() == map.table.known.sorted())
        guard !map.paths.isEmpty else { return }
        let described = Set(try map.paths.flatMap { try schema.names($0) })
        #expect(described.sorted() == map.table.known.sorted())
    }

    @Test("have the same words", arguments: WordsVector.all)
    func words(of set: WordsVector) throws {
        #expect(try keys(set.title).sorted() == set.words.sorted())
        guard let path = set.path else { return }
        let described = try path.hasSuffix("properties") ? schema.names(path) : schema.words(path)
        #expect(described.sorted() == set.words.sorted())
    }

    @Test("each have every map: none is left out of these tests")
    func complete() throws {
        #expect(KeyTable.all.map(\.name.rawValue).sorted() == KeyTable.Name.allCases.map(\.rawValue).sorted())
        let maps = MapVector.all.map(\.testDescription)
        #expect(maps.sorted() == KeyTable.Name.allCases.map(\.rawValue).sorted())
        let titles = Set(maps + WordsVector.all.map(\.title) + ["Template names"])
        #expect(Set(page.sections.map(\.title)) == titles)
        #expect(page.sections.count == Set(page.sections.map(\.title)).count)
        // A schema for JSON describes some maps twice, or an operator's value.
        let known =
            MapVector.all.flatMap(\.paths) + WordsVector.all.compactMap(\.path) + [
                "$defs/bodyKeys/properties/body/properties/length/anyOf/3/properties",
                "$defs/dataComparisons/properties",
                "$defs/stub/properties/times/anyOf/1/properties",
            ]
        #expect(Set(schema.closedMaps).subtracting(known) == [])
    }

    @Test("have the same operators of a length", arguments: [("body", ""), ("data", "$")])
    func lengths(of subject: String, prefix: String) throws {
        let path =
            subject == "body"
            ? "$defs/bodyKeys/properties/body/properties/length/anyOf/3/properties" : "$defs/dataComparisons/properties"
        #expect(try schema.names(path).sorted() == LoadingContext.lengthOperators.map { prefix + $0 }.sorted())
    }

    @Test("have the same names in templates")
    func templateNames() throws {
        let names = try keys("Template names").map { String($0.prefix { $0 != "." }) }
        #expect(Set(names).sorted() == VariableTable.builtIn.sorted())
    }

    @Test("have the same phases of a fault", arguments: Fault.Kind.allCases)
    func phases(kind: Fault.Kind) throws {
        let row = try #require(page["Fault kinds"]?.rows.first { $0.key == kind.rawValue })
        #expect(row.words("phases") == kind.phases.map(\.rawValue))
        #expect(row.words("default") == [kind.standardPhase.rawValue])
    }

    @Test("say of each key what it means and show it")
    func examples() throws {
        for section in page.sections {
            #expect(!section.rows.isEmpty, "\(section.title)")
            for row in section.rows {
                for column in ["meaning", "default", "example"] {
                    #expect(row.cells[column]?.isEmpty == false, "\(section.title), \(row.key): \(column)")
                }
            }
        }
    }
}
