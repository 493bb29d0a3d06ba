import MockServerKit
import Testing

/// A raw client of a case: it sends requests on one connection over either protocol, and keeps the bytes it received.
final class WireClient {
    /// A response that came to its end: its head in words, and its body.
    struct Response {
        var status = 0
        var head = ""
        var body: [UInt8] = []
    }

    let wire: WireProtocol
    let raw: RawClient
    private let fields = FieldDecoder()
    private var sent = 0
    private var read = 0

    init(_ server: MockServer, _ wire: WireProtocol) throws {
        self.wire = wire
        raw = try RawClient(server)
        if wire == .http2 { try raw.send(RawFrame.start) }
    }

    /// Sends a request without waiting for its response; over HTTP/2 on the streams 1, 3, 5 and so on.
    func send(_ request: WireRequest) throws {
        try raw.send(wire == .http1 ? request.http1 : request.http2(on: 2 * sent + 1))
        sent += 1
    }

    /// Sends a request and returns the status of its response, which it reads to its end.
    @discardableResult
    func ask(_ request: WireRequest) throws -> Int {
        try send(request)
        return try response(toHead: request.method == "HEAD").status
    }

    /// Reads the next response to its end.
    @discardableResult
    func response(toHead: Bool = false) throws -> Response {
        if wire == .http1 {
            let response = try raw.response(toHead: toHead)
            return Response(status: response.status, head: response.head, body: response.body)
        }
        var response = Response()
        while true {
            let frames = RawFrame.frames(in: raw.pending)
            for frame in frames.dropFirst(read) {
                read += 1
                if frame.type == 1, let fields = fields.fields(frame.payload), let first = fields.first {
                    response.status = Int(first.dropFirst(":status: ".count)) ?? response.status
                    response.head += fields.joined(separator: "\n")
                }
                if frame.type == 0 { response.body += frame.payload }
                if frame.type == 3 || frame.type <= 1 && frame.flags & 1 == 1 { return response }
            }
            try #require(try raw.receive(), "the connection ended before the response")
        }
    }

    /// Leaves without a word.
    func leave() { raw.reset() }
}
