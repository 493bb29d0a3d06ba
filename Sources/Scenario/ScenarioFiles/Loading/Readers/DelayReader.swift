import ExactJSON
import Scenarios

/// Reads `delay`: a time, fixed or random, or one for the head and one for the body.
struct DelayReader {
    let state: LoadingContext

    private static let distributions = ["uniform", "lognormal"]

    /// The delays of a response.
    func delay(_ node: Node) -> Delay {
        guard let entries = node.entries else { return Delay(headers: time(node)) }
        if entries.contains(where: { Self.distributions.contains($0.name) }) {
            guard let keyed = state.entries(of: node, .delay) else { return Delay() }
            if let other = keyed.entries.first(where: { !Self.distributions.contains($0.name) }) {
                state.error(
                    "\(other.name) can't stand beside a random delay; write {headers: {uniform: …}, body: …}",
                    at: other.position)
                return Delay()
            }
            return Delay(headers: time(node))
        }
        guard let keyed = state.entries(of: node, .delay) else { return Delay() }
        if entries.isEmpty { state.error("a delay needs a time: write 200ms", at: node.position) }
        return Delay(
            headers: keyed["headers"].map { time($0) } ?? .zero, body: keyed["body"].map { time($0) } ?? .zero)
    }

    /// A single time: a duration or a distribution.
    func time(_ node: Node) -> DelayTime {
        guard node.entries != nil else {
            if let meant = node.text.flatMap(ShapeAdvice.uniformDelay) {
                state.error("a random delay is a map: write \(meant)", at: node.position)
                return .zero
            }
            return state.duration(node).map { .fixed($0) } ?? .zero
        }
        guard let keyed = state.entries(of: node, .delayPart) else { return .zero }
        guard let first = keyed.entries.first else {
            if node.entries?.isEmpty ?? true { state.error("a delay needs a time: write 200ms", at: node.position) }
            return .zero
        }
        if let second = keyed.entries.dropFirst().first {
            state.error(
                "\(second.name) can't stand beside \(first.name): a delay has one of them; leave one out",
                at: second.position)
        }
        return first.name == "uniform" ? uniform(first) : lognormal(first)
    }

    private func uniform(_ entry: Node.Entry) -> DelayTime {
        guard let keyed = state.entries(of: entry.value, .uniform) else { return .zero }
        guard let from = keyed["from"], let to = keyed["to"] else {
            if keyed.isComplete {
                state.error("uniform needs from and to: write {from: 10ms, to: 90ms}", at: entry.value.position)
            }
            return .zero
        }
        guard let lower = state.duration(from), let upper = state.duration(to) else { return .zero }
        guard lower <= upper else {
            state.error(
                "from is later than to: a delay can't be between them: write {from: \(to.text ?? "10ms"), to: \(from.text ?? "90ms")}",
                at: from.position)
            return .zero
        }
        return .uniform(lower...upper, entry.position)
    }

    private func lognormal(_ entry: Node.Entry) -> DelayTime {
        guard let keyed = state.entries(of: entry.value, .lognormal) else { return .zero }
        guard let median = keyed["median"], let sigma = keyed["sigma"] else {
            if keyed.isComplete {
                state.error(
                    "lognormal needs median and sigma: write {median: 80ms, sigma: 0.4}", at: entry.value.position)
            }
            return .zero
        }
        guard let time = state.duration(median), let deviation = self.sigma(sigma) else { return .zero }
        return .lognormal(median: time, sigma: deviation, entry.position)
    }

    /// A deviation of 10 already multiplies or divides most times by more than a thousand.
    private func sigma(_ node: Node) -> Double? {
        guard let text = state.string(node) else { return nil }
        let value = node.plainText == nil ? nil : JSONNumber(lexeme: text).flatMap { _ in Double(text) }
        if let value, value >= 0, value <= 10 { return value }
        let quoted = node.plainText == nil && Double(text).map { (0...10).contains($0) } == true
        return state.refuse(
            "sigma is a number from 0 to 10: write \(quoted ? "\(text) without quotes" : "0.4")", at: node.position)
    }
}
