public import HTTPMessage

/// A request of the run as reports show it in a line. It owns its bytes, so that keeping it keeps no request alive.
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

    /// So many bytes of the method, and of the target, are kept.
    private static let kept = (method: 64, target: 2_048)

    /// The request's number in the run, from 1 in order of arrival.
    public let number: Int
    public let connection: ConnectionFacts
    /// How long after the run's first request it arrived.
    public let offset: Duration
    public let arrival: Instant
    public internal(set) var outcome: Outcome
    public internal(set) var answer: Answer
    /// When its answer was written to the last byte.
    public internal(set) var answered: Instant?
    /// When its client left before that.
    public internal(set) var left: Instant?

    /// Method and target, one behind the other.
    private let line: [UInt8]
    private let methodEnd: Int
    /// How many bytes the whole target has.
    private let targetSize: Int

    public init(
        number: Int, method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, connection: ConnectionFacts,
        offset: Duration, arrival: Instant, outcome: Outcome, answer: Answer
    ) {
        self.number = number
        self.connection = connection
        self.offset = offset
        self.arrival = arrival
        self.outcome = outcome
        self.answer = answer
        let (method, shown) = (method.prefix(Self.kept.method), target.prefix(Self.kept.target))
        var line: [UInt8] = []
        line.reserveCapacity(method.count + shown.count)
        line += method
        line += shown
        self.line = line
        methodEnd = method.count
        targetSize = target.count
    }

    /// The method's first 64 bytes; empty where no request line could be read.
    public var method: ArraySlice<UInt8> { line[..<methodEnd] }

    /// The first 2,048 bytes of the target.
    public var target: ArraySlice<UInt8> { line[methodEnd...] }

    /// `POST /auth/refresh`, made safe for a terminal.
    public var requestText: String {
        if line.isEmpty { return "(no request line)" }
        return "\(Printable.text(method)) \(Printable.text(target, of: targetSize))"
    }

    /// `connection 1 stream 7`.
    public var connectionText: String {
        connection.stream.map { "connection \(connection.index) stream \($0)" } ?? "connection \(connection.index)"
    }

    /// `+3.1 ms`.
    public var offsetText: String { "+" + TimeText.text(offset) }

    /// `200`, `reset`, or `left` where the client did not wait.
    public var answerText: String {
        if left != nil { return "left" }
        return switch answer {
        case .status(let status): String(status)
        case .fault(let name): name
        }
    }

    /// `step "refresh"`, `exhausted`.
    public var outcomeText: String {
        switch outcome {
        case .step(let id): Printable.step(id)
        case .stub(let id): Printable.stub(id)
        case .stubBeforeStep(let id, let step): "\(Printable.stub(id)), before \(Printable.step(step)) was open"
        case .failed(let kind): kind.rawValue
        }
    }
}

extension TimelineEntry {
    /// `stub "images"`: who took it, and no more.
    var takerText: String {
        switch outcome {
        case .stub(let id), .stubBeforeStep(let id, _): Printable.stub(id)
        case .step, .failed: outcomeText
        }
    }

    /// What requests that ask for the same have in common.
    struct Likeness: Hashable {
        fileprivate let line: [UInt8]
        fileprivate let methodEnd: Int
        fileprivate let targetSize: Int
    }

    var likeness: Likeness { Likeness(line: line, methodEnd: methodEnd, targetSize: targetSize) }
}
