/// The part of an answer's body that was written and is not sent, as the pieces it came in.
struct OutboundBody: Sendable {
    private var pieces: [ArraySlice<UInt8>] = []
    /// How many of the first pieces are sent; they are dropped many at a time.
    private var sent = 0
    /// The bytes that are not sent.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        guard !piece.isEmpty else { return }
        pieces.append(piece)
        count += piece.count
    }

    mutating func removeAll() { self = OutboundBody() }

    /// Moves as much as fits into `buffer`, and returns how much that is.
    mutating func take(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var filled = 0
        while filled < buffer.count, sent < pieces.count {
            let share = min(buffer.count - filled, pieces[sent].count)
            let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled..<(filled + share)])
            _ = rest.update(fromContentsOf: pieces[sent].prefix(share))
            filled += share
            pieces[sent].removeFirst(share)
            if pieces[sent].isEmpty {
                pieces[sent] = []
                sent += 1
            }
        }
        if sent == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            sent = 0
        } else if sent > 64 {
            pieces.removeFirst(sent)
            sent = 0
        }
        count -= filled
        return filled
    }
}
