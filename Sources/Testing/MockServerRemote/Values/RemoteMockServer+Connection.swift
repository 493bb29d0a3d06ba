extension RemoteMockServer {
    /// The connection of a request, and the request's index on it.
    public struct ConnectionInfo: Hashable, Sendable, Decodable {
        /// The connection's number in its server, from 1 in order of acceptance.
        public let index: Int
        /// The request's number on its connection, from 1.
        public let exchange: Int
        /// The HTTP/2 stream; nil on HTTP/1.
        public let stream: Int?
        /// The result of the connection's TLS handshake; nil for cleartext.
        public let tls: TLSInfo?

        private enum CodingKeys: String, CodingKey {
            case index = "connection"
            case exchange, stream, tls
        }

        /// `connection 1 stream 7`
        var text: String { stream.map { "connection \(index) stream \($0)" } ?? "connection \(index)" }
    }

    /// The result of a connection's TLS handshake.
    public struct TLSInfo: Hashable, Sendable, Decodable {
        /// The version, such as `TLSv1.3`.
        public let version: String
        /// The name that the client requested by SNI; nil if it sent none.
        public let serverName: String?
        /// The protocol that ALPN chose; nil if the client offered none.
        public let applicationProtocol: String?
        /// The subject of the client's certificate in RFC 2253 form; nil if it sent none.
        public let clientSubject: String?

        private enum CodingKeys: String, CodingKey {
            case version
            case serverName = "sni"
            case applicationProtocol = "alpn"
            case clientSubject = "client_subject"
        }
    }

    /// A connection that its client closed without a byte or within a request: recorded, but not a failure.
    public struct UnfinishedRequest: Hashable, Sendable, Decodable {
        /// The connection, and the index that the request would have had on it.
        public let connection: ConnectionInfo
        /// The method, if the request line was read.
        public let method: String?
        /// The request target, if the request line was read.
        public let target: String?
        /// The received part, described in a sentence.
        public let text: String

        private enum CodingKeys: String, CodingKey {
            case method, target, text
        }

        /// Decodes the object `unfinished_request` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            connection = try ConnectionInfo(from: decoder)
            method = try container.decodeIfPresent(String.self, forKey: .method)
            target = try container.decodeIfPresent(String.self, forKey: .target)
            text = try container.decode(String.self, forKey: .text)
        }
    }
}
