import ReportValues

extension RemoteMockServer {
    /// A request of the run, its outcome and its response.
    public struct JournalEntry: Sendable, Decodable {
        /// The request, redacted.
        public let request: RecordedRequest
        /// The request in a few members, as failures show it.
        public let timeline: TimelineEntry
        /// The kind of the failure if no step took it, or of the first failure that it caused.
        public let failure: FailureKind?
        /// The response, redacted; nil if nothing is written yet, or if the server does not record responses.
        public let response: RecordedResponse?

        /// Decodes the object `entry` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: ReportMember.Exchange.self)
            request = try RecordedRequest(from: decoder)
            timeline = try TimelineEntry(from: decoder)
            failure = try container.decodeIfPresent(FailureKind.self, forKey: .failure)
            response = try container.decodeIfPresent(RecordedResponse.self, forKey: .response)
        }

        /// The status of the response; nil if a fault ended the connection before it had one.
        public var status: Int? { if case .status(let status) = timeline.response { status } else { nil } }

        /// The step that took it; nil if no step did.
        public var step: String? { if case .step(let step) = timeline.outcome { step } else { nil } }
    }
}
