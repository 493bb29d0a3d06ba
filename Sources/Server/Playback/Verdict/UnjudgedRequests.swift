package import Scenarios

/// Requests that closures of a scenario have still to judge.
package struct UnjudgedRequests: Hashable, Sendable {
    /// Their number.
    package let count: Int
    /// The position of the closure that is to judge the first of them.
    package let position: Position

    package init(count: Int, position: Position) {
        self.count = count
        self.position = position
    }

    /// Those of several runs; nil if no run has any.
    package static func all(_ parts: [UnjudgedRequests?]) -> UnjudgedRequests? {
        let parts = parts.compactMap(\.self)
        return parts.first.map { UnjudgedRequests(count: parts.reduce(0) { $0 + $1.count }, position: $0.position) }
    }
}

extension Verdict {
    /// The verdict once closures have judged the requests: also those that came while it was made, up to ten times.
    package static func judged(by judge: () -> Void, _ verdict: () -> Verdict) -> Verdict {
        for _ in 1..<10 {
            judge()
            let verdict = verdict()
            if verdict.unjudged == nil { return verdict }
        }
        judge()
        return verdict()
    }

    /// The verdict with a failure if closures have still to judge requests: nobody knows yet what they say of those.
    package var statingUnjudged: Verdict {
        guard let unjudged else { return self }
        let wait = unjudged.count == 1 ? "waits" : "wait"
        return adding(
            .assertion,
            "\(EnglishText.count(unjudged.count, "request")) \(wait) for closures to judge \(unjudged.count == 1 ? "it" : "them"); "
                + "call verify(), which runs the closures",
            at: unjudged.position)
    }
}
