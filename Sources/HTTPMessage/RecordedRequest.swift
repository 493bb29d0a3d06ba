public import HTTPTypes

/// A request that a server received, as tests look at it.
public struct RecordedRequest: Sendable {
    /// The request's number in the run, from 1 in order of arrival.
    public var number: Int
    /// The method; `GET` where it is not a token, which a parsed request never has.
    public var method: HTTPRequest.Method
    /// The request target as it stood on the wire.
    public var target: String
    /// The path of the target, still percent-encoded.
    public var path: String
    /// What stands behind the first `?` of the target, still encoded; nil without one.
    public var query: String?
    /// The authority asked for.
    public var host: String
    /// The fields by name, in order.
    public var headers: HTTPFields
    package var fields: Fields
    /// The body as it came, or its first bytes where it is too long to be kept whole.
    public var body: [UInt8]
    /// How many bytes of body came.
    public var bodySize: Int
    /// Whether `body` is not all of it.
    public var isBodyCut = false
    /// The trailer fields with their spelling and order.
    package var trailerFields: Fields
    /// The version of HTTP that it came in.
    public var version: HTTPVersion
    /// The connection's number in its server, from 1 in order of acceptance.
    public var connectionIndex: Int
    /// The request's number on its connection, from 1.
    public var exchangeIndex: Int
    /// The HTTP/2 stream; nil on HTTP/1.
    public var streamID: Int?
    /// What the connection's TLS handshake settled; nil in the clear.
    public var tls: TLSInfo?

    /// The request as tests see it; what is not UTF-8 is repaired.
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

    /// The trailer fields by name, in order (RFC 9110, section 6.5).
    public var trailers: HTTPFields { HTTPFields(trailerFields) }

    /// The body as UTF-8, repaired where it is not UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPFields {
    /// The fields in order; one whose name is not a token is left out, which a parsed message has none of.
    package init(_ fields: Fields) {
        self.init()
        for index in fields.lines.indices {
            guard let name = HTTPField.Name(String(decoding: fields.name(at: index), as: UTF8.self)) else { continue }
            append(HTTPField(name: name, value: String(decoding: fields.value(at: index), as: UTF8.self)))
        }
    }
}
