/// The last requests that something counted, at most three. Their places serve again, so that one more takes no memory.
struct RecentEntries: Sendable {
    private static let kept = 3

    private var places: [TimelineEntry] = []
    /// The place of the oldest, once all are taken.
    private var oldest = 0

    /// In order of arrival.
    var all: [TimelineEntry] { Array(places[oldest...] + places[..<oldest]) }

    var last: TimelineEntry? { oldest == 0 ? places.last : places[oldest - 1] }

    mutating func add(_ entry: TimelineEntry) {
        guard places.count == Self.kept else { return places.append(entry.detached) }
        places[oldest].replace(with: entry)
        oldest = (oldest + 1) % Self.kept
    }

    /// Changes the request with that number, where it is still here.
    mutating func change(_ number: Int, _ change: (inout TimelineEntry) -> Void) {
        for place in places.indices where places[place].number == number { change(&places[place]) }
    }
}
