import HTTPMessage
import Scenarios

/// The failures of a run in order of time, those alike as one. Bounded, however many requests fail.
struct FailureLog: Sendable {
    /// What failures alike have in common.
    private struct Group: Hashable {
        let kind: FailureKind
        let request: TimelineEntry.Likeness
        let rule: String?
        /// The leaf; nil where the nearest rule is what counts.
        let position: Position?
        /// What was wrong, where rule and leaf do not say it: two elements too many are both told at their array.
        let title: String?

        init(_ failure: Failure, _ request: TimelineEntry) {
            kind = failure.kind
            self.request = request.likeness
            rule = failure.rule
            position = failure.kind == .unmatched && failure.rule != nil ? nil : failure.position
            title = failure.kind == .badRequest || failure.kind == .assertion ? failure.title : nil
        }
    }

    /// Beyond this many different ones, or bytes of their text, a run's failures are only counted.
    private static let limit = (count: 1_000, bytes: 16 << 20)
    /// How many requests one failure shows.
    private static let shownRequests = 5
    private static let shownConsequences = 20

    private(set) var failures: [Failure] = []
    /// How many failures came after the limit.
    private(set) var omitted = 0
    private var bytes = 0
    private var places: [Group: Int] = [:]
    /// The failures that left a variable without a value, by the place that should have set it.
    private var causes: [Position: Int] = [:]

    /// Adds a failure, or counts it to the one it is like. `breaking` is the place that should have set a variable and,
    /// because of this failure, did not.
    mutating func add(_ failure: Failure, breaking: Position? = nil) {
        guard let place = place(for: failure) else {
            omitted += 1
            return
        }
        if let breaking { causes[breaking] = place }
    }

    /// Lists a failure under the one that left its variable without a value at `cause`; false where that is not kept.
    mutating func list(_ failure: Failure, under cause: Position, breaking: Position? = nil) -> Bool {
        guard let place = causes[cause] else { return false }
        if let breaking { causes[breaking] = place }
        // Of a step that did not run: what stands behind it.
        let behind = failure.kind == .unmet ? failure.remarks.last.map { "; \($0)" } ?? "" : ""
        failures[place].add(
            consequence: "\(failure.title), at \(failure.position)\(behind)", keeping: Self.shownConsequences)
        return true
    }

    /// Where it was counted or kept; nil where there is no room.
    private mutating func place(for failure: Failure) -> Int? {
        guard let request = failure.requests.last else { return append(failure) }
        let group = Group(failure, request)
        if let place = places[group] {
            failures[place].merge(failure, keeping: Self.shownRequests)
            return place
        }
        let place = append(failure)
        if let place { places[group] = place }
        return place
    }

    private mutating func append(_ failure: Failure) -> Int? {
        guard failures.count < Self.limit.count, bytes < Self.limit.bytes else { return nil }
        bytes += failure.weight
        failures.append(failure)
        return failures.count - 1
    }

    /// Corrects what failures show of a request whose answer could not be made.
    mutating func amend(_ entry: TimelineEntry) {
        for place in failures.indices {
            for request in failures[place].requests.indices
            where failures[place].requests[request].number == entry.number {
                failures[place].requests[request].answer = entry.answer
            }
        }
    }
}

extension Failure {
    /// Takes in another of the same group: its title is the newer one, which counts further.
    fileprivate mutating func merge(_ other: Failure, keeping limit: Int) {
        repeats += 1
        title = other.title
        for request in other.requests
        where requests.count < limit && !requests.contains(where: { $0.number == request.number }) {
            requests.append(request)
        }
    }

    fileprivate mutating func add(consequence: String, keeping limit: Int) {
        let remark = "follows from it: \(consequence)"
        guard !remarks.contains(remark), remarks.count <= limit else { return }
        remarks.append(remarks.count < limit ? remark : "and more that follows from it")
    }

    /// Roughly how many bytes it takes.
    fileprivate var weight: Int {
        let lines = (difference?.expected ?? []) + (difference?.received ?? [])
        let texts = [title, note ?? ""] + remarks + lines.map(\.text)
        return texts.reduce(1_024) { $0 + $1.utf8.count } + requests.reduce(0) { $0 + $1.target.count }
    }
}
