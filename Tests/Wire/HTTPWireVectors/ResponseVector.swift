/// A response on the wire, up to the end of its connection, and its expected result. It uses no type under test.
public struct ResponseVector: Sendable, CustomStringConvertible {
    /// The result of parsing the bytes with the default limits.
    public enum Expectation: Sendable {
        /// This response, with no byte left.
        case accepts(ExpectedResponse)
        /// The connection is closed with this sentence as its reason.
        case refuses(String)
    }

    public var name: String
    /// The method of the request.
    public var method: String
    public var bytes: [UInt8]
    public var expectation: Expectation

    public var description: String { name }

    static func accepted(
        _ name: String, to method: String = "GET", _ bytes: String, _ response: ExpectedResponse
    ) -> ResponseVector {
        ResponseVector(name: name, method: method, bytes: Array(bytes.utf8), expectation: .accepts(response))
    }

    /// A vector that is refused with the text "`sentence`, `location` (`section`).", or without `location`.
    static func refused(
        _ name: String, to method: String = "GET", _ bytes: String, _ sentence: String, _ section: String,
        _ location: String? = nil
    ) -> ResponseVector {
        let text = sentence + (location.map { ", " + $0 } ?? "") + " (\(section))."
        return ResponseVector(name: name, method: method, bytes: Array(bytes.utf8), expectation: .refuses(text))
    }
}

/// The expected parts of a response, as UTF-8.
public struct ExpectedResponse: Hashable, Sendable {
    /// How the end of a body is found.
    public enum Framing: Hashable, Sendable {
        case none, chunked, close
        case length(Int)
    }

    /// The statuses of the informational responses before the final one.
    public var informational: [Int]
    public var status: Int
    public var reason: String
    public var framing: Framing
    public var body: String
    /// Name and value of each trailer.
    public var trailers: [[String]]
    /// Name and value of each field; nil if the vector does not check them.
    public var fields: [[String]]?
    /// Whether the connection may take another request.
    public var keeps: Bool

    public init(
        _ status: Int = 200, _ reason: String = "OK", informational: [Int] = [], _ framing: Framing = .length(0),
        body: String = "", trailers: [[String]] = [], fields: [[String]]? = nil, keeps: Bool = true
    ) {
        self.informational = informational
        self.status = status
        self.reason = reason
        self.framing = framing
        self.body = body
        self.trailers = trailers
        self.fields = fields
        self.keeps = keeps
    }

    /// A 200 response.
    public init(
        _ framing: Framing, body: String = "", trailers: [[String]] = [], fields: [[String]]? = nil, keeps: Bool = true
    ) {
        self.init(200, "OK", framing, body: body, trailers: trailers, fields: fields, keeps: keeps)
    }
}

extension ResponseVector {
    /// All vectors. Behind each accepted one stands a refused one that differs from it in the thing that it is named for.
    public static let all: [ResponseVector] = statusLines + heads + framings + chunkedBodies + connections + limits

    /// A response with the status line `line`, whose end is that of its head.
    static func line(_ line: String) -> String { line + "\r\nContent-Length: 0\r\n\r\n" }

    /// A 200 response with the field lines `lines`.
    static func ok(_ lines: String..., body: String = "") -> String {
        "HTTP/1.1 200 OK\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n" + body
    }

    static func chunked(_ body: String) -> String { ok("Transfer-Encoding: chunked", body: body) }
}
