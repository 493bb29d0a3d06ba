public import HTTPMessage
public import Scenarios

/// A reason for the run to fail, with everything that its text shows.
public struct Failure: Sendable {
    /// The expected and the received value of one leaf, as lines.
    public struct Difference: Sendable {
        /// Lines after `-`.
        public internal(set) var expected: [Line]
        /// Lines after `+`.
        public internal(set) var received: [Line]

        /// A value and its origin.
        public struct Line: Sendable {
            /// The whole line: a label if the value needs one, the value, and a note.
            public var text: String { label + value + note }
            var label = ""
            var value: String
            var note = ""
            /// The part that was compared; nil for a line that is not a value.
            var subject: RequestPart?
            /// The number of characters in the value if `value` is cut or contains escapes.
            var length: Int?
            /// The variables in the value, with the positions that set them.
            public internal(set) var origins: [Origin] = []
            /// `accessToken, set at token-refresh.yaml:6:16`
            public var origin: String? {
                let texts = origins.map { origin in
                    origin.isGiven
                        ? "\(origin.variable), given in place of the value at \(origin.position)"
                        : "\(origin.variable), set at \(origin.position)"
                }
                return texts.isEmpty ? nil : texts.joined(separator: "; ")
            }
        }

        /// The origin of a value.
        public struct Origin: Hashable, Sendable {
            /// The variable with the value.
            public let variable: String
            /// The position that set it.
            public let position: ScenarioPosition
            /// Whether the value was given from outside, in place of the one at the position.
            public var isGiven = false
        }
    }

    /// The kind of the failure.
    public let kind: FailureKind
    /// The position in the scenario that the failure is about.
    public let position: ScenarioPosition
    /// The event, in one line.
    public internal(set) var title: String
    /// The text after the caret.
    public internal(set) var note: String?
    /// The expected and received values; nil if no two values were compared.
    public internal(set) var difference: Difference?
    /// Further lines: other steps that would match, consequences of the failure.
    public internal(set) var remarks: [String]
    /// The requests that the failure is about, in order of arrival.
    package internal(set) var requests: [TimelineEntry]
    /// The numbers of these requests in their run; the journal has them, and the text shows their lines.
    public var requestNumbers: [Int] { requests.map(\.number) }
    /// The time of the failure.
    public let instant: Instant
    /// The number of equal failures that this one represents.
    public internal(set) var repeats = 1
    /// Whether an unmatched request is not near any rule, so that the position is that of all rules.
    package internal(set) var isAboutAllRules = false
    /// The number of further leaves of the same request that differ but are only counted.
    public internal(set) var unshown = 0
    /// The index of the failure that this one follows from, among those of the same verdict; nil if it may have a reason
    /// of its own.
    public internal(set) var cause: Int?
    /// The step or stub that the failure is about, or for an unmatched request the nearest one; nil if there is none.
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

extension Failure: LinkedFailure {
    /// Whether a line of the scenario has to do with it: not if the client broke HTTP, or if none of the
    /// rules could be meant.
    package var isAboutLine: Bool {
        switch kind {
        case .badRequest: false
        case .unmatched: rule != nil || isAboutAllRules
        default: true
        }
    }

    /// `login.yaml:12:5`, or only the file if it is about none of its lines.
    package var place: String { isAboutLine ? "\(position)" : position.path }

    /// The step that the failure is about; nil if there is none, as for a request that no rule takes.
    public var step: String? { isAboutStub ? nil : blamed }

    /// The stub that the failure is about.
    public var stub: String? { isAboutStub ? blamed : nil }

    /// For an unmatched request the rule is only the nearest one.
    private var blamed: String? { kind == .unmatched ? nil : rule }

    private var isAboutStub: Bool {
        switch (kind, requests.last?.outcome) {
        case (.never, _), (_, .stub?): true
        // The step whose request such a stub took has no failure of its own.
        case (_, .stubBeforeStep(let stub, _)?): stub == rule
        case (_, .step?), (_, .failed?), (_, .preflight?), (_, .refusedPreflight?), (_, nil): false
        }
    }
}
