import ExactJSON
import JSONSchema
import Scenarios

/// The JSON Schemas that a scenario names or states, which refer to each other by `$id`. They are looked for when the
/// first reference needs one.
final class SchemaCatalog {
    /// A schema, and the URI that it was read from.
    struct Document {
        let schema: JSON
        let uri: String
    }

    private var roots: [Node] = []
    /// The schemas of all keys `json_schema`, once they are looked for.
    private var documents: [Document]?
    /// The schema files that were read, by the bytes of their paths: names that are equal in Unicode can be two files.
    private var files: [[UInt8]: JSON] = [:]

    /// Adds a document of the scenario: its own, or one that it includes.
    func add(_ document: Node) {
        roots.append(document)
        documents = nil
    }

    /// The schema of a file, which is read once however many references look for it.
    func file<ReadError: Error>(_ path: String, _ read: () throws(ReadError) -> JSON) throws(ReadError) -> JSON {
        let key = Array(path.utf8)
        if let schema = files[key] { return schema }
        let schema = try read()
        files[key] = schema
        return schema
    }

    /// The schemas that others refer to by the absolute URI `identifier`: several if different ones have that `$id`.
    ///
    /// - Parameter read: makes the document of a key's value.
    func schemas(identifiedAs identifier: String, _ read: (Node) -> Document?) -> [JSON] {
        let documents = documents ?? roots.flatMap { $0.values(ofKey: "json_schema") }.compactMap(read)
        self.documents = documents
        var found: [JSON] = []
        for document in documents {
            let schema = CompiledSchema.schema(
                identifiedAs: identifier, in: document.schema, baseURI: document.uri)
            if let schema, !found.contains(schema) { found.append(schema) }
        }
        return found
    }
}

extension Node {
    /// The values of a key at any depth, in the order of the document.
    fileprivate func values(ofKey key: String) -> [Node] {
        (items ?? []).flatMap { $0.values(ofKey: key) }
            + (entries ?? []).flatMap { $0.name == key ? [$0.value] : $0.value.values(ofKey: key) }
    }
}
