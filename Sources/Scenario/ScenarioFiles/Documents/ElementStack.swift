/// A stack from whose top arrays are taken that have no spare room.
///
/// A document has an array for each of its maps and lists, most of them of a few elements. Arrays that grow one by one
/// would be moved several times, and half of their memory would be spare.
final class ElementStack<Element> {
    private var base: UnsafeMutablePointer<Element>
    private var capacity = 64
    private(set) var count = 0

    init() { base = .allocate(capacity: capacity) }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    func push(_ element: consuming Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count += 1
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }

    /// The elements from `start` to the top, which are removed.
    func take(from start: Int) -> [Element] {
        let taken = count - start
        guard taken > 0 else { return [] }
        count = start
        // `Array(unsafeUninitializedCapacity:)` is not specialized, and takes three times as long.
        return (start..<start + taken).map { (base + $0).move() }
    }

    /// The elements from `start` to the top, for as long as nothing is pushed or taken.
    func elements(from start: Int) -> UnsafeBufferPointer<Element> {
        UnsafeBufferPointer(start: base + start, count: count - start)
    }
}
