public import HTTPMessage

/// A request of the run as reports show it in a line.
public struct TimelineEntry: Sendable {
    /// Who took it.
    public enum Outcome: Hashable, Sendable {
        /// The step of that id.
        case step(String)
        /// The stub of that id.
        case stub(String)
        /// A stub that took what a later step would have.
        case stubBeforeStep(String, step: String)
        /// Nobody; the request made a failure of that kind.
        case failed(FailureKind)
    }

    /// What it was answered.
    public enum Response: Hashable, Sendable {
        /// A response with that status code.
        case status(Int)
        /// The fault's name in place of a status.
        case fault(String)
    }

    /// So many bytes of the method, and of the target, are kept.
    private static let kept = (method: 64, target: 2_048)

    private struct Facts: Sendable {
        var number: Int
        var connection: ConnectionInfo
        var offset: Int64
        var arrival: Instant
        var outcome: Outcome
        var response: Response
        var answered: Instant?
        var left: Instant?
        /// The method's first bytes, then the target's.
        var bytes: [UInt8] = []
        var methodSize = 0
        /// How many bytes the whole target has.
        var targetSize = 0

        /// Keeps the first bytes of what stands at these ranges of a buffer, over those it kept.
        mutating func keep(_ method: Range<Int>, _ target: Range<Int>, of buffer: [UInt8]) {
            let methodBytes = method.prefix(TimelineEntry.kept.method)
            let targetBytes = target.prefix(TimelineEntry.kept.target)
            methodSize = methodBytes.count
            targetSize = target.count
            let size = methodBytes.count + targetBytes.count
            if bytes.count > size { bytes.removeLast(bytes.count - size) }
            while bytes.count < size { bytes.append(0) }
            bytes.withUnsafeMutableBytes { bytes in
                buffer.withUnsafeBytes { buffer in
                    bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[methodBytes]))
                    UnsafeMutableRawBufferPointer(rebasing: bytes[methodBytes.count...])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[targetBytes]))
                }
            }
        }
    }

    /// Storage: copies of the entry share it until either changes, and whoever is the last to hold it may fill it anew.
    private var shared: [Facts]

    /// The request's number in the run, from 1 in order of arrival.
    public var number: Int { shared[0].number }
    /// The connection it came on, and its index there.
    public var connection: ConnectionInfo { shared[0].connection }
    /// How long after the run's first request it arrived.
    public var offset: Duration { .nanoseconds(shared[0].offset) }
    package var offsetNanoseconds: Int64 { shared[0].offset }
    /// When it arrived.
    public var arrival: Instant { shared[0].arrival }
    /// Who took it.
    public internal(set) var outcome: Outcome {
        get { shared[0].outcome }
        set { shared[0].outcome = newValue }
    }
    /// What it was answered.
    public internal(set) var response: Response {
        get { shared[0].response }
        set { shared[0].response = newValue }
    }
    /// When its response was written to the last byte.
    public internal(set) var answered: Instant? {
        get { shared[0].answered }
        set { shared[0].answered = newValue }
    }
    /// When its client left before that.
    public package(set) var left: Instant? {
        get { shared[0].left }
        set { shared[0].left = newValue }
    }

    /// Keeps copies of the first bytes of method and target, so that it keeps no request alive.
    package init(
        number: Int, method: ArraySlice<UInt8>, target: ArraySlice<UInt8>, connection: ConnectionInfo,
        offset: Duration, arrival: Instant, outcome: Outcome, response: Response
    ) {
        shared = [
            Facts(
                number: number, connection: connection, offset: offset.wholeNanoseconds, arrival: arrival,
                outcome: outcome, response: response)
        ]
        let bytes = Array(method + target)
        shared[0].keep(0..<method.count, method.count..<bytes.count, of: bytes)
    }

    /// Room for an entry.
    init() {
        self.init(
            number: 0, method: [], target: [], connection: ConnectionInfo(index: 0, exchange: 0), offset: .zero,
            arrival: Instant(nanoseconds: 0), outcome: .failed(.unmatched), response: .status(501))
    }

    /// Whether nothing more is heard of its response.
    var isOver: Bool { shared[0].answered != nil || shared[0].left != nil }

    /// Becomes the entry of another request, which is being decided, in the room it has.
    mutating func become(_ number: Int, _ request: borrowing Request, arrival: Instant, since origin: Instant) {
        shared[0].number = number
        shared[0].connection = request.connection
        shared[0].offset = arrival.nanoseconds - origin.nanoseconds
        shared[0].arrival = arrival
        shared[0].outcome = .failed(.unmatched)
        shared[0].response = .status(501)
        shared[0].answered = nil
        shared[0].left = nil
        shared[0].keep(request.head.layout.method, request.head.layout.target, of: request.head.fields.bytes)
    }

    /// Masks what is redacted of the target.
    package mutating func redact(_ redactor: Redactor) {
        replaceTarget(redactor.target(target))
    }

    /// Shows another target in place of the one it has.
    mutating func replaceTarget(_ bytes: [UInt8]) {
        guard !bytes.elementsEqual(target) else { return }
        shared[0].targetSize += bytes.count - target.count
        shared[0].bytes.replaceSubrange(shared[0].methodSize..., with: bytes.prefix(Self.kept.target))
    }

    /// The method's first 64 bytes; empty where no request line could be read.
    public var method: ArraySlice<UInt8> { shared[0].bytes[..<shared[0].methodSize] }

    /// The first 2,048 bytes of the target.
    public var target: ArraySlice<UInt8> { shared[0].bytes[shared[0].methodSize...] }

    /// `POST /auth/refresh`, made safe for a terminal.
    public var requestText: String {
        if shared[0].bytes.isEmpty { return "(no request line)" }
        return "\(Printable.text(method)) \(Printable.text(target, of: shared[0].targetSize))"
    }

    /// `connection 1 stream 7`.
    public var connectionText: String { connection.text }

    /// `+3.1 ms`.
    public var offsetText: String { "+" + TimeText.text(offset) }

    /// `200`, `reset`, or `left` where the client did not wait.
    public var responseText: String {
        if left != nil { return "left" }
        return switch response {
        case .status(let status): String(status)
        case .fault(let name): name
        }
    }

    /// `the client left after 200.0 ms`; nil where it did not.
    public var leavingText: String? {
        left.map { "the client left after \(TimeText.text($0 - arrival))" }
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

extension ConnectionInfo {
    /// `connection 1 stream 7`.
    package var text: String { stream.map { "connection \(index) stream \($0)" } ?? "connection \(index)" }
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
    struct GroupingKey: Hashable {
        fileprivate let method: [UInt8]
        fileprivate let target: [UInt8]
        fileprivate let targetSize: Int
    }

    var groupingKey: GroupingKey {
        GroupingKey(method: Array(method), target: Array(target), targetSize: shared[0].targetSize)
    }
}
