public import HTTPTypes

/// A request that a server received, in the form for tests.
public struct RecordedRequest: Sendable {
    /// The request's number in the run, from 1 in order of arrival.
    public var number: Int
    /// The method; `GET` if it is not a token, which happens only in a request that is not HTTP.
    public var method: HTTPRequest.Method
    /// The request target as it was on the wire.
    public var target: String
    /// The path of the target, still percent-encoded.
    public var path: String
    /// The part of the target after the first `?`, still encoded; nil without one.
    public var query: String?
    /// The requested authority.
    public var host: String
    /// The fields by name, in order.
    public var headers: HTTPFields
    package var fields: Fields
    /// The received body, or its first bytes if it is too long to be kept whole.
    public var body: [UInt8]
    /// The number of received body bytes.
    public var bodySize: Int
    /// Whether `body` is incomplete.
    public var isBodyCut = false
    /// The trailer fields with their spelling and order.
    package var trailerFields: Fields
    /// The version of HTTP in which it arrived.
    public var version: HTTPVersion
    /// The connection's number in its server, from 1 in order of acceptance.
    public var connectionIndex: Int
    /// The request's number on its connection, from 1.
    public var exchangeIndex: Int
    /// The HTTP/2 stream; nil on HTTP/1.
    public var streamID: Int?
    /// The result of the connection's TLS handshake; nil for cleartext.
    public var tls: TLSInfo?

    /// The request for tests; invalid UTF-8 is repaired.
    package init(_ request: Request, number: Int) {
        let head = request.head
        self.number = number
        let method = String(decoding: head.method, as: UTF8.self)
        self.method = HTTPRequest.Method(rawValue: method) ?? .get
        target = String(decoding: head.target, as: UTF8.self)
        path = String(decoding: head.path, as: UTF8.self)
        query = head.query.map { String(decoding: $0, as: UTF8.self) }
        host = String(decoding: head.authority, as: UTF8.self)
        fields = head.fields
        headers = HTTPFields(head.fields)
        body = request.body
        bodySize = request.body.count
        trailerFields = request.trailers
        version = head.version
        connectionIndex = request.connection.index
        exchangeIndex = request.connection.exchange
        streamID = request.connection.stream
        tls = request.connection.tls
    }

    /// A request of which only its line is known.
    package init(method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, number: Int, on connection: ConnectionInfo) {
        let query = target.firstIndex(of: UInt8(ascii: "?"))
        let head = RequestHead(
            method: method, target: target, authority: [], path: target[..<(query ?? target.endIndex)],
            query: query.map { target[($0 + 1)...] }, version: connection.stream == nil ? .http11 : .h2,
            fields: Fields())
        self.init(Request(head: head, connection: connection), number: number)
    }

    /// The trailer fields by name, in order (RFC 9110, section 6.5).
    public var trailers: HTTPFields { HTTPFields(trailerFields) }

    /// The body as UTF-8, with invalid sequences repaired.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPFields {
    /// The fields in order, without those whose name is not a token; a parsed message has no such fields.
    package init(_ fields: Fields) {
        self.init()
        for index in fields.lines.indices {
            guard let name = HTTPField.Name(String(decoding: fields.name(at: index), as: UTF8.self)) else { continue }
            append(HTTPField(name: name, value: String(decoding: fields.value(at: index), as: UTF8.self)))
        }
    }
}
