import ExactJSON
import Testing

@testable import ScenarioFiles

/// The JSON schema of the format.
struct FormatSchema {
    let root: JSON

    init() throws {
        // …/Tests/Scenario/ScenarioFilesTests/Format/FormatSchema.swift
        let package = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        let folder = ScenarioFileAccess(path: "/\(package)/Scenarios")
        root = try JSON(parsing: try folder.contents(of: "scenario.schema.json", limit: 1 << 20))
    }

    /// The value at a path of names and indices from the root.
    func value(_ path: String) throws -> JSON {
        try path.split(separator: "/").reduce(root) { value, name in
            try #require(Int(name).map { value[$0] } ?? value[String(name)], "\(name) in \(path)")
        }
    }

    /// The names of the object at a path.
    func names(_ path: String) throws -> [String] {
        guard case .object(let object) = try value(path) else { return [] }
        return object.names
    }

    /// The strings of the array at a path, or the one string there.
    func words(_ path: String) throws -> [String] {
        let value = try value(path)
        if case .string(let word) = value { return [word] }
        guard case .array(let items) = value else { return [] }
        return items.compactMap { if case .string(let word) = $0 { word } else { nil } }
    }

    /// A keyword of a schema: its own, else that of the schema that it refers to.
    func keyword(_ keyword: String, of schema: JSON) -> JSON? {
        if let own = schema[keyword] { return own }
        guard case .string(let reference)? = schema["$ref"],
            let target = try? value(String(reference.dropFirst(2)))
        else { return nil }
        return self.keyword(keyword, of: target)
    }

    /// The paths of the `properties` of all maps that take no other key.
    var closedMaps: [String] { Self.closedMaps(root, at: "") }

    private static func closedMaps(_ value: JSON, at path: String) -> [String] {
        switch value {
        case .array(let items):
            return items.enumerated().flatMap { closedMaps($1, at: path + "/\($0)") }
        case .object(let object):
            let own = object.names.contains("properties") && value["additionalProperties"] == .bool(false)
            return (own ? [String((path + "/properties").dropFirst())] : [])
                + object.names.flatMap { name in value[name].map { closedMaps($0, at: path + "/" + name) } ?? [] }
        default: return []
        }
    }
}
