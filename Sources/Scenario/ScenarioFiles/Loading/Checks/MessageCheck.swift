import Scenarios
import ExactJSON

/// Finds parts of a response that would hang or break its client: a header that only the server can write, a length or
/// content coding that the body does not have, and a body or a length under a status that has none.
struct MessageCheck {
    /// The body of a response in the scenario.
    struct Body {
        let content: ResponseTemplate.Body
        /// The body key; nil if the response has none.
        let key: String?
        let position: Position
        /// Whether `defaults` give the body to a response that has its own status.
        let isInherited: Bool
        /// Whether its end is marked by its length.
        let hasLength: Bool
        /// Whether the server applies a content coding to it.
        let isEncoded: Bool
        /// The step or stub of the response, if its headers are those of `defaults`; else nil.
        let rule: String?
    }

    let state: LoadingContext

    // MARK: Headers that the server writes

    /// Reports a header about framing or the connection that is not written `{text: …}`.
    func check(headerOfConnection name: String, value: Template?, at position: Position) {
        // Made only for a message.
        var onPurpose: String { Self.onPurpose(name, value?.constant) }
        switch name.lowercased() {
        case "transfer-encoding":
            state.error(
                "the server writes Transfer-Encoding itself: write framing: chunked \(Self.besideHeaders)\(onPurpose)",
                at: position)
        case "connection":
            let keys =
                switch value?.constant?.lowercased() {
                case "close": "connection: close"
                case "keep-alive": "connection: keep_alive"
                default: "connection: close or connection: keep_alive"
                }
            state.error(
                "the server writes Connection itself: write \(keys) \(Self.besideHeaders)\(onPurpose)", at: position)
        case "keep-alive":
            state.error(
                "Keep-Alive is about the connection: write connection: keep_alive \(Self.besideHeaders)\(onPurpose)",
                at: position)
        case "upgrade":
            state.error(
                "the server changes to no other protocol: leave Upgrade out\(onPurpose)", at: position)
        default: break
        }
    }

    private static let besideHeaders = "next to headers (not in it)"

    /// What to write for a header that is wrong on purpose, as the end of a message.
    static func onPurpose(_ name: String, _ value: String?) -> String {
        "; to send a wrong one on purpose, write \(name): {text: \(value?.asFlowScalar ?? "…")}"
    }

    // MARK: The body

    /// Reports headers that contradict the body. With `isForHead` only HEAD gets the response, and its headers describe
    /// the body that GET would have had (RFC 9110, section 9.3.2).
    func check(_ headers: [ResponseTemplate.Header], _ status: ResponseTemplate.Status, body: Body, isForHead: Bool) {
        if check(status, body) { return }
        if case .constant(204) = status { return refuseLengths(headers) }
        if isForHead { return }
        if case .constant(let status) = status, ResponseTemplate.Status.hasNoContent(status) {
            // RFC 9110, section 8.6: a 304 may state the length of the body it does not send; a 205 only 0.
            if status == 304 { return }
            checkLengths(headers, .bytes([]), of: body.rule)
            return
        }
        // `DeliveryCheck` reports any header about an encoded body.
        guard headers.contains(where: \.isAboutBody), !body.isEncoded else { return }
        let facts = Facts(body.content)
        if body.hasLength { checkLengths(headers, facts, of: body.rule) }
        checkCodings(headers, facts, of: body.rule)
    }

    /// Reports a body under a status that has none; true if there is one.
    private func check(_ status: ResponseTemplate.Status, _ body: Body) -> Bool {
        guard let key = body.key else { return false }
        switch status {
        case .template(let template) where !Facts(body.content).isEmpty:
            state.warning(
                .templateStatus,
                "this template can make 204, 205 or 304, which have no body: \"\(key)\" is then left out; write a step or a stub for each status if it must be sent",
                at: template.position)
        case .constant(let status)
        where ResponseTemplate.Status.hasNoContent(status) && !Facts(body.content).isEmpty:
            let advice =
                body.isInherited
                ? "defaults give it \"\(key)\"; write {status: \(status), text: ''}"
                : "leave \"\(key)\" out, or write another status, such as 200"
            state.error("a response with status \(status) has no body: \(advice)", at: body.position)
            return true
        case .constant, .template: break
        }
        return false
    }

    /// Reports a length under 204, which may state none, not even 0 (RFC 9110, section 8.6).
    private func refuseLengths(_ headers: [ResponseTemplate.Header]) {
        guard let value = stated("content-length", in: headers).first else { return }
        state.error(
            "a response with status 204 has no Content-Length, not even 0: leave Content-Length out"
                + Self.onPurpose("Content-Length", value.constant), at: value.position)
    }

    private func stated(_ name: String, in headers: [ResponseTemplate.Header]) -> [Template] {
        headers.filter { $0.name.lowercased() == name && !$0.isDeliberate }.flatMap(\.values)
    }

    private func checkLengths(_ headers: [ResponseTemplate.Header], _ body: Facts, of rule: String?) {
        let values = stated("content-length", in: headers)
        guard let value = values.first else { return }
        var advice: String {
            let wrong = value.constant.flatMap { Int($0) } ?? 7
            return
                "leave Content-Length out; to send a wrong one on purpose, write content_length: \(wrong) \(Self.besideHeaders)"
        }
        if let second = values.dropFirst().first {
            return state.error("a response has one Content-Length: \(advice)", at: second.position)
        }
        if let text = value.constant, ContentLength.value(of: text.utf8) == nil {
            return state.error(
                "\(Excerpt.quoted(text)) is not a number of bytes: \(advice)", at: value.position)
        }
        guard let size = body.size, let text = value.constant else {
            let unknown = value.constant == nil ? "Content-Length" : "the body's length"
            return state.warning(
                .templateLength,
                "\(unknown) is known only when its template is filled in: leave Content-Length out, since a response whose "
                    + "body has another length is not sent", at: value.position)
        }
        guard ContentLength.value(of: text.utf8) != size, state.contradictoryLengths.insert(value.position).inserted
        else {
            return
        }
        state.error(
            "the body\(Self.suffix(rule)) has \(EnglishText.count(size, "byte")), not \(text): \(advice)",
            at: value.position)
    }

    /// ` of step "a"`; empty if the headers are in the rule itself.
    private static func suffix(_ rule: String?) -> String { rule.map { " of \($0)" } ?? "" }

    /// The key that encodes the body in place of the header; for a coding that no key stands for, what else to do.
    private static func cure(_ coding: String, _ effect: String = "", without other: String = "") -> String {
        BodyEncoding(rawValue: coding.hasPrefix("x-") ? String(coding.dropFirst(2)) : coding)
            .map { "write encoding: \($0.rawValue) \(besideHeaders) in place of Content-Encoding\(effect)" }
            ?? "leave Content-Encoding out\(other)"
    }

    private func checkCodings(_ headers: [ResponseTemplate.Header], _ body: Facts, of rule: String?) {
        guard let value = stated("content-encoding", in: headers).last else { return }
        guard let text = value.constant else {
            return state.warning(
                .templateEncoding,
                "only the template's value tells how the body is encoded, and a body that is not encoded so is never sent: write "
                    + "a step or a stub for each encoding, with encoding: gzip in place of the header",
                at: value.position)
        }
        guard let coding = ContentCoding.outermost(of: text) else { return }
        switch body.isEncoded(in: coding) {
        case .yes: break
        case .no:
            state.error(
                "the body\(Self.suffix(rule)) is not encoded in \(Excerpt.text(coding)): \(Self.cure(coding)), or send a file that is"
                    + Self.onPurpose("Content-Encoding", text), at: value.position)
        case .unknown:
            state.warning(
                .templateEncoding,
                "only the template's value tells whether the body is \(Excerpt.text(coding)) data, and a body that is not is "
                    + "never sent: "
                    + Self.cure(
                        coding, ", and the server encodes it",
                        without: ", or write file: and a file that has such data in place of the template"),
                at: value.position)
        }
    }
}

/// The facts about a body that are known before it is sent.
private enum Facts {
    /// Text or JSON that is always the same.
    case bytes([UInt8])
    case file(FileBody)
    /// Stated bytes, which any coding can have produced.
    case base64([UInt8])
    /// JSON with values from templates.
    case json
    /// The text of a template, or a streamed body.
    case unknown

    enum Response {
        case yes, no, unknown
    }

    init(_ body: ResponseTemplate.Body) {
        switch body {
        case .none: self = .bytes([])
        case .json(let template): self = template.constant.map { .bytes($0.bytes()) } ?? .json
        case .text(let template), .templatedFile(let template, _):
            self = template.constant.map { .bytes(Array($0.utf8)) } ?? .unknown
        case .file(let file, _): self = .file(file)
        case .bytes(let bytes): self = .base64(bytes)
        case .base64, .chunks, .events, .raw: self = .unknown
        }
    }

    /// The size in bytes; nil if it depends on a template.
    var size: Int? {
        switch self {
        case .bytes(let bytes), .base64(let bytes): bytes.count
        case .file(let file): file.size
        case .json, .unknown: nil
        }
    }

    var isEmpty: Bool { size == 0 }

    func isEncoded(in coding: String) -> Response {
        switch self {
        // A scenario contains text, which no content coding produces.
        case .bytes, .json: .no
        case .unknown: .unknown
        case .base64(let bytes): ContentCoding.canBegin(coding, with: bytes) == false ? .no : .yes
        case .file(let file):
            (try? file.read(at: 0, upTo: ContentCoding.markSize))
                .map { ContentCoding.canBegin(coding, with: $0) == false ? .no : .yes } ?? .yes
        }
    }
}
