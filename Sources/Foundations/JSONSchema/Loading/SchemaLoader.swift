import ExactJSON

/// Compiles a schema and the documents that it refers to.
///
/// Schemas are taken from a list of those still to be compiled, so deep documents need no deep stack. References are
/// resolved when the list is empty, because each schema may be identified by an `$id` or anchor further down.
struct SchemaLoader {
    let resolve: (String) throws -> JSON?
    var nodes: [SchemaNode] = []
    var documents: [SchemaDocument] = []
    var resources: [SchemaResource] = []
    /// The resource with each URI.
    var resourceByURI: [String: Int] = [:]
    var references: [UnresolvedReference] = []
    var errors: [SchemaLoadError] = []
    /// Whether schemas are compiled that only a reference finds, below a keyword without schemas. Their `$id` and
    /// anchors are not identifiers to others.
    var isBeyondKeywords = false
    private var pending: [PendingSchema] = []
    /// The documents that were asked for by a reference or `$schema`; nil if there is none.
    private var fetched: [String: JSON?] = [:]

    /// A schema that is still to be compiled.
    private struct PendingSchema {
        let schema: PositionedSchema
        /// The resource of the schema around it; nil for a document's root.
        let parent: Int?
    }

    init(resolve: @escaping (String) throws -> JSON?) {
        self.resolve = resolve
    }

    mutating func load(_ root: JSON, baseURI: String) throws(SchemaLoadErrors) -> CompiledSchema {
        let node = loadDocument(root, uri: URIReference(baseURI).withoutFragment.text)
        compilePending()
        while !references.isEmpty {
            let found = references
            references = []
            for reference in found { resolve(reference) }
            compilePending()
        }
        findLoops()
        if !errors.isEmpty { throw SchemaLoadErrors(errors: errors) }
        let tracksScope = finish()
        return CompiledSchema(nodes: nodes, root: node, tracksScope: tracksScope)
    }

    /// Completes the dynamic references and sorts the keywords of each schema in the order of their evaluation.
    ///
    /// - Returns: whether a reference depends on the dynamic scope.
    private mutating func finish() -> Bool {
        var tracksScope = false
        for node in nodes.indices {
            for index in nodes[node].applicators.indices {
                switch nodes[node].applicators[index] {
                case .dynamicReference(let reference):
                    nodes[node].applicators[index] = completed(reference)
                    if case .dynamicReference = nodes[node].applicators[index] { tracksScope = true }
                case .unevaluatedItems, .unevaluatedProperties:
                    nodes[node].hasUnevaluated = true
                default: break
                }
            }
            nodes[node].applicators.sort { $0.rank < $1.rank }
            nodes[node].assertions.sort { $0.rank < $1.rank }
        }
        return tracksScope
    }

    /// The reference with its targets. One that has a single target does not depend on the dynamic scope.
    private func completed(_ reference: DynamicReference) -> Applicator {
        var reference = reference
        for (index, resource) in resources.enumerated() {
            guard let anchor = resource.anchors[UnicodeScalarKey(reference.anchor)], anchor.isDynamic else { continue }
            reference.targets[index] = anchor.node
        }
        if reference.targets.count == 1 { return .reference(reference.initial, keyword: "$dynamicRef") }
        return .dynamicReference(reference)
    }

    // MARK: Documents

    /// Adds a document, whose root is the schema returned.
    mutating func loadDocument(_ value: JSON, uri: String) -> Int {
        documents.append(SchemaDocument(uri: uri))
        return addSchema(value, document: documents.count - 1, pointer: "", parent: nil)
    }

    /// The document with an absolute URI; errors are filed at `location`.
    mutating func fetch(_ uri: String, for location: SchemaLocation) -> JSON? {
        if let document = fetched[uri] { return document }
        var document = Metaschemas.document(uri)
        if document == nil {
            do {
                document = try resolve(uri)
            } catch {
                report("\(uri) \(error)", at: location)
                return nil
            }
        }
        fetched[uri] = .some(document)
        return document
    }

    mutating func report(_ message: String, at location: SchemaLocation) {
        errors.append(SchemaLoadError(location: location, message: message))
    }

    // MARK: Schemas

    /// Adds a schema to those to be compiled, unless it is known.
    mutating func addSchema(_ value: JSON, document: Int, pointer: String, parent: Int?) -> Int {
        let key = UnicodeScalarKey(pointer)
        if let node = documents[document].nodes[key] { return node }
        let node = nodes.count
        documents[document].nodes[key] = node
        let location = SchemaLocation(documentURI: documents[document].uri, pointer: pointer)
        nodes.append(SchemaNode(location: location, resource: parent ?? 0))
        let schema = PositionedSchema(value: value, document: document, pointer: pointer, node: node)
        pending.append(PendingSchema(schema: schema, parent: parent))
        return node
    }

    /// Compiles all schemas of the list.
    mutating func compilePending() {
        var next = 0
        while next < pending.count {
            compile(pending[next].schema, parent: pending[next].parent)
            next += 1
        }
        pending = []
    }

    private mutating func compile(_ schema: PositionedSchema, parent: Int?) {
        let location = nodes[schema.node].location
        switch schema.value {
        case .bool(let isValid):
            if parent == nil { addResource(schema, parent: nil) }
            nodes[schema.node].constant = isValid
        case .object(let object):
            if let parent, object["$id"]?.kind != .string {
                checkDialect(object, parent, location)
            } else {
                addResource(schema, parent: parent)
            }
            KeywordReader(schema, object, self).read(&self)
        default:
            if parent == nil { addResource(schema, parent: nil) }
            report(
                "a schema must be an object, true or false, not \(KeywordFailureText.excerpt(schema.value))",
                at: location)
        }
    }
}
