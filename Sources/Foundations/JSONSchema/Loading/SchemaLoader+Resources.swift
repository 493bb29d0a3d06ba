import ExactJSON

extension SchemaLoader {
    /// Adds the resource whose root is `schema`: a document, or a schema with `$id` in the resource `parent`.
    mutating func addResource(_ schema: PositionedSchema, parent: Int?) {
        let location = nodes[schema.node].location
        let base = parent.map { resources[$0].uri } ?? URIReference(documents[schema.document].uri)
        var uri = base
        if case .string(let id)? = schema.value["$id"] {
            let reference = URIReference(id)
            if reference.fragment?.isEmpty == false {
                report("$id must not have a fragment; write $anchor for one", at: location.appending("$id"))
            }
            uri = reference.resolved(against: base).withoutFragment
        }
        let vocabularies = vocabularies(of: schema, parent, base: uri)
        let index = resources.count
        resources.append(SchemaResource(uri: uri, vocabularies: vocabularies, root: schema))
        nodes[schema.node] = SchemaNode(location: location, resource: index)
        register(uri.text, index, location)
        // A document is also known by the URI that it was read from.
        if parent == nil, resourceByURI[base.text] == nil { resourceByURI[base.text] = index }
    }

    private mutating func register(_ uri: String, _ index: Int, _ location: SchemaLocation) {
        guard let other = resourceByURI[uri] else {
            resourceByURI[uri] = index
            return
        }
        if isBeyondKeywords { return }
        if Self.withoutIdentifier(resources[other].root.value) == Self.withoutIdentifier(resources[index].root.value) {
            return
        }
        let first = nodes[resources[other].root.node].location
        report("the URI \(uri) already identifies the schema at \(first)", at: location.appending("$id"))
    }

    /// What two schemas with one URI must have in common: either may write its `$id` relative to its base.
    private static func withoutIdentifier(_ schema: JSON) -> JSON {
        guard case .object(var object) = schema else { return schema }
        object["$id"] = nil as JSON?
        return .object(object)
    }

    /// The vocabularies that the metaschema of a resource enables (Core, section 8.1).
    private mutating func vocabularies(
        of schema: PositionedSchema, _ parent: Int?, base: URIReference
    ) -> Vocabularies {
        let inherited = parent.map { resources[$0].vocabularies } ?? .standard
        guard let value = schema.value["$schema"] else { return inherited }
        let location = nodes[schema.node].location.appending("$schema")
        guard case .string(let text) = value else {
            report("$schema must be a URI, not \(KeywordFailureText.excerpt(value))", at: location)
            return inherited
        }
        let uri = URIReference(text).withoutFragment.text
        if uri == CompiledSchema.dialect { return .standard }
        if Self.isOtherDraft(uri) {
            report(
                "\(text) is not supported; write the schema in draft 2020-12, \(CompiledSchema.dialect)", at: location)
            return inherited
        }
        return vocabularies(ofMetaschema: uri, at: location) ?? inherited
    }

    private static func isOtherDraft(_ uri: String) -> Bool {
        for scheme in ["http://", "https://"] {
            if uri == scheme + "json-schema.org/schema" { return true }
            guard uri.hasPrefix(scheme + "json-schema.org/draft") else { continue }
            return Metaschemas.document(uri) == nil
        }
        return false
    }

    private mutating func vocabularies(ofMetaschema uri: String, at location: SchemaLocation) -> Vocabularies? {
        let count = errors.count
        let known = resourceByURI[uri].map { resources[$0].root.value }
        guard let metaschema = known ?? fetch(uri, for: location) else {
            if errors.count == count { report("there is no metaschema with the URI \(uri)", at: location) }
            return nil
        }
        if case .string(let dialect)? = metaschema["$schema"],
            Self.isOtherDraft(URIReference(dialect).withoutFragment.text)
        {
            report("the metaschema \(uri) is not written in draft 2020-12, \(CompiledSchema.dialect)", at: location)
        }
        guard case .object(let object)? = metaschema["$vocabulary"] else { return .standard }
        let (vocabularies, missing) = Vocabularies.read(object)
        for vocabulary in missing {
            report("the metaschema requires the vocabulary \(vocabulary), which is not supported", at: location)
        }
        return vocabularies
    }

    /// `$schema` belongs at the root of a resource; elsewhere it is harmless only if it changes nothing.
    mutating func checkDialect(_ object: JSONObject, _ resource: Int, _ location: SchemaLocation) {
        guard let value = object["$schema"] else { return }
        let own = resources[resource].root.value["$schema"] ?? .string(CompiledSchema.dialect)
        if value == own { return }
        report("$schema may only stand beside $id or at the root of a document", at: location.appending("$schema"))
    }

    /// Adds an anchor of the schema `node` to its resource.
    mutating func addAnchor(_ name: String, _ node: Int, isDynamic: Bool, _ location: SchemaLocation) {
        let resource = nodes[node].resource
        let key = UnicodeScalarKey(name)
        if let other = resources[resource].anchors[key] {
            guard other.node == node else {
                if isBeyondKeywords { return }
                let first = nodes[other.node].location
                return report("the anchor \(name) already identifies the schema at \(first)", at: location)
            }
            resources[resource].anchors[key]?.isDynamic = other.isDynamic || isDynamic
        } else {
            resources[resource].anchors[key] = SchemaResource.Anchor(node: node, isDynamic: isDynamic)
        }
    }
}
