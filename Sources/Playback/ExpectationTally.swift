import HTTPMessage
import Scenarios

/// The number of requests that an `expect` item counted, and the last of them. If it counts connections: the first
/// request of each in this run, which need not be the first on the connection, because a reset keeps connections.
struct ExpectationTally: Sendable {
    private(set) var count = 0
    private(set) var recent = RecentEntries()
    /// The connections that were counted; nil if the item counts requests.
    private var connections: Set<Int>?

    init(_ kind: Expectation.Kind) {
        if case .connections = kind { connections = [] }
    }

    mutating func add(_ entry: TimelineEntry) {
        if connections?.insert(entry.connection.index).inserted == false { return }
        count += 1
        recent.add(entry)
    }

    mutating func amend(_ entry: TimelineEntry) {
        recent.change(entry.number) { $0.response = entry.response }
    }
}

extension Script {
    /// The indices of the `expect` items that count this request.
    func expectationsThatCount(_ view: RequestView, _ study: inout RequestStudy) -> [Int] {
        guard !scenario.expectations.isEmpty else { return [] }
        return scenario.expectations.indices.filter { index in
            switch scenario.expectations[index].kind {
            case .count(let requestMatcher, _, _): counts(index, requestMatcher, view: view, study: &study)
            case .connections: true
            case .before: false
            }
        }
    }

    private func counts(
        _ index: Int, _ requestMatcher: RequestMatcher, view: RequestView, study: inout RequestStudy
    ) -> Bool {
        if let known = study.candidates?.counts(expectation: index) { return known }
        if study.isCostly(requestMatcher),
            let known = study.match(.expectation(index), requestMatcher, revision: revision, scope: { scope(rule: -1) })
        {
            return known.isMatched
        }
        guard study.mayInspect(revision: revision, { scope(rule: -1) }) else { return false }
        return requestMatcher.match(view, in: scope(rule: -1)).isMatched
    }

    /// The indices of the `expect` items that count connections, also those of requests that are not HTTP.
    var expectationsOfConnections: [Int] {
        scenario.expectations.indices.filter { index in
            if case .connections = scenario.expectations[index].kind { true } else { false }
        }
    }
}
