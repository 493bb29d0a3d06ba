import ExactJSON

/// A schema resource: the root of a document, or a subschema with `$id` (Core, section 4.3.5).
struct SchemaResource {
    /// The canonical URI, the base of references; without a fragment.
    let uri: URIReference
    let vocabularies: Vocabularies
    /// The schema at its root.
    let root: PositionedSchema
    /// The schemas with an anchor.
    var anchors: [UnicodeScalarKey: Anchor] = [:]

    /// A schema with `$anchor` or `$dynamicAnchor`.
    struct Anchor {
        let node: Int
        var isDynamic: Bool
    }
}

/// A schema with its position in a document.
struct PositionedSchema {
    let value: JSON
    /// The index of the document.
    let document: Int
    /// The JSON Pointer in the document.
    let pointer: String
    /// The index of the compiled schema.
    let node: Int
}

/// A document with schemas.
struct SchemaDocument {
    /// The URI that it was read from.
    let uri: String
    /// The schemas in it, by their JSON Pointer.
    var nodes: [UnicodeScalarKey: Int] = [:]
}

/// A `$ref` or `$dynamicRef` whose target is found when all schemas beside it are known.
struct UnresolvedReference {
    let node: Int
    let keyword: String
    let text: String
}
