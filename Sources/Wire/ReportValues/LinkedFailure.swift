/// A failure from which others may follow.
package protocol LinkedFailure {
    associatedtype Place: CustomStringConvertible

    /// The kind of the failure.
    var kind: FailureKind { get }
    /// The position in the scenario that it is about.
    var position: Place { get }
    /// The event, in one line.
    var title: String { get }
    /// Further lines.
    var remarks: [String] { get }
    /// The number of equal failures that it represents.
    var repeats: Int { get }
    /// The index of the failure that it follows from, among those of the same verdict.
    var cause: Int? { get }
}

extension LinkedFailure {
    /// The failure in the line of another one, from which it follows.
    package var consequence: String {
        // An unmet step's last remark may name the steps after it.
        let behind = kind == .unmet ? remarks.last.map { "; \($0)" } ?? "" : ""
        return "\(title), at \(position)\(behind)"
    }
}

extension Sequence where Element: LinkedFailure {
    /// What follows from each failure of the verdict, by its index: a line for all requests that came out of order, and
    /// one for each step that is unmet.
    package var consequences: [Int: [String]] {
        var (requests, others): ([Int: Int], [Int: [String]]) = ([:], [:])
        for failure in self {
            guard let cause = failure.cause else { continue }
            if failure.kind == .outOfOrder {
                requests[cause, default: 0] += failure.repeats
            } else {
                others[cause, default: []].append("follows from it: \(failure.consequence)")
            }
        }
        for (cause, count) in requests {
            let line = "\(count) more request\(count == 1 ? "" : "s") came out of order because of this"
            others[cause] = [line] + (others[cause] ?? [])
        }
        return others
    }
}
