import HTTPMessage
import HTTPWire
import Testing

/// A response to encode: its request, its fields, and the framing of its body.
struct EncoderVector: Sendable, CustomStringConvertible {
    var name: String
    var request = "GET / HTTP/1.1"
    var status = 200
    var reason: String?
    var fields: [(String, String)] = []
    var framing: ResponseEncoder.Framing?
    var body = "hello"
    var trailers: [(String, String)] = []
    var keepsAlive = true
    /// The whole response, with line ends as `\n`.
    var bytes: String
    var closes = false

    var description: String { name }
}

@Suite("Response encoder")
struct ResponseEncoderTests {
    static let vectors: [EncoderVector] = [
        // Framing.
        EncoderVector(name: "a known length", bytes: "HTTP/1.1 200 OK\nDate: D\nContent-Length: 5\n\nhello"),
        EncoderVector(
            name: "an empty body", body: "", bytes: "HTTP/1.1 200 OK\nDate: D\nContent-Length: 0\n\n"),
        EncoderVector(
            name: "chunked", framing: .chunked,
            bytes: "HTTP/1.1 200 OK\nDate: D\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n"),
        EncoderVector(
            name: "chunked and empty", framing: .chunked, body: "",
            bytes: "HTTP/1.1 200 OK\nDate: D\nTransfer-Encoding: chunked\n\n0\n\n"),
        EncoderVector(
            name: "trailers", framing: .chunked, trailers: [("Digest", "x"), ("a", "")],
            bytes: "HTTP/1.1 200 OK\nDate: D\nTransfer-Encoding: chunked\n\n5\nhello\n0\nDigest: x\na: \n\n"),
        EncoderVector(
            name: "trailers without chunks are not sent", trailers: [("Digest", "x")],
            bytes: "HTTP/1.1 200 OK\nDate: D\nContent-Length: 5\n\nhello"),
        EncoderVector(
            name: "until close", framing: .untilClose,
            bytes: "HTTP/1.1 200 OK\nDate: D\nConnection: close\n\nhello", closes: true),

        // The connection.
        EncoderVector(
            name: "the server closes", keepsAlive: false,
            bytes: "HTTP/1.1 200 OK\nDate: D\nContent-Length: 5\nConnection: close\n\nhello", closes: true),
        EncoderVector(
            name: "the client closes", request: "GET / HTTP/1.1\nConnection: close",
            bytes: "HTTP/1.1 200 OK\nDate: D\nContent-Length: 5\nConnection: close\n\nhello", closes: true),
        EncoderVector(
            name: "HTTP/1.0", request: "GET / HTTP/1.0",
            bytes: "HTTP/1.1 200 OK\nDate: D\nContent-Length: 5\nConnection: close\n\nhello", closes: true),
        EncoderVector(
            name: "HTTP/1.0 that persists", request: "GET / HTTP/1.0\nConnection: keep-alive",
            bytes: "HTTP/1.1 200 OK\nDate: D\nContent-Length: 5\nConnection: keep-alive\n\nhello"),
        EncoderVector(
            name: "HTTP/1.0 knows no chunks", request: "GET / HTTP/1.0\nConnection: keep-alive", framing: .chunked,
            trailers: [("a", "b")], bytes: "HTTP/1.1 200 OK\nDate: D\nConnection: close\n\nhello", closes: true),

        // Without a body.
        EncoderVector(
            name: "HEAD is told the length", request: "HEAD / HTTP/1.1",
            bytes: "HTTP/1.1 200 OK\nDate: D\nContent-Length: 5\n\n"),
        EncoderVector(
            name: "HEAD is told chunked", request: "HEAD / HTTP/1.1", framing: .chunked, trailers: [("a", "b")],
            bytes: "HTTP/1.1 200 OK\nDate: D\nTransfer-Encoding: chunked\n\n"),
        EncoderVector(
            name: "HEAD with a stated length", request: "HEAD / HTTP/1.1", fields: [("Content-Length", "999")],
            body: "", bytes: "HTTP/1.1 200 OK\nContent-Length: 999\nDate: D\n\n"),
        EncoderVector(
            name: "204 has neither body nor length", status: 204, bytes: "HTTP/1.1 204 No Content\nDate: D\n\n"),
        EncoderVector(
            name: "204 has no chunks", status: 204, framing: .chunked,
            bytes: "HTTP/1.1 204 No Content\nDate: D\n\n"),
        EncoderVector(
            name: "204 needs no close", status: 204, framing: .untilClose,
            bytes: "HTTP/1.1 204 No Content\nDate: D\n\n"),
        EncoderVector(
            name: "304 has no body, and no length of ours", status: 304, fields: [("ETag", "\"a\"")],
            bytes: "HTTP/1.1 304 Not Modified\nETag: \"a\"\nDate: D\n\n"),
        EncoderVector(
            name: "304 with a stated length", status: 304, fields: [("Content-Length", "10")],
            bytes: "HTTP/1.1 304 Not Modified\nContent-Length: 10\nDate: D\n\n"),
        EncoderVector(
            name: "205 has a length of zero", status: 205, body: "",
            bytes: "HTTP/1.1 205 Reset Content\nDate: D\nContent-Length: 0\n\n"),
        EncoderVector(
            name: "a tunnel has no framing", request: "CONNECT h:1 HTTP/1.1",
            bytes: "HTTP/1.1 200 OK\nDate: D\nConnection: close\n\n", closes: true),
        EncoderVector(
            name: "a refused tunnel has a body", request: "CONNECT h:1 HTTP/1.1", status: 403,
            bytes: "HTTP/1.1 403 Forbidden\nDate: D\nContent-Length: 5\n\nhello"),

        // Fields in the response have priority.
        EncoderVector(
            name: "fields keep order, spelling and repeats", fields: [("x-B", "1"), ("X-a", "é"), ("x-B", "")],
            bytes: "HTTP/1.1 200 OK\nx-B: 1\nX-a: é\nx-B: \nDate: D\nContent-Length: 5\n\nhello"),
        EncoderVector(
            name: "a stated date", fields: [("date", "never")],
            bytes: "HTTP/1.1 200 OK\ndate: never\nContent-Length: 5\n\nhello"),
        EncoderVector(
            name: "the right length, stated", fields: [("content-length", "5")],
            bytes: "HTTP/1.1 200 OK\ncontent-length: 5\nDate: D\n\nhello"),
        EncoderVector(
            name: "a wrong length ends the connection", fields: [("Content-Length", "999")],
            bytes: "HTTP/1.1 200 OK\nContent-Length: 999\nDate: D\nConnection: close\n\nhello", closes: true),
        EncoderVector(
            name: "a length that is none ends the connection", fields: [("Content-Length", "five")],
            bytes: "HTTP/1.1 200 OK\nContent-Length: five\nDate: D\nConnection: close\n\nhello", closes: true),
        EncoderVector(
            name: "two lengths end the connection", fields: [("Content-Length", "5"), ("Content-Length", "5")],
            bytes: "HTTP/1.1 200 OK\nContent-Length: 5\nContent-Length: 5\nDate: D\nConnection: close\n\nhello",
            closes: true),
        EncoderVector(
            name: "a stated length for a stream", fields: [("Content-Length", "5")], framing: .chunked,
            bytes: "HTTP/1.1 200 OK\nContent-Length: 5\nDate: D\nConnection: close\n\nhello", closes: true),
        EncoderVector(
            name: "a stated coding makes chunks of a stream", fields: [("Transfer-Encoding", "gzip, Chunked")],
            framing: .chunked,
            bytes: "HTTP/1.1 200 OK\nTransfer-Encoding: gzip, Chunked\nDate: D\n\n5\nhello\n0\n\n"),
        EncoderVector(
            name: "a stated coding that the body has not ends the connection",
            fields: [("Transfer-Encoding", "chunked")],
            bytes: "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nDate: D\nConnection: close\n\nhello", closes: true),
        EncoderVector(
            name: "another stated coding runs until close", fields: [("Transfer-Encoding", "gzip")],
            bytes: "HTTP/1.1 200 OK\nTransfer-Encoding: gzip\nDate: D\nConnection: close\n\nhello", closes: true),
        EncoderVector(
            name: "a stated close", fields: [("connection", "Close")],
            bytes: "HTTP/1.1 200 OK\nconnection: Close\nDate: D\nContent-Length: 5\n\nhello", closes: true),
        EncoderVector(
            name: "a stated connection is not contradicted", fields: [("Connection", "keep-alive")],
            keepsAlive: false, bytes: "HTTP/1.1 200 OK\nConnection: keep-alive\nDate: D\nContent-Length: 5\n\nhello",
            closes: true),

        // The status line.
        EncoderVector(
            name: "a reason of one's own", status: 404, reason: "Gone fishing",
            bytes: "HTTP/1.1 404 Gone fishing\nDate: D\nContent-Length: 5\n\nhello"),
        EncoderVector(
            name: "an empty reason keeps its space", reason: "",
            bytes: "HTTP/1.1 200 \nDate: D\nContent-Length: 5\n\nhello"),
        EncoderVector(
            name: "an unregistered status keeps the space", status: 799,
            bytes: "HTTP/1.1 799 \nDate: D\nContent-Length: 5\n\nhello"),
    ]

    @Test("a response is these bytes", arguments: vectors)
    func encodes(vector: EncoderVector) throws {
        let request = vector.request.replacing("\n", with: "\r\n") + "\r\nHost: h\r\n\r\n"
        guard case .head(_, let context) = outcome(of: [Array(request.utf8)[...]]).events.first else {
            Issue.record("a request of the table is refused")
            return
        }
        let prepared = try EncodedResponseHead(
            ResponseHead(status: vector.status, reason: vector.reason, fields: Fields(vector.fields)))
        let encoder = ResponseEncoder(
            prepared, answering: context, body: vector.framing ?? .length(vector.body.utf8.count),
            keepsAlive: vector.keepsAlive)
        var output = Array(">".utf8)
        encoder.append(prepared, date: Array("D".utf8), to: &output)
        encoder.append(Array(vector.body.utf8)[...], to: &output)
        try encoder.appendEnd(trailers: Fields(vector.trailers), to: &output)
        #expect(text(output[...]) == ">" + vector.bytes.replacing("\n", with: "\r\n"))
        #expect(encoder.closes == vector.closes)
    }

    private let plain = ResponseContext()

    @Test("without a date none is added")
    func noDate() throws {
        var output: [UInt8] = []
        let head = try EncodedResponseHead(ResponseHead(status: 204))
        let encoder = ResponseEncoder(head, answering: plain, body: .length(0))
        encoder.append(head, to: &output)
        #expect(text(output[...]) == "HTTP/1.1 204 No Content\r\n\r\n")
    }

    @Test("each piece is a chunk, an empty one is none")
    func pieces() throws {
        var output: [UInt8] = []
        let encoder = ResponseEncoder(
            try EncodedResponseHead(ResponseHead(status: 200)), answering: plain, body: .chunked)
        encoder.append(Array("abc".utf8)[...], to: &output)
        encoder.append([], to: &output)
        encoder.append(Array(repeating: UInt8(ascii: "x"), count: 26)[...], to: &output)
        try encoder.appendEnd(to: &output)
        #expect(text(output[...]) == "3\r\nabc\r\n1A\r\n\(String(repeating: "x", count: 26))\r\n0\r\n\r\n")
    }

    @Test("a chunk comes in parts, of which the last one ends it; without chunks they are plain bytes")
    func parts() throws {
        let head = try EncodedResponseHead(ResponseHead(status: 200))
        func written(_ body: ResponseEncoder.Framing) -> String {
            var output: [UInt8] = []
            let encoder = ResponseEncoder(head, answering: plain, body: body)
            encoder.beginChunk(26, to: &output)
            encoder.appendPart(Array("abc".utf8)[...], isLast: false, to: &output)
            encoder.appendPart(Array("def".utf8)[...], isLast: true, to: &output)
            encoder.beginChunk(0, to: &output)
            return text(output[...])
        }
        #expect(written(.chunked) == "1A\r\nabcdef\r\n")
        #expect(written(.length(6)) == "abcdef")
        #expect(written(.untilClose) == "abcdef")
    }

    @Test("an interim response has its fields and nothing of ours")
    func interim() throws {
        var output: [UInt8] = []
        ResponseEncoder.appendContinue(to: &output)
        let hints = ResponseHead(status: 103, fields: Fields([("Link", "</a>")]))
        ResponseEncoder.appendInterim(try EncodedResponseHead(hints), to: &output)
        #expect(
            text(output[...]) == "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
    }

    @Test("a refused HEAD is answered without a body, and closed")
    func refused() throws {
        let refusal = try #require(outcome(of: [Array("HEAD / HTTP/1.1\r\n\r\n".utf8)[...]]).refusal)
        let head = try EncodedResponseHead(ResponseHead(status: refusal.status))
        let encoder = ResponseEncoder(head, answering: ResponseContext(refusal), body: .length(3))
        var output: [UInt8] = []
        encoder.append(head, to: &output)
        encoder.append(Array("abc".utf8)[...], to: &output)
        #expect(
            text(output[...]) == "HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\nConnection: close\r\n\r\n")
        #expect(encoder.closes)
    }
}
