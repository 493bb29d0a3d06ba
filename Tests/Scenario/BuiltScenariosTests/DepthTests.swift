import HTTPTypes
import Testing

@testable import BuiltScenarios
@testable import ScenarioBuilder
@testable import ScenarioFiles
@testable import Scenarios

/// JSON that is nested as deep as a test wants.
private indirect enum Nested: Encodable {
    case end
    case array(Nested)

    init(_ depth: Int) { self = (0..<depth).reduce(.end) { inner, _ in .array(inner) } }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .end:
            var container = encoder.singleValueContainer()
            try container.encode(1)
        case .array(let inner):
            var container = encoder.unkeyedContainer()
            try container.encode(inner)
        }
    }
}

@Suite("Values in a scenario that is written in Swift, nested deep")
struct DepthTests {
    private static let text = "maps and lists are nested more than 128 deep"

    private static func arrays(_ depth: Int) -> JSONValue {
        (0..<depth).reduce(1) { inner, _ in JSONValue(arrayLiteral: inner) }
    }

    private static func objects(_ depth: Int) -> JSONValue {
        (0..<depth).reduce(1) { inner, _ in JSONValue(dictionaryLiteral: ("a", inner)) }
    }

    private static func operators(_ depth: Int) -> JSONValue { (0..<depth).reduce(1) { inner, _ in .not(inner) } }

    /// A place for a value, at line 7 and column 9.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: @Sendable (_ depth: Int) -> Stub

        init(_ name: String, _ rule: @escaping @Sendable (_ depth: Int) -> Stub) {
            testDescription = name
            self.rule = rule
        }
    }

    private static var stub: Stub { Stub(.get, "/", filePath: "a.swift", line: 2, column: 1) }

    static let places = [
        Place("respond") { stub.respond(json: arrays($0), filePath: "a.swift", line: 7, column: 9) },
        Place("an Encodable") { stub.respond(json: Nested($0), filePath: "a.swift", line: 7, column: 9) },
        Place("chunks") {
            stub.respond(Response(filePath: "a.swift", line: 7, column: 9).chunks([.json(objects($0))]))
        },
        Place("assert") { stub.assert(.json(objects($0), filePath: "a.swift", line: 7, column: 9)) },
        Place("operators") { stub.assert(.json(operators($0), filePath: "a.swift", line: 7, column: 9)) },
        Place("an Encodable in assert") {
            stub.assert(.jsonExact(Nested($0), filePath: "a.swift", line: 7, column: 9))
        },
        Place("json_path") {
            let value = (0..<$0).reduce(JSONPathExpectation.equals(1)) { inner, _ in .not(inner) }
            return stub.assert(.jsonPath("$", value, filePath: "a.swift", line: 7, column: 9))
        },
        Place("a header") {
            let value = (0..<$0).reduce("x" as ScenarioBuilder.ValueMatcher) { inner, _ in .not(inner) }
            return stub.assert(.header("X", value, filePath: "a.swift", line: 7, column: 9))
        },
        Place("a request") {
            let path = ScenarioBuilder.Condition.path("/", filePath: "a.swift", line: 7, column: 9)
            return stub.assert(
                (0..<$0).reduce(path) { inner, _ in
                    .not(RequestMatcher(inner, filePath: "a.swift", line: 7, column: 9))
                })
        },
        Place("set") { stub.set("v", arrays($0), filePath: "a.swift", line: 7, column: 9) },
        Place("when") { stub.when(["v": operators($0)], filePath: "a.swift", line: 7, column: 9) },
    ]

    @Test("are an error at their line beyond the depth that files may have", arguments: places)
    func tooDeep(place: Place) {
        for depth in [128, 500, 5_000] {
            // Foundation's encoder has a limit of its own.
            let text = depth > 500 && place.testDescription.contains("Encodable") ? "the value can't be" : Self.text
            let scenario = Scenario("s", vars: ["v": 1], filePath: "a.swift", line: 1, column: 1) { place.rule(depth) }
            let lines = scenario.loadError.map { "\($0)".split(separator: "\n") } ?? []
            #expect(lines.first?.hasPrefix("a.swift:7:9: error: \(text)") == true, "\(depth): \(lines)")
        }
    }

    @Test("are an error in variables too, and in a response that a closure makes")
    func elsewhere() {
        let variables = Scenario("s", vars: ["v": Self.arrays(5_000)], filePath: "a.swift", line: 7, column: 9) {
            Self.stub
        }
        #expect(variables.loadError.map { "\($0)" } == "a.swift:7:9: error: \(Self.text)")
        let document = ScenarioDocument("s") { Stub("/").respond(Response().json(Self.objects(100_000))) }
        #expect(document.problems.map(\.message) == [Self.text])
        #expect(document.written.sites.count < 1_000)
    }

    @Test("may be as deep as in a file")
    func limit() throws {
        #expect(DocumentDepth.limit == Document.depthLimit)
        // Within the document, its list of stubs, a stub and its response.
        for depth in [124, 125] {
            let open = String(repeating: "[", count: depth)
            let close = String(repeating: "]", count: depth)
            let file = "{mockserver: 1, name: s, stubs: [{request: /, response: {json: \(open)1\(close)}}]}"
            let read = Scenario.load(Document.read(path: "s.yaml", bytes: Array(file.utf8)), options: LoadOptions())
            let built = Scenario.load(ScenarioDocument("s") { Stub("/").respond(json: Self.arrays(depth)) })
            #expect((read.scenario == nil) == (depth > 124))
            #expect((built.scenario == nil) == (depth > 124))
        }
    }
}
