import Bytes
import Testing

@Suite("A growable buffer")
struct GrowableBufferTests {
    private final class Thing {}

    @Test("keeps what is appended, one by one and many at a time")
    func append() {
        var buffer = GrowableBuffer<Int>(capacity: 2, mostKept: 8)
        var twin: [Int] = []
        #expect(buffer.count == 0)
        for round in 0..<20 {
            buffer.append(round)
            let more = Array(0..<round)
            let range = more.withUnsafeBufferPointer { buffer.append($0) }
            #expect(range == twin.count + 1..<twin.count + 1 + round)
            twin += [round] + more
            #expect(buffer.count == twin.count)
            #expect(buffer.array == twin)
            #expect(buffer[twin.count - 1] == twin.last)
        }
        #expect(Array(buffer.elements) == twin)
        buffer.removeAll()
        #expect(buffer.count == 0)
        #expect(buffer.array == [])
        buffer.append(1)
        #expect(buffer.array == [1])
    }

    @Test("keeps its memory for the next elements, unless that is large")
    func memory() {
        var buffer = GrowableBuffer<UInt8>(capacity: 2, mostKept: 8)
        for _ in 0..<8 { buffer.append(1) }
        let memory = buffer.elements.baseAddress
        buffer.removeAll()
        #expect(buffer.elements.baseAddress == memory)
        for _ in 0..<9 { buffer.append(1) }
        #expect(buffer.elements.baseAddress != memory)
        buffer.removeAll()
        for _ in 0..<9 { buffer.append(2) }
        #expect(buffer.array == Array(repeating: 2, count: 9))
    }

    @Test("lets go of what it no longer holds")
    func release() {
        weak var first: Thing?
        weak var second: Thing?
        do {
            var buffer = GrowableBuffer<Thing>(capacity: 1, mostKept: 1)
            do {
                let things = [Thing(), Thing()]
                (first, second) = (things[0], things[1])
                buffer.append(things[0])
            }
            #expect(first != nil)
            buffer.removeAll()
            #expect(first == nil)
            let third = Thing()
            second = third
            buffer.append(third)
        }
        #expect(second == nil)
    }
}
