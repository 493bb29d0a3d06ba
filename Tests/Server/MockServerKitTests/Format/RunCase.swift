import MockServerKit

/// A rule of a run: requests with which the run passes, and requests with which it fails.
struct RunCase: Sendable {
    /// A request and the status of its response.
    typealias Exchange = (request: WireRequest, status: Int)

    let title: String
    let row: String
    /// The scenario behind its first line.
    let yaml: String
    let right: [Exchange]
    let wrong: [Exchange]
    /// The kinds of failure with which it fails, in order.
    let kinds: [FailureKind]

    /// A case whose exchanges are texts like `GET /x 200`; a text behind the status is the request's body.
    init(
        _ title: String, _ row: String, _ yaml: String, right: [String], wrong: [String], _ kinds: FailureKind...
    ) {
        self.title = title
        self.row = row
        self.yaml = yaml
        self.right = right.map(Self.exchange)
        self.wrong = wrong.map(Self.exchange)
        self.kinds = kinds
    }

    private static func exchange(_ text: String) -> Exchange {
        let words = text.split(separator: " ", maxSplits: 3).map(String.init)
        return (WireRequest("\(words[0]) \(words[1])", body: words.count > 3 ? words[3] : ""), Int(words[2]) ?? 0)
    }

    /// The name of its row.
    var name: String { "\(title): \(row)" }

    /// The rows with a case, in order.
    static var rows: [String] {
        var seen: Set<String> = []
        return all.map(\.name).filter { seen.insert($0).inserted }
    }

    /// The rows of keys that only name or describe, or that another row plays.
    static let unplayed: Set<String> = [
        "Scenario: $schema", "Scenario: name", "Scenario: description", "Scenario: linger", "Included file: $schema",
        "Included file: name", "Included file: description", "Included file: redact", "Scenario: cors",
    ]
}
