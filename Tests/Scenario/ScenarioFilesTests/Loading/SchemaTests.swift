import ExactJSON
import HTTPMessage
import Testing

@testable import ScenarioFiles

@Suite("The JSON schema of the format")
struct SchemaTests {
    private let schema: FormatSchema

    init() throws {
        schema = try FormatSchema()
    }

    @Test("wants something to play or to check", arguments: ["steps", "stubs", "expect"])
    func content(key: String) throws {
        let ways = try (0..<3).map { try schema.value("anyOf/\($0)") }
        let atLeastOne: JSON = ["minItems": .number(JSONNumber(1))]
        let wanted: JSON = .object(
            JSONObject([
                ("required", .array([.string(key)])), ("properties", .object(JSONObject([(key, atLeastOne)]))),
            ]))
        #expect(ways.contains(wanted))
    }

    @Test("has the settings of HTTP/2 with their values", arguments: HTTP2Setting.Name.allCases)
    func settings(name: HTTP2Setting.Name) throws {
        let settings = "$defs/responseKeys/properties/h2/properties/settings/properties"
        let (lower, upper) = (name.values.lowerBound, name.values.upperBound)
        let wanted: JSON =
            lower == upper
            ? ["const": .number(JSONNumber(lower))]
            : ["type": "integer", "minimum": .number(JSONNumber(lower)), "maximum": .number(JSONNumber(upper))]
        let found = try schema.value("\(settings)/\(name.text)")
        for key in ["const", "type", "minimum", "maximum"] { #expect(found[key] == wanted[key]) }
    }
}
