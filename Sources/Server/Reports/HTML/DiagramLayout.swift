import HTTPMessage
import MockRuntime
import Playback
import Scenarios

/// Where the requests and failures of a run are in its diagram: time runs to the right, and each connection or stream
/// is a lane of one or more rows.
struct DiagramLayout {
    /// Why a response is not there at once.
    enum Wait {
        case hold
        case delay
        /// Neither: the server and the client took this time.
        case none
    }

    /// A request, from its arrival to the last byte of its response.
    struct Bar {
        let timeline: TimelineEntry
        /// The id of its exchange, or of its failure if the journal has no such request.
        let destination: String
        let start: Int64
        /// When the head of the response was written; nil if it was not, or if nothing was recorded.
        let began: Int64?
        let end: Int64
        let wait: Wait
        /// Whether the response is not complete although the client is there.
        let isOpen: Bool
        /// The kind of the failure that it caused.
        let failure: FailureKind?

        var isLeft: Bool { timeline.left != nil }

        /// `#4 POST /auth/refresh 501 ✕ exhausted`
        var label: String {
            let request = DiagramLayout.shortened(timeline.requestText, to: 48)
            let failure = failure.map { " ✕ \($0.rawValue)" } ?? ""
            return "#\(timeline.number) \(request) \(timeline.responseText)\(failure)"
        }
    }

    /// A failure that no request shows.
    struct Event {
        let failure: Int
        let instant: Int64
        let label: String
    }

    struct Row<Item> {
        var items: [Item] = []
        /// The coordinate at which the last item ends.
        var end = -Double.infinity
    }

    struct Lane {
        let connection: Int
        let stream: Int?
        var rows: [Row<Bar>] = []
    }

    private struct LaneKey: Hashable {
        let connection: Int
        let stream: Int?
    }

    /// The width of a character of a label: that of the widest of the fonts that the style sheet names.
    private static let characterWidth = 7.0
    private static let itemDistance = 10.0
    /// The width of the time without breaks, which grows with the number of requests in a lane.
    private static let width = (least: 840.0, most: 3_600.0, perRequest: 28.0)

    let scale: TimeScale
    private(set) var lanes: [Lane] = []
    /// Failures that no request shows.
    private(set) var events: [Row<Event>] = []
    /// The width with the labels, some of which begin near the end.
    private(set) var width: Double

    init(_ run: HTMLRun) {
        let first = run.journal.first?.timeline ?? run.failures.lazy.compactMap(\.requests.first).first
        let origin = first.map { $0.arrival.nanoseconds - $0.offsetNanoseconds } ?? 0
        let end = run.report.duration.wholeNanoseconds - origin
        let waits = Waits(run.report.scenario)
        let bars =
            (run.journal.map { Bar($0, run, waits, end: end) } + Self.otherRequests(run)).sorted {
                ($0.start, $0.timeline.number) < ($1.start, $1.timeline.number)
            }
        var indices: [LaneKey: Int] = [:]
        var counts: [Int: Int] = [:]
        for bar in bars { counts[bar.timeline.connection.index, default: 0] += 1 }
        let busiest = Double(counts.values.max() ?? 0)
        let wanted = min(max(Self.width.least, busiest * Self.width.perRequest), Self.width.most)
        scale = TimeScale(bars.map { $0.start...$0.end }, width: wanted)
        width = scale.width
        for bar in bars {
            let connection = bar.timeline.connection
            let key = LaneKey(connection: connection.index, stream: connection.stream)
            let index = indices[key] ?? lanes.count
            if index == lanes.count {
                indices[key] = index
                lanes.append(Lane(connection: key.connection, stream: key.stream))
            }
            let range = range(bar.start, bar.end, label: bar.label)
            width = max(width, range.upperBound)
            Self.place(bar, range, in: &lanes[index].rows)
        }
        lanes.sort { ($0.connection, $0.stream ?? 0) < ($1.connection, $1.stream ?? 0) }
        for (index, failure) in run.failures.enumerated() where failure.requests.isEmpty {
            let instant = failure.instant.nanoseconds - origin
            let label = "✕ \(failure.kind.rawValue): \(Self.shortened(failure.summary, to: 60))"
            let event = Event(failure: index, instant: instant, label: label)
            let range = range(instant, instant, label: label)
            width = max(width, range.upperBound)
            Self.place(event, range, in: &events)
        }
    }

    /// The requests of failures that the journal does not have: those that broke HTTP, and old ones.
    private static func otherRequests(_ run: HTMLRun) -> [Bar] {
        var bars: [Bar] = []
        var known: Set<Int> = []
        for (index, failure) in run.failures.enumerated() {
            for timeline in failure.requests
            where !run.lists(request: timeline.number) && known.insert(timeline.number).inserted {
                bars.append(Bar(timeline, run.failureKind(of: timeline.number), destination: run.failureID(index)))
            }
        }
        return bars
    }

    /// Puts an item into the first row that has room for it.
    private static func place<Item>(_ item: Item, _ range: ClosedRange<Double>, in rows: inout [Row<Item>]) {
        let row = rows.firstIndex { $0.end + itemDistance <= range.lowerBound } ?? rows.count
        if row == rows.count { rows.append(Row()) }
        rows[row].items.append(item)
        rows[row].end = range.upperBound
    }

    /// The coordinates of an item with its label.
    private func range(_ start: Int64, _ end: Int64, label: String) -> ClosedRange<Double> {
        let left = scale.x(start)
        return left...max(scale.x(end), left + Self.width(of: label))
    }

    /// The width of a label in a font of fixed width.
    static func width(of label: String) -> Double {
        label.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) } * characterWidth
    }

    private static func shortened(_ text: String, to count: Int) -> String {
        let scalars = text.unicodeScalars
        return scalars.count > count ? String(scalars.prefix(count - 1)) + "…" : text
    }
}

/// The rules of a scenario that hold or delay responses, by their ids.
private struct Waits {
    private var steps: [String: DiagramLayout.Wait] = [:]
    private var stubs: [String: DiagramLayout.Wait] = [:]

    init(_ scenario: Scenario) {
        for step in scenario.steps { steps[step.rule.id] = Self.wait(of: step.rule) }
        for stub in scenario.stubs { stubs[stub.id] = Self.wait(of: stub) }
    }

    private static func wait(of rule: Rule) -> DiagramLayout.Wait? {
        if rule.timing?.hold != nil { return .hold }
        return rule.responses.contains { $0.delay.headers != .zero } ? .delay : nil
    }

    func wait(before outcome: TimelineEntry.Outcome) -> DiagramLayout.Wait {
        switch outcome {
        case .step(let id): steps[id] ?? .none
        case .stub(let id), .stubBeforeStep(let id, _): stubs[id] ?? .none
        case .failed, .preflight, .refusedPreflight: .none
        }
    }
}

extension DiagramLayout.Bar {
    /// - Parameter end: the end of the run.
    fileprivate init(_ entry: JournalEntry, _ run: HTMLRun, _ waits: Waits, end: Int64) {
        timeline = entry.timeline
        destination = run.exchangeID(timeline.number)
        start = timeline.offsetNanoseconds
        began = entry.responseForClient.map { [timeline] in timeline.offset(of: $0.began) }
        failure = run.failureKind(of: timeline.number)
        wait = waits.wait(before: timeline.outcome)
        // Faults end a response on purpose.
        var isFault = false
        if case .fault = timeline.response { isFault = true }
        isOpen = timeline.left == nil && !isFault && run.report.hasResponses && entry.response?.isComplete != true
        let wrote = entry.response.map { [timeline] in timeline.offset(of: $0.wrote) }
        let left = timeline.left.map(timeline.offset)
        self.end = max(start, left ?? wrote ?? (isOpen ? end : start))
    }

    /// A request of which only the failure is known.
    fileprivate init(_ timeline: TimelineEntry, _ failure: FailureKind?, destination: String) {
        self.timeline = timeline
        self.destination = destination
        self.failure = failure
        start = timeline.offsetNanoseconds
        began = nil
        end = max(start, (timeline.left ?? timeline.answered).map(timeline.offset) ?? start)
        wait = .none
        isOpen = false
    }
}

extension TimelineEntry {
    /// The time from the run's first request to an instant, which is not before this request's arrival.
    fileprivate func offset(of instant: Instant) -> Int64 {
        offsetNanoseconds + max(0, instant.nanoseconds - arrival.nanoseconds)
    }
}
