import HTTP2
import HTTPMessage
import TextCoding

/// A request over HTTP/1.1 to continue with cleartext HTTP/2 (RFC 7540, section 3.2).
///
/// RFC 9113 has removed this mechanism, but curl's `--http2` with an `http:` URL and nghttp's `-u` use it.
struct HTTP2Upgrade {
    /// The payload of the client's SETTINGS frame.
    private let payload: [UInt8]

    /// nil for a request that does not ask for the upgrade, or violates its rules: it gets a normal response.
    init?(_ head: borrowing RequestHead) {
        guard head.version == .http11, head.fields.containsListElement("h2c", in: "Upgrade"),
            head.fields.containsListElement("Upgrade", in: "Connection"),
            head.fields.containsListElement("HTTP2-Settings", in: "Connection")
        else { return nil }
        let settings = head.fields.values(named: "HTTP2-Settings")
        guard settings.count == 1, let text = settings.first, let payload = Base64.decode(text, .url) else {
            return nil
        }
        self.payload = payload
    }

    /// Answers the request's upgrade and hands the channel over to an HTTP/2 connection, whose first stream has the
    /// request; nil where the settings can't be read.
    func connection<Stream: ByteStream>(
        for request: Request, on stream: Stream, _ settings: ConnectionSettings, _ reporter: ConnectionReporter
    ) -> HTTP2Connection<Stream>? {
        guard let session = session(for: request, settings.http2(on: stream)) else { return nil }
        Self.response.withUnsafeBytes { stream.write($0) }
        let connection = HTTP2Connection(stream, reporter, settings: settings, upgraded: session)
        stream.handOver(to: connection)
        return connection
    }

    private func session(for request: Request, _ settings: HTTP2Settings) -> HTTP2Session? {
        let head = request.head
        // Its response is sent over HTTP/2.
        let upgraded = Request(
            head: RequestHead(version: .h2, fields: head.fields, layout: head.layout, rawCount: head.rawCount),
            body: request.body, trailers: request.trailers, connection: request.connection)
        return try? HTTP2Session(upgrading: upgraded, payload: payload, settings: settings)
    }

    /// What is sent before the first frame.
    private static let response = Array(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n".utf8)
}
