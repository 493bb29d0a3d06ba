/// The part of an answer's body that was written and is not sent, as the pieces it came in.
struct OutboundBody: Sendable {
    /// What is sent next; empty only where there is nothing else. Most bodies are one piece.
    private var first: ArraySlice<UInt8> = []
    private var rest: [ArraySlice<UInt8>] = []
    /// How many of the first in `rest` were taken; they are dropped many at a time.
    private var taken = 0
    /// The bytes that are not sent.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        guard !piece.isEmpty else { return }
        if isEmpty { first = piece } else { rest.append(piece) }
        count += piece.count
    }

    mutating func removeAll() { self = OutboundBody() }

    /// Moves as much as fits into `buffer`, and returns how much that is.
    mutating func take(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var filled = 0
        while filled < buffer.count, filled < count {
            let share = min(buffer.count - filled, first.count)
            first.withUnsafeBytes { piece in
                UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[..<share]))
            }
            filled += share
            if share == first.count { advance() } else { first.removeFirst(share) }
        }
        count -= filled
        return filled
    }

    /// Goes on to the next piece.
    private mutating func advance() {
        guard taken < rest.count else {
            first = []
            return
        }
        first = rest[taken]
        rest[taken] = []
        taken += 1
        if taken == rest.count {
            rest.removeAll(keepingCapacity: true)
            taken = 0
        } else if taken > 64 {
            rest.removeFirst(taken)
            taken = 0
        }
    }
}
