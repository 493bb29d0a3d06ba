public import HTTPMessage
public import Playback
import Scenarios

/// A request of the run and what became of it.
public struct JournalEntry: Sendable {
    /// The request, with what the scenario redacts masked.
    public let request: RecordedRequest
    /// The request's place in the run, as failures show it.
    public let timeline: TimelineEntry
    /// The status it was answered; nil where a fault ended the connection before one.
    public var status: Int? { if case .status(let status) = timeline.answer { status } else { nil } }
    /// The step that took it; nil where none did.
    public let step: String?
    /// The kind of failure that it was, where no step took it, or the first that it brought.
    public let failure: FailureKind?
    /// What was answered, with what the scenario redacts masked; nil where nothing is written yet, and where the run does
    /// not record its responses.
    public let response: RecordedResponse?
}

/// The requests of a run, the oldest dropped when they take more than a bound of bytes.
struct Journal: Sendable {
    /// Of its own in memory, so that one that is dropped leaves no more than its place.
    private final class Record: Sendable {
        let request: Request
        let timeline: TimelineEntry
        let failure: FailureKind?
        let response: ResponseRecorder?
        /// How many bytes of the answer's body are kept once it is written.
        let responseSize: Int
        let weight: Int

        init(
            _ request: Request, _ timeline: TimelineEntry, _ failure: FailureKind?, _ response: ResponseRecorder? = nil,
            responseSize: Int = 0
        ) {
            self.request = request
            self.timeline = timeline
            self.failure = failure
            self.response = response
            self.responseSize = responseSize
            let lines = request.head.fields.lines.count + request.trailers.lines.count
            weight =
                request.body.count + request.head.fields.bytes.count + request.trailers.bytes.count
                + lines * MemoryLayout<Fields.Line>.stride + Journal.overhead
                + (response == nil ? 0 : responseSize + Journal.overhead)
        }
    }

    /// What an entry takes beyond its bytes and lines, measured with the smallest of requests.
    static let overhead = 1_024

    private let limit: Int
    private var weight = 0
    /// The oldest kept at `first`; those before it are dropped, and nil.
    private var records: [Record?] = []
    private var first = 0

    /// A journal that holds at most about `limit` bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a request and what was decided of it.
    mutating func add(_ request: Request, _ effects: [Effect]) {
        var failure: FailureKind?
        for effect in effects {
            switch effect {
            case .fail(let made): failure = failure ?? made.kind
            case .reply(_, let plan): add(request, plan.entry, failure)
            case .release, .wake: break
            }
        }
    }

    /// Corrects what is said of a request whose answer could not be made.
    mutating func amend(_ timeline: TimelineEntry, failure: FailureKind?) {
        guard let place = records[first...].lastIndex(where: { $0?.timeline.number == timeline.number }),
            let record = records[place]
        else { return }
        records[place] = Record(
            record.request, timeline, record.failure ?? failure, record.response, responseSize: record.responseSize)
    }

    /// Keeps what a request's player will say of the answer, which has `size` bytes of body.
    mutating func attach(_ response: ResponseRecorder, size: Int, to number: Int) {
        guard let place = records[first...].lastIndex(where: { $0?.timeline.number == number }),
            let record = records[place]
        else { return }
        let heavier = Record(
            record.request, record.timeline, record.failure, response, responseSize: min(size, ResponseRecorder.limit))
        records[place] = heavier
        weight += heavier.weight - record.weight
        drop()
    }

    private mutating func add(_ request: Request, _ timeline: TimelineEntry, _ failure: FailureKind?) {
        let record = Record(request, timeline, failure)
        records.append(record)
        weight += record.weight
        drop()
    }

    /// Lets the oldest go until the rest is within the bound.
    private mutating func drop() {
        while weight > limit, first < records.count - 1 {
            weight -= records[first].take()?.weight ?? 0
            first += 1
        }
        // Moving the rest down each time the dropped half is the larger keeps the cost of a drop constant.
        if first > 64, first > records.count / 2 {
            records.removeFirst(first)
            first = 0
        }
    }

    /// Of the requests that are held, whether listed or not.
    var keptBytes: Int { records.reduce(0) { $0 + ($1?.weight ?? 0) } }

    func entries(_ redaction: Redaction) -> [JournalEntry] {
        records[first...].compactMap { record in
            guard let record else { return nil }
            var step: String?
            if case .step(let id) = record.timeline.outcome { step = id }
            return JournalEntry(
                request: RecordedRequest(record.request, number: record.timeline.number, redaction),
                timeline: record.timeline, step: step, failure: record.failure,
                response: record.response?.response.map { $0.masked(redaction) })
        }
    }
}
