/// Growable memory for data that is collected repeatedly.
final class GrowableBuffer<Element> {
    private let least: Int
    private let mostKept: Int
    private var memory: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    /// Memory for `capacity` elements; `empty` keeps memory for at most `mostKept`.
    init(_ capacity: Int, mostKept: Int) {
        least = capacity
        self.mostKept = mostKept
        self.capacity = capacity
        memory = .allocate(capacity: capacity)
    }

    deinit {
        memory.deinitialize(count: count)
        memory.deallocate()
    }

    /// A copy of the elements.
    var array: [Element] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    func withUnsafeBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        body(UnsafeRawBufferPointer(start: memory, count: count * MemoryLayout<Element>.stride))
    }

    func forEach(_ body: (Element) -> Void) {
        for index in 0..<count { body(memory[index]) }
    }

    func append(_ element: Element) {
        reserve(1)
        (memory + count).initialize(to: element)
        count += 1
    }

    /// Adds `elements`, and returns their range.
    @discardableResult
    func append(_ elements: UnsafeBufferPointer<Element>) -> Range<Int> {
        let start = count
        if let source = elements.baseAddress {
            reserve(elements.count)
            (memory + count).initialize(from: source, count: elements.count)
            count += elements.count
        }
        return start..<count
    }

    func empty() {
        memory.deinitialize(count: count)
        count = 0
        guard capacity > mostKept else { return }
        memory.deallocate()
        capacity = least
        memory = .allocate(capacity: capacity)
    }

    private func reserve(_ more: Int) {
        guard capacity - count < more else { return }
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.moveInitialize(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }
}
