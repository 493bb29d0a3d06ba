import ExactJSON
import ScenarioFiles
import Scenarios

extension Node {
    /// The value as JSON, for scalars that are written as in JSON.
    var json: JSON {
        switch kind {
        case .sequence(let elements): return .array(elements.map(\.json))
        case .mapping(let mapping): return .object(JSONObject(mapping.entries.map { ($0.key.text, $0.value.json) }))
        case .scalar(let scalar):
            switch summary {
            case "null", "nothing": return .null
            case "true", "false": return .bool(summary == "true")
            case "a number": return JSONNumber(lexeme: scalar.text).map(JSON.number) ?? .string(scalar.text)
            default: return .string(scalar.text)
            }
        }
    }
}
