public import HTTPMessage
public import Scenarios

/// What can go wrong in a run: a closed set.
public enum FailureKind: String, Hashable, Sendable, CaseIterable {
    /// No step or stub takes the request.
    case unmatched
    /// A step would take it that is not open yet, or no more.
    case outOfOrder = "out_of_order"
    /// The step that takes it has had its last request.
    case exhausted
    /// A request that a step took is not what the step says it must be.
    case assertion
    /// A step did not get the requests it needs.
    case unmet
    /// A stub that must never be asked was.
    case never
    case holdTimeout = "hold_timeout"
    case maxInFlight = "max_in_flight"
    case interval
    case client
    /// A capture found no value in the request.
    case capture
    /// A template made no value.
    case template
    /// The answer holds what the connection's protocol cannot carry.
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
        public let expected: [Line]
        /// Lines behind `+`.
        public let received: [Line]

        /// A value and where it comes from.
        public struct Line: Sendable {
            public let text: String
            /// `accessToken, set at token-refresh.yaml:6:16`
            public let origin: String?
        }
    }

    public let kind: FailureKind
    /// The place in the scenario that the failure is about.
    public let position: Position
    /// What happened, in a line.
    public internal(set) var title: String
    /// What stands behind the caret.
    public internal(set) var note: String?
    public let difference: Difference?
    /// Further lines: other steps that would match, what followed from it.
    public internal(set) var remarks: [String]
    /// The requests it is about, in order of arrival.
    public internal(set) var requests: [TimelineEntry]
    /// When it happened.
    public let instant: Instant
    /// How many failures alike this stands for.
    public internal(set) var repeats = 1
    /// The step or stub it is about; nil where there is none.
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

/// The failures of a run in order of time, those alike as one.
struct FailureLog: Sendable {
    /// What failures alike have in common.
    private struct Group: Hashable {
        let kind: FailureKind
        let method: [UInt8]
        let target: [UInt8]
        let position: Position
    }

    /// Beyond this many different ones, a run's failures are only counted.
    private static let limit = 1_000
    /// How many requests one failure shows.
    private static let shownRequests = 5

    private(set) var failures: [Failure] = []
    /// How many different failures came after the limit.
    private(set) var omitted = 0
    private var places: [Group: Int] = [:]

    var isEmpty: Bool { failures.isEmpty && omitted == 0 }

    /// Adds a failure, or counts it to the one it is like.
    mutating func add(_ failure: Failure) {
        guard let request = failure.requests.last else {
            append(failure)
            return
        }
        let group = Group(
            kind: failure.kind, method: Array(request.method), target: Array(request.target), position: failure.position
        )
        if let place = places[group] {
            failures[place].merge(failure, keeping: Self.shownRequests)
        } else if append(failure) {
            places[group] = failures.count - 1
        }
    }

    /// Adds a remark to the failure of a capture, and says whether there is one.
    mutating func note(_ remark: String, underCaptureAt position: Position) -> Bool {
        guard let place = failures.firstIndex(where: { $0.kind == .capture && $0.position == position }) else {
            return false
        }
        if !failures[place].remarks.contains(remark) { failures[place].remarks.append(remark) }
        return true
    }

    @discardableResult
    private mutating func append(_ failure: Failure) -> Bool {
        guard failures.count < Self.limit else {
            omitted += 1
            return false
        }
        failures.append(failure)
        return true
    }
}

extension Failure {
    /// Takes in another of the same group: its title is the newer one, which counts further.
    fileprivate mutating func merge(_ other: Failure, keeping limit: Int) {
        repeats += 1
        title = other.title
        for request in other.requests
        where requests.count < limit && !requests.contains(where: { $0.number == request.number }) {
            requests.append(request)
        }
    }
}
