extension RemoteMockServer {
    /// The kind of a failure in a run: a closed set.
    public enum FailureKind: String, Hashable, Sendable, CaseIterable, Decodable {
        /// No step or stub takes the request.
        case unmatched
        /// A step that is not open yet, or already closed, would take the request.
        case outOfOrder = "out_of_order"
        /// The step or stub that matches has taken its last request.
        case exhausted
        /// A step took a request that violates one of the step's assertions.
        case assertion
        /// A step did not get the requests that it needs.
        case unmet
        /// A stub that must never get a request got one.
        case never
        /// A held response was not released in time.
        case holdTimeout = "hold_timeout"
        /// More requests were in flight at once than the scenario allows.
        case maxInFlight = "max_in_flight"
        /// The interval between requests was shorter or longer than the scenario allows.
        case interval
        /// A client left when it should have stayed, or the reverse.
        case client
        /// A capture found no value in the request.
        case capture
        /// A template has no value.
        case template
        /// The connection's protocol can't carry a part of the response.
        case unsendable
        /// The client broke HTTP.
        case badRequest = "bad_request"
        /// A check at the end of the run failed.
        case expect
    }

    /// A reason for a run to fail.
    public struct Failure: Sendable, Decodable {
        /// The expected and the received value of one leaf, as lines.
        public struct Difference: Sendable, Decodable {
            /// Lines after `-`.
            public let expected: [Line]
            /// Lines after `+`.
            public let received: [Line]

            /// A value and its origin.
            public struct Line: Sendable, Decodable {
                /// The value.
                public let text: String
                /// The variables in the value, with the positions that set them; nil without variables.
                public let origin: String?
            }
        }

        /// The kind of the failure.
        public let kind: FailureKind
        /// The position in the scenario that the failure is about, with the path as the server knows it.
        public internal(set) var position: Position
        /// The step that the failure is about; nil if there is none, as for a request that no rule takes.
        public let step: String?
        /// The stub that the failure is about; nil if there is none.
        public let stub: String?
        /// The event, in one line.
        public internal(set) var title: String
        /// The text after the caret.
        public internal(set) var note: String?
        /// The expected and received values; nil if no two values were compared.
        public let difference: Difference?
        /// Further lines: other steps that would match, consequences of the failure.
        public internal(set) var remarks: [String]
        /// The requests that the failure is about, in order of arrival.
        public let requests: [TimelineEntry]
        /// The number of equal failures that this one represents.
        public let repeats: Int
        /// The index of the failure that this one follows from, among those of the same verdict; nil if it may have a
        /// reason of its own.
        public let cause: Int?
        var wholeText: String

        private enum CodingKeys: String, CodingKey {
            case kind, step, stub, path, line, column, title, note, difference, remarks, requests, repeats, text
            case cause = "follows_from"
        }

        /// Decodes the object `failure` of `Scenarios/report.schema.json`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            kind = try container.decode(FailureKind.self, forKey: .kind)
            position = Position(
                path: try container.decode(String.self, forKey: .path),
                line: try container.decode(Int.self, forKey: .line),
                column: try container.decode(Int.self, forKey: .column))
            step = try container.decodeIfPresent(String.self, forKey: .step)
            stub = try container.decodeIfPresent(String.self, forKey: .stub)
            title = try container.decode(String.self, forKey: .title)
            note = try container.decodeIfPresent(String.self, forKey: .note)
            difference = try container.decodeIfPresent(Difference.self, forKey: .difference)
            remarks = try container.decode([String].self, forKey: .remarks)
            requests = try container.decode([TimelineEntry].self, forKey: .requests)
            repeats = try container.decode(Int.self, forKey: .repeats)
            cause = try container.decodeIfPresent(Int.self, forKey: .cause)
            wholeText = try container.decode(String.self, forKey: .text)
        }

        /// The step or stub that the failure is about.
        public var rule: String? { step ?? stub }

        /// The failure as it is shown everywhere; its first line is `path:line:column: error: title`.
        public func text() -> String { wholeText }

        /// The failure in the line of another one, from which it follows.
        var consequence: String {
            // An unmet step's last remark may name the steps after it.
            let behind = kind == .unmet ? remarks.last.map { "; \($0)" } ?? "" : ""
            return "\(title), at \(position)\(behind)"
        }
    }
}

extension RemoteMockServer.Failure: CustomStringConvertible {
    /// The failure as it is shown everywhere.
    public var description: String { text() }
}
