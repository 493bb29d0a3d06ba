import HTTPMessage
import Scenarios

/// The number of requests that an `expect` item counted, and the last of them. If it counts connections: the first
/// request of each in this run, which need not be the first on the connection, because a reset keeps connections.
struct ExpectationTally: Sendable {
    private(set) var count = 0
    private(set) var recent = RecentEntries()

    /// Counts a request, and returns the one that is forgotten for it.
    fileprivate mutating func add(_ entry: TimelineEntry) -> TimelineEntry? {
        count += 1
        return recent.add(entry)
    }

    fileprivate mutating func amend(_ entry: TimelineEntry) {
        recent.change(entry.number) { $0.response = entry.response }
    }
}

/// The tallies of all items of `expect`. A request concerns those that count it, however many others there are.
struct ExpectationTallies: Sendable {
    /// The items that counted a request, and how many of them still show it.
    private struct Counting {
        let items: [Int]
        var showing: Int
    }

    private(set) var items: ChunkedArray<ExpectationTally>
    /// By the request's number, as long as an item shows the request.
    private var counting: [Int: Counting] = [:]

    /// The connections with a request; nil if no item counts connections.
    private var connections: Set<Int>?

    init(_ expectations: [Expectation]) {
        items = ChunkedArray(repeating: ExpectationTally(), count: expectations.count)
        connections = expectations.contains { if case .connections = $0.kind { true } else { false } } ? [] : nil
    }

    /// Whether a request on the connection was counted in this run, or no item counts connections.
    func hasCounted(connection index: Int) -> Bool { connections?.contains(index) ?? true }

    /// Has the items at these indices count a request.
    mutating func add(_ entry: TimelineEntry, to indices: [Int]) {
        guard !indices.isEmpty else { return }
        connections?.insert(entry.connection.index)
        counting[entry.number] = Counting(items: indices, showing: indices.count)
        for index in indices {
            guard let forgotten = items[index].add(entry)?.number else { continue }
            counting[forgotten]?.showing -= 1
            if counting[forgotten]?.showing == 0 { counting[forgotten] = nil }
        }
    }

    /// Corrects the response of a request that was counted.
    mutating func amend(_ entry: TimelineEntry) {
        for index in counting[entry.number]?.items ?? [] { items[index].amend(entry) }
    }
}

extension Script {
    /// The indices of the `expect` items that count this request.
    func expectationsThatCount(_ view: RequestView, _ evaluation: inout RequestEvaluation) -> [Int] {
        guard !scenario.expectations.isEmpty else { return [] }
        var counting = expectationsThatCount(connectionOf: view.request.connection)
        let items =
            evaluation.candidates.map { RuleSequence(found: $0.expectationItems) }
            ?? compiled.expectations.rules(for: view)
        for index in items where !evaluation.lacksCandidates {
            guard case .count(let requestMatcher, _, _) = scenario.expectations[index].kind else { continue }
            switch match(expectation: index, requestMatcher, view: view, evaluation: &evaluation) {
            case .matched: counting.append(index)
            case .undecided where scenario.expectations[index].isLimit: evaluation.undecided = .expectation(index)
            case .undecided, .notMatched, .waiting, .needsBody: break
            }
        }
        return counting
    }

    private func match(
        expectation index: Int, _ requestMatcher: RequestMatcher, view: RequestView, evaluation: inout RequestEvaluation
    ) -> RequestMatch {
        if let known = evaluation.candidates?.match(ofExpectation: index) { return known }
        if evaluation.isCostly(requestMatcher) {
            return evaluation.match(.expectation(index), requestMatcher, revision: revision) { scope(rule: -1) }
        }
        let steps = requestMatcher.cost.steps(forSize: view.size)
        guard evaluation.mayInspect(steps: steps, revision: revision, { scope(rule: -1) }) else { return .notMatched }
        return requestMatcher.match(view, in: scope(rule: -1))
    }

    /// The indices of the `expect` items that count the connection of a request, which may not be HTTP.
    func expectationsThatCount(connectionOf facts: ConnectionInfo) -> [Int] {
        tallies.hasCounted(connection: facts.index) ? [] : compiled.connectionExpectations
    }
}
