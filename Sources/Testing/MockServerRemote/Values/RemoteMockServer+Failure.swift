public import ReportValues

extension RemoteMockServer {
    /// The kind of a failure in a run: a closed set.
    public typealias FailureKind = ReportValues.FailureKind

    /// A reason for a run to fail.
    public struct Failure: Sendable, Decodable, LinkedFailure {
        /// The expected and the received value of one leaf, as lines.
        public struct Difference: Sendable, Decodable {
            /// Lines after `-`.
            public let expected: [Line]
            /// Lines after `+`.
            public let received: [Line]

            private typealias CodingKeys = ReportMember.Difference

            /// A value and its origin.
            public struct Line: Sendable, Decodable {
                /// The value.
                public let text: String
                /// The variables in the value, with the positions that set them; nil without variables.
                public let origin: String?

                private typealias CodingKeys = ReportMember.Line
            }
        }

        /// The kind of the failure.
        public let kind: FailureKind
        /// The position in the scenario that the failure is about, with the path as the server knows it.
        public internal(set) var position: Position {
            get { Position(path: path, line: line, column: column) }
            set { (path, line, column) = (newValue.path, newValue.line, newValue.column) }
        }
        private var path: String
        private var line: Int
        private var column: Int
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

        private typealias CodingKeys = ReportMember.Failure

        /// The step or stub that the failure is about.
        public var rule: String? { step ?? stub }

        /// The failure as it is shown everywhere; its first line is `path:line:column: error: title`.
        public func text() -> String { wholeText }
    }
}

extension RemoteMockServer.Failure: CustomStringConvertible {
    /// The failure as it is shown everywhere.
    public var description: String { text() }
}
