/// A request on the wire and what becomes of it, free of any type under test, so that other tests can play the same
/// bytes on a socket.
struct RequestVector: Codable, Sendable, CustomStringConvertible {
    /// What a parser with the default limits makes of the bytes.
    enum Expectation: Codable, Sendable {
        /// These requests, and no byte left.
        case accepts([ExpectedRequest])
        /// An answer with this status, whose reason is this sentence, and nothing read behind it.
        case refuses(status: Int, text: String)
    }

    var name: String
    var bytes: [UInt8]
    var expectation: Expectation

    var description: String { name }

    static func accepted(_ name: String, _ bytes: String, _ requests: ExpectedRequest...) -> RequestVector {
        RequestVector(name: name, bytes: Array(bytes.utf8), expectation: .accepts(requests))
    }

    /// A vector that is refused with the text "`sentence`, `place` (`section`).", or without a place.
    static func refused(
        _ name: String, _ bytes: String, _ status: Int, _ sentence: String, _ section: String, _ place: String? = nil
    ) -> RequestVector {
        let text = sentence + (place.map { ", " + $0 } ?? "") + " (\(section))."
        return RequestVector(name: name, bytes: Array(bytes.utf8), expectation: .refuses(status: status, text: text))
    }
}

/// A request as its parts should read, as UTF-8.
struct ExpectedRequest: Codable, Hashable, Sendable {
    var method: String
    var target: String
    var authority: String
    var path: String
    var query: String?
    var version: String
    var body: String
    /// Name and value of each trailer.
    var trailers: [[String]]
    /// Name and value of each field; nil where the vector is not about them.
    var fields: [[String]]?
    var expectsContinue: Bool

    init(
        _ method: String = "GET", _ target: String = "/", authority: String = "h", path: String? = nil,
        query: String? = nil, version: String = "http/1.1", body: String = "", trailers: [[String]] = [],
        fields: [[String]]? = nil, expectsContinue: Bool = false
    ) {
        self.method = method
        self.target = target
        self.authority = authority
        self.path = path ?? target
        self.query = query
        self.version = version
        self.body = body
        self.trailers = trailers
        self.fields = fields
        self.expectsContinue = expectsContinue
    }
}

extension RequestVector {
    /// Every named vector.
    static let all = requestLines + fieldLines + hosts + bodies + chunkedBodies + sequences + limits

    static var refused: [RequestVector] {
        all.filter { if case .refuses = $0.expectation { true } else { false } }
    }

    /// A GET of `/` from `h` with these field lines.
    static func get(_ lines: String...) -> String {
        (["GET / HTTP/1.1", "Host: h"] + lines + ["", ""]).joined(separator: "\r\n")
    }

    /// A POST to `/` of `h` with these field lines and `body`.
    static func post(_ lines: String..., body: String) -> String {
        (["POST / HTTP/1.1", "Host: h"] + lines + ["", body]).joined(separator: "\r\n")
    }

    /// A POST to `/` of `h` with the coded `body`.
    static func chunked(_ body: String) -> String {
        post("Transfer-Encoding: chunked", body: body)
    }

    /// A POST to `/` of `h` with the coded `body`, whose trailer section follows.
    static func trailers(_ lines: String...) -> String {
        chunked((["1", "x", "0"] + lines + ["", ""]).joined(separator: "\r\n"))
    }
}
