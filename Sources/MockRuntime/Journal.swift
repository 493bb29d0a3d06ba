public import HTTPMessage
public import Playback
import Scenarios

/// A request of the run and what became of it.
public struct JournalEntry: Sendable {
    /// The request, with what the scenario redacts masked.
    public let request: RecordedRequest
    /// The request's place in the run, as failures show it.
    public let timeline: TimelineEntry
    /// The status it was answered; nil where a fault ended the connection before one, or no answer is written yet.
    public let status: Int?
    /// The step that took it.
    public let step: String?
    /// The kind of failure that it was, where no step took it, or the first that it brought.
    public let failure: FailureKind?
}

/// The requests of a run, the oldest dropped when they take more than a bound of bytes.
struct Journal: Sendable {
    private struct Record: Sendable {
        let request: Request
        let timeline: TimelineEntry
        var status: Int?
        let failure: FailureKind?
        let weight: Int
    }

    /// What an entry takes beyond its bytes, roughly.
    private static let overhead = 512

    private let limit: Int
    private var weight = 0
    /// A ring: the oldest at `first`.
    private var records: [Record] = []
    private var first = 0
    /// How many entries were dropped.
    private(set) var dropped = 0

    /// A journal that holds at most about `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ request: Request, _ timeline: TimelineEntry, status: Int?, failure: FailureKind?) {
        let size = request.body.count + request.head.fields.bytes.count + Self.overhead
        records.append(Record(request: request, timeline: timeline, status: status, failure: failure, weight: size))
        weight += size
        while weight > limit, first < records.count - 1 {
            weight -= records[first].weight
            first += 1
            dropped += 1
        }
        // Moving the rest down each time the dead half is the larger keeps the cost of a drop constant.
        if first > 64, first > records.count / 2 {
            records.removeFirst(first)
            first = 0
        }
    }

    func entries(_ redaction: Redaction) -> [JournalEntry] {
        records[first...].map { record in
            var step: String?
            if case .step(let id) = record.timeline.outcome { step = id }
            return JournalEntry(
                request: RecordedRequest(record.request, number: record.timeline.number, redaction),
                timeline: record.timeline, status: record.status, step: step, failure: record.failure)
        }
    }
}
