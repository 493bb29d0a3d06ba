public import HTTPMessage

/// A request of the run as reports show it in a line.
public struct TimelineEntry: Sendable {
    /// Who took it.
    public enum Outcome: Hashable, Sendable {
        case step(String)
        case stub(String)
        /// A stub that took what a later step would have.
        case stubBeforeStep(String, step: String)
        case failed(FailureKind)
    }

    /// What it was answered.
    public enum Answer: Hashable, Sendable {
        case status(Int)
        /// The fault's name in place of a status.
        case fault(String)
    }

    /// The request's number in the run, from 1 in order of arrival.
    public let number: Int
    public let method: ArraySlice<UInt8>
    public let target: ArraySlice<UInt8>
    public let connection: ConnectionFacts
    /// How long after the run's first request it arrived.
    public let offset: Duration
    public let arrival: Instant
    public internal(set) var outcome: Outcome
    public internal(set) var answer: Answer
    /// When its answer was written to the last byte.
    public internal(set) var answered: Instant?

    public init(
        number: Int, method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, connection: ConnectionFacts,
        offset: Duration,
        arrival: Instant, outcome: Outcome, answer: Answer
    ) {
        self.number = number
        self.method = method
        self.target = target
        self.connection = connection
        self.offset = offset
        self.arrival = arrival
        self.outcome = outcome
        self.answer = answer
    }

    /// `POST /auth/refresh`, made safe for a terminal.
    public var requestText: String { "\(Printable.text(method)) \(Printable.text(target))" }

    /// `connection 1 stream 7`.
    public var connectionText: String {
        connection.stream.map { "connection \(connection.index) stream \($0)" } ?? "connection \(connection.index)"
    }

    /// `+3.1 ms`.
    public var offsetText: String { "+" + TimeText.text(offset) }

    /// `200`, `reset`.
    public var answerText: String {
        switch answer {
        case .status(let status): String(status)
        case .fault(let name): name
        }
    }

    /// `step "refresh"`, `exhausted`.
    public var outcomeText: String {
        switch outcome {
        case .step(let id): "step \(Printable.quoted(id))"
        case .stub(let id): "stub \(Printable.quoted(id))"
        case .stubBeforeStep(let id, let step):
            "stub \(Printable.quoted(id)), before step \(Printable.quoted(step)) was open"
        case .failed(let kind): kind.rawValue
        }
    }
}
