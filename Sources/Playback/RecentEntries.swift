/// The last requests that something counted, at most three.
struct RecentEntries: Sendable {
    private static let kept = 3

    private var places: [TimelineEntry] = []
    /// The place of the oldest, once all are taken.
    private var oldest = 0

    /// In order of arrival.
    var all: [TimelineEntry] { Array(places[oldest...] + places[..<oldest]) }

    var last: TimelineEntry? { oldest == 0 ? places.last : places[oldest - 1] }

    /// Adds one, and hands back the one that it takes the place of.
    @discardableResult
    mutating func add(_ entry: TimelineEntry) -> TimelineEntry? {
        guard places.count == Self.kept else {
            places.append(entry)
            return nil
        }
        var former = entry
        swap(&former, &places[oldest])
        oldest = oldest + 1 == Self.kept ? 0 : oldest + 1
        return former
    }

    func contains(_ number: Int) -> Bool { places.contains { $0.number == number } }

    /// Changes the request with that number, where it is still here.
    mutating func change(_ number: Int, _ change: (inout TimelineEntry) -> Void) {
        for place in places.indices where places[place].number == number { change(&places[place]) }
    }
}
