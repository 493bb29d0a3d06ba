import ExactJSON
import JSONSchema
import Scenarios
import TextCoding

/// Reads `json_schema`: a schema inline, or `{file: …}`.
struct JSONSchemaConditionReader {
    /// The largest schema file, in bytes.
    private static let fileLimit = 16 << 20

    let state: LoadingContext
    let context: TemplateContext

    func matcher(_ node: Node) -> JSONSchemaMatcher? {
        if let entries = node.entries, entries.map(\.name) == KeyTable.schemaFile.known {
            return file(entries[0].value)
        }
        if let entry = node.entries?.first(where: { $0.name == "file" }), entry.value.text != nil {
            return state.refuse(
                "a schema stands in its file or here, not both: leave out file, or write only {file: …}",
                at: entry.position)
        }
        return inline(node)
    }

    private func inline(_ node: Node) -> JSONSchemaMatcher? {
        guard node.entries != nil || node.plainText == "true" || node.plainText == "false" else {
            return state.refuse(
                "json_schema is a schema, or names one: write {type: object, …} or {file: order.schema.json}",
                at: node.position)
        }
        guard let schema = JSONValueReader(state: state, context: context).template(node).constant else {
            return state.refuse(
                "a schema is compiled once, so no template can stand in it; write the value", at: node.position)
        }
        var positions = [String: Position]()
        node.addPositions(below: "", to: &positions)
        SchemaKeywords(state: state).check(node)
        return compile(schema, at: uri(state.path(state.fileName, namedAt: node.position)), node.position, positions)
    }

    private func file(_ node: Node) -> JSONSchemaMatcher? {
        guard let name = state.string(node) else { return nil }
        do {
            let path = state.path(name, namedAt: node.position)
            return compile(try read(path), at: uri(path), node.position, [:])
        } catch {
            return state.refuse("the file \"\(name)\" \(error.reason)", at: node.position)
        }
    }

    private func compile(
        _ schema: JSON, at uri: String, _ position: Position, _ positions: [String: Position]
    ) -> JSONSchemaMatcher? {
        do throws(SchemaLoadErrors) {
            let compiled = try CompiledSchema(schema, baseURI: uri) { try resolve($0, from: uri, schema["$id"]) }
            return JSONSchemaMatcher(compiled, positions: positions, position: position)
        } catch {
            for error in error.errors {
                let isHere = error.location.documentURI == uri
                let place = isHere && !positions.isEmpty ? "" : " (at \(error.location))"
                let advice = Self.advice(on: error.message)
                let message = (error.message + advice + place).replacing(JSONSchemaMatcher.schemaFolder, with: "")
                state.error(message, at: (isHere ? positions[error.location.pointer] : nil) ?? position)
            }
            return nil
        }
    }

    /// What to write in place of a reference to what the scenario does not have, as the end of a message.
    private static func advice(on message: String) -> String {
        if let start = message.firstRange(of: "there is no schema with the URI ") {
            let uri = message[start.upperBound...]
            let name = uri.split(separator: "/").last.map(String.init) ?? "schema"
            let file = name.hasSuffix(".json") ? name : "\(name).json"
            return
                "; nothing is downloaded: save the schema beside the scenario and write $ref: \(file), or write $id: \(uri) "
                + "in a json_schema of the scenario"
        }
        if message.hasPrefix("there is no metaschema") {
            return "; nothing is downloaded: leave $schema out, or write \(CompiledSchema.dialect)"
        }
        return ""
    }

    // MARK: - References

    /// The document of a reference: another schema of the scenario with that `$id`, else a file of its folder. Nothing
    /// is fetched.
    ///
    /// A reference is relative to the `$id` of its schema, which may be on the web; such a file is looked for beside the
    /// schema.
    private func resolve(_ reference: String, from base: String, _ id: JSON?) throws(ScenarioFileAccess.AccessError)
        -> JSON?
    {
        let schemas = state.schemas.schemas(identifiedAs: reference, document)
        if schemas.count > 1 {
            throw ScenarioFileAccess.AccessError(
                reason:
                    "is ambiguous: different schemas of the scenario have this $id; give one of them a different $id")
        }
        if let schema = schemas.first { return schema }
        let folder = JSONSchemaMatcher.schemaFolder
        if reference.hasPrefix(folder) { return try read(Self.path(reference.dropFirst(folder.count))) }
        guard case .string(let id)? = id, let slash = id.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let web = id[...slash]
        guard reference.hasPrefix(web) else { return nil }
        let beside = base.dropFirst(folder.count).split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return try read(Self.path((beside + [reference.dropFirst(web.count)]).joined(separator: "/")[...]))
    }

    /// The schema of another `json_schema`. What is wrong with it is reported where it stands.
    private func document(_ node: Node) -> SchemaCatalog.Document? {
        guard let entries = node.entries else { return nil }
        if entries.count == 1, entries[0].name == "file" {
            guard let name = entries[0].value.text else { return nil }
            let path = state.path(name, namedAt: entries[0].value.position)
            return (try? read(path)).map { SchemaCatalog.Document(schema: $0, uri: uri(path)) }
        }
        let schema = JSONValueReader(state: state, context: context).template(node).constant
        let path = state.path(state.fileName, namedAt: node.position)
        return schema.map { SchemaCatalog.Document(schema: $0, uri: uri(path)) }
    }

    private static func path(_ encoded: Substring) -> String {
        Percent.decode(Array(encoded.utf8)).text ?? String(encoded)
    }

    /// The URI of a file, whose path is relative to the scenario's folder.
    private func uri(_ path: String) -> String {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        return JSONSchemaMatcher.schemaFolder + components.map { Percent.encode($0.utf8) }.joined(separator: "/")
    }

    private func read(_ path: String) throws(ScenarioFileAccess.AccessError) -> JSON {
        try state.schemas.file(path) { () throws(ScenarioFileAccess.AccessError) in try parse(path) }
    }

    private func parse(_ path: String) throws(ScenarioFileAccess.AccessError) -> JSON {
        let bytes = try state.contents(atPath: path, limit: Self.fileLimit)
        do {
            return try JSON(parsing: bytes)
        } catch {
            throw ScenarioFileAccess.AccessError(reason: "is not JSON: \(error)")
        }
    }
}

extension Node {
    /// The positions of all values in this one, by JSON pointer (RFC 6901); of an entry, that of its key.
    fileprivate func addPositions(below pointer: String, to positions: inout [String: Position]) {
        if positions[pointer] == nil { positions[pointer] = position }
        for (index, item) in (items ?? []).enumerated() {
            item.addPositions(below: "\(pointer)/\(index)", to: &positions)
        }
        for entry in entries ?? [] {
            let token = entry.name.replacing("~", with: "~0").replacing("/", with: "~1")
            positions["\(pointer)/\(token)"] = entry.position
            entry.value.addPositions(below: "\(pointer)/\(token)", to: &positions)
        }
    }
}
