import ExactJSON
import HTTPMessage
import Testing

@testable import ScenarioFiles
@testable import Scenarios

@Suite("The JSON schema of the format")
struct SchemaTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let table: KeyTable
        /// The location of these keys in the schema: names and indices from its root.
        let place: String
        var testDescription: String { table.owner }

        init(_ table: KeyTable, _ place: String) {
            self.table = table
            self.place = place
        }
    }

    private static let pattern = "$defs/pattern/anyOf/1/properties"
    private static let response = "$defs/responseKeys/properties"

    static let rows = [
        Row(.scenario, "properties"),
        Row(.requestMatcher, pattern),
        Row(.connection, pattern + "/connection/anyOf/1/properties"),
        Row(.tls, pattern + "/tls/properties"),
        Row(.clientCertificate, pattern + "/tls/properties/client_certificate/properties"),
        Row(.response, response),
        Row(.unmatched, "$defs/unmatched/anyOf/1/properties"),
        Row(.fault, "$defs/fault/anyOf/1/properties"),
        Row(.h2, response + "/h2/properties"),
        Row(.resetStream, response + "/h2/properties/rst_stream/anyOf/1/properties"),
        Row(.goaway, response + "/h2/properties/goaway/anyOf/1/properties"),
        Row(.settings, response + "/h2/properties/settings/properties"),
    ]

    private func schema(_ place: String) throws -> JSON {
        // …/Tests/ScenarioFilesTests/Loading/SchemaTests.swift
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let folder = ScenarioFileAccess(path: "/\(package)/Scenarios")
        let file = try JSON(parsing: try folder.contents(of: "scenario.schema.json", limit: 1 << 20))
        return try place.split(separator: "/").reduce(file) { value, name in
            try #require(Int(name).map { value[$0] } ?? value[String(name)], "\(name) in \(place)")
        }
    }

    private func names(_ place: String) throws -> [String] {
        guard case .object(let object) = try schema(place) else { return [] }
        return object.names
    }

    @Test("has the keys that the loader knows", arguments: rows)
    func keys(row: Row) throws {
        #expect(try names(row.place).sorted() == (row.table.known + row.table.later).sorted())
    }

    @Test("wants something to play or to check", arguments: ["steps", "stubs", "expect"])
    func content(key: String) throws {
        let ways = try (0..<3).map { try schema("anyOf/\($0)") }
        let atLeastOne: JSON = ["minItems": .number(JSONNumber(1))]
        let wanted: JSON = .object(
            JSONObject([
                ("required", .array([.string(key)])), ("properties", .object(JSONObject([(key, atLeastOne)]))),
            ]))
        #expect(ways.contains(wanted))
    }

    @Test("has the error codes of HTTP/2")
    func codes() throws {
        #expect(try schema("$defs/h2Code/anyOf/0/enum") == .array(HTTP2ErrorCode.names.map { .string($0) }))
    }

    @Test("has the settings of HTTP/2 with their values", arguments: HTTP2Setting.Name.allCases)
    func settings(name: HTTP2Setting.Name) throws {
        let schema = try schema(Self.response + "/h2/properties/settings/properties/\(name.text)")
        let (lower, upper) = (name.values.lowerBound, name.values.upperBound)
        let wanted: JSON =
            lower == upper
            ? ["const": .number(JSONNumber(lower))]
            : ["type": "integer", "minimum": .number(JSONNumber(lower)), "maximum": .number(JSONNumber(upper))]
        #expect(schema == wanted)
    }

    @Test("has the words that the loader knows")
    func words() throws {
        func check(_ words: [String], _ place: String, _ location: SourceLocation = #_sourceLocation) throws {
            #expect(try schema(place) == .array(words.map { .string($0) }), sourceLocation: location)
        }
        try check(ApplicationProtocol.allCases.map(\.rawValue), Self.pattern + "/protocol/enum")
        let h2 = Self.response + "/h2/properties"
        try check(StreamReset.Phase.allCases.map(\.rawValue), h2 + "/rst_stream/anyOf/1/properties/at/enum")
        try check(Goaway.Phase.allCases.map(\.rawValue), h2 + "/goaway/anyOf/1/properties/at/enum")
    }
}
