import FormatPage
import Playback
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
            let last = section.title == "Failure kinds" ? "what helps" : "failure"
            for row in section.rows {
                for column in ["meaning", "default", "example", last] {
                    #expect(row.cells[column]?.isEmpty == false, "\(section.title), \(row.key): \(column)")
                }
            }
        }
    }

    @Test("name for each key the failures that it makes, and each kind of failure at a key")
    func failures() throws {
        let kinds = FailureKind.allCases.map(\.rawValue)
        var named: Set<String> = []
        for section in page.sections where section.title != "Failure kinds" {
            for row in section.rows {
                let cell = row.cells["failure"] ?? ""
                guard !["load error", "–"].contains(cell) else { continue }
                let first = try #require(row.words("failure").first, "\(section.title), \(row.key): \(cell)")
                #expect(kinds.contains(first), "\(section.title), \(row.key): \(cell)")
                named.formUnion(row.words("failure").filter(kinds.contains))
            }
        }
        // A client that breaks HTTP does so whatever the scenario says.
        #expect(Set(kinds).subtracting(named) == ["bad_request"])
    }

    @Test("have whole scenarios that load without a word", arguments: Self.scenarios)
    func whole(_ example: FormatPage.Example) { expectLoading(example.text) }

    /// A first one, and one for each of the tasks.
    @Test("have a whole scenario for each task")
    func recipes() { #expect(Self.scenarios.count == 14 && Set(Self.scenarios.map(\.title)).count == 14) }

    private static let scenarios = (try? FormatPage().examples) ?? []

    // The other examples are loaded where they are compared with what is written in Swift.

    @Test("have templates that load", arguments: ["Template names", "Parts of a request", "Forms of now", "Filters"])
    func templates(title: String) throws {
        for row in try #require(page[title]).rows {
            let example = try #require(row.words("example").first)
            expectLoading(
                "mockserver: 1\nvars: {name: a}\nstubs: [{request: '/{id}', response: {json: \"\(example)\"}}]")
        }
    }

    @Test("have keys of an included file that load in a scenario, too")
    func included() throws {
        // Another test loads a file that includes others.
        for row in try #require(page["Included file"]).rows where row.key != "include" {
            let example = try #require(row.words("example").first)
            let version = row.key == "mockserver" ? "" : "mockserver: 1\n"
            let stubs = row.key == "stubs" ? "" : "\nstubs: [{request: GET /a}]"
            expectLoading(version + example + stubs)
        }
    }

    private func expectLoading(_ text: String) {
        let options = LoadOptions(environment: ["HOME": "/root"])
        let loaded = Scenario.load(bytes: Array(text.utf8), path: "s.yaml", options: options)
        #expect(loaded.diagnostics.map(\.description) == [], "\(text)")
    }
}
