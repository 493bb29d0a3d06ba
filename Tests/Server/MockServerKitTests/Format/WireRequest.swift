import Testing

/// A request of a case, and its bytes in either protocol.
struct WireRequest: Sendable, CustomTestStringConvertible {
    let method: String
    let target: String
    let fields: [(name: String, value: String)]
    let body: [UInt8]

    /// A request with the line `GET /path?query` and fields like `Name: value`.
    init(_ line: String = "GET /x", _ fields: String..., body: String = "", bytes: [UInt8]? = nil) {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        method = parts[0]
        target = parts[1]
        self.fields = fields.map(Self.field)
        self.body = bytes ?? Array(body.utf8)
    }

    /// The same request with these fields.
    func with(_ fields: [(name: String, value: String)]) -> WireRequest {
        WireRequest(method: method, target: target, fields: fields, body: body)
    }

    private init(method: String, target: String, fields: [(name: String, value: String)], body: [UInt8]) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }

    /// A field like `Name: value`.
    static func field(_ line: String) -> (name: String, value: String) {
        let name = line.prefix { $0 != ":" }
        return (String(name), String(line.dropFirst(name.count + 1).drop { $0 == " " }))
    }

    var testDescription: String { "\(method) \(target)" }

    private var host: String { fields.first { $0.name == "Host" }?.value ?? "h" }
    private var others: [(name: String, value: String)] { fields.filter { $0.name != "Host" } }

    /// The bytes over HTTP/1.1.
    var http1: [UInt8] {
        let length = body.isEmpty ? [] : ["Content-Length: \(body.count)"]
        let lines =
            ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + length + others.map { "\($0.name): \($0.value)" }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + body
    }

    /// The frames over HTTP/2: HEADERS, and DATA if there is a body.
    func http2(on stream: Int) -> [UInt8] {
        let pseudo = [(":method", method), (":scheme", "http"), (":path", target), (":authority", host)]
        let fields = pseudo + others.map { ($0.name.lowercased(), $0.value) }
        let head = RawFrame.bytes(
            type: 1, flags: body.isEmpty ? 5 : 4, stream: stream, payload: fields.flatMap { RawFrame.literal($0, $1) })
        return head + (body.isEmpty ? [] : RawFrame.bytes(type: 0, flags: 1, stream: stream, payload: body))
    }
}

extension RawFrame {
    /// The bytes of a frame (RFC 9113, section 4.1).
    static func bytes(type: UInt8, flags: UInt8, stream: Int, payload: [UInt8]) -> [UInt8] {
        func octets(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(number >> (8 * $0) & 0xFF) }
        }
        return octets(payload.count, 3) + [type, flags] + octets(stream, 4) + payload
    }

    /// A field without indexing or Huffman coding (RFC 7541, section 6.2.2).
    static func literal(_ name: String, _ value: String) -> [UInt8] {
        [0] + string(name) + string(value)
    }

    private static func string(_ text: String) -> [UInt8] {
        var rest = text.utf8.count
        // RFC 7541, section 5.1: an integer with a prefix of 7 bits.
        guard rest >= 127 else { return [UInt8(rest)] + Array(text.utf8) }
        rest -= 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest % 128 + 128))
            rest /= 128
        }
        return length + [UInt8(rest)] + Array(text.utf8)
    }
}
