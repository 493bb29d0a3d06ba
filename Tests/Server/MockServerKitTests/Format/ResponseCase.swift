import MockServerKit

/// A response of a scenario and what a raw client receives of it, over one protocol.
struct ResponseCase: Sendable {
    /// What has come after some time: lines of HTTP/1.1 or frames of HTTP/2.
    struct Portion: Sendable {
        let after: Duration
        let lines: [String]
    }

    /// The section and the key of its row.
    let title: String
    let row: String
    let wire: WireProtocol
    /// The keys of the response.
    let keys: String
    /// What comes at once, then what comes after each time.
    var portions: [Portion]
    /// How the connection ends; nil if it stays open.
    var end: ConnectionEnd?
    var request = WireRequest("GET /x")
    /// The path and further keys of the stub, and further lines of the scenario.
    var path = "/x"
    var rule = ""
    var lines = ""
    /// The phase of a fault.
    var phase: String?
    /// Whether the last 64 bytes are not HTTP.
    var endsInGarbage = false

    /// The name of its row.
    var name: String { "\(title): \(row)" }

    /// A response over HTTP/1.1 to a request that says `Connection: close`, by the lines of its bytes.
    static func http1(
        _ title: String, _ row: String, _ keys: String, _ lines: [String], end: ConnectionEnd? = .fin,
        _ change: (inout ResponseCase) -> Void = { _ in }
    ) -> ResponseCase {
        var vector = ResponseCase(
            title: title, row: row, wire: .http1, keys: keys, portions: [Portion(after: .zero, lines: lines)], end: end)
        vector.request = WireRequest("GET /x", "Connection: close")
        change(&vector)
        return vector
    }

    /// A response over HTTP/2, by its frames.
    static func http2(
        _ title: String, _ row: String, _ keys: String, _ frames: [String], end: ConnectionEnd? = nil,
        _ change: (inout ResponseCase) -> Void = { _ in }
    ) -> ResponseCase {
        var vector = ResponseCase(
            title: title, row: row, wire: .http2, keys: keys, portions: [Portion(after: .zero, lines: frames)], end: end
        )
        change(&vector)
        return vector
    }

    /// The same case with another request line and further fields, or a body.
    func to(_ line: String, _ field: String? = nil, body: String = "") -> ResponseCase {
        var vector = self
        vector.request = WireRequest(line, body: body).with(
            request.fields + (field.map { [WireRequest.field($0)] } ?? []))
        return vector
    }

    /// The same case with a stub of this path and these keys.
    func with(path: String? = nil, rule: String = "") -> ResponseCase {
        var vector = self
        vector.path = path ?? self.path
        vector.rule = rule
        return vector
    }

    /// What the client receives up to a portion, as text.
    func expected(through index: Int) -> String {
        let texts = portions[...index].map { WireText.expected($0.lines, wire) }
        return wire == .http1 ? texts.joined() : texts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The same response over both, which comes at once.
    static func both(_ title: String, _ row: String, _ keys: String, http1: [String], http2: [String]) -> [ResponseCase]
    {
        [.http1(title, row, keys, http1), .http2(title, row, keys, http2)]
    }

    // MARK: - Heads

    static let ok = "HTTP/1.1 200 OK"
    static let plain = "Content-Type: text/plain; charset=utf-8"
    static let chunked = "Transfer-Encoding: chunked"
    static let close = "Connection: close"
    /// The head of a text of 5 bytes.
    static let head1 = [ok, plain, "Content-Length: 5", close, ""]
    static let head2 = "HEADERS 1 :status: 200, content-type: text/plain; charset=utf-8, content-length: 5"
    /// The head of a text whose length is not stated.
    static let chunkedHead1 = [ok, plain, chunked, close, ""]
    static let chunkedHead2 = "HEADERS 1 :status: 200, content-type: text/plain; charset=utf-8"
    /// The whole response `text: hello`.
    static let hello1 = head1 + ["hello"]
    static let hello2 = [head2, "DATA 1 hello end"]
}
