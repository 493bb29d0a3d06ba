import Bytes
import SeededRandom
import Testing

@Suite("A byte queue")
struct ByteQueueTests {
    private static func append(_ bytes: some Sequence<UInt8>, to queue: inout ByteQueue) {
        Array(bytes).withUnsafeBytes { queue.append($0) }
    }

    @Test("hands out what it was given, in order, however much at a time", arguments: 1...8)
    func order(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var queue = ByteQueue(capacity: seed % 2 == 0 ? 1_000 : 0, mostKept: 4_096)
        var twin: [UInt8] = []
        var next: UInt8 = 0
        for _ in 0..<2_000 {
            if Bool.random(using: &random) {
                let more = (0..<Int.random(in: 0...(seed % 3 == 0 ? 9_000 : 300), using: &random)).map { _ in
                    next &+= 1
                    return next
                }
                Self.append(more, to: &queue)
                twin += more
            } else {
                let count = Int.random(in: 0...queue.count, using: &random)
                let removed = Bool.random(using: &random) ? queue.count : count
                queue.removeFirst(removed)
                twin.removeFirst(removed)
            }
            #expect(queue.count == twin.count)
            #expect(queue.isEmpty == twin.isEmpty)
            #expect(Array(queue.bytes) == twin)
            let bytes = queue.withBytes { Array($0) }
            #expect(bytes == twin)
            if let last = twin.indices.last { #expect(queue[last] == twin[last]) }
        }
    }

    @Test("copies a part of what it holds")
    func copies() {
        var queue = ByteQueue()
        Self.append("GET /a b".utf8, to: &queue)
        queue.removeFirst(4)
        let (first, none) = (queue.copy(of: 0..<2), queue.copy(of: 4..<4))
        #expect(first == Array("/a".utf8))
        #expect(none == [])
        var body = Array("x".utf8)
        queue.copy(1..<4, to: &body)
        #expect(body == Array("xa b".utf8))
        queue.copyFirst(2, replacing: &body)
        #expect(body == Array("/a".utf8))
        // As many bytes go to the same memory.
        let memory = body.withUnsafeBytes { $0.baseAddress }
        queue.removeFirst(1)
        queue.copyFirst(2, replacing: &body)
        #expect(body == Array("a ".utf8))
        #expect(body.withUnsafeBytes { $0.baseAddress } == memory)
    }

    @Test("keeps its memory when it is empty, unless that is large")
    func memory() {
        var queue = ByteQueue(capacity: 100, mostKept: 1_000)
        #expect(queue.capacity == 100)
        Self.append(repeatElement(1, count: 900), to: &queue)
        queue.removeFirst(900)
        #expect(queue.capacity == 900)
        Self.append(repeatElement(1, count: 901), to: &queue)
        queue.removeFirst(901)
        #expect(queue.capacity == 0)
        #expect(queue.bytes.count == 0)
        Self.append([7], to: &queue)
        #expect(queue.capacity == 256)
        #expect(queue[0] == 7)
        queue.removeAll()
        #expect(queue.count == 0)
    }

    @Test("takes little more memory than the most that it has held")
    func reuse() {
        var queue = ByteQueue()
        Self.append(repeatElement(1, count: 300), to: &queue)
        for _ in 0..<1_000 {
            Self.append(repeatElement(2, count: 200), to: &queue)
            queue.removeFirst(200)
        }
        #expect(queue.count == 300)
        #expect(queue.capacity <= 1_200)
    }

    @Test("takes nothing from no bytes")
    func nothing() {
        var queue = ByteQueue()
        queue.append(UnsafeRawBufferPointer(start: nil, count: 0))
        queue.removeFirst(0)
        #expect(queue.count == 0)
        #expect(queue.capacity == 0)
        let none = queue.copy(of: 0..<0)
        #expect(none == [])
    }
}
