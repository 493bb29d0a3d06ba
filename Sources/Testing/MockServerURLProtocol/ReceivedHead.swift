import Foundation
import HTTPMessage
import HTTPWire
import MockRuntime
import TextCoding
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The head of a response as a client reads it: the fields are those that the server writes over HTTP/1.1, and the
/// body's framing is what they say.
struct ReceivedHead {
    /// How a client finds the end of a body (RFC 9112, section 6.3).
    enum Framing: Equatable {
        case length(Int)
        case chunked
        case untilClose
    }

    let status: Int
    let framing: Framing
    /// Whether the body is really written as the fields say.
    let isFramedAsStated: Bool
    /// Whether the request and the status let the response have a body.
    let hasBody: Bool
    /// The lines of the fields, in order.
    private let lines: [(name: String, value: String)]

    /// A head that the run has rendered; nil if HTTP/1.1 can't carry it.
    init?(
        _ head: RenderedHead, framing: ResponseEncoder.Framing, answering context: ResponseContext,
        at time: WallClockTime
    ) {
        guard let encoded = head.encoded else { return nil }
        let encoder = ResponseEncoder(
            encoded, answering: context, body: framing, keepsAlive: head.connection != .close,
            saysSo: head.connection == .keepAlive)
        self.init(encoded, encoder, at: time)
    }

    /// The head of a response of the server's own, with a body of that many bytes.
    init?(_ head: ResponseHead, bodySize: Int, answering context: ResponseContext, at time: WallClockTime) {
        guard let encoded = try? EncodedResponseHead(head) else { return nil }
        let encoder = ResponseEncoder(encoded, answering: context, body: .length(bodySize), keepsAlive: false)
        self.init(encoded, encoder, at: time)
    }

    private init(_ encoded: EncodedResponseHead, _ encoder: ResponseEncoder, at time: WallClockTime) {
        var bytes: [UInt8] = []
        let date = HTTPDate.format(unixSeconds: time.nanoseconds / 1_000_000_000)
        encoder.append(encoded, date: Array(date.utf8), to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n").dropFirst().compactMap { line in
            line.firstIndex(of: ":").map { colon in
                (
                    name: String(line[..<colon]),
                    value: line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                )
            }
        }
        func value(_ name: String) -> String? { lines.last { $0.name.lowercased() == name }?.value }
        self.lines = lines
        status = encoded.status
        framing =
            if !encoder.sendsBody {
                .length(0)
            } else if let coding = value("transfer-encoding") {
                coding.lowercased().hasSuffix("chunked") ? .chunked : .untilClose
            } else if let length = value("content-length").flatMap({ Int($0) }), length >= 0 {
                .length(length)
            } else {
                .untilClose
            }
        isFramedAsStated = framing != .chunked || encoder.framing == .chunked
        hasBody = encoder.sendsBody
    }

    /// The first value of a field, case aside.
    func value(of name: String) -> String? { lines.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// The values of the field in all its lines.
    func values(of name: String) -> [String] {
        lines.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// Whether a session asks its delegate for a user and a password (RFC 9110, section 11.6.1).
    var asksForCredentials: Bool {
        status == 401
            && values(of: "WWW-Authenticate").contains { value in
                value.lowercased().split(separator: ",").contains { challenge in
                    let scheme = challenge.split(separator: " ").first
                    return scheme == "basic" || scheme == "digest"
                }
            }
    }

    /// The response for the client; lines of one name are one field, as `URLSession` joins them.
    func response(to url: URL) -> HTTPURLResponse? {
        var fields: [String: String] = [:]
        for (name, value) in lines { fields[name] = fields[name].map { "\($0), \(value)" } ?? value }
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
    }
}
