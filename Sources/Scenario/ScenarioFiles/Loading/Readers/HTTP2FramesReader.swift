import Scenarios
import HTTPMessage

/// Reads `h2`: the HTTP/2 frames that a response sends in addition to its own.
struct HTTP2FramesReader {
    let state: LoadingContext

    /// Reads the entry; `value` returns other keys of the response, some of which can't be combined with `h2`.
    func frames(_ entry: Node.Entry, beside value: (String) -> Node?) -> HTTP2Frames? {
        guard let keyed = state.entries(of: entry.value, .h2) else { return nil }
        if entry.value.entries?.isEmpty ?? true {
            state.error(
                "h2 is empty: write {rst_stream: CANCEL}, {goaway: NO_ERROR} or {settings: …}",
                at: entry.value.position)
        }
        if let reason = value("reason") {
            state.error(
                "reason goes only over HTTP/1.1 and h2 only over HTTP/2, so this can't be sent at all; leave one out",
                at: max(reason.position, entry.position))
        }
        for key in ["rst_stream", "goaway"] {
            guard let end = keyed.entry(key) else { continue }
            for other in key == "goaway" ? ["fault", "connection"] : ["fault"] {
                guard let node = value(other) else { continue }
                state.error(
                    "\(other) can't stand beside \(key): both say how the response ends; leave one out",
                    at: max(node.position, end.position))
            }
        }
        let goaway = keyed["goaway"].flatMap { self.goaway($0) }
        if let entry = keyed.entry("rst_stream"), let goaway, !goaway.isGraceful || goaway.phase == .responseEnd {
            state.error(
                goaway.isGraceful
                    ? "rst_stream replaces the response's end, so a goaway at response_end never comes; leave one out"
                    : "rst_stream can't stand beside a goaway that ends the connection at once; leave one out",
                at: entry.position)
        }
        return HTTP2Frames(
            settings: keyed["settings"].map { settings($0) } ?? [], reset: keyed["rst_stream"].flatMap { reset($0) },
            goaway: goaway, position: entry.position)
    }

    // MARK: RST_STREAM

    private func reset(_ node: Node) -> StreamReset? {
        if node.text != nil { return code(node).map { StreamReset($0) } }
        guard let keyed = state.entries(of: node, .resetStream) else { return nil }
        guard let codeNode = keyed["code"] else {
            if keyed.isComplete { state.error("rst_stream needs a code: write code: CANCEL", at: node.position) }
            return nil
        }
        let phase = keyed["at"].map { state.word($0, "at", StreamReset.Phase.self) } ?? .responseStart
        guard let code = code(codeNode), let phase else { return nil }
        var afterBytes = 0
        if let entry = keyed.entry("after_bytes") {
            guard phase == .responseBody else {
                return state.refuse(
                    "after_bytes goes only with at: response_body, not with \(phase.rawValue); write at: response_body, or "
                        + "leave it out", at: entry.position)
            }
            afterBytes = state.integer(entry.value, minimum: 0, "after_bytes") ?? 0
        }
        return StreamReset(code, at: phase, afterBytes: afterBytes)
    }

    /// The code of a registered name, or a code given as a number.
    private func code(_ node: Node) -> HTTP2ErrorCode? {
        guard let text = state.string(node) else { return nil }
        if let code = HTTP2ErrorCode(name: text) { return code }
        if node.plainText != nil, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = UInt32(text) {
            return HTTP2ErrorCode(rawValue: number)
        }
        let upper = text.uppercased()
        let near = Nearest.hint(for: upper, among: HTTP2ErrorCode.names)
        let hint =
            if HTTP2ErrorCode(name: upper) != nil {
                "; write \(upper)"
            } else if node.plainText == nil, let number = UInt32(text) {
                "; write \(number) without quotes"
            } else {
                near.isEmpty ? "; write a name like CANCEL, or a number up to \(UInt32.max)" : near
            }
        return state.refuse(
            "\"\(text)\" is not an error code of HTTP/2 (RFC 9113, section 7)\(hint)", at: node.position)
    }

    // MARK: GOAWAY

    private func goaway(_ node: Node) -> Goaway? {
        if node.text != nil { return code(node).map { Goaway($0, isGraceful: $0 == .noError) } }
        guard let keyed = state.entries(of: node, .goaway) else { return nil }
        if node.entries?.isEmpty ?? true {
            state.error("goaway is empty: write NO_ERROR or another code", at: node.position)
        }
        let phase = keyed["at"].map { state.word($0, "at", Goaway.Phase.self) } ?? .responseStart
        let code = keyed["code"].map { self.code($0) } ?? .noError
        var lastStream: Int?
        if let node = keyed["last_stream"] {
            guard let number = stream(node) else { return nil }
            lastStream = number
        }
        guard let code, let phase else { return nil }
        return Goaway(
            code, lastStream: lastStream, isGraceful: keyed["graceful"].map { state.flag($0) } ?? (code == .noError),
            at: phase)
    }

    private func stream(_ node: Node) -> Int? {
        guard let number = state.integer(node, minimum: 0, "last_stream") else { return nil }
        guard number == 0 || number % 2 == 1, number <= Int32.max else {
            return state.refuse(
                "last_stream is a stream that a client opens: write an odd number up to \(Int32.max), or 0 for none",
                at: node.position)
        }
        return number
    }

    // MARK: SETTINGS

    private func settings(_ node: Node) -> [HTTP2Setting] {
        guard let keyed = state.entries(of: node, .settings) else { return [] }
        if node.entries?.isEmpty ?? true {
            state.error("settings is empty: write {max_concurrent_streams: 1}", at: node.position)
        }
        return keyed.entries.compactMap { entry in
            guard let name = HTTP2Setting.Name(text: entry.name) else { return nil }
            let digits = entry.value.plainText ?? ""
            let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            if isNumber, let number = Int(digits), let setting = HTTP2Setting(name, number) { return setting }
            let values = name.values
            if entry.value.plainText == nil, let text = entry.value.text, let number = Int(text),
                HTTP2Setting(name, number) != nil
            {
                return state.refuse(
                    "\(entry.name) takes whole numbers: write \(number) without quotes", at: entry.value.position)
            }
            return state.refuse(
                values.count == 1
                    ? "a server may send \(entry.name) only as \(values.lowerBound): write \(values.lowerBound)"
                    : "\(entry.name) takes whole numbers: write one from \(values.lowerBound) to \(values.upperBound)",
                at: entry.value.position)
        }
    }
}
