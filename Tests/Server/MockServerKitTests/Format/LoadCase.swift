/// A scenario that loads, and one that differs in one thing and doesn't, with all its errors.
struct LoadCase: Sendable {
    /// The section and the key of its row.
    let title: String
    let row: String
    /// The file behind its first line `mockserver: 1`, unless it states that line itself; for the section of included
    /// files, the file that is included.
    let accepted: String
    let rejected: String
    /// The diagnostics of the rejected one, a line each.
    let diagnostics: String

    init(_ title: String, _ row: String, _ accepted: String, not rejected: String, _ diagnostics: String) {
        self.title = title
        self.row = row
        self.accepted = accepted
        self.rejected = rejected
        self.diagnostics = diagnostics
    }

    /// The name of its row.
    var name: String { "\(title): \(row)" }

    /// The rows with a case, in order.
    static var rows: [String] {
        var seen: Set<String> = []
        return all.map(\.name).filter { seen.insert($0).inserted }
    }

    static let all: [LoadCase] = [
        scenarios, included, steps, captures, requests, parts, operators, responses, delivery, expectations, words,
        faults, templates,
    ].flatMap { $0 }
}
