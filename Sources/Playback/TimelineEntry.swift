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

    /// So many bytes of the method, and of the target, are kept.
    private static let kept = (method: 64, target: 2_048)

    /// The request's number in the run, from 1 in order of arrival.
    public private(set) var number: Int
    public private(set) var connection: ConnectionFacts
    /// How long after the run's first request it arrived.
    public private(set) var offset: Duration
    public private(set) var arrival: Instant
    public internal(set) var outcome: Outcome
    public internal(set) var answer: Answer
    /// When its answer was written to the last byte.
    public internal(set) var answered: Instant?
    /// When its client left before that.
    public internal(set) var left: Instant?

    /// Where method and target lie: the buffer of the request's head while the request is decided, and one of its own in
    /// what is kept.
    private var bytes: [UInt8]
    private var methodPlace: Range<Int>
    private var targetPlace: Range<Int>
    /// How many bytes the whole target has.
    private var targetSize: Int

    /// The entry of a request that is being decided.
    init(
        number: Int, _ request: borrowing Request, offset: Duration, arrival: Instant, outcome: Outcome, answer: Answer
    ) {
        self.number = number
        connection = request.connection
        self.offset = offset
        self.arrival = arrival
        self.outcome = outcome
        self.answer = answer
        let layout = request.head.layout
        bytes = request.head.fields.bytes
        methodPlace = layout.method.prefix(Self.kept.method)
        targetPlace = layout.target.prefix(Self.kept.target)
        targetSize = layout.target.count
    }

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
        bytes = Array(method + shown)
        methodPlace = 0..<method.count
        targetPlace = method.count..<bytes.count
        targetSize = target.count
    }

    /// The method's first 64 bytes; empty where no request line could be read.
    public var method: ArraySlice<UInt8> { bytes[methodPlace] }

    /// The first 2,048 bytes of the target.
    public var target: ArraySlice<UInt8> { bytes[targetPlace] }

    /// The same with bytes of its own, so that keeping it keeps no request alive.
    public var detached: TimelineEntry {
        var entry = self
        entry.bytes = []
        entry.takeBytes(of: self)
        return entry
    }

    /// Becomes a detached `entry`, in the room of the bytes it had.
    mutating func replace(with entry: TimelineEntry) {
        number = entry.number
        connection = entry.connection
        offset = entry.offset
        arrival = entry.arrival
        outcome = entry.outcome
        answer = entry.answer
        answered = entry.answered
        left = entry.left
        targetSize = entry.targetSize
        takeBytes(of: entry)
    }

    private mutating func takeBytes(of entry: TimelineEntry) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: entry.bytes[entry.methodPlace])
        bytes.append(contentsOf: entry.bytes[entry.targetPlace])
        methodPlace = 0..<entry.methodPlace.count
        targetPlace = methodPlace.count..<bytes.count
    }

    /// `POST /auth/refresh`, made safe for a terminal.
    public var requestText: String {
        if methodPlace.isEmpty, targetPlace.isEmpty { return "(no request line)" }
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
        fileprivate let method: [UInt8]
        fileprivate let target: [UInt8]
        fileprivate let targetSize: Int
    }

    var likeness: Likeness { Likeness(method: Array(method), target: Array(target), targetSize: targetSize) }
}
