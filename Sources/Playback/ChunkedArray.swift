/// An array in chunks: where somebody reads a copy, a change copies one chunk and not the whole.
///
/// A run changes the progress of one rule of maybe a hundred thousand while a verdict is made of a copy of all.
struct ChunkedArray<Element: Sendable>: Sendable {
    private static var chunkSize: Int { 512 }

    private(set) var chunks: [[Element]]
    let count: Int

    init(repeating element: Element, count: Int) {
        self.count = count
        chunks = stride(from: 0, to: count, by: Self.chunkSize).map {
            Array(repeating: element, count: min(Self.chunkSize, count - $0))
        }
    }

    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Element {
        get { chunks[index / Self.chunkSize][index % Self.chunkSize] }
        _modify { yield &chunks[index / Self.chunkSize][index % Self.chunkSize] }
    }
}
