public import ReportValues

extension RemoteMockServer {
    /// A request of the run in a few members, as failures show it.
    public struct TimelineEntry: Sendable, Decodable {
        /// The rule that took the request.
        public typealias Outcome = TimelineOutcome
        /// The response to the request.
        public typealias Response = TimelineResponse

        /// The request's number in the run, from 1 in order of arrival.
        public let number: Int
        /// The method; empty if no request line could be read.
        public let method: String
        /// The first 2,048 bytes of the target, redacted.
        public let target: String
        /// The connection, and the request's index on it.
        public let connection: ConnectionInfo
        /// The time between the run's first request and this one.
        public let offset: Duration
        /// The rule that took it.
        public let outcome: Outcome
        /// Whether no rule took it, and the scenario allows that: it is no failure.
        public let isAllowed: Bool
        /// The response to it.
        public let response: Response
        /// The time between the run's first request and the last byte of the response; nil if it is not known.
        public let answered: Duration?
        /// The time between the run's first request and the moment at which the client left; nil if it did not.
        public let left: Duration?

        /// Decodes the object `request` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
            number = try container.decode(Int.self, forKey: .number)
            method = try container.decode(String.self, forKey: .method)
            target = try container.decode(String.self, forKey: .target)
            connection = try ConnectionInfo(from: decoder)
            offset = try container.decodeMilliseconds(.at) ?? .zero
            answered = try container.decodeMilliseconds(.answered)
            left = try container.decodeMilliseconds(.left)
            let members = try OutcomeMembers(from: decoder)
            (outcome, isAllowed) = (members.outcome, members.isAllowed)
            response = try Response(from: decoder)
        }

        /// `#4  POST /auth/refresh   connection 1`
        var text: String { "#\(number)  \("\(method) \(target)".inOneLine)   \(connection.text)" }
    }
}
