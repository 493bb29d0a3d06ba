import ContentCompression
import ExactJSON
import HTTPMessage
import Scenarios

/// Reads the body of a response: one value, a file, a stream of chunks or events, or raw bytes.
struct BodyReader {
    /// The largest templated file, in bytes.
    static let templateLimit = 16 << 20

    /// The largest file that is compressed, in bytes.
    static let encodingLimit = 64 << 20

    /// The keys of which a response has at most one.
    static let keys = ["json", "text", "base64", "file", "chunks", "events", "raw"]

    let state: LoadingContext
    let context: TemplateContext

    /// The body; `value` returns the keys of the response.
    func body(_ value: (String) -> Node?, isTemplated: Bool) -> ResponseTemplate.Body {
        if let node = value("json") { return .json(json(node)) }
        if let node = value("text") {
            state.warnOfNull(node, "write '' for the empty text")
            return state.template(node, context: context).map { .text($0) } ?? .none
        }
        if let node = value("base64") { return base64(node) }
        if let node = value("chunks") { return .chunks(chunks(node)) }
        if let node = value("events") {
            let then = value("then")
            return .events(events(node), then: end(then), (then ?? node).position)
        }
        if let node = value("raw") { return raw(node).map { .raw($0, node.position) } ?? .none }
        guard let node = value("file"), let path = state.string(node) else { return .none }
        do {
            if isTemplated { return try templated(path, node) }
            // Compressed once, here: a response with templates is rendered for each request.
            let coding = value("encoding")?.text.flatMap { CompressionFormat(rawValue: $0) }
            if let coding {
                return .file(try state.body(at: path, namedAt: node.position, encodedAs: coding), node.position)
            }
            return .file(try state.body(at: path, namedAt: node.position), node.position)
        } catch {
            state.error("the file \"\(path)\" \(error.reason)", at: node.position)
            return .none
        }
    }

    private func json(_ node: Node) -> JSONTemplate {
        state.warnOfQuotedJSON(node)
        ForeignValues.check(jsonToSend: node, state: state)
        return JSONValueReader(state: state, context: context).template(node)
    }

    private func templated(_ path: String, _ node: Node) throws(ScenarioFileAccess.AccessError) -> ResponseTemplate.Body
    {
        let bytes = try state.contents(of: path, namedAt: node.position, limit: Self.templateLimit)
        let shown = state.display(state.path(path, namedAt: node.position))
        guard let text = PositionedText(wholeFile: shown, bytes: bytes) else {
            throw ScenarioFileAccess.AccessError(reason: "is not UTF-8, so it can't be a template; leave template out")
        }
        let template = TemplateParser(text, context: context, state: state).template()
        return .templatedFile(template, contentType: MediaType.ofFile(named: path))
    }

    private func base64(_ node: Node) -> ResponseTemplate.Body {
        switch base64Content(node) {
        case .bytes(let bytes): .bytes(bytes)
        case .base64(let template): .base64(template)
        case .text, .json, nil: .none
        }
    }

    /// Bytes that are stated as base64.
    private func base64Content(_ node: Node) -> ContentTemplate? {
        guard let template = state.template(node, context: context) else { return nil }
        guard let text = template.constant else { return .base64(template) }
        guard let bytes = ContentTemplate.decode(text) else {
            return state.refuse(
                "this is not base64 (RFC 4648, section 4); write A-Z, a-z, 0-9, + and /, with = at the end, or text in place of base64",
                at: node.position)
        }
        return .bytes(bytes)
    }

    // MARK: Chunks

    private func chunks(_ node: Node) -> [BodyChunk] {
        items(node, of: "chunks", like: "[{text: first}, {text: second, delay: 50ms}]").compactMap { chunk($0) }
    }

    private func items(_ node: Node, of key: String, like example: String) -> [Node] {
        guard let items = node.items, !items.isEmpty else {
            state.error("\(key) is a list of at least one item: write \(example)", at: node.position)
            return []
        }
        return items
    }

    private func chunk(_ node: Node) -> BodyChunk? {
        guard let keyed = state.entries(of: node, .chunk) else { return nil }
        let contents = keyed.entries.filter { $0.name != "delay" }
        if let second = contents.dropFirst().first, let first = contents.first {
            state.error(
                "a chunk has one content: \"\(second.name)\" can't stand beside \"\(first.name)\"; leave one out",
                at: second.position)
        }
        let delay = time(keyed["delay"])
        guard let entry = contents.first else {
            // A misspelled key has been reported already.
            if keyed.isComplete {
                state.error("a chunk needs text, json or base64: write text: hello", at: node.position)
            }
            return nil
        }
        let content: ContentTemplate? =
            switch entry.name {
            case "json": .json(json(entry.value))
            case "base64": base64Content(entry.value)
            default: state.template(entry.value, context: context).map { .text($0) }
            }
        guard let content else { return nil }
        if content.constant?.isEmpty ?? false {
            state.error("an empty chunk would end the body; leave it out", at: entry.value.position)
        }
        return BodyChunk(content, delay: delay, position: node.position)
    }

    private func time(_ node: Node?) -> DelayTime { node.map { DelayReader(state: state).time($0) } ?? .zero }

    // MARK: Server-sent events

    private func events(_ node: Node) -> [ServerSentEvent] {
        items(node, of: "events", like: "[{data: first}, {event: done, data: ''}]").compactMap { event($0) }
    }

    private func end(_ node: Node?) -> AfterLastEvent {
        node.flatMap { state.word($0, "then", AfterLastEvent.self) } ?? .close
    }

    private func event(_ node: Node) -> ServerSentEvent? {
        guard let keyed = state.entries(of: node, .event) else { return nil }
        if keyed.isComplete, keyed.entries.allSatisfy({ $0.name == "delay" }) {
            state.error("an event needs data, json, event, id, retry or comment: write data: hello", at: node.position)
        }
        if let text = keyed.entry("data"), let json = keyed.entry("json") {
            state.error("an event has data or json, not both; leave one out", at: max(text.position, json.position))
        }
        let data: ServerSentEvent.Data? =
            if let node = keyed["json"] {
                .json(json(node))
            } else {
                keyed["data"].flatMap { state.template($0, context: context) }.map { .text($0) }
            }
        return ServerSentEvent(
            event: keyed["event"].flatMap { field($0, "event") }, data: data,
            id: keyed["id"].flatMap { field($0, "id") }, retry: keyed["retry"].flatMap { retry($0) },
            comment: keyed["comment"].flatMap { state.template($0, context: context) }, delay: time(keyed["delay"]),
            position: node.position)
    }

    /// An id or a type, which is one line.
    private func field(_ node: Node, _ name: String) -> Template? {
        guard let template = state.template(node, context: context) else { return nil }
        for case .text(let text) in template.segments where !ServerSentEvent.canBeField(text, isID: name == "id") {
            state.error(
                name == "id"
                    ? "an event's id can't hold a line break or NUL; leave it out"
                    : "an event's type can't hold a line break; leave it out",
                at: node.position)
        }
        return template
    }

    /// The time before a client connects again, in milliseconds: a duration, or the number itself.
    private func retry(_ node: Node) -> Int? {
        if let digits = node.plainText, !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            return state.integer(node, minimum: 0, "retry")
        }
        return state.duration(node).map { Int($0.wholeNanoseconds / 1_000_000) }
    }

    // MARK: Raw bytes

    private func raw(_ node: Node) -> ContentTemplate? {
        guard node.entries != nil else { return state.template(node, context: context).map { .text($0) } }
        guard let keyed = state.entries(of: node, .raw) else { return nil }
        guard let bytes = keyed["base64"] else {
            if node.entries?.isEmpty ?? true {
                state.error("raw is a text or a map: write {base64: aGk=}", at: node.position)
            }
            return nil
        }
        return base64Content(bytes)
    }
}
