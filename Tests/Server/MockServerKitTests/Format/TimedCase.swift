import MockServerKit

/// A rule of a run whose meaning takes time, or several connections.
struct TimedCase: Sendable {
    typealias Play = @Sendable (MockServer, WireClient) async throws -> Void

    let title: String
    let row: String
    /// The scenario behind its first line; its clock is virtual unless it states another.
    let yaml: String
    /// Plays a run that passes.
    let right: Play
    /// Plays a run that fails.
    let wrong: Play
    /// The kinds of failure with which it fails, in order.
    let kinds: [FailureKind]

    init(
        _ title: String, _ row: String, _ yaml: String, right: @escaping Play, wrong: @escaping Play,
        _ kinds: FailureKind...
    ) {
        self.title = title
        self.row = row
        self.yaml = yaml.hasPrefix("clock:") ? yaml : "clock: virtual\n" + yaml
        self.right = right
        self.wrong = wrong
        self.kinds = kinds
    }

    /// The name of its row.
    var name: String { "\(title): \(row)" }

    /// The rows with a case, in order.
    static var rows: [String] {
        var seen: Set<String> = []
        return all.map(\.name).filter { seen.insert($0).inserted }
    }
}
