import Scenarios
import ExactJSON

/// Reads a response, on top of the entries that `defaults` gives every response.
struct ResponseReader {
    /// The largest templated file, in bytes.
    static let templateLimit = 16 << 20

    /// The entries of `defaults.response`, whose keys are already checked.
    struct Defaults {
        let entries: [Node.Entry]
    }

    let state: LoadingContext
    var context: TemplateContext
    let defaults: Defaults?
    /// Whether only HEAD requests get the response.
    var isForHead = false
    /// The status of a response that has none of its own.
    var defaultStatus = 200

    private static let bodyKeys = ["json", "text", "file"]

    /// The entries of `defaults.response`, checked once without any step.
    static func defaults(_ node: Node, state: LoadingContext) -> Defaults? {
        guard let entries = ownEntries(of: node, .response, state: state) else { return nil }
        // The body is checked with each response, which may add to the defaults.
        _ = ResponseReader(state: state, context: TemplateContext(.response), defaults: nil)
            .response(entries, [], at: node.position, checksBody: false)
        return Defaults(entries: entries)
    }

    /// The response in a map or a status.
    func response(_ node: Node, _ table: KeyTable = .response) -> ResponseTemplate {
        let own = Self.ownEntries(of: node, table, state: state) ?? []
        return response(own, defaults?.entries ?? [], at: node.position)
    }

    /// The response of a rule that has none of its own.
    func defaultResponse(at position: Position) -> ResponseTemplate {
        response([], defaults?.entries ?? [], at: position)
    }

    /// A map's entries; a status alone stands for a map with that status.
    private static func ownEntries(of node: Node, _ table: KeyTable, state: LoadingContext) -> [Node.Entry]? {
        if node.text != nil {
            return [Node.Entry(name: "status", value: node)]
        }
        guard let keyed = state.entries(of: node, table) else { return nil }
        let bodies = keyed.entries.filter { bodyKeys.contains($0.name) }
        if let second = bodies.dropFirst().first, let first = bodies.first {
            state.error(
                "a response has one body: \"\(second.name)\" can't stand beside \"\(first.name)\"", at: second.position)
        }
        return keyed.entries
    }

    private func response(
        _ own: [Node.Entry], _ defaults: [Node.Entry], at position: Position, checksBody: Bool = true
    ) -> ResponseTemplate {
        let hasBody = own.contains { Self.bodyKeys.contains($0.name) }
        func value(_ key: String) -> Node? {
            if let entry = own.first(where: { $0.name == key }) { return entry.value }
            if hasBody, Self.bodyKeys.contains(key) { return nil }
            return defaults.first { $0.name == key }?.value
        }
        var reader = self
        let template = value("template").map { state.flag($0) }
        if template == false { reader.context.isEvaluated = false }
        let status = value("status").map { reader.status($0) }
        let reason = value("reason").flatMap { reader.reason($0) }
        let headers = reader.headers(
            own.first { $0.name == "headers" }?.value, defaults.first { $0.name == "headers" }?.value)
        let body = reader.body(value, isTemplated: template == true)
        let bodies = own.filter { Self.bodyKeys.contains($0.name) }
        // Only one body can be sent, but errors in all of them are reported.
        for other in bodies where bodies.count > 1 {
            _ = reader.body({ $0 == other.name ? other.value : nil }, isTemplated: template == true)
        }
        if checksBody { check(headers, status ?? .constant(defaultStatus), body, own, defaults) }
        let delay = value("delay").map { reader.delay($0) }
        let connection = value("connection").flatMap { state.word($0, "connection", ConnectionOption.self) }
        let fault = value("fault").flatMap { FaultReader(state: state).fault($0) }
        let frames = own.first { $0.name == "h2" } ?? defaults.first { $0.name == "h2" }
        let h2 = frames.flatMap { HTTP2FramesReader(state: state).frames($0, beside: value) }
        return ResponseTemplate(
            status: status ?? .constant(defaultStatus), reason: reason, headers: headers, body: body,
            delay: delay ?? Delay(),
            connection: connection, fault: fault, h2: h2, position: position, index: state.nextResponseIndex())
    }

    /// Reports parts of the response that would break a client.
    private func check(
        _ headers: [ResponseTemplate.Header], _ status: ResponseTemplate.Status, _ body: ResponseTemplate.Body,
        _ own: [Node.Entry], _ defaults: [Node.Entry]
    ) {
        let isBody = { (entry: Node.Entry) in Self.bodyKeys.contains(entry.name) }
        let ownBody = own.first(where: isBody)
        let entry = ownBody ?? defaults.first(where: isBody)
        let ownStatus = own.first { $0.name == "status" }
        let isInherited = ownBody == nil && ownStatus != nil
        guard
            let position = isInherited
                ? ownStatus?.value.position : entry?.position ?? headers.first?.values.first?.position
        else { return }
        MessageCheck(state: state).check(
            headers, status,
            MessageCheck.Body(content: body, key: entry?.name, position: position, isInherited: isInherited),
            isForHead: isForHead)
    }

    // MARK: The head

    private func status(_ node: Node) -> ResponseTemplate.Status {
        guard let digits = state.string(node) else { return .constant(200) }
        let template = TemplateParser.template(of: node, context: context, state: state)
        if template.soleExpression != nil { return .template(template) }
        let isQuoted = node.plainText == nil && Int(digits).map { (200...999).contains($0) } == true
        if isQuoted {
            state.error("a status is a number: write \(digits) without quotes", at: node.position)
            return .constant(200)
        }
        if node.plainText != nil, digits.utf8.count == 3, let status = Int(digits), (200...999).contains(status) {
            return .constant(status)
        }
        state.error(
            Int(digits).map { (100...199).contains($0) } == true
                ? "a response has a status from 200 to 999; \(digits) is interim"
                : "a status is a number from 200 to 999 or a template alone, not \"\(digits)\"", at: node.position)
        return .constant(200)
    }

    private func reason(_ node: Node) -> Template? {
        guard let template = state.template(node, context: context) else { return nil }
        for case .text(let text) in template.segments
        where text.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) {
            state.error("a reason can't hold control characters", at: node.position)
        }
        return template
    }

    private func headers(_ own: Node?, _ defaults: Node?) -> [ResponseTemplate.Header] {
        var fields: [Node.Entry] = []
        if let defaults, let entries = defaults.entries { fields = entries }
        if let own {
            guard let entries = own.entries else {
                state.error("names and their values should stand here, not \(own.summary)", at: own.position)
                return []
            }
            var seen: Set<String> = []
            for entry in entries {
                let name = entry.name.lowercased()
                if !seen.insert(name).inserted {
                    state.error("the header \"\(entry.name)\" is there twice; a list repeats one", at: entry.position)
                }
                switch fields.firstIndex(where: { $0.name.lowercased() == name }) {
                case let index? where entry.value.isNull: fields.remove(at: index)
                case let index?: fields[index] = entry
                case nil where entry.value.isNull: reportNull(entry)
                case nil: fields.append(entry)
                }
            }
        }
        return fields.compactMap { header($0) }
    }

    private func reportNull(_ entry: Node.Entry) {
        HeaderRules.check(name: entry.name, at: entry.position, state: state)
        state.error(
            entry.value.isMissing
                ? "a value is needed here; '' is the empty text"
                : "null removes a header that defaults give; there is none here", at: entry.value.position)
    }

    /// A header and its lines; nil for one without a value, which is reported.
    private func header(_ entry: Node.Entry) -> ResponseTemplate.Header? {
        HeaderRules.check(name: entry.name, at: entry.position, state: state)
        guard !entry.value.isNull else { return nil }
        let items = entry.value.items ?? [entry.value]
        if items.isEmpty { state.error(Self.headerShape, at: entry.value.position) }
        let values = items.compactMap { headerValue($0, of: entry.name) }
        let isDeliberate = items.allSatisfy { $0.entries != nil }
        if !isDeliberate {
            MessageCheck(state: state).check(
                headerOfConnection: entry.name, value: values.count == 1 ? values.first : nil, at: entry.position)
        }
        return ResponseTemplate.Header(name: entry.name, values: values, isDeliberate: isDeliberate)
    }

    private static let headerShape = "a header has a text, a list of texts or {text: …} as it stands"

    private func headerValue(_ node: Node, of name: String) -> Template? {
        var node = node
        var isOnPurpose = false
        if let entries = node.entries {
            guard entries.count == 1, let entry = entries.first, entry.name == "text" else {
                state.error(Self.headerShape, at: node.position)
                return nil
            }
            node = entry.value
            isOnPurpose = true
        }
        guard let template = state.template(node, context: context) else { return nil }
        HeaderRules.check(value: template, of: name, state: state, allowsMalformedTag: isOnPurpose)
        return template
    }

    // MARK: The body

    private func body(_ value: (String) -> Node?, isTemplated: Bool) -> ResponseTemplate.Body {
        if let node = value("json") {
            return .json(JSONValueReader(state: state, context: context).template(node))
        }
        if let node = value("text") {
            return state.template(node, context: context).map { .text($0) } ?? .none
        }
        guard let node = value("file"), let path = state.string(node) else { return .none }
        do {
            return isTemplated ? try templated(path, node) : .file(try state.body(at: path), node.position)
        } catch {
            state.error("the file \"\(path)\" \(error.reason)", at: node.position)
            return .none
        }
    }

    private func templated(_ path: String, _ node: Node) throws(ScenarioFileAccess.AccessError) -> ResponseTemplate.Body
    {
        let bytes = try state.folder.contents(of: path, limit: Self.templateLimit)
        guard let text = PositionedText(wholeFile: state.folder.display(path), bytes: bytes) else {
            throw ScenarioFileAccess.AccessError(reason: "is not UTF-8, so it can't be a template")
        }
        let template = TemplateParser(text, context: context, state: state).template()
        return .templatedFile(template, contentType: MediaType.ofFile(named: path))
    }

    // MARK: Time

    private func delay(_ node: Node) -> Delay {
        guard node.entries != nil else { return Delay(headers: state.duration(node) ?? .zero) }
        guard let keyed = state.entries(of: node, .delay) else { return Delay() }
        func part(_ key: String) -> Duration {
            guard let node = keyed[key] else { return .zero }
            // A random delay always has its own map, even with a single part.
            if node.entries != nil, state.entries(of: node, .delayPart) != nil { return .zero }
            return state.duration(node) ?? .zero
        }
        return Delay(headers: part("headers"), body: part("body"))
    }
}
