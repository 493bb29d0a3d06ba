import Bytes
public import HTTPMessage
public import Playback
import Scenarios

/// A request of the run, its outcome and its response.
public struct JournalEntry: Sendable {
    /// The request, redacted. In `onRequest` and `onInterruption` it has only the method, the first 2,048 bytes of the target
    /// and the connection: no field and no body, and as version what the connection usually has. One whose request line can't
    /// be read has the method `GET` and an empty target there.
    public let request: RecordedRequest
    /// The request's timeline entry, as failures show it.
    package let timeline: TimelineEntry
    /// The time between the run's first request and this one.
    public var offset: Duration { timeline.offset }
    /// When it arrived.
    public var arrival: Instant { timeline.arrival }
    /// When its client left, before the last byte of the response was written; nil if it stayed.
    public var left: Instant? { timeline.left }
    /// The status of the response; nil if a fault ended the connection before it had one.
    public var status: Int? { if case .status(let status) = timeline.response { status } else { nil } }
    /// The step that took it; nil if no step did.
    public let step: String?
    /// The stub that took it; nil if no stub did.
    public var stub: String? {
        switch timeline.outcome {
        case .stub(let id), .stubBeforeStep(let id, _): id
        case .step, .failed, .preflight, .refusedPreflight: nil
        }
    }
    /// Whether no step and no stub took it, and the scenario allows that: it is no failure.
    public var isAllowed: Bool { timeline.isAllowed }
    /// The kind of the failure if no step took it, or of the first failure that it caused.
    public let failure: FailureKind?
    /// The response, redacted; nil if nothing is written yet, or if the run does not record its responses.
    public let response: RecordedResponse?
    /// The failures that it caused, in `onRequest` and `onInterruption`; those of other entries are the verdict's.
    public internal(set) var failures: [Failure] = []
    /// The id of the session whose run it belongs to, in `onRequest` and `onInterruption`; nil for the server's own run.
    public internal(set) var session: String?
}

extension JournalEntry: CustomStringConvertible {
    /// `#3 GET /me   connection 1   +4.5 ms   200   step "retried"`
    public var description: String {
        "#\(timeline.number) \(timeline.requestText)   \(timeline.connectionText)   \(timeline.offsetText)   "
            + "\(timeline.responseText)   \(timeline.outcomeText)"
    }
}

extension Request {
    /// The request with the first `count` bytes of its body.
    fileprivate func cut(to count: Int) -> Request {
        Request(head: head, body: Array(body.prefix(count)), trailers: trailers, connection: connection)
    }
}

extension Fields {
    /// The size in bytes in a record.
    fileprivate var recordSize: Int { bytes.count + 16 * lines.count }
}

/// The requests of a run; the oldest are dropped when all exceed a limit in bytes. It contains copies of their bytes in
/// reused memory, so it keeps no request alive.
struct Journal: Sendable {
    /// The size of an entry with a response, without its request and the response's body.
    static let overhead = 1_024

    private struct Response: Sendable {
        let recorder: ResponseRecorder
        let weight: Int
    }

    private let limit: Int
    private var ring: RingBuffer
    /// The responses by the request's number.
    private var responses: [Int: Response] = [:]
    private var responseWeight = 0
    /// The number of the oldest request that is kept with a response.
    private var firstResponse = 1
    /// Bodies that are kept outside their records, by the request's number.
    private var largeBodies: [Int: LargeBody] = [:]
    private var largeBodyWeight = 0

    /// A journal that contains at most about `limit` bytes.
    init(limit: Int) {
        self.limit = limit
        ring = RingBuffer(limit: limit)
    }

    /// The most bytes of one request in a journal with this limit, so that its response has room too.
    private static func largest(limit: Int) -> Int {
        let response = min(ResponseRecorder.limit + Self.overhead, limit / 4)
        return min(limit - response - RingBuffer.frame, RingBuffer.largestRecord)
    }

    /// A body, or its first bytes, that is kept outside the record: copying it would take long under the run's lock, or
    /// it would exceed the limit.
    struct LargeBody: Sendable {
        /// The number of bytes from which on copying a body takes long.
        private static let least = 64 << 10

        fileprivate let bytes: [UInt8]

        /// The request's body for a journal of at most about `limit` bytes; nil if it is small. This call takes long.
        init?(of request: borrowing Request, limit: Int) {
            let count = request.body.count
            // Nearly every request is small, so its head is not inspected.
            if count < Self.least, limit >= 32 * Self.least { return nil }
            // The size of a record without the body, and some room for the timeline entry.
            let head = 1_024 + request.head.fields.recordSize + request.trailers.recordSize
            let room = max(0, Journal.largest(limit: limit) - head)
            guard count >= Self.least || count > room else { return nil }
            bytes = count <= room ? request.body : Array(request.body.prefix(room))
        }
    }

    /// Adds a request, its timeline entry and its first failure. Of a body that would exceed the limit, only the first
    /// bytes are kept. `largeBody` is the `LargeBody` of the request.
    mutating func add(
        _ request: Request, _ timeline: TimelineEntry, failure: FailureKind?, largeBody: LargeBody? = nil
    ) {
        if let largeBody {
            largeBodies[timeline.number] = largeBody
            largeBodyWeight += largeBody.bytes.count
            JournalRecord.append(
                request.cut(to: 0), bodySize: request.body.count, timeline, failure: failure, to: &ring)
            return dropToLimit()
        }
        JournalRecord.append(request, timeline, failure: failure, to: &ring)
        if largeBodies.isEmpty { dropResponses() } else { dropToLimit() }
    }

    /// Corrects a request whose response could not be produced: its status, and its failure if it has none yet.
    ///
    /// - Parameter status: nil if it does not change.
    mutating func amend(_ number: Int, status: Int?, failure: FailureKind) {
        ring.change(number) { JournalRecord.amend($0, status: status, failure: failure) }
    }

    /// Corrects the status of a request's response.
    mutating func amend(_ number: Int, status: Int) {
        ring.change(number) { JournalRecord.amend($0, status: status) }
    }

    /// Sets a request's failure after it is explained, and its status if that changed.
    mutating func settle(_ number: Int, failure: FailureKind?, response: TimelineEntry.Response?) {
        var status: Int?
        if case .status(let code)? = response { status = code }
        ring.change(number) { JournalRecord.settle($0, status: status, failure: failure) }
    }

    /// Sets how many bytes of a request's body have come, which are not kept.
    mutating func amend(_ number: Int, bodySize: Int) {
        ring.change(number) { JournalRecord.amend($0, bodySize: bodySize) }
    }

    /// Notes that a request's client left before the last byte of the response was written, or that it has stayed.
    mutating func amend(_ number: Int, left: Instant?) {
        ring.change(number) { JournalRecord.amend($0, left: left) }
    }

    /// Attaches a recorder of a request's response, which has `size` bytes of body.
    mutating func attach(_ recorder: ResponseRecorder, size: Int, to number: Int) {
        let weight = min(size, ResponseRecorder.limit) + Self.overhead
        responses[number] = Response(recorder: recorder, weight: weight)
        responseWeight += weight
        dropToLimit()
    }

    private mutating func dropToLimit() {
        dropResponses()
        while keptBytes > limit, ring.count > 1, ring.isFirstDroppable {
            ring.dropFirst()
            dropResponses()
        }
    }

    /// Drops responses and bodies of dropped requests.
    private mutating func dropResponses() {
        if !largeBodies.isEmpty, let first = ring.first {
            for number in largeBodies.keys where number < first {
                largeBodyWeight -= largeBodies.removeValue(forKey: number)?.bytes.count ?? 0
            }
        }
        guard !responses.isEmpty, let first = ring.first else { return }
        while firstResponse < first {
            responseWeight -= responses.removeValue(forKey: firstResponse)?.weight ?? 0
            firstResponse += 1
        }
    }

    /// The size of the kept requests, whether listed or not.
    var keptBytes: Int { ring.size + responseWeight + largeBodyWeight }

    /// The entries, redacted. What is redacted in one of them is redacted in all.
    func entries(_ redactor: Redactor, _ secrets: RunSecrets) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        var homeless: [[[UInt8]]] = []
        entries.reserveCapacity(ring.count)
        forEachEntry(redactor) { entry, noted in
            entries.append(entry)
            homeless.append(secrets.note(noted))
        }
        let index = secrets.index
        return zip(entries, homeless).map { entry, homeless in
            let entry = entry.redacted(index)
            return homeless.isEmpty ? entry : entry.redacted(SecretIndex(homeless))
        }
    }

    /// Notes the values that are redacted in the entries. What was read before is not read again, unless its response was
    /// not complete then.
    func noteSecrets(_ redactor: Redactor, in secrets: RunSecrets) {
        let start = secrets.readThrough
        var (end, isSettled) = (start, true)
        forEachEntry(after: start, redactor) { entry, noted in
            secrets.note(noted)
            isSettled = isSettled && (entry.response?.isComplete ?? responses.isEmpty)
            if isSettled { end = entry.timeline.number }
        }
        secrets.readThrough = end
    }

    /// Calls `body` with each entry, in which only the parts are redacted that the scenario names, and with their values.
    private func forEachEntry(
        after number: Int = 0, _ redactor: Redactor, _ body: (JournalEntry, RedactedValues) -> Void
    ) {
        ring.forEach { bytes in
            guard JournalRecord.number(of: bytes) > number else { return }
            let record = JournalRecord(bytes)
            let number = record.timeline.number
            var noted = RedactedValues()
            let entry = JournalEntry(
                record, largeBodies[number], response: responses[number]?.recorder.response, redactor, noting: &noted)
            body(entry, noted)
        }
    }

    // MARK: - Reading one by one

    /// A request of the journal, which is still to be decoded and redacted.
    struct Unread: Sendable {
        /// The request's number.
        let number: Int
        /// Whether requests between the last read one and this one have left the journal.
        let followsDropped: Bool
        fileprivate let record: [UInt8]
        fileprivate let largeBody: LargeBody?
        fileprivate let recorder: ResponseRecorder?

        /// The request as readers see it. This call takes longer than finding it.
        func entry(_ redactor: Redactor, _ secrets: RunSecrets) -> JournalEntry {
            var noted = RedactedValues()
            let entry = record.withUnsafeBytes {
                JournalEntry(JournalRecord($0), largeBody, response: recorder?.response, redactor, noting: &noted)
            }
            let homeless = secrets.note(noted)
            let redacted = entry.redacted(secrets.index)
            return homeless.isEmpty ? redacted : redacted.redacted(SecretIndex(homeless))
        }

        /// The request as failures compare it with a later one; only its line is redacted, which they show.
        ///
        /// - Parameter prefix: what failures leave out at the beginning of a path: a session's.
        func earlier(_ composer: FailureComposer, _ redactor: Redactor, without prefix: PathPrefix?) -> EarlierRequest {
            record.withUnsafeBytes {
                let record = JournalRecord($0)
                var entry = record.timeline
                if let prefix { entry.removePathPrefix(prefix.bytes) }
                entry.redact(redactor)
                return EarlierRequest(entry, record.request, failure: record.failure, composer)
            }
        }
    }

    /// The oldest request that is kept of those after the one with that number; nil if there is none.
    func next(after number: Int) -> Unread? {
        guard let record = ring.record(after: number) else { return nil }
        let found = JournalRecord.number(of: record)
        return Unread(
            number: found, followsDropped: ring.lastDropped ?? 0 > number, record: record,
            largeBody: largeBodies[found], recorder: responses[found]?.recorder)
    }

    /// The last requests before that of a failure, from the oldest, as far as they are small.
    func unread(before failure: DecidedFailure) -> [Unread] {
        var found: [Unread] = []
        guard let number = failure.requestNumber else { return found }
        var size = 0
        for number in ((number - EarlierRequest.limit.requests)..<number).reversed() {
            guard let unread = next(after: number - 1), unread.number == number else { continue }
            size += unread.record.count
            if size > EarlierRequest.limit.bytes { break }
            if unread.largeBody == nil { found.append(unread) }
        }
        return found.reversed()
    }

    /// The response to a request as far as it was written; nil if it was not recorded.
    func response(toRequest number: Int) -> RecordedResponse? { responses[number]?.recorder.response }

    /// Keeps the requests after the one with that number, even beyond the limit.
    mutating func keep(after number: Int?) {
        ring.firstKept = number.map { $0 + 1 } ?? .max
        dropToLimit()
    }
}

extension JournalEntry {
    /// - Parameter response: what was written; it is incomplete if the client left.
    fileprivate init(
        _ record: JournalRecord, _ largeBody: Journal.LargeBody?, response: RecordedResponse?, _ redactor: Redactor,
        noting noted: inout RedactedValues
    ) {
        var request = record.request
        if let largeBody {
            request = Request(
                head: request.head, body: largeBody.bytes, trailers: request.trailers, connection: request.connection)
        }
        var timeline = record.timeline
        timeline.redact(redactor)
        var step: String?
        if case .step(let id) = record.timeline.outcome { step = id }
        var response = response
        if timeline.left != nil { response?.isComplete = false }
        self.init(
            request: RecordedRequest(
                request, number: timeline.number, bodySize: record.bodySize, redactor, noting: &noted),
            timeline: timeline, step: step, failure: record.failure,
            response: response?.redacted(redactor, noting: &noted))
    }
}
