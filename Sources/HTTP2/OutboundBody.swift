// The part of an answer's body that was written and is not sent, as the pieces it came in.
extension StreamState {
    func appendContent(_ piece: ArraySlice<UInt8>) {
        guard !piece.isEmpty else { return }
        if contentCount == 0 {
            self.piece = piece
        } else {
            let queue = laterPieces ?? PieceQueue()
            queue.append(piece)
            laterPieces = queue
        }
        contentCount += piece.count
    }

    /// Moves as much as fits into `buffer`, and returns how much that is.
    func takeContent(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var filled = 0
        while filled < buffer.count, filled < contentCount {
            let first = piece
            let share = min(buffer.count - filled, first.count)
            first.withUnsafeBytes { piece in
                UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[..<share]))
            }
            filled += share
            piece = share == first.count ? laterPieces?.next() ?? [] : first.dropFirst(share)
        }
        contentCount -= filled
        return filled
    }
}

/// The pieces of a body behind its first.
final class PieceQueue {
    private var pieces: [ArraySlice<UInt8>] = []
    /// How many of the first were taken; they are dropped many at a time.
    private var taken = 0

    func append(_ piece: ArraySlice<UInt8>) { pieces.append(piece) }

    func next() -> ArraySlice<UInt8>? {
        guard taken < pieces.count else { return nil }
        let piece = pieces[taken]
        pieces[taken] = []
        taken += 1
        if taken == pieces.count {
            pieces.removeAll(keepingCapacity: true)
            taken = 0
        } else if taken > 64 {
            pieces.removeFirst(taken)
            taken = 0
        }
        return piece
    }
}
