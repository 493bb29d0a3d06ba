import HTTPMessage
import Playback
import Scenarios
import TextCoding

/// A response with the ranges of its body that a GET asks for (RFC 9110, section 14).
struct RangedResponse {
    private(set) var status = 200
    private(set) var body: RenderedBody
    private(set) var fields: Fields

    /// - Parameters:
    ///   - body: the whole body in its content coding.
    ///   - now: the time, for the century of a date with two digits for the year.
    ///   - boundary: the separator of several ranges.
    init(
        _ body: RenderedBody, _ fields: Fields, answering request: borrowing RequestHead, now: WallClockTime,
        boundary: String
    ) {
        self.body = body
        self.fields = fields
        let isGet = request.method.elementsEqual("GET".utf8)
        guard isGet || request.method.elementsEqual("HEAD".utf8) else { return }
        if !fields.contains(named: "Accept-Ranges") { self.fields.append("Accept-Ranges", "bytes") }
        let values = request.fields.values(named: "Range")
        guard isGet, values.count == 1, let ranges = ByteRange.parse(values[0]),
            Self.isCurrent(request.fields, fields, now: now)
        else { return }
        let size = body.count
        // No `Content-Range` can tell a part of nothing.
        if size == 0, ranges.contains(where: { if case .suffix = $0 { true } else { false } }) { return }
        let found = ranges.compactMap { $0.bytes(ofBody: size) }
        self.fields.remove(named: "Content-Length")
        if found.isEmpty {
            refuse(size: size)
        } else if found.count == 1 {
            status = 206
            self.fields.append("Content-Range", Self.contentRange(found[0], of: size))
            self.body = .parts([Self.part(of: body, found[0])])
        } else {
            status = 206
            join(found, of: body, boundary: boundary)
        }
    }

    /// Whether the `If-Range` field, if there is one, names the response's representation: only then a range of it
    /// completes what the client has (RFC 9110, section 13.1.5).
    private static func isCurrent(_ request: borrowing Fields, _ response: Fields, now: WallClockTime) -> Bool {
        let values = request.values(named: "If-Range")
        guard let value = values.first else { return true }
        guard values.count == 1 else { return false }
        // The strong comparison: a weak tag is never equal.
        if value.first == UInt8(ascii: "\"") { return response.first(named: "ETag") == value }
        let seconds = now.nanoseconds / 1_000_000_000
        guard let date = HTTPDate.parse(value, now: seconds), let stated = response.first(named: "Last-Modified")
        else { return false }
        return HTTPDate.parse(stated, now: seconds) == date
    }

    private mutating func refuse(size: Int) {
        status = 416
        fields.remove(named: "Content-Type")
        fields.remove(named: "Content-Encoding")
        fields.append("Content-Range", "bytes */\(size)")
        body = .bytes([])
    }

    /// Makes a body of several ranges (RFC 9110, section 14.6).
    private mutating func join(_ ranges: [Range<Int>], of whole: RenderedBody, boundary: String) {
        let type = fields.first(named: "Content-Type").map { String(decoding: $0, as: UTF8.self) }
        var parts: [RenderedBody.Part] = []
        for (index, range) in ranges.enumerated() {
            var head = index == 0 ? "" : "\r\n"
            head += "--\(boundary)\r\n"
            if let type { head += "Content-Type: \(type)\r\n" }
            head += "Content-Range: \(Self.contentRange(range, of: whole.count))\r\n\r\n"
            parts.append(.bytes(Array(head.utf8)))
            parts.append(Self.part(of: whole, range))
        }
        parts.append(.bytes(Array("\r\n--\(boundary)--\r\n".utf8)))
        fields.remove(named: "Content-Type")
        fields.append("Content-Type", "multipart/byteranges; boundary=\(boundary)")
        body = .parts(parts)
    }

    private static func contentRange(_ range: Range<Int>, of size: Int) -> String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
    }

    private static func part(of body: RenderedBody, _ range: Range<Int>) -> RenderedBody.Part {
        switch body {
        case .bytes(let bytes): .bytes(Array(bytes[range]))
        case .file(let file, let position): .file(file, range, position)
        case .parts: .bytes([])
        }
    }
}
