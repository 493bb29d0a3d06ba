public import HTTPMessage
import ReportValues

extension RemoteMockServer {
    /// The connection of a request, and the request's index on it.
    public typealias ConnectionInfo = HTTPMessage.ConnectionInfo
    /// The result of a connection's TLS handshake.
    public typealias TLSInfo = HTTPMessage.TLSInfo

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

        /// Decodes the object `unfinished_request` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
            connection = try ConnectionInfo(from: decoder)
            method = try container.decodeIfPresent(String.self, forKey: .method)
            target = try container.decodeIfPresent(String.self, forKey: .target)
            text = try container.decode(String.self, forKey: .text)
        }
    }
}
