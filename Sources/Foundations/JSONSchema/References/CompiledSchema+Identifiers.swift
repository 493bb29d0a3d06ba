package import ExactJSON

extension CompiledSchema {
    /// The schema that others refer to by an absolute URI: the document, or a schema within it, whose `$id` is that URI
    /// (Core, section 8.2.1). Its own `$id` is made absolute, so that its references have the same base wherever it is
    /// read.
    ///
    /// - Parameter baseURI: the absolute URI that the document was read from.
    package static func schema(identifiedAs uri: String, in document: JSON, baseURI: String) -> JSON? {
        schema(identifiedAs: uri, in: document, base: URIReference(baseURI))
    }

    private static func schema(identifiedAs uri: String, in value: JSON, base: URIReference) -> JSON? {
        switch value {
        case .array(let elements):
            return elements.lazy.compactMap { schema(identifiedAs: uri, in: $0, base: base) }.first
        case .object(var object):
            var base = base
            if case .string(let id)? = object["$id"] {
                base = URIReference(id).resolved(against: base).withoutFragment
                if base.text == uri {
                    object["$id"] = .string(uri)
                    return .object(object)
                }
            }
            for (name, member) in zip(object.names, object.values) where !dataKeywords.contains(name) {
                if let found = schema(identifiedAs: uri, in: member, base: base) { return found }
            }
            return nil
        default:
            return nil
        }
    }

    /// The keywords whose values are data, not schemas.
    private static let dataKeywords: Set<String> = ["const", "enum", "default", "examples"]
}
