import ExactJSON
import Foundation
import JSONSchema
import SeededRandom
import Testing

@testable import ScenarioFiles
@testable import Scenarios

/// The loader and the JSON Schema of the format judge the same files alike: valid scenarios, and what small changes make
/// of them.
@Suite struct SchemaDifferenceTests {
    /// Why a schema can't refuse what the loader refuses, with words of the errors that say it.
    private static let reasons: [(reason: String, words: [String])] = [
        (
            "a name is looked up in the file, or a file in its folder",
            [
                "nothing defines", "no step has the id", "is taken already", "has no {", "is set only later",
                "defined only below", "can't be made from itself", "can't be found", "is a parallel block",
                "is not the name of a variable",
            ]
        ),
        (
            "two values are compared",
            [
                "the hold waits for", "times allows", "requests are wanted", "requests are allowed",
                "at_least is above",
                "later than", "from which its interval", "no step can be the first", "can reach", "cuts nothing",
                "but the body has", "the body has", "a header that defaults give", "needs a body", "can't be used here",
                "is there twice", "stands last in a path", "needs a second step", "at_most is below",
                "no request can be", "the order names each",
            ]
        ),
        (
            "a text has a grammar of its own",
            [
                "{{", "can't stand in", "can't be made by a template", "has no value here", "has no parts", "JSONPath",
                "is not a number of bytes", "digest has", "an entity tag", "is not a header name",
                "a header value can't",
                "stands where", "not a filter", "is not a function", "a path begins with", "regular expression",
                "an id must",
                "path parameter", "is empty", "a query", "is not encoded", "is not a duration", "a name",
                "can't end", "a segment", "not base64", "an empty chunk", "percent", "closes", "base_path",
                "begins with", "unknown operator",
            ]
        ),
        (
            "a schema inside of the scenario is one of any vocabulary",
            [
                "must be", "must not", "a schema", "there is no schema", "there is nothing at", "draft 2020-12",
                "is not a schema",
            ]
        ),
        (
            "a list stands for a value of a variable in some places, and is refused in others",
            ["text is needed here, not a list", "text is needed here, not a map", "a number", "is at most"]
        ),
    ]

    private let schema: CompiledSchema

    init() throws {
        schema = try CompiledSchema(try FormatSchema().root, baseURI: "file:///scenario.schema.json")
    }

    /// The valid scenarios as JSON.
    private static let scenarios: [JSON] = ValidScenario.all.compactMap { scenario in
        guard scenario.text.utf8.count < 2_000 else { return nil }
        return Document.read(path: "s.yaml", bytes: Array(scenario.text.utf8)).root?.json
    }

    private func errors(_ json: JSON) -> [Diagnostic] {
        var options = LoadOptions()
        options.isCheckOnly = true
        return Scenario.load(bytes: json.bytes(), path: "s.json", options: options).errors
    }

    @Test("the schema takes every valid scenario")
    func valid() {
        #expect(Self.scenarios.count > 300)
        for scenario in Self.scenarios where errors(scenario).isEmpty {
            #expect(schema.isValid(scenario), "\(scenario.text())")
        }
    }

    @Test(
        "the schema takes empty maps where the loader does",
        arguments: [
            "request: {}", "request: {headers: {}}", "request: {query: {}}", "request: /a, assert: {}",
            "request: {form: {}, cookies: {}}", "request: /a, assert: {headers: {}}", "request: /a, when: {}",
            "request: {method: 7}", "id: null, request: OPTIONS *",
        ])
    func empty(step: String) throws {
        let yaml = Array("{mockserver: 1, order: any, steps: [{\(step)}]}".utf8)
        #expect(Scenario.load(bytes: yaml, path: "s.yaml").errors.isEmpty)
        let json = try #require(Document.read(path: "s.yaml", bytes: yaml).root?.json)
        #expect(schema.isValid(json))
    }

    /// `SCHEMA_MUTANTS` is the number of mutants of each seed.
    private static let count = ProcessInfo.processInfo.environment["SCHEMA_MUTANTS"].flatMap(Int.init) ?? 500

    @Test("the schema and the loader agree on mutants", arguments: 1...4 as ClosedRange<UInt64>)
    func mutants(seed: UInt64) {
        var mutation = Mutation(of: Self.scenarios, seed: seed)
        for _ in 0..<Self.count {
            compare(mutation.next())
        }
    }

    private func compare(_ mutant: JSON) {
        let errors = errors(mutant)
        let isTaken = schema.isValid(mutant)
        if errors.isEmpty {
            #expect(isTaken, "the schema refuses what the loader takes: \(mutant.text())")
        } else if isTaken {
            let isExplained = errors.contains { error in
                Self.reasons.contains { $0.words.contains { error.message.contains($0) } }
            }
            #expect(isExplained, "the schema takes what the loader refuses: \(errors): \(mutant.text())")
        }
    }

    /// A value of each type and of each range that keys tell apart.
    private static let values: [JSON] =
        [
            .null, .bool(true), .bool(false), 0, 1, -1, 200, 1_234, 2_147_483_648, "", "x", "1", "1234", "{{uuid}}",
            .array([]), .object(JSONObject()), ["x"], [1], [.object(JSONObject())], ["x": 1],
        ] + ["2.5"].compactMap { JSONNumber(lexeme: $0).map(JSON.number) }

    /// Where a value stands: the names of the last maps round it.
    private struct Place: Hashable {
        var names: [String] = []

        func inside(_ name: String) -> Place { Place(names: Array((names + [name]).suffix(3))) }
    }

    /// The first scenario that has a value at each place, and the value's number in it.
    private static let places: [(scenario: JSON, number: Int)] = {
        var (found, places): (Set<Place>, [(scenario: JSON, number: Int)]) = ([], [])
        for scenario in scenarios {
            var number = 0
            func visit(_ value: JSON, _ place: Place) {
                if number > 0, found.insert(place).inserted { places.append((scenario, number)) }
                number += 1
                switch value {
                case .object(let object):
                    for (name, value) in zip(object.names, object.values) { visit(value, place.inside(name)) }
                case .array(let elements): for element in elements { visit(element, place.inside("*")) }
                default: break
                }
            }
            visit(scenario, Place())
        }
        return places
    }()

    private static let parts = 4
    /// The parts to try: SCHEMA_PARTS in the environment, or the first.
    private static let triedParts =
        0..<min(
            parts, ProcessInfo.processInfo.environment["SCHEMA_PARTS"].flatMap(Int.init) ?? 1)

    @Test("the schema and the loader agree on a value of each type at each place of a map", arguments: triedParts)
    func eachPlace(part: Int) {
        #expect(Self.places.count > 500)
        for (index, place) in Self.places.enumerated() where index % Self.parts == part {
            for value in Self.values {
                var left = place.number
                compare(Self.replacing(&left, in: place.scenario, by: value))
            }
        }
    }

    /// The value with another one in place of the one that is `left` values away.
    private static func replacing(_ left: inout Int, in value: JSON, by new: JSON) -> JSON {
        left -= 1
        if left == -1 { return new }
        switch value {
        case .object(let object):
            return .object(
                JSONObject(zip(object.names, object.values).map { ($0, replacing(&left, in: $1, by: new)) }))
        case .array(let elements): return .array(elements.map { replacing(&left, in: $0, by: new) })
        default: return value
        }
    }
}

/// Small changes of scenarios, which a seed repeats.
private struct Mutation {
    private let scenarios: [JSON]
    private var random: SplitMix
    private var keys: [String] = []
    private var words: [JSON] = []
    private var values: [String: [JSON]] = [:]

    private static let others: [JSON] =
        [
            .object(JSONObject()), .array([]), .null, "", .bool(true), .bool(false), 0, -1, 1, 2_147_483_648, "x",
            "{{uuid}}", "{{nope}}", "1s", "0s", "-1s", "1KiB", "10", "GET", "/a",
        ]
        + ["1.5", "9223372036854775808", "1000000000000000000000000000000"].compactMap {
            JSONNumber(lexeme: $0).map(JSON.number)
        }

    init(of scenarios: [JSON], seed: UInt64) {
        (self.scenarios, random) = (scenarios, SplitMix(seed: seed))
        for scenario in scenarios { collect(scenario, key: "") }
        keys = Set(keys).sorted()
    }

    private mutating func collect(_ value: JSON, key: String) {
        values[key, default: []].append(value)
        switch value {
        case .object(let object):
            for (name, value) in zip(object.names, object.values) {
                keys.append(name)
                collect(value, key: name)
            }
        case .array(let elements): for element in elements { collect(element, key: key) }
        case .string(let text) where text.utf8.count < 20: words.append(value)
        default: break
        }
    }

    mutating func next() -> JSON {
        let scenario = scenarios.randomElement(using: &random) ?? .null
        var left = Int.random(in: 1..<max(2, size(scenario)), using: &random)
        return changed(scenario, key: "", &left) ?? scenario
    }

    /// The number of values in a value, with itself.
    private func size(_ value: JSON) -> Int {
        switch value {
        case .object(let object): 1 + object.values.reduce(0) { $0 + size($1) }
        case .array(let elements): 1 + elements.reduce(0) { $0 + size($1) }
        default: 1
        }
    }

    /// The value with one change at the value that is `left` values away; nil if it is left out.
    private mutating func changed(_ value: JSON, key: String, _ left: inout Int) -> JSON? {
        if left == 0 {
            left = -1
            return change(value, key: key)
        }
        left -= 1
        switch value {
        case .object(let object):
            var members: [(String, JSON)] = []
            for (name, value) in zip(object.names, object.values) {
                guard left >= 0 else {
                    members.append((name, value))
                    continue
                }
                let isHere = left == 0
                guard let value = changed(value, key: name, &left) else { continue }
                let kind = isHere ? Int.random(in: 0..<8, using: &random) : 7
                members.append((kind == 0 ? renamed(name) : name, value))
                if kind == 1, let other = keys.randomElement(using: &random) { members.append((other, value)) }
            }
            return .object(JSONObject(members))
        case .array(let elements):
            var values: [JSON] = []
            for element in elements {
                guard left >= 0 else {
                    values.append(element)
                    continue
                }
                let isHere = left == 0
                guard let value = changed(element, key: key, &left) else { continue }
                values.append(value)
                if isHere, Int.random(in: 0..<8, using: &random) == 0 { values.append(element) }
            }
            return .array(values)
        default: return value
        }
    }

    private mutating func renamed(_ name: String) -> String {
        Bool.random(using: &random)
            ? keys.randomElement(using: &random) ?? name
            : String(name.dropLast()) + ["x", "y", "_"][Int.random(in: 0..<3, using: &random)]
    }

    private mutating func change(_ value: JSON, key: String) -> JSON? {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return nil
        case 1: return value
        case 2: return Bool.random(using: &random) ? .object(JSONObject()) : .array([])
        case 3: return Self.others.randomElement(using: &random)
        case 4: return .array([value])
        case 5: return .object(JSONObject([(keys.randomElement(using: &random) ?? "a", value)]))
        case 6: return words.randomElement(using: &random)
        default: return values[key]?.randomElement(using: &random)
        }
    }
}
