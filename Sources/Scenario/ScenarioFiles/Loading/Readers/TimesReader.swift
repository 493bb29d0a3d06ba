import Scenarios

/// Reads `times` or a similar count: a number or a range.
struct TimesReader {
    let state: LoadingContext
    /// The key.
    var name = "times"
    /// What has the count.
    var owner = Owner.step

    enum Owner {
        case step, stub, expectation, connections
    }

    /// A stub is never required.
    private var isOfStub: Bool { owner == .stub }

    /// The message for 0.
    private var zero: String {
        switch owner {
        case .step: "0 times can't be wanted; leave the step out, or write it under stubs, with never: true"
        case .stub: "0 times can't be wanted; leave the stub out, or write never: true in place of times"
        case .expectation: "0 times can't be wanted; write never: true in place of times"
        case .connections: "0 connections can't be wanted; to forbid all requests write {request: {}, never: true}"
        }
    }

    /// The range of a rule's count; nil if the node has an error.
    func range(_ node: Node) -> CountRange? {
        guard node.entries != nil else {
            guard node.items == nil else {
                return state.refuse(
                    "\(name) is a number or a map, not a list: write 2 or {\(isOfStub ? "at_most: 2" : "at_least: 1")}",
                    at: node.position)
            }
            if let range = node.text.flatMap({ ShapeAdvice.count(meantBy: $0) }) {
                return state.refuse("\(name) is a whole number or a map: \(advice(for: range))", at: node.position)
            }
            return count(node).map { CountRange(lower: $0, upper: $0) }
        }
        guard let keyed = state.entries(of: node, .counts(name)) else { return nil }
        guard !(node.entries ?? []).isEmpty else {
            return state.refuse("\(name) is empty: write {at_least: 1}, {at_most: 5} or a number", at: node.position)
        }
        let least = keyed["at_least"].map { state.integer($0, minimum: 0, "at_least") }
        let most = keyed["at_most"].map { count($0) }
        if let least, let most, let lower = least, let upper = most, lower > upper {
            return state.refuse(
                "at_least is above at_most: write {at_least: \(upper), at_most: \(lower)}", at: node.position)
        }
        switch (least, most) {
        case (.some(.none), _), (_, .some(.none)), (nil, nil): return nil
        case (let least, let most): return CountRange(lower: (least ?? nil) ?? 0, upper: most ?? nil)
        }
    }

    /// How a range is written.
    private func advice(for range: CountRange) -> String {
        guard let upper = range.upper else {
            return isOfStub ? "leave it out for any number" : "write {at_least: \(range.lower)}"
        }
        if range.lower == upper { return "write \(upper)" }
        if range.lower == 0 { return "write {at_most: \(upper)}" }
        return isOfStub
            ? "write {at_most: \(upper)}, as a stub is never required"
            : "write {at_least: \(range.lower), at_most: \(upper)}"
    }

    private func count(_ node: Node) -> Int? {
        if node.plainText == "0" {
            return state.refuse(zero, at: node.position)
        }
        return state.integer(node, minimum: 1, name)
    }
}
