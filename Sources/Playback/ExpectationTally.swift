import HTTPMessage
import Scenarios

/// The number of requests that an `expect` item counted, and the last of them. If it counts connections: the first
/// request of each.
struct ExpectationTally: Sendable {
    private(set) var count = 0
    private(set) var recent = RecentEntries()

    mutating func add(_ entry: TimelineEntry) {
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
            case .connections: view.request.connection.isFirst
            case .before: false
            }
        }
    }

    private func counts(
        _ index: Int, _ requestMatcher: RequestMatcher, view: RequestView, study: inout RequestStudy
    ) -> Bool {
        if let known = study.candidates?.counts(expectation: index) { return known }
        if study.isCostly(requestMatcher) {
            return study.match(.expectation(index), requestMatcher, revision: revision) { scope(rule: -1) }.isMatched
        }
        guard study.mayInspect(requestMatcher, revision: revision, { scope(rule: -1) }) else { return false }
        return requestMatcher.match(view, in: scope(rule: -1)).isMatched
    }

    /// The indices of the `expect` items that count the connection of a request that is not HTTP.
    func expectationsThatCount(connectionOf facts: ConnectionInfo) -> [Int] {
        guard facts.isFirst else { return [] }
        return scenario.expectations.indices.filter { index in
            if case .connections = scenario.expectations[index].kind { true } else { false }
        }
    }
}

extension ConnectionInfo {
    /// Whether it is the first request on its connection.
    fileprivate var isFirst: Bool { exchange == 1 }
}
