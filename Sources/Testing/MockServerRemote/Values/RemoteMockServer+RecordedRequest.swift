import Foundation
public import HTTPMessage
import ReportValues
import ScenarioBuilder

extension RemoteMockServer {
    /// The version of HTTP in which a message came.
    public typealias HTTPVersion = HTTPMessage.HTTPVersion

    /// A request that a server received, redacted.
    public struct RecordedRequest: Sendable, Decodable {
        /// The request's number in the run, from 1 in order of arrival.
        public let number: Int
        /// The method.
        public let method: Method
        /// The request target as it was on the wire.
        public let target: String
        /// The path of the target, still percent-encoded.
        public let path: String
        /// The part of the target after the first `?`, still encoded; nil without one.
        public let query: String?
        /// The requested authority.
        public let host: String
        /// The fields in order.
        public let headers: HeaderFields
        /// The received body, or its first bytes if it is too long to be kept whole.
        public let body: [UInt8]
        /// The number of received body bytes.
        public let bodySize: Int
        /// Whether `body` is incomplete.
        public let isBodyCut: Bool
        /// The trailer fields in order (RFC 9110, section 6.5).
        public let trailers: HeaderFields
        /// The version of HTTP in which it arrived.
        public let version: HTTPVersion
        /// The connection's number in its server, from 1 in order of acceptance.
        public var connectionIndex: Int { connection.index }
        /// The request's number on its connection, from 1.
        public var exchangeIndex: Int { connection.exchange }
        /// The HTTP/2 stream; nil on HTTP/1.
        public var streamID: Int? { connection.stream }
        /// The result of the connection's TLS handshake; nil for cleartext.
        public var tls: TLSInfo? { connection.tls }
        private let connection: ConnectionInfo

        /// Decodes the request of an object `entry` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
            number = try container.decode(Int.self, forKey: .number)
            method = Method(rawValue: try container.decode(String.self, forKey: .method))
            target = try container.decode(String.self, forKey: .target)
            path = try container.decode(String.self, forKey: .path)
            query = try container.decodeIfPresent(String.self, forKey: .query)
            host = try container.decode(String.self, forKey: .host)
            headers = try container.decode(HeaderFields.self, forKey: .headers)
            body = try BodyMembers.body(from: decoder)
            bodySize = try container.decodeIfPresent(Int.self, forKey: .size) ?? body.count
            isBodyCut = try container.decodeIfPresent(Bool.self, forKey: .cut) ?? false
            trailers = try container.decodeIfPresent(HeaderFields.self, forKey: .trailers) ?? HeaderFields()
            version = try container.decode(HTTPVersion.self, forKey: .version)
            connection = try ConnectionInfo(from: decoder)
        }

        /// The body as UTF-8, with invalid sequences repaired.
        public var text: String { String(decoding: body, as: UTF8.self) }

        /// The body, decoded from JSON.
        ///
        /// ```swift
        /// XCTAssertEqual(try entry.request.json(), ["refreshToken": "rt-1"])
        /// ```
        ///
        /// - Throws: `DecodingError`; ``IncompleteBody`` if only its beginning was kept.
        public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            guard !isBodyCut else { throw IncompleteBody(size: bodySize) }
            return try JSONDecoder().decode(type, from: Data(body))
        }

        /// The text that the body encodes, by the `charset` of its `Content-Type`: `utf-8`, which holds unless one is
        /// stated, `us-ascii`, `iso-8859-1`, `utf-16`, `utf-16be` or `utf-16le`. A byte order mark is left out.
        ///
        /// ```swift
        /// XCTAssertEqual(try entry.request.text(), "name;price\n")
        /// ```
        ///
        /// The property ``text`` takes every body for UTF-8 and never fails.
        ///
        /// - Parameter contentType: a media type whose `charset` counts in place of the request's own.
        /// - Throws: `BodyTextError` if the charset is not known, or the bytes are not of it; ``IncompleteBody`` if only
        ///   its beginning was kept.
        public func text(as contentType: String? = nil) throws -> String {
            guard !isBodyCut else { throw IncompleteBody(size: bodySize) }
            return try BodyText.decode(body, contentType: contentType ?? headers[.contentType])
        }

        /// The server kept only the beginning of a request's body.
        public struct IncompleteBody: Error, Hashable, Sendable, CustomStringConvertible {
            /// The number of bytes that came.
            public let size: Int

            /// The sentence for the user.
            public var description: String {
                "the server kept only the beginning of the body, which has \(size) bytes"
            }
        }
    }
}
