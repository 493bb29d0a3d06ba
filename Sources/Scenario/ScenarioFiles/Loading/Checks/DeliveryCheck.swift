import ExactJSON
import Scenarios

/// Finds keys of a response that can't stand together, because they contradict each other or one has no effect.
struct DeliveryCheck {
    let state: LoadingContext
    /// The response's own keys, and those that it has from `defaults`.
    let own: [Node.Entry]
    let inherited: [Node.Entry]
    let response: ResponseTemplate
    /// Whether only HEAD requests get the response: faults within its body happen after the head.
    var isForHead = false
    /// The step or stub of the response; nil if it has none.
    var rule: String?

    private func entry(_ key: String) -> Node.Entry? {
        own.first { $0.isNamed(key) } ?? inherited.first { $0.isNamed(key) }
    }

    private func word(_ key: String) -> String? { entry(key)?.value.text }

    /// ` of step "a"` for a value of `defaults`; empty for one in the rule itself.
    private func suffix(_ key: String) -> String {
        own.contains { $0.isNamed(key) } ? "" : rule.map { " of \($0)" } ?? ""
    }

    /// Reports one of two keys, the later one.
    private func refuse(_ one: String, beside other: String, _ reason: String) {
        guard let one = entry(one), let other = entry(other) else { return }
        let ownOnes = [one, other].filter { entry in own.contains { $0.position == entry.position } }
        // What the response adds to its defaults is wrong, wherever these stand in the file.
        let later = ownOnes.count == 1 ? ownOnes[0] : one.position < other.position ? other : one
        let earlier = later.name == one.name ? other : one
        state.error(
            "\(later.name) can't stand beside \(earlier.name): \(reason); leave one out", at: later.position)
    }

    func check() {
        // Most responses have none of the keys that could contradict each other.
        guard own.contains(where: \.isAboutDelivery) || inherited.contains(where: \.isAboutDelivery) else { return }
        if entry("raw") != nil { return checkRaw() }
        checkFraming()
        checkFault()
        checkEnd()
        checkContent()
    }

    private func checkRaw() {
        let allowed = ["raw", "delay", "connection"]
        for other in own where !allowed.contains(other.name) {
            // The reader has reported a second body.
            if BodyReader.keys.contains(other.name) { continue }
            state.error(
                "\(other.name) can't stand beside raw, which is the whole response: only delay, hold and connection can; "
                    + "leave it out",
                at: other.position)
        }
    }

    private func checkFraming() {
        refuse("content_length", beside: "framing", "content_length alone states a wrong length")
        refuse("content_length", beside: "trailers", "trailers need a chunked body")
        refuse("dribble", beside: "throttle", "both say how fast the body goes")
        if let framing = word("framing"), framing == "content_length" || framing == "close" {
            refuse("trailers", beside: "framing", "trailers need framing: chunked")
        }
        if word("connection") == "keep_alive" {
            if word("framing") == "close" {
                refuse("connection", beside: "framing", "framing: close ends the connection")
            }
            refuse("connection", beside: "content_length", "after a wrong length the connection closes")
        }
        guard response.framing != .contentLength, let framing = framingEntry else { return }
        for header in response.headers where header.name.lowercased() == "content-length" && !header.isDeliberate {
            guard let position = header.values.first?.position else { continue }
            state.error(
                "the body has no Content-Length, because of \(framing.name): leave Content-Length out"
                    + MessageCheck.onPurpose(header.name, header.values.first?.constant),
                at: max(position, framing.position))
        }
    }

    /// The key that gives the body another framing than its length.
    private var framingEntry: Node.Entry? {
        for key in ["framing", "trailers", "chunks", "events", "fault"] {
            if let entry = entry(key) { return entry }
        }
        return nil
    }

    private func checkFault() {
        guard let fault = response.fault else { return }
        if fault.kind == .malformedChunk {
            if word("framing") != "chunked" {
                refuse("fault", beside: "framing", "malformed_chunk needs framing: chunked")
            }
            refuse("fault", beside: "content_length", "malformed_chunk needs a chunked body")
            refuse("fault", beside: "h2", "malformed_chunk goes only over HTTP/1.1 and h2 only over HTTP/2")
        }
        guard fault.kind == .truncate, !isForHead, case .constant(let status) = response.status,
            !ResponseTemplate.Status.hasNoContent(status), response.delivery?.encoding == nil,
            let size = response.body.constantSize
        else { return }
        if let stated = fault.afterBytes, stated >= size {
            state.error(
                "truncate after \(EnglishText.count(stated, "byte")) cuts nothing: the body\(suffix("fault")) has "
                    + "\(EnglishText.count(size, "byte")); "
                    + (size > 0 ? "write after_bytes: \(size - 1)" : "leave the fault out"), at: fault.position)
        } else if size == 0 {
            state.error(
                "truncate cuts nothing: the response\(suffix("fault")) has no body; write text: hello, or leave fault out",
                at: fault.position)
        }
    }

    private func checkEnd() {
        if let then = own.first(where: { $0.isNamed("then") }), entry("events") == nil {
            let cure =
                word("then") == "close"
                ? "to close the connection after this response write connection: close in its place" : "leave it out"
            state.error(
                "then goes only with events, and says what follows the last one; \(cure)", at: then.position)
        }
        guard response.staysOpen else { return }
        refuse("then", beside: "trailers", "a stream that stays open has no end")
        if response.framing == .contentLength {
            refuse(
                "then", beside: word("framing") == nil ? "content_length" : "framing", "a body that has a length ends")
        }
        if response.fault?.phase == .responseEnd {
            refuse("then", beside: "fault", "a stream that stays open has no end")
        }
        if response.h2?.reset?.phase == .responseEnd || response.h2?.goaway?.phase == .responseEnd {
            refuse("then", beside: "h2", "a stream that stays open has no end")
        }
    }

    private func checkContent() {
        refuse("ranges", beside: "chunks", "ranges need a body with a known length")
        refuse("ranges", beside: "events", "ranges need a body with a known length")
        refuse("ranges", beside: "content_length", "a range has another length")
        let hasBody = BodyReader.keys.contains { entry($0) != nil }
        for key in ["ranges", "encoding"] {
            guard let stated = own.first(where: { $0.isNamed(key) }), !hasBody else { continue }
            state.error("\(key) needs a body; write text: hello, or leave \(key) out", at: stated.position)
        }
        if let ranges = own.first(where: { $0.isNamed("ranges") }), case .constant(let status) = response.status,
            status != 200
        {
            state.error("ranges act on status 200 only, not on \(status); leave one out", at: ranges.position)
        }
        guard let encoding = entry("encoding"), hasBody else { return }
        for header in response.headers where header.isAboutBody {
            guard let position = header.values.first?.position else { continue }
            state.error(
                "\(header.name) can't stand beside encoding, which \(header.changeByEncoding): leave it out"
                    + MessageCheck.onPurpose(header.name, header.values.first?.constant),
                at: max(position, encoding.position))
        }
    }
}

extension Node.Entry {
    /// Whether the key can contradict another one of the response.
    fileprivate var isAboutDelivery: Bool {
        switch name {
        case "status", "headers", "json", "text", "base64", "file", "reason", "delay", "template": false
        default: true
        }
    }
}

extension ResponseTemplate.Header {
    fileprivate var changeByEncoding: String {
        name.lowercased() == "content-length" ? "changes the length" : "adds it"
    }
}

extension ResponseTemplate.Body {
    /// The size in bytes, if no template decides it.
    fileprivate var constantSize: Int? {
        switch self {
        case .none: 0
        case .json(let json): json.constant?.bytes().count
        case .text(let text), .templatedFile(let text, _): text.constant?.utf8.count
        case .file(let file, _): file.size
        case .bytes(let bytes): bytes.count
        case .base64, .events, .raw: nil
        case .chunks(let chunks):
            chunks.reduce(Int?.some(0)) { size, chunk in
                guard let size, let bytes = chunk.content.constant else { return nil }
                return size + bytes.count
            }
        }
    }
}
