/// The last requests that a rule or check counted, at most three.
struct RecentEntries: Sendable {
    private static let kept = 3

    private var entries: [TimelineEntry] = []
    /// The index of the oldest entry, once the array is full.
    private var oldest = 0

    /// All entries in order of arrival.
    var all: [TimelineEntry] { Array(entries[oldest...] + entries[..<oldest]) }

    var last: TimelineEntry? { oldest == 0 ? entries.last : entries[oldest - 1] }

    /// Adds an entry, and returns the one that it replaces.
    @discardableResult
    mutating func add(_ entry: TimelineEntry) -> TimelineEntry? {
        guard entries.count == Self.kept else {
            entries.append(entry)
            return nil
        }
        var former = entry
        swap(&former, &entries[oldest])
        oldest = oldest + 1 == Self.kept ? 0 : oldest + 1
        return former
    }

    func contains(_ number: Int) -> Bool { entries.contains { $0.number == number } }

    /// Changes the request with that number, if it is still here.
    mutating func change(_ number: Int, _ change: (inout TimelineEntry) -> Void) {
        for index in entries.indices where entries[index].number == number { change(&entries[index]) }
    }
}
