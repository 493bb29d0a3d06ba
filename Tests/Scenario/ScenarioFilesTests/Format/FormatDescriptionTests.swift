import ExactJSON
import FormatPage
import Testing

@testable import ScenarioFiles
@testable import Scenarios

@Suite("What an editor shows of a scenario")
struct FormatDescriptionTests {
    private let page: FormatPage
    private let schema: FormatSchema

    init() throws {
        page = try FormatPage()
        schema = try FormatSchema()
    }

    @Test("is what the page says of each key, with its example and its default", arguments: DescribedMap.all)
    func keys(of map: DescribedMap) throws {
        let section = try #require(page[map.title])
        for name in try schema.names(map.path) {
            let key = name.hasPrefix(map.prefix) ? String(name.dropFirst(map.prefix.count)) : name
            let row = try #require(page.row(key, of: section), "\(name)")
            let property = try schema.value(map.path + "/" + name)
            #expect(schema.keyword("description", of: property) == .string(row.description), "\(name)")
            let text = try #require(row.words("example").first)
            let example = try #require(Self.value(of: key, in: Self.node(text)), "\(text)")
            #expect(schema.keyword("examples", of: property) == .array([example]), "\(name)")
            let standard = schema.keyword("default", of: property)
            if let text = row.defaultValue {
                #expect(standard == Self.json(try Self.node(text)), "\(name)")
            } else if let standard {
                #expect(row.words("default").contains(standard.text()), "\(name)")
            }
        }
    }

    @Test("is there for each key of each map")
    func complete() throws {
        let described = Set(DescribedMap.all.map(\.path))
        for path in schema.closedMaps {
            #expect(described.contains(path), "\(path)")
            for name in try schema.names(path) {
                let property = try schema.value(path + "/" + name)
                for keyword in ["description", "examples"] {
                    #expect(schema.keyword(keyword, of: property) != nil, "\(path)/\(name): \(keyword)")
                }
            }
        }
    }

    @Test(
        "has whole steps, stubs and responses that load when they are filled in",
        arguments: [("entry", "steps"), ("stub", "stubs"), ("response", "response")])
    func snippets(of definition: String, under key: String) throws {
        guard case .array(let snippets) = try schema.value("$defs/\(definition)/defaultSnippets") else {
            throw SchemaShapeError()
        }
        #expect(!snippets.isEmpty)
        for snippet in snippets {
            #expect(snippet["label"]?.kind == .string && snippet["description"]?.kind == .string)
            let body = try Self.filledIn(try #require(snippet["body"])).text()
            let content = key == "response" ? "stubs: [{request: GET /a, response: \(body)}]" : "\(key): [\(body)]"
            let loaded = Scenario.load(
                bytes: Array("mockserver: 1\n\(content)".utf8), path: "s.yaml", options: LoadOptions())
            #expect(loaded.diagnostics.map(\.description) == [], "\(content)")
        }
    }

    private struct SchemaShapeError: Error {}

    // MARK: - Values

    private static func node(_ text: String) throws -> Node {
        let document = Document.read(path: "s.yaml", bytes: Array(text.utf8))
        #expect(document.diagnostics.map(\.description) == [])
        return try #require(document.root)
    }

    /// The value of the first entry with a key, at any depth.
    private static func value(of key: String, in node: Node) -> JSON? {
        switch node.kind {
        case .scalar: nil
        case .sequence(let items): items.lazy.compactMap { value(of: key, in: $0) }.first
        case .mapping(let mapping):
            mapping[key].map { json($0.value) }
                ?? mapping.entries.lazy.compactMap { value(of: key, in: $0.value) }.first
        }
    }

    private static func json(_ node: Node) -> JSON {
        switch node.kind {
        case .sequence(let items): .array(items.map(json))
        case .mapping(let mapping): .object(JSONObject(mapping.entries.map { ($0.key.text, json($0.value)) }))
        case .scalar(let scalar):
            switch scalar.value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let number): .number(number)
            case .string, .refused: .string(scalar.text)
            }
        }
    }

    /// The body of a snippet as an editor inserts it: placeholders have their own text, and what follows `^` is no text.
    private static func filledIn(_ body: JSON) throws -> JSON {
        switch body {
        case .string(let text):
            let filled = filledIn(text)
            return filled.hasPrefix("^") ? try JSON(parsing: Array(filled.dropFirst().utf8)) : .string(filled)
        case .array(let items): return .array(try items.map(filledIn))
        case .object(let object):
            return .object(JSONObject(try object.names.map { (filledIn($0), try filledIn(object[$0] ?? .null)) }))
        default: return body
        }
    }

    private static func filledIn(_ text: String) -> String { text.replacing(/\$\{[0-9]+:([^}]*)\}/) { $0.1 } }
}
