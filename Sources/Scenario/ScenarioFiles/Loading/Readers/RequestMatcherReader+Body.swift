import ExactJSON
import Scenarios
import TextCoding

/// The keys about credentials and bodies.
extension RequestMatcherReader {
    /// The condition of a key about a body, which a part of a multipart body may have too; nil for another key.
    func bodyKind(_ entry: Node.Entry) -> Condition.Kind? {
        let value = entry.value
        switch entry.name {
        case "form", "form_exact": return named(.form, entry, exact: entry.name == "form_exact")
        case "json", "json_exact":
            state.needs.formUnion(RequestPart.json("$").needs)
            state.warnOfQuotedJSON(value)
            let matcher = JSONValueReader(state: state, context: context).matcher(value)
            return .json(matcher, exact: entry.name == "json_exact")
        case "json_path":
            state.needs.formUnion(RequestPart.json("$").needs)
            return JSONPathConditionReader(state: state, context: context).matcher(value).map { .jsonPath($0) }
        case "json_schema":
            state.needs.formUnion(RequestPart.json("$").needs)
            return JSONSchemaConditionReader(state: state, context: context).matcher(value).map { .jsonSchema($0) }
        case "text":
            return .value(state.reading(.text), values(list: false).matcher(value))
        case "base64": return base64(value).map { .bytes($0) }
        case "file": return file(value).map { .bytes(.file($0)) }
        case "body": return .values(body(value))
        case "multipart", "multipart_exact":
            return multipart(value, exact: entry.name == "multipart_exact").map { .multipart($0) }
        default: return nil
        }
    }

    // MARK: - Credentials

    func basic(_ node: Node) -> [PartValueMatcher] {
        guard let keyed = state.entries(of: node, .basic) else { return [] }
        if node.entries?.isEmpty ?? true {
            state.error("basic is empty: write {user: alice, password: secret}", at: node.position)
        }
        return keyed.entries.map { entry in
            let isUser = entry.name == "user"
            let reader = values(isUser ? .basicUser : .plain, list: false)
            return PartValueMatcher(isUser ? .basicUser : .basicPassword, reader.matcher(entry.value))
        }
    }

    // MARK: - Bytes

    private func base64(_ node: Node) -> BytesMatcher? {
        guard let template = state.template(node, context: context) else { return nil }
        guard let text = template.constant else { return .base64(template) }
        guard let bytes = Base64.decode(text, ignoresSpace: true) else {
            return state.refuse(
                "\(Excerpt.quoted(text)) is not base64: write A-Z, a-z, 0-9, + and /, with = at the end to make the "
                    + "number of characters a multiple of 4", at: node.position)
        }
        return .constant(bytes)
    }

    private func file(_ node: Node) -> FileBody? {
        guard let path = state.string(node) else { return nil }
        do {
            return try state.body(at: path, namedAt: node.position)
        } catch {
            return state.refuse("the file \"\(path)\" \(error.reason)", at: node.position)
        }
    }

    private func body(_ node: Node) -> [PartValueMatcher] {
        guard let keyed = state.entries(of: node, .body) else { return [] }
        if node.entries?.isEmpty ?? true {
            state.error("body is empty: write {length: {lte: 5MiB}} or {empty: true}", at: node.position)
        }
        return keyed.entries.compactMap { entry in
            let value = entry.value
            switch entry.name {
            case "length":
                return PartValueMatcher(.bodyLength, ByteCountReader(state: state, context: context).matcher(value))
            case "empty":
                return PartValueMatcher(
                    .body, ValueMatcher(state.flag(value) ? .absent : .present, position: value.position))
            default: return PartValueMatcher(.bodyDigest, values(.digest, list: false).matcher(value))
            }
        }
    }

    // MARK: - Parts

    private func multipart(_ node: Node, exact: Bool) -> MultipartMatcher? {
        state.needs.formUnion(.multipart)
        let key = exact ? "multipart_exact" : "multipart"
        guard let items = node.items else {
            return state.refuse(
                "\(key) is a list of parts, not \(node.summary): write [{name: title, text: Hello}]", at: node.position)
        }
        if items.isEmpty, !exact {
            return state.refuse(
                "multipart takes a list of at least one part: write [{name: title, text: Hello}]", at: node.position)
        }
        return MultipartMatcher(parts: items.compactMap { part($0) }, exact: exact)
    }

    private func part(_ node: Node) -> MultipartMatcher.Part? {
        guard let keyed = state.entries(of: node, .part) else { return nil }
        if node.entries?.isEmpty ?? true {
            state.error("a part is empty: write {name: title}", at: node.position)
        }
        let conditions = keyed.entries.compactMap { entry -> Condition? in
            partKind(entry).map { Condition($0, position: entry.value.position) }
        }
        return MultipartMatcher.Part(conditions: conditions, position: node.position)
    }

    private func partKind(_ entry: Node.Entry) -> Condition.Kind? {
        switch entry.name {
        case "name": return .value(.partName, values(list: false).matcher(entry.value))
        case "filename": return .value(.partFilename, values(list: false).matcher(entry.value))
        case "content_type":
            let name = "Content-Type"
            return .value(.header(name), values(.header(name), list: false).matcher(entry.value))
        case "headers": return named(.header, entry)
        default: return bodyKind(entry)
        }
    }

    // MARK: - GraphQL

    func graphQL(_ node: Node) -> GraphQLMatcher? {
        state.needs.formUnion([.json, .query, .body])
        guard let keyed = state.entries(of: node, .graphQL) else { return nil }
        if node.entries?.isEmpty ?? true {
            state.error("graphql is empty: write {operation: Hero}", at: node.position)
        }
        if let operation = keyed["operation"], case .scalar(let name) = operation.kind, name.isText, name.text.isEmpty {
            state.error(
                "no operation has an empty name; write {absent: true} for one without a name", at: operation.position)
        }
        return GraphQLMatcher(
            operation: keyed["operation"].map { values(list: false).matcher($0) },
            query: keyed["query"].flatMap { query($0) },
            variables: keyed["variables"].map { JSONValueReader(state: state, context: context).matcher($0) })
    }

    private func query(_ node: Node) -> Template? {
        guard let template = state.template(node, context: context) else { return nil }
        guard let text = template.constant else { return template }
        let bytes = Array(text.utf8)
        if let problem = GraphQLDocument(bytes).problem {
            let offset = UTF8Text.scalarCount(bytes[..<problem.offset])
            let position =
                PositionedText(node).string == text ? PositionedText(node).position(at: offset) : node.position
            state.error("the query is not GraphQL: \(problem.reason)", at: position)
        } else if GraphQLDocument(bytes).isEmpty {
            state.error("the query is empty; leave the key out to accept any", at: node.position)
        }
        return template
    }
}
