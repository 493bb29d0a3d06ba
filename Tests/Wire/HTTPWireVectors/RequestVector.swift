/// A request on the wire and its expected result. It uses no type under test, so that other tests can send the same
/// bytes through a socket.
public struct RequestVector: Codable, Sendable, CustomStringConvertible {
    /// The result of parsing the bytes with the default limits.
    public enum Expectation: Codable, Sendable {
        /// These requests, with no byte left.
        case accepts([ExpectedRequest])
        /// A response with this status and this sentence as its reason; nothing after it is read.
        case refuses(status: Int, text: String)
    }

    public var name: String
    public var bytes: [UInt8]
    public var expectation: Expectation

    public var description: String { name }

    static func accepted(_ name: String, _ bytes: String, _ requests: ExpectedRequest...) -> RequestVector {
        RequestVector(name: name, bytes: Array(bytes.utf8), expectation: .accepts(requests))
    }

    /// A vector that is rejected with the text "`sentence`, `location` (`section`).", or without `location`.
    static func refused(
        _ name: String, _ bytes: String, _ status: Int, _ sentence: String, _ section: String, _ location: String? = nil
    ) -> RequestVector {
        let text = sentence + (location.map { ", " + $0 } ?? "") + " (\(section))."
        return RequestVector(name: name, bytes: Array(bytes.utf8), expectation: .refuses(status: status, text: text))
    }
}

/// The expected parts of a request, as UTF-8.
public struct ExpectedRequest: Codable, Hashable, Sendable {
    public var method: String
    public var target: String
    public var authority: String
    public var path: String
    public var query: String?
    public var version: String
    public var body: String
    /// Name and value of each trailer.
    public var trailers: [[String]]
    /// Name and value of each field; nil if the vector does not check them.
    public var fields: [[String]]?
    public var expectsContinue: Bool

    public init(
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
    public static let all = requestLines + fieldLines + hosts + bodies + chunkedBodies + sequences + limits

    public static var refused: [RequestVector] {
        all.filter { if case .refuses = $0.expectation { true } else { false } }
    }

    /// A GET of `/` from `h` with these field lines.
    public static func get(_ lines: String...) -> String {
        (["GET / HTTP/1.1", "Host: h"] + lines + ["", ""]).joined(separator: "\r\n")
    }

    /// A POST to `/` of `h` with these field lines and `body`.
    public static func post(_ lines: String..., body: String) -> String {
        (["POST / HTTP/1.1", "Host: h"] + lines + ["", body]).joined(separator: "\r\n")
    }

    /// A POST to `/` of `h` with the chunked `body`.
    public static func chunked(_ body: String) -> String {
        post("Transfer-Encoding: chunked", body: body)
    }

    /// A POST to `/` of `h` with a chunked body and these trailer lines.
    public static func trailers(_ lines: String...) -> String {
        chunked((["1", "x", "0"] + lines + ["", ""]).joined(separator: "\r\n"))
    }
}
