import Foundation
import HTTPTypes
import ScenarioBuilder
import Testing

@testable import BuiltScenarios
@testable import ScenarioFiles
@testable import Scenarios

@Suite("JSON in a scenario that is written in Swift")
struct JSONBuildingTests {
    private struct Profile: Encodable {
        var name = "Ada"
        var born = Date(timeIntervalSince1970: 0)
    }

    private struct Unencodable: Encodable {
        func encode(to encoder: any Encoder) throws { throw Refusal(description: "not today") }
    }

    private static var isoEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    @Test("is the same for a literal of one type or of several, and for any Encodable")
    func bodies() throws {
        let names = ["Ada", "Alan"]
        try expect(ScenarioDocument("s") { Stub("/").respond(json: ["id": 7, "name": "x"]) }, #"{id: 7, name: "x"}"#)
        try expect(ScenarioDocument("s") { Stub("/").respond(json: ["a": "1", "b": "2"]) }, #"{a: "1", b: "2"}"#)
        try expect(ScenarioDocument("s") { Stub("/").respond(json: [1, 2.5, nil, true]) }, "[1, 2.5, null, true]")
        try expect(ScenarioDocument("s") { Stub("/").respond(json: names) }, "[Ada, Alan]")
        try expect(
            ScenarioDocument("s") { Stub("/").respond(json: Profile(), by: Self.isoEncoder) },
            #"{name: Ada, born: "1970-01-01T00:00:00Z"}"#)
        try expect(
            ScenarioDocument("s") { Stub("/").respond(Response().json(Profile(), by: Self.isoEncoder)) },
            #"{name: Ada, born: "1970-01-01T00:00:00Z"}"#)
        try expect(ScenarioDocument("s") { Stub("/").respond(json: "text") }, "text")
    }

    @Test("keeps the order of a literal's members, and of one that stands twice says so")
    func order() {
        let written = ScenarioDocument("s") { Stub("/").respond(json: ["z": "1", "a": "2"]) }.written.text
        let members = written.split(separator: "\n").filter { $0.contains(#""z""#) || $0.contains(#""a""#) }
        #expect(members.map { $0.drop { $0 == " " } } == [#""z": "1","#, #""a": "2""#])
        let scenario = Scenario("s") {
            Stub("/").respond(json: ["a": "1", "a": "2"])
        }
        #expect(
            scenario.loadError.map { "\($0)" } == """
                Tests/Scenario/BuiltScenariosTests/JSONBuildingTests.swift:49:30: error: "a" stands twice in the same map
                """)
    }

    @Test("that can't be encoded is an error at its Swift line, and so is an operator in a body")
    func errors() {
        let scenario = Scenario("s") {
            Stub("/a").respond(json: Unencodable())
            Stub("/b").assert(.json(Unencodable()))
            Stub("/c").respond(json: ["a": .present])
            Stub("/d").respond(json: ["a": .init(floatLiteral: .infinity)])
            Stub("/e").assert(.header("X-Ratio", Double.nan))
        }
        let path = "Tests/Scenario/BuiltScenariosTests/JSONBuildingTests.swift"
        #expect(
            scenario.loadError.map { "\($0)" } == """
                \(path):60:31: error: the value can't be encoded as JSON: not today
                \(path):61:36: error: the value can't be encoded as JSON: not today
                \(path):62:31: error: an operator compares, so it can't stand in a value: present
                \(path):63:31: error: inf is not a number of JSON
                \(path):64:38: error: nan is not a number of JSON
                """)
    }

    @Test("compares with what a model encodes to, operators included")
    func conditions() throws {
        let user = "ada"
        try expect(
            ScenarioDocument("s") { Stub("/", .json(Profile(), by: Self.isoEncoder)) },
            request: #"{path: /, json: {name: Ada, born: "1970-01-01T00:00:00Z"}}"#)
        try expect(
            ScenarioDocument("s") { Stub("/", .jsonExact([user, "x"])) }, request: "{path: /, json_exact: [ada, x]}")
        try expect(
            ScenarioDocument("s") { Stub("/", .json(["$id": 1, "n": .length(.gte(2).lte(5)), "t": "\(user)"])) },
            request: "{path: /, json: {$$id: 1, n: {$length: {$gte: 2, $lte: 5}}, t: ada}}")
        try expect(
            ScenarioDocument("s") { Stub("/", .jsonPath("$.a[*]", .anyOf([.unordered([1, 2]), .length(.gt(2))]))) },
            request: #"{path: /, json_path: {"$.a[*]": {any_of: [{unordered: [1, 2]}, {length: {gt: 2}}]}}}"#)
    }

    @Test("of a variable has operators without a mark")
    func variables() throws {
        let document = ScenarioDocument("s", vars: ["cart": "full", "n": 1]) {
            Stub("/").when(["n": .allOf([.gt(0), .not(.oneOf([7, 8]))]), "cart": .not("empty")])
            Stub("/b").when(["cart": ["id": .gt(1)]])
        }
        let yaml = """
            mockserver: 1
            name: s
            vars: {cart: full, n: 1}
            stubs:
              - {request: /, when: {n: {all_of: [{gt: 0}, {not: {one_of: [7, 8]}}]}, cart: {not: empty}}}
              - {request: /b, when: {cart: {equals: {id: {$gt: 1}}}}}
            """
        try expect(document, file: yaml)
    }

    private func expect(
        _ document: ScenarioDocument, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let yaml = "mockserver: 1\nname: s\nstubs: [{request: /, response: {json: \(json)}}]"
        try expect(document, file: yaml, sourceLocation: sourceLocation)
    }

    private func expect(
        _ document: ScenarioDocument, request: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let yaml = "mockserver: 1\nname: s\nstubs:\n  - request: \(request)"
        try expect(document, file: yaml, sourceLocation: sourceLocation)
    }

    private func expect(
        _ document: ScenarioDocument, file: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let read = Document.read(path: "s.yaml", bytes: Array(file.utf8))
        #expect(read.diagnostics.map(\.description) == [], sourceLocation: sourceLocation)
        var reader = DocumentReader()
        let built = CanonicalNode(reader.node(document.root))
        #expect(built == CanonicalNode(try #require(read.root)), sourceLocation: sourceLocation)
        #expect(Scenario.load(document).scenario != nil, sourceLocation: sourceLocation)
        #expect(Scenario.load(read, options: LoadOptions()).scenario != nil, sourceLocation: sourceLocation)
    }
}
