/// An array in chunks: if its storage is shared, a change copies one chunk, not the whole array.
///
/// A run may change the progress of one of a hundred thousand rules while a verdict is made from a copy of all of them.
struct ChunkedArray<Element: Sendable>: Sendable {
    private static var chunkSize: Int { 512 }

    private(set) var chunks: [[Element]]
    private(set) var count: Int

    init(repeating element: Element, count: Int) {
        self.count = count
        chunks = stride(from: 0, to: count, by: Self.chunkSize).map {
            Array(repeating: element, count: min(Self.chunkSize, count - $0))
        }
    }

    mutating func append(_ element: Element) {
        if count % Self.chunkSize == 0 { chunks.append([]) }
        chunks[chunks.count - 1].append(element)
        count += 1
    }

    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Element {
        _read { yield chunks[index / Self.chunkSize][index % Self.chunkSize] }
        _modify { yield &chunks[index / Self.chunkSize][index % Self.chunkSize] }
    }
}
