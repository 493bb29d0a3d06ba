import Bytes

// The written part of a response's body that is not in the output yet, as the pieces in which it arrived.
extension StreamState {
    /// The most bytes of a piece that are copied to the next one, so that they don't keep the rest of it in memory.
    static let copiedRest = 1_024

    mutating func appendContent(_ piece: ArraySlice<UInt8>) {
        guard !piece.isEmpty else { return }
        if contentCount == 0 {
            self.piece = piece
        } else if !keepsPieces, contentCount <= Self.copiedRest, self.piece.count == contentCount,
            piece.count > Self.copiedRest
        {
            self.piece = self.piece + piece
        } else {
            laterPieces.append(piece)
        }
        contentCount += piece.count
    }

    /// Moves the first `count` bytes, or fewer if there are fewer, to `output`.
    mutating func takeContent(_ count: Int, into output: inout ByteQueue) {
        var rest = count
        while rest > 0, !piece.isEmpty {
            let share = min(rest, piece.count)
            piece.withUnsafeBytes { output.append(UnsafeRawBufferPointer(rebasing: $0[..<share])) }
            rest -= share
            piece = share == piece.count ? laterPieces.popFirst() ?? [] : piece.dropFirst(share)
        }
        contentCount -= count
    }
}
