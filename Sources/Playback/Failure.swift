public import HTTPMessage
public import Scenarios

/// What can go wrong in a run: a closed set.
public enum FailureKind: String, Hashable, Sendable, CaseIterable {
    /// No step or stub takes the request.
    case unmatched
    /// A step would take it that is not open yet, or no more.
    case outOfOrder = "out_of_order"
    /// The step or stub that takes it has had its last request.
    case exhausted
    /// A request that a step took is not what the step says it must be.
    case assertion
    /// A step did not get the requests it needs.
    case unmet
    /// A stub that must never be asked was.
    case never
    /// A response that was held back was not released in time.
    case holdTimeout = "hold_timeout"
    /// More requests were in flight at once than the scenario allows.
    case maxInFlight = "max_in_flight"
    /// Requests came closer together, or further apart, than the scenario says.
    case interval
    /// A client did not leave, or left, as the scenario says.
    case client
    /// A capture found no value in the request.
    case capture
    /// A template made no value.
    case template
    /// The response holds what the connection's protocol cannot carry.
    case unsendable
    /// The client broke HTTP.
    case badRequest = "bad_request"
    /// A check at the end of the run.
    case expect
}

/// Something that makes the run fail, with all that its text shows.
public struct Failure: Sendable {
    /// One leaf's two sides, lines each.
    public struct Difference: Sendable {
        /// Lines behind `-`.
        public internal(set) var expected: [Line]
        /// Lines behind `+`.
        public internal(set) var received: [Line]

        /// A value and where it comes from.
        public struct Line: Sendable {
            /// The whole line: what the value is of where that has to be said, the value, and a note on it.
            public var text: String { label + value + note }
            var label = ""
            var value: String
            var note = ""
            /// What was compared; nil for a line that is not a value.
            var subject: RequestPart?
            /// How many characters the value has, where `value` is cut or has escapes.
            var length: Int?
            /// The variables that it is made of, with the positions that set them.
            public internal(set) var origins: [Origin] = []
            /// `accessToken, set at token-refresh.yaml:6:16`
            public var origin: String? {
                let texts = origins.map { "\($0.variable), set at \($0.position)" }
                return texts.isEmpty ? nil : texts.joined(separator: "; ")
            }
        }

        /// Where a value comes from.
        public struct Origin: Hashable, Sendable {
            /// The variable that holds it.
            public let variable: String
            /// The position that set it.
            public let position: Position
        }
    }

    /// What went wrong.
    public let kind: FailureKind
    /// The position in the scenario that the failure is about.
    public let position: Position
    /// What happened, in a line.
    public internal(set) var title: String
    /// What stands behind the caret.
    public internal(set) var note: String?
    /// What was expected and what was received; nil where no two values are compared.
    public internal(set) var difference: Difference?
    /// Further lines: other steps that would match, what followed from it.
    public internal(set) var remarks: [String]
    /// The requests it is about, in order of arrival.
    public internal(set) var requests: [TimelineEntry]
    /// When it happened.
    public let instant: Instant
    /// How many failures alike this stands for.
    public internal(set) var repeats = 1
    /// How many more leaves of the same request differ, which are only counted.
    public internal(set) var unshown = 0
    /// The step or stub it is about, or of an unmatched request the nearest; nil where there is none.
    public let rule: String?

    init(
        _ kind: FailureKind, at position: Position, rule: String? = nil, _ title: String, note: String? = nil,
        difference: Difference? = nil, remarks: [String] = [], requests: [TimelineEntry] = [], instant: Instant
    ) {
        self.kind = kind
        self.position = position
        self.rule = rule
        self.title = title
        self.note = note
        self.difference = difference
        self.remarks = remarks
        self.requests = requests
        self.instant = instant
    }
}

extension Failure {
    /// The step it is about; nil where there is none, as of a request that nobody takes.
    public var step: String? { isAboutStub ? nil : blamed }

    /// The stub it is about.
    public var stub: String? { isAboutStub ? blamed : nil }

    /// Of an unmatched request the rule is only the nearest.
    private var blamed: String? { kind == .unmatched ? nil : rule }

    private var isAboutStub: Bool {
        switch (kind, requests.last?.outcome) {
        case (.never, _), (_, .stub?): true
        // The step that such a stub was asked before has no failure by itself.
        case (_, .stubBeforeStep(let stub, _)?): stub == rule
        case (_, .step?), (_, .failed?), (_, nil): false
        }
    }
}
