import ReportValues

extension RemoteMockServer {
    /// The response to a request as it was written, without what the connection adds (`Date`, `Connection`, framing).
    public struct RecordedResponse: Sendable, Decodable {
        /// A response before the final one (RFC 9110, section 15.2).
        public struct Interim: Sendable, Decodable {
            /// The status code, 100 to 199.
            public let status: Int
            /// The header fields in order.
            public let headers: HeaderFields

            private typealias CodingKeys = ReportMember.InterimResponse
        }

        /// The status code; 0 if the response is raw bytes, or if a fault sent bytes that are not HTTP instead of a
        /// head.
        public let status: Int
        /// The reason phrase, if the scenario states one.
        public let reason: String?
        /// The header fields in order.
        public let headers: HeaderFields
        /// The interim responses that were written before it.
        public let informational: [Interim]
        /// The first MiB of the body that was written, with the bytes of a fault.
        public let body: [UInt8]
        /// The number of body bytes that were written.
        public let bodySize: Int
        /// Whether `body` is incomplete.
        public let isCut: Bool
        /// The trailer fields that were written, in order.
        public let trailers: HeaderFields
        /// The time between the run's first request and the writing of the head.
        public let began: Duration
        /// The time between the run's first request and the writing of the last recorded part.
        public let wrote: Duration
        /// Whether the response was written completely while its client was there.
        public let isComplete: Bool

        /// Decodes the member `response` of an object `entry` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
            status = try container.decodeIfPresent(Int.self, forKey: .status) ?? 0
            reason = try container.decodeIfPresent(String.self, forKey: .reason)
            headers = try container.decode(HeaderFields.self, forKey: .headers)
            informational = try container.decodeIfPresent([Interim].self, forKey: .informational) ?? []
            body = try BodyMembers.body(from: decoder)
            bodySize = try container.decode(Int.self, forKey: .size)
            isCut = try container.decodeIfPresent(Bool.self, forKey: .cut) ?? false
            trailers = try container.decodeIfPresent(HeaderFields.self, forKey: .trailers) ?? HeaderFields()
            began = try container.decodeMilliseconds(.began) ?? .zero
            wrote = try container.decodeMilliseconds(.wrote) ?? .zero
            isComplete = try container.decode(Bool.self, forKey: .complete)
        }
    }
}
