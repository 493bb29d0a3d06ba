public import Foundation

/// The pieces of a response's body, as they come. One reader reads them, once.
///
/// Reading throws ``RESTError`` if the body is cut, or if more pieces wait for their reader than the transport's limit
/// allows; the pieces before come first. In a cancelled task it throws `CancellationError`, so a part is never taken
/// for the whole. The transfer ends when the reading task is cancelled and when the last copy of the body is released.
public struct StreamedBody: AsyncSequence, Sendable {
    /// A piece of the body.
    public typealias Element = Data

    private let pieces: AsyncThrowingStream<Data, any Error>

    init(_ pieces: AsyncThrowingStream<Data, any Error>) {
        self.pieces = pieces
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(pieces: pieces.makeAsyncIterator())
    }

    /// Reads the pieces.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pieces: AsyncThrowingStream<Data, any Error>.Iterator

        /// The next piece; `nil` after the last.
        public mutating func next() async throws -> Data? {
            do {
                if let piece = try await pieces.next() { return piece }
            } catch {
                if !Task.isCancelled { throw error }
            }
            // A cancelled stream ends as if it were whole.
            try Task.checkCancellation()
            return nil
        }
    }
}
