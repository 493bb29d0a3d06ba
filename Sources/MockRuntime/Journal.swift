public import HTTPMessage
public import Playback
import Scenarios

/// A request of the run and what became of it.
public struct JournalEntry: Sendable {
    /// The request, with what the scenario redacts masked.
    public let request: RecordedRequest
    /// The request's timeline entry, as failures show it.
    public let timeline: TimelineEntry
    /// The status it was answered; nil where a fault ended the connection before one.
    public var status: Int? { if case .status(let status) = timeline.response { status } else { nil } }
    /// The step that took it; nil where none did.
    public let step: String?
    /// The kind of failure that it was, where no step took it, or the first that it brought.
    public let failure: FailureKind?
    /// What was answered, with what the scenario redacts masked; nil where nothing is written yet, and where the run does
    /// not record its responses.
    public let response: RecordedResponse?
}

extension Request {
    /// The request with the first `count` bytes of its body.
    fileprivate func cut(to count: Int) -> Request {
        Request(head: head, body: Array(body.prefix(count)), trailers: trailers, connection: connection)
    }
}

extension Fields {
    /// How many bytes of a record they take.
    fileprivate var recordSize: Int { bytes.count + 16 * lines.count }
}

/// The requests of a run, the oldest dropped when they take more than a bound of bytes. It holds copies of their bytes, in
/// room that serves again, so that none is kept alive by it.
struct Journal: Sendable {
    /// What an entry with a response takes beyond its request and the response's body.
    static let overhead = 1_024

    private struct Response: Sendable {
        let recorder: ResponseRecorder
        let weight: Int
    }

    private let limit: Int
    private var ring: RingBuffer
    /// By the request's number.
    private var responses: [Int: Response] = [:]
    private var responseWeight = 0
    /// Of the oldest request that is kept with a response.
    private var firstResponse = 1
    /// Bodies that are kept beside their records, by the request's number.
    private var largeBodies: [Int: LargeBody] = [:]
    private var largeBodyWeight = 0

    /// A journal that holds at most about `limit` bytes.
    init(limit: Int) {
        self.limit = limit
        ring = RingBuffer(limit: limit)
    }

    /// What one request may take in a journal with this bound, so that there is room for its response, too.
    private static func largest(limit: Int) -> Int {
        let response = min(ResponseRecorder.limit + Self.overhead, limit / 4)
        return min(limit - response - RingBuffer.frame, RingBuffer.largestRecord)
    }

    /// A body that would take long to copy while others wait for the run's lock, or would pass the bound: kept as it is, or
    /// its first bytes.
    struct LargeBody: Sendable {
        /// From so many bytes on a body takes long to copy.
        private static let least = 64 << 10

        fileprivate let bytes: [UInt8]

        /// The request's body for a journal that holds at most about `limit` bytes; nil where it is small. This is what
        /// takes long.
        init?(of request: borrowing Request, limit: Int) {
            let count = request.body.count
            // What nearly every request is, told without a look at its head.
            if count < Self.least, limit >= 32 * Self.least { return nil }
            // What a record takes beside the body, with some room for what the timeline says.
            let head = 1_024 + request.head.fields.recordSize + request.trailers.recordSize
            let room = max(0, Journal.largest(limit: limit) - head)
            guard count >= Self.least || count > room else { return nil }
            bytes = count <= room ? request.body : Array(request.body.prefix(room))
        }
    }

    /// Adds a request, its timeline entry and the first failure that it made; of a body that would pass the bound the
    /// first bytes. `largeBody` is what `LargeBody` made of the request.
    mutating func add(
        _ request: Request, _ timeline: TimelineEntry, _ failure: FailureKind?, largeBody: LargeBody? = nil
    ) {
        if let largeBody {
            let texts = JournalRecord.Texts(timeline)
            let head = request.cut(to: 0)
            largeBodies[timeline.number] = largeBody
            largeBodyWeight += largeBody.bytes.count
            ring.append(JournalRecord.size(head, texts)) {
                JournalRecord.write(head, bodySize: request.body.count, timeline, texts, failure, to: &$0)
            }
            return dropToLimit()
        }
        let texts = JournalRecord.Texts(timeline)
        let size = JournalRecord.size(request, texts)
        ring.append(size) { JournalRecord.write(request, timeline, texts, failure, to: &$0) }
        if largeBodies.isEmpty { dropResponses() } else { dropToLimit() }
    }

    /// Says of a request whose response could not be made what it was answered, and what had failed where nothing had
    /// before.
    ///
    /// - Parameter status: nil where it stays as it was.
    mutating func amend(_ number: Int, status: Int?, failure: FailureKind) {
        ring.change(number) { JournalRecord.amend($0, status: status, failure: failure) }
    }

    /// Says what a request's failure is, now that it is explained, and what it was answered where that changed.
    mutating func settle(_ number: Int, failure: FailureKind?, response: TimelineEntry.Response?) {
        var status: Int?
        if case .status(let code)? = response { status = code }
        ring.change(number) { JournalRecord.settle($0, status: status, failure: failure) }
    }

    /// Says of a request that its client left before the last byte of the response was written.
    mutating func amend(_ number: Int, left: Instant) {
        ring.change(number) { JournalRecord.amend($0, left: left) }
    }

    /// Keeps what a request's player will say of the response, which has `size` bytes of body.
    mutating func attach(_ recorder: ResponseRecorder, size: Int, to number: Int) {
        let weight = min(size, ResponseRecorder.limit) + Self.overhead
        responses[number] = Response(recorder: recorder, weight: weight)
        responseWeight += weight
        dropToLimit()
    }

    private mutating func dropToLimit() {
        dropResponses()
        while keptBytes > limit, ring.count > 1 {
            ring.dropFirst()
            dropResponses()
        }
    }

    /// Lets go of responses and bodies whose requests are.
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

    /// What was written; a client that left has not had all of it.
    private func response(to timeline: TimelineEntry) -> RecordedResponse? {
        guard var response = responses[timeline.number]?.recorder.response else { return nil }
        if timeline.left != nil { response.isComplete = false }
        return response
    }

    /// Of the requests that are held, whether listed or not.
    var keptBytes: Int { ring.size + responseWeight + largeBodyWeight }

    func entries(_ redactor: Redactor) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        entries.reserveCapacity(ring.count)
        ring.forEach { reader in
            let record = JournalRecord(reader)
            var step: String?
            if case .step(let id) = record.timeline.outcome { step = id }
            let number = record.timeline.number
            var timeline = record.timeline
            timeline.redact(redactor)
            var request = record.request
            if let body = largeBodies[number] {
                request = Request(
                    head: request.head, body: body.bytes, trailers: request.trailers, connection: request.connection)
            }
            entries.append(
                JournalEntry(
                    request: RecordedRequest(request, number: number, bodySize: record.bodySize, redactor),
                    timeline: timeline, step: step, failure: record.failure,
                    response: response(to: timeline)?.redacted(redactor)))
        }
        return entries
    }
}
