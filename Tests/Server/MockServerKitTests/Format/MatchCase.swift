/// What a scenario says of a request, a request that it matches, and one that differs in one thing.
struct MatchCase: Sendable {
    /// The section and the key of its row.
    let title: String
    let row: String
    /// The keys of the stub's `request`.
    let keys: String
    let matching: WireRequest
    let other: WireRequest
    /// Requests on the same connection before each.
    var beforeMatching: [WireRequest] = []
    var beforeOther: [WireRequest] = []
    /// Further lines of the scenario.
    var lines = ""
    /// The protocols of both; nil for a case of each.
    var wires: (matching: WireProtocol, other: WireProtocol)?

    init(_ title: String, _ row: String, _ keys: String, _ matching: WireRequest, not other: WireRequest) {
        self.title = title
        self.row = row
        self.keys = keys
        self.matching = matching
        self.other = other
    }

    /// The name of its row.
    var name: String { "\(title): \(row)" }

    /// The rows with a case, in order.
    static var rows: [String] {
        var seen: Set<String> = []
        return all.map(\.name).filter { seen.insert($0).inserted }
    }

    func with(_ change: (inout MatchCase) -> Void) -> MatchCase {
        var copy = self
        change(&copy)
        return copy
    }
}
