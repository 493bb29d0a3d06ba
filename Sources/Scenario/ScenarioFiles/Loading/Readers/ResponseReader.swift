import HTTPMessage
import Scenarios
import ExactJSON

/// Reads a response, on top of the entries that `defaults` gives every response.
struct ResponseReader {
    /// The entries of `defaults.response`, whose keys are already checked.
    struct Defaults {
        let entries: [Node.Entry]
    }

    let state: LoadingContext
    var context: TemplateContext
    let defaults: Defaults?
    /// Whether only HEAD requests get the response.
    var isForHead = false
    /// The protocol by which each of its requests comes; nil if it can be any.
    var applicationProtocol: ApplicationProtocol?
    /// The status of a response that has none of its own.
    var defaultStatus = 200

    static let bodyKeys = BodyReader.keys
    private static func isBody(_ entry: Node.Entry) -> Bool { bodyKeys.contains(where: entry.isNamed) }

    /// The keys that a response of raw bytes has from `defaults`.
    private static let keysBesideRaw = ["delay", "connection"]

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
        if table.name == .unmatched, let meant = node.text.flatMap(ShapeAdvice.unmatched) {
            state.error("unmatched is a status or a map, not \"\(node.text ?? "")\": \(meant)", at: node.position)
            return response([], defaults?.entries ?? [], at: node.position)
        }
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
        let bodies = keyed.entries.filter(isBody)
        if let second = bodies.dropFirst().first, let first = bodies.first {
            state.error(
                "a response has one body: \"\(second.name)\" can't stand beside \"\(first.name)\"; leave one out",
                at: second.position)
        }
        return keyed.entries
    }

    private func response(
        _ own: [Node.Entry], _ defaults: [Node.Entry], at position: Position, checksBody: Bool = true
    ) -> ResponseTemplate {
        let defaults = Self.inherited(defaults, by: own)
        func entry(_ key: String) -> Node.Entry? {
            own.first { $0.isNamed(key) } ?? defaults.first { $0.isNamed(key) }
        }
        func value(_ key: String) -> Node? { entry(key)?.value }
        var reader = self
        let template = value("template").map { state.flag($0) }
        if template == false { reader.context.isEvaluated = false }
        let status = value("status").map { reader.status($0) }
        let reason = value("reason").flatMap { reader.reason($0) }
        let headers = HeaderReader(state: state, context: reader.context).headers(
            own.first { $0.isNamed("headers") }?.value, defaults.first { $0.isNamed("headers") }?.value)
        let body = reader.body(own, value, isTemplated: template == true)
        let delay = value("delay").map { DelayReader(state: state).delay($0) }
        let connection = value("connection").flatMap { state.word($0, "connection", ConnectionOption.self) }
        let fault = value("fault").flatMap {
            FaultReader(state: state, isForUnmatched: context.usage == .unmatched).fault($0)
        }
        let h2 = entry("h2").flatMap { HTTP2FramesReader(state: state).frames($0, beside: value) }
        let response = ResponseTemplate(
            status: status ?? .constant(defaultStatus), reason: reason, headers: headers, body: body,
            delay: delay ?? Delay(), connection: connection, fault: fault, h2: h2,
            delivery: DeliveryReader(state: state, context: reader.context).delivery(entry), position: position,
            index: state.nextResponseIndex())
        if checksBody {
            checkProtocol(response, entry, own: own)
            check(response, own: own, defaults: defaults)
            DeliveryCheck(
                state: state, own: own, inherited: defaults, response: response, isForHead: isForHead, rule: ruleText
            ).check()
        }
        return response
    }

    /// The entries of `defaults` that a response with its own entries has too, before single keys are replaced.
    private static func inherited(_ defaults: [Node.Entry], by own: [Node.Entry]) -> [Node.Entry] {
        guard let body = own.first(where: isBody) else { return defaults }
        if body.name == "raw" { return defaults.filter { keysBesideRaw.contains($0.name) } }
        return defaults.filter { !isBody($0) && !$0.isNamed("then") }
    }

    private func body(
        _ own: [Node.Entry], _ value: (String) -> Node?, isTemplated: Bool
    ) -> ResponseTemplate.Body {
        let reader = BodyReader(state: state, context: context)
        let body = reader.body(value, isTemplated: isTemplated)
        let bodies = own.filter(Self.isBody)
        // Only one body can be sent, but errors in all of them are reported.
        for other in bodies where bodies.count > 1 {
            _ = reader.body({ $0 == other.name ? other.value : nil }, isTemplated: isTemplated)
        }
        return body
    }

    /// Warns of a part that the protocol of the request can't carry.
    private func checkProtocol(
        _ response: ResponseTemplate, _ entry: (String) -> Node.Entry?, own: [Node.Entry]
    ) {
        func warn(_ what: String, at entry: Node.Entry, only version: String, taken: String) {
            guard let rule = ruleText, !own.contains(where: { $0.position == entry.position }) else {
                return state.warning(
                    .unsendable,
                    "\(what) goes only over \(version), and only requests over \(taken) are taken here: leave it out",
                    at: entry.position)
            }
            guard state.foreignDefaults.insert(entry.position).inserted else { return }
            state.warning(
                .unsendable,
                "\(what) goes only over \(version), and \(rule) takes only \(taken): write it in the responses of the other "
                    + "\(state.rule == .stub ? "stubs" : "steps") in place of defaults", at: entry.position)
        }
        switch applicationProtocol {
        case .http2?:
            let fault = response.fault?.kind == .malformedChunk ? "malformed_chunk" : nil
            for (key, what) in [("reason", "reason"), ("raw", "raw"), ("fault", fault)] {
                guard let what, let entry = entry(key) else { continue }
                warn(what, at: entry, only: "HTTP/1.1", taken: "HTTP/2")
            }
        case .http1?:
            guard let entry = entry("h2") else { return }
            warn("h2", at: entry, only: "HTTP/2", taken: "HTTP/1.1")
        case nil: break
        }
    }

    /// The step or stub of the response, for messages about values of `defaults`; nil if it has none.
    private var ruleText: String? {
        guard let noun = state.rule, let id = context.rule else { return nil }
        return noun.text(id)
    }

    /// Reports parts of the response that would break a client.
    private func check(_ response: ResponseTemplate, own: [Node.Entry], defaults: [Node.Entry]) {
        let (headers, status) = (response.headers, response.status)
        let ownBody = own.first(where: Self.isBody)
        let entry = ownBody ?? defaults.first(where: Self.isBody)
        let ownStatus = own.first { $0.isNamed("status") }
        let isInherited = ownBody == nil && ownStatus != nil
        guard
            let position = isInherited
                ? ownStatus?.value.position : entry?.position ?? headers.first?.values.first?.position
        else { return }
        MessageCheck(state: state).check(
            headers, status,
            body: MessageCheck.Body(
                content: response.body, key: entry?.name, position: position, isInherited: isInherited,
                hasLength: response.framing == .contentLength, isEncoded: response.delivery?.encoding != nil,
                rule: own.contains { $0.isNamed("headers") } ? nil : ruleText),
            isForHead: isForHead)
    }

    // MARK: The head

    private func status(_ node: Node) -> ResponseTemplate.Status {
        if let statuses = ShapeAdvice.statuses(node) {
            state.error(
                "a response has one status; to send several in turn write responses: [\(statuses.joined(separator: ", "))] in "
                    + state.ruleInWords, at: node.position)
            return .constant(200)
        }
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
                ? "a response has a status from 200 to 999, and \(digits) is interim: write 200"
                : "a status is a number from 200 to 999 or a template alone, not \"\(digits)\": write "
                    + ShapeAdvice.status(meantBy: digits), at: node.position)
        return .constant(200)
    }

    private func reason(_ node: Node) -> Template? {
        guard let template = state.template(node, context: context) else { return nil }
        for case .text(let text) in template.segments
        where text.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) {
            state.error("a reason can't hold control characters; leave them out", at: node.position)
        }
        return template
    }
}
