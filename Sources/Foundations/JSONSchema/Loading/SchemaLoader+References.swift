import ExactJSON
import TextCoding

extension SchemaLoader {
    /// Finds the target of a reference and adds the applicator to its schema.
    mutating func resolve(_ reference: UnresolvedReference) {
        let location = nodes[reference.node].location.appending(reference.keyword)
        let base = resources[nodes[reference.node].resource].uri
        let target = URIReference(reference.text).resolved(against: base)
        guard let resource = resource(target.withoutFragment.text, for: location) else { return }
        let fragment = target.fragment ?? ""
        guard let text = Percent.decode(fragment).text else {
            return report("the fragment of \(target.text) is not percent-encoded UTF-8", at: location)
        }
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else {
            return resolve(reference, anchor: text, in: resource, location)
        }
        guard let node = node(at: text, in: resource) else {
            return report("there is nothing at \(target.text)", at: location)
        }
        nodes[reference.node].applicators.append(.reference(node, keyword: reference.keyword))
    }

    private mutating func resolve(
        _ reference: UnresolvedReference, anchor: String, in resource: Int, _ location: SchemaLocation
    ) {
        guard let found = resources[resource].anchors[UnicodeScalarKey(anchor)] else {
            return report("the schema \(resources[resource].uri.text) has no anchor \(anchor)", at: location)
        }
        var applicator = Applicator.reference(found.node, keyword: reference.keyword)
        if reference.keyword == "$dynamicRef" && found.isDynamic {
            applicator = .dynamicReference(DynamicReference(anchor: anchor, initial: found.node))
        }
        nodes[reference.node].applicators.append(applicator)
    }

    /// The resource with an absolute URI, whose document is loaded if it is not yet.
    private mutating func resource(_ uri: String, for location: SchemaLocation) -> Int? {
        if let resource = resourceByURI[uri] { return resource }
        let count = errors.count
        guard let document = fetch(uri, for: location) else {
            if errors.count == count { report("there is no schema with the URI \(uri)", at: location) }
            return nil
        }
        let node = loadDocument(document, uri: uri)
        compilePending()
        return nodes[node].resource
    }

    /// The schema at a JSON Pointer from the root of a resource; nil if there is no value. The schema may be in a
    /// resource inside it (Core, section 9.2.1), or below a keyword that is unknown or has no schemas.
    private mutating func node(at pointer: String, in resource: Int) -> Int? {
        guard let tokens = JSONPointer(pointer)?.tokens else { return nil }
        let root = resources[resource].root
        var value = root.value
        var path = root.pointer
        var nearest = root.node
        for token in tokens {
            guard let child = value.value(at: token) else { return nil }
            value = child
            path += JSONPointer.step(token)
            if let node = documents[root.document].nodes[UnicodeScalarKey(path)] { nearest = node }
        }
        isBeyondKeywords = true
        defer { isBeyondKeywords = false }
        let node = addSchema(value, document: root.document, pointer: path, parent: nodes[nearest].resource)
        compilePending()
        return node
    }
}
