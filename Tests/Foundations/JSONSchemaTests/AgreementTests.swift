import ExactJSON
import SeededRandom
import Testing

@testable import JSONSchema

@Suite("Both passes")
struct AgreementTests {
    @Test(
        "random schemas never crash, and both passes agree on random values", arguments: 1...8 as ClosedRange<UInt64>)
    func agree(seed: UInt64) {
        var random = RandomSchema(seed: seed)
        var compiled = 0
        for _ in 0..<30 {
            let document = random.document()
            guard let schema = try? CompiledSchema(document, baseURI: "http://example.com/") else { continue }
            compiled += 1
            for _ in 0..<8 {
                let value = random.value(depth: 3)
                let isValid = schema.isValid(value, stepLimit: 50_000)
                let explained = schema.explain(value, stepLimit: 50_000)
                #expect(isValid == explained.isEmpty, "\(document) \(value)")
            }
        }
        #expect(compiled > 5)
    }
}

/// Random schemas and values that have something to do with each other.
private struct RandomSchema {
    private var random: SplitMix
    private let names = ["a", "b", "c", "é"]

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
    private mutating func number(below bound: Int) -> JSON { .number(JSONNumber(below(bound))) }

    mutating func value(depth: Int) -> JSON {
        switch below(depth == 0 ? 6 : 10) {
        case 0: return nil
        case 1: return .bool(below(2) == 0)
        case 2, 3: return pick([0, 1, 2, -1, 1.5, 0.1, 1e30])
        case 4, 5: return .string(pick(["", "a", "ab", "é", "e\u{301}", "😀"]))
        case 6, 7: return .array((0..<below(4)).map { _ in value(depth: depth - 1) })
        default: return .object(JSONObject((0..<below(4)).map { _ in (pick(names), value(depth: depth - 1)) }))
        }
    }

    /// A schema with two resources inside, all with a dynamic anchor.
    mutating func document() -> JSON {
        var root = object(depth: 3)
        var other = object(depth: 2)
        root["$id"] = "http://example.com/root"
        other["$id"] = "other"
        other["$anchor"] = "x"
        other["$dynamicAnchor"] = "n"
        if below(2) == 0 { root["$dynamicAnchor"] = "n" }
        root["$defs"] = ["a": schema(depth: 2), "b": schema(depth: 1), "other": .object(other)]
        return .object(root)
    }

    private mutating func schema(depth: Int) -> JSON {
        if below(8) == 0 { return .bool(below(3) > 0) }
        return .object(object(depth: depth))
    }

    private mutating func schemas(_ depth: Int) -> JSON { .array((0...below(3)).map { _ in schema(depth: depth) }) }

    private mutating func members(_ depth: Int) -> JSON {
        .object(JSONObject((0...below(2)).map { _ in (pick(names), schema(depth: depth)) }))
    }

    private mutating func object(depth: Int) -> JSONObject {
        var object = JSONObject()
        for _ in 0...below(3) {
            let keyword = depth == 0 || below(3) == 0 ? pick(Self.assertions) : pick(Self.applicators)
            object[keyword] = value(of: keyword, depth: depth - 1)
        }
        return object
    }

    private mutating func value(of keyword: String, depth: Int) -> JSON {
        switch keyword {
        case "type": .string(pick(["null", "boolean", "object", "array", "number", "string", "integer"]))
        case "const": value(depth: 1)
        case "enum": .array((0..<3).map { _ in value(depth: 1) })
        case "pattern": .string(pick(["a", "^.$", #"\p{L}"#, "[^b]$", "(a+)+$"]))
        case "uniqueItems": true
        case "multipleOf": pick([1, 0.1, 0.5])
        case "required": .array([.string(pick(names))])
        case "dependentRequired": .object([pick(names): [.string(pick(names))]])
        case "allOf", "anyOf", "oneOf", "prefixItems": schemas(depth)
        case "properties", "dependentSchemas", "patternProperties": members(depth)
        case "$ref": .string(pick(["#/$defs/a", "#/$defs/b", "other", "other#x"]))
        case "$dynamicRef": .string(pick(["other#n", "other#x"]))
        default:
            Self.applicators.contains(keyword) && !keyword.hasSuffix("Contains")
                ? schema(depth: depth) : number(below: 3)
        }
    }

    private static let assertions = [
        "type", "const", "enum", "multipleOf", "maximum", "exclusiveMinimum", "maxLength", "minLength", "pattern",
        "maxItems", "minItems", "uniqueItems", "maxProperties", "minProperties", "required", "dependentRequired",
    ]
    private static let applicators = [
        "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "properties", "patternProperties",
        "additionalProperties", "propertyNames", "prefixItems", "items", "contains", "minContains", "maxContains",
        "unevaluatedItems", "unevaluatedProperties", "$ref", "$dynamicRef",
    ]
}
