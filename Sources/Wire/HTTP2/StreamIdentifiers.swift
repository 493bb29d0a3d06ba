/// The stream identifiers that a client has used.
///
/// A new stream closes every unused one with a lower identifier, and a client may not use those later (RFC 9113,
/// section 5.1.1). nghttp2 ignores a HEADERS frame with such an identifier, as for a stream that has ended.
struct StreamIdentifiers: Sendable {
    /// The most ranges kept. A client that skips more often gets its oldest skipped identifiers ignored.
    static let mostRanges = 256

    private(set) var highest = -1
    /// The skipped identifiers, in order. All identifiers of clients are odd.
    private var skipped: [ClosedRange<Int>] = []

    /// Notes a HEADERS frame with the odd identifier `id`, and returns whether the client may send one: on a new
    /// stream, or on one that it has used before.
    mutating func use(_ id: Int) -> Bool {
        guard id > highest else { return !skipped.contains { $0.contains(id) } }
        if id > highest + 2 {
            if skipped.count == Self.mostRanges { skipped.removeFirst() }
            skipped.append(highest + 2...id - 2)
        }
        highest = id
        return true
    }
}
