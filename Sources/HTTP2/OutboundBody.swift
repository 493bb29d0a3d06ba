// The written part of a response's body that is not in the output yet, as the pieces in which it arrived.
extension StreamState {
    mutating func appendContent(_ piece: ArraySlice<UInt8>) {
        guard !piece.isEmpty else { return }
        if contentCount == 0 {
            self.piece = piece
        } else {
            let queue = laterPieces ?? BodyChunkQueue()
            queue.append(piece)
            laterPieces = queue
        }
        contentCount += piece.count
    }

    /// Moves the first `count` bytes, or fewer if there are fewer, to `output`.
    mutating func takeContent(_ count: Int, into output: GrowableBuffer<UInt8>) {
        var rest = count
        while rest > 0, !piece.isEmpty {
            let share = min(rest, piece.count)
            piece.withUnsafeBufferPointer { piece in
                _ = output.append(UnsafeBufferPointer(rebasing: piece[..<share]))
            }
            rest -= share
            piece = share == piece.count ? laterPieces?.next() ?? [] : piece.dropFirst(share)
        }
        contentCount -= count
    }
}

/// The pieces of a body after its first.
final class BodyChunkQueue {
    private var pieces: [ArraySlice<UInt8>] = []
    /// The number of first pieces that were taken; they are dropped many at a time.
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
