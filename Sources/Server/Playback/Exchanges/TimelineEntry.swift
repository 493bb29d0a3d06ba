package import HTTPMessage
import Scenarios

/// A request of the run, in the form that reports show in a line.
package struct TimelineEntry: Sendable {
    /// The rule that took the request.
    package typealias Outcome = TimelineOutcome
    /// The response to the request.
    package typealias Response = TimelineResponse

    /// The most bytes of the method and of the target that are kept.
    private static let kept = (method: 64, target: 2_048)

    private struct Facts: Sendable {
        var number: Int
        var connection: ConnectionInfo
        var offset: Int64
        var arrival: Instant
        var outcome: Outcome
        var response: Response
        var isAllowed = false
        var breaksOff: Fault.Kind?
        var answered: Instant?
        var left: Instant?
        /// The method's first bytes, then the target's.
        var bytes: [UInt8] = []
        var methodSize = 0
        /// The number of bytes of the whole target.
        var targetSize = 0

        mutating func assign(_ number: Int, _ request: borrowing Request, arrival: Instant, since origin: Instant) {
            self.number = number
            connection = request.connection
            offset = arrival.nanoseconds - origin.nanoseconds
            self.arrival = arrival
            outcome = .failed(.unmatched)
            response = .status(501)
            isAllowed = false
            breaksOff = nil
            answered = nil
            left = nil
            let layout = request.head.layout
            guard request.head.droppedFromPath > 0 else {
                return keep(layout.method, layout.target, of: request.head.fields.bytes)
            }
            let (path, query) = layout.targetFromPath
            keep(layout.method, path, of: request.head.fields.bytes)
            bytes += request.head.fields.bytes[query.prefix(max(0, TimelineEntry.kept.target - path.count))]
            targetSize += query.count
        }

        mutating func respond(_ response: Response) {
            self.response = response
            breaksOff = nil
        }

        /// Replaces the kept bytes by the first bytes at these ranges of a buffer.
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

    /// The storage. Copies of the entry share it until one changes; the last owner may fill it anew.
    private var shared: [Facts]

    /// The request's number in the run, from 1 in order of arrival.
    package var number: Int { shared[0].number }
    /// The connection, and the request's index on it.
    package var connection: ConnectionInfo { shared[0].connection }
    /// The time between the run's first request and this one.
    package var offset: Duration { .nanoseconds(shared[0].offset) }
    package var offsetNanoseconds: Int64 { shared[0].offset }
    /// When it arrived.
    package var arrival: Instant { shared[0].arrival }
    /// The rule that took it.
    package internal(set) var outcome: Outcome {
        get { shared[0].outcome }
        set { shared[0].outcome = newValue }
    }
    /// Whether no rule took it, and the scenario allows that: it is no failure.
    package var isAllowed: Bool {
        get { shared[0].isAllowed }
        set { shared[0].isAllowed = newValue }
    }
    /// The response to it.
    package internal(set) var response: Response {
        get { shared[0].response }
        set { shared[0].respond(newValue) }
    }
    /// The fault that ends the response within its body; nil if there is none, or if nobody has noted it.
    var breaksOff: Fault.Kind? {
        get { shared[0].breaksOff }
        set { shared[0].breaksOff = newValue }
    }
    /// The time at which the last byte of its response was written.
    package internal(set) var answered: Instant? {
        get { shared[0].answered }
        set { shared[0].answered = newValue }
    }
    /// The time at which its client left before that.
    package var left: Instant? {
        get { shared[0].left }
        set { shared[0].left = newValue }
    }

    /// Copies the first bytes of method and target, so that it does not keep the request alive.
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

    /// An empty entry.
    init() {
        self.init(
            number: 0, method: [], target: [], connection: ConnectionInfo(index: 0, exchange: 0), offset: .zero,
            arrival: Instant(nanoseconds: 0), outcome: .failed(.unmatched), response: .status(501))
    }

    /// Whether the exchange is over: the response is written or the client has left.
    var isOver: Bool { shared[0].answered != nil || shared[0].left != nil }

    /// Becomes the entry of another request, which is being decided, and reuses its storage.
    mutating func assign(_ number: Int, _ request: borrowing Request, arrival: Instant, since origin: Instant) {
        shared[0].assign(number, request, arrival: arrival, since: origin)
    }

    /// Whether the target is a path, perhaps with a query, as nearly all are.
    var hasPathAsTarget: Bool {
        let start = shared[0].methodSize
        return shared[0].bytes.count > start && shared[0].bytes[start] == UInt8(ascii: "/")
    }

    /// Whether there is a `@` in method or target, percent-encoded or not, as before the host of a URL. It may be in what
    /// is cut off.
    var mayNameUser: Bool {
        if isTargetCut { return true }
        return shared[0].bytes.withUnsafeBufferPointer { bytes in
            var (before, last): (UInt8, UInt8) = (0, 0)
            for byte in bytes {
                // `%40`, and `%2540` of a second encoding.
                let isEncoded =
                    byte == UInt8(ascii: "0") && last == UInt8(ascii: "4")
                    && (before == UInt8(ascii: "%") || before == UInt8(ascii: "5"))
                if byte == UInt8(ascii: "@") || isEncoded { return true }
                (before, last) = (last, byte)
            }
            return false
        }
    }

    /// Redacts the target.
    package mutating func redact(_ redactor: Redactor) {
        replaceTarget(redactor.target(target, isCut: isTargetCut))
    }

    /// Removes a prefix from the shown target, if that begins with it.
    package mutating func removePathPrefix(_ prefix: [UInt8]) {
        guard !prefix.isEmpty, target.starts(with: prefix) else { return }
        replaceTarget(Array(target.dropFirst(prefix.count)))
    }

    /// Replaces the shown target.
    mutating func replaceTarget(_ bytes: [UInt8]) {
        guard !bytes.elementsEqual(target) else { return }
        shared[0].targetSize += bytes.count - target.count
        shared[0].bytes.replaceSubrange(shared[0].methodSize..., with: bytes.prefix(Self.kept.target))
    }

    /// Replaces the shown method.
    mutating func replaceMethod(_ bytes: [UInt8]) {
        shared[0].bytes.replaceSubrange(..<shared[0].methodSize, with: bytes)
        shared[0].methodSize = bytes.count
    }

    /// Replaces what is shown of the TLS handshake.
    mutating func replaceHandshake(_ tls: TLSInfo) { shared[0].connection.tls = tls }

    /// The method's first 64 bytes; empty if no request line could be read.
    package var method: ArraySlice<UInt8> { shared[0].bytes[..<shared[0].methodSize] }

    /// The first 2,048 bytes of the target, without what names a session in its path.
    package var target: ArraySlice<UInt8> { shared[0].bytes[shared[0].methodSize...] }

    /// Whether `target` is only the beginning of the target.
    var isTargetCut: Bool { shared[0].targetSize > target.count }

    /// `POST /auth/refresh`, made safe for a terminal.
    package var requestText: String {
        if shared[0].bytes.isEmpty { return "(no request line)" }
        return "\(Printable.text(method)) \(Printable.text(target, of: shared[0].targetSize))"
    }

    /// `connection 1 stream 7`.
    package var connectionText: String { connection.text }

    /// `+3.1 ms`.
    package var offsetText: String { "+" + TimeText.text(offset) }

    /// `200`, `200 truncate` if the body breaks off, `reset`, or `left` if the client did not wait.
    package var responseText: String {
        if left != nil { return "left" }
        return switch response {
        case .status(let status): breaksOff.map { "\(status) \($0.rawValue)" } ?? String(status)
        case .fault(let name): name
        }
    }

    /// `the client left after 200.0 ms`; nil if it did not.
    package var leavingText: String? {
        left.map { "the client left after \(TimeText.text($0 - arrival))" }
    }

    /// `step "refresh"`, `exhausted`, `allowed`.
    package var outcomeText: String {
        switch outcome {
        case .step(let id): Printable.step(id)
        case .stub(let id): Printable.stub(id)
        case .stubBeforeStep(let id, let step): "\(Printable.stub(id)), before \(Printable.step(step)) was open"
        case .failed(let kind): isAllowed ? "allowed" : kind.rawValue
        case .preflight: "preflight"
        case .refusedPreflight: "preflight, refused: cors does not list its Origin"
        }
    }
}

extension TimelineEntry {
    /// `stub "images"`: only the rule that took it.
    package var takerText: String {
        switch outcome {
        case .stub(let id), .stubBeforeStep(let id, _): Printable.stub(id)
        case .step, .failed, .preflight, .refusedPreflight: outcomeText
        }
    }

    /// The method and target that requests for the same thing share.
    struct GroupingKey: Hashable {
        fileprivate let method: [UInt8]
        fileprivate let target: [UInt8]
        fileprivate let targetSize: Int
    }

    /// The same without the query.
    var groupingKeyOfPath: GroupingKey {
        guard let query = target.firstIndex(of: UInt8(ascii: "?")) else { return groupingKey }
        let path = Array(target[..<query])
        return GroupingKey(method: Array(method), target: path, targetSize: path.count)
    }

    var groupingKey: GroupingKey {
        GroupingKey(method: Array(method), target: Array(target), targetSize: shared[0].targetSize)
    }
}
