import CTexts
import ExactJSON

extension OpenAPI {
    /// The schemas of the responses, in JSON Schema 2020-12: the definitions of reports, and those of the API itself.
    static var schemas: [(String, JSON)] { own + reported }

    private static let own: [(String, JSON)] = [
        (
            "health",
            object(["status": ["const": "ok"], "scenario": text, "url": text], optional: ["url"])
        ),
        ("error", object(["error": text, "diagnostics": list("diagnostic")], optional: ["diagnostics"])),
        (
            "diagnostic",
            object(
                [
                    "severity": ["enum": ["error", "warning"]], "path": text, "line": positive, "column": positive,
                    "message": text, "code": ["enum": .array(Diagnostic.Code.allCases.map { .string($0.rawValue) })],
                ], optional: ["code"])
        ),
        ("journal", object(["journal": list("entry"), "unfinished_requests": list("unfinished_request")])),
        (
            "requests",
            object(["step": text, "count": ["type": "integer", "minimum": 0], "requests": list("entry")])
        ),
        ("ended", object(["scenario": text, "ended": reference("verdict")])),
        ("clock", object(["now": ["type": "string", "format": "date-time"], "sleepers": ["type": "integer"]])),
        (
            "session",
            object(
                [
                    "session": text, "scenario": text, "url": text, "host_urls": ["type": "array", "items": text],
                    "header": ["type": "object", "additionalProperties": text],
                    "expires": ["type": "string", "format": "date-time"], "requests": count,
                    "is_complete": ["type": "boolean"], "seed": text,
                ], optional: ["url"])
        ),
        (
            "sessions",
            object([
                "sessions": list("session"), "ended": object(["passed": count, "failed": count, "expired": count]),
                "unknown": [
                    "type": "array", "items": object(["session": text, "requests": count, "last_request": text]),
                ],
            ])
        ),
        ("stubs", object(["stubs": list("stub"), "diagnostics": list("diagnostic")], optional: ["diagnostics"])),
        ("stub", object(["stub": positive, "id": text, "request": text, "requests": count])),
        ("openapi", ["type": "object", "required": ["openapi", "info", "paths", "components"]]),
    ]

    /// The definitions of `report.schema.json`, with their references changed to point here.
    private static let reported: [(String, JSON)] = {
        let text = ctexts_report_schema()
        guard let schema = try? JSON(parsing: [UInt8](UnsafeBufferPointer(start: text.bytes, count: text.count))),
            case .object(let definitions)? = schema["$defs"]
        else { return [] }
        return definitions.map { ($0.name, $0.value.leadingReferencesHere) }
    }()

    private static let text: JSON = ["type": "string"]
    private static let count: JSON = ["type": "integer", "minimum": 0]
    private static let positive: JSON = ["type": "integer", "minimum": 1]

    static func reference(_ name: String) -> JSON { ["$ref": .string("#/components/schemas/\(name)")] }
    private static func list(_ name: String) -> JSON { ["type": "array", "items": reference(name)] }

    /// An object that has exactly these members.
    private static func object(_ members: KeyValuePairs<String, JSON>, optional: [String] = []) -> JSON {
        [
            "type": "object", "properties": .object(JSONObject(members.map { ($0.key, $0.value) })),
            "required": .array(members.map(\.key).filter { !optional.contains($0) }.map(JSON.string)),
            "additionalProperties": false,
        ]
    }
}

extension JSON {
    fileprivate var leadingReferencesHere: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.leadingReferencesHere))
        case .object(let object): .object(JSONObject(object.map { ($0.name, Self.led($0.name, $0.value)) }))
        case .null, .bool, .number, .string: self
        }
    }

    private static func led(_ name: String, _ value: JSON) -> JSON {
        guard name == "$ref", case .string(let text) = value, text.hasPrefix("#/$defs/") else {
            return value.leadingReferencesHere
        }
        return .string("#/components/schemas/" + text.dropFirst("#/$defs/".count))
    }
}
