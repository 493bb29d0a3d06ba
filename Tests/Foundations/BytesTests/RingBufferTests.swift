@testable import Bytes
import SeededRandom
import Testing

@Suite struct RingBufferTests {
    /// Adds a record with a number and `size` bytes, each the number's lowest byte.
    private static func add(_ number: Int, _ size: Int, to ring: inout RingBuffer) {
        ring.append(8 + 4 + size) { record in
            record.storeBytes(of: Int64(number), as: Int64.self)
            for index in 12..<record.count { record[index] = UInt8(truncatingIfNeeded: number) }
        }
    }

    private static func records(_ ring: RingBuffer) -> [(number: Int, bytes: [UInt8])] {
        var records: [(number: Int, bytes: [UInt8])] = []
        ring.forEach {
            records.append((Int($0.loadUnaligned(as: Int64.self)), Array($0[12...])))
        }
        return records
    }

    @Test("it holds the newest records whole and in order, within its bound", arguments: [0, 1, 64, 1_000, 4_096])
    func newest(_ limit: Int) {
        var random = SplitMix(seed: UInt64(limit))
        var ring = RingBuffer(limit: limit)
        var sizes: [Int] = []
        for number in 1...2_000 {
            let size = random.next() % 40 == 0 ? Int(random.next() % 2_000) : Int(random.next() % 60)
            sizes.append(size)
            Self.add(number, size, to: &ring)
            let records = Self.records(ring)
            #expect(records.count == ring.count && records.last?.number == number)
            #expect(ring.size <= limit || ring.count == 1)
            #expect(ring.first == records.first?.number)
            for (index, record) in records.enumerated() {
                #expect(record.number == number - records.count + 1 + index)
                #expect(
                    record.bytes
                        == Array(repeating: UInt8(truncatingIfNeeded: record.number), count: sizes[record.number - 1]))
            }
            // At most the size of the largest record is unused.
            let whole = sizes.suffix(ring.count + 1).reduce(0) { $0 + $1 + 12 + RingBuffer.frame }
            #expect(ring.count == number || whole + 2_020 > limit)
        }
    }

    @Test("a record is changed where it stands, and one that is not there is none")
    func change() {
        var ring = RingBuffer(limit: 300)
        for number in 1...100 { Self.add(number, 20, to: &ring) }
        let numbers = Self.records(ring).map(\.number)
        for number in 0...101 { ring.change(number) { $0[12] = 0xFF } }
        #expect(Self.records(ring).map(\.bytes[0]) == numbers.map { _ in 0xFF })
        #expect(Self.records(ring).map(\.bytes[1]) == numbers.map(UInt8.init))
    }

    @Test("the oldest can be let go, down to none")
    func drop() {
        var ring = RingBuffer(limit: 300)
        for number in 1...100 { Self.add(number, 20, to: &ring) }
        while let first = ring.first {
            ring.dropFirst()
            #expect(ring.first.map { $0 == first + 1 } ?? (first == 100))
        }
        #expect(ring.size == 0)
        ring.dropFirst()
        Self.add(101, 20, to: &ring)
        #expect(Self.records(ring).map(\.number) == [101])
    }

    @Test("a change beside a copy that somebody reads copies one block")
    func copies() {
        func memory(_ ring: RingBuffer) -> [UnsafePointer<UInt8>?] {
            ring.blocks.map { $0.bytes.withUnsafeBufferPointer(\.baseAddress) }
        }
        var ring = RingBuffer(limit: 1 << 20)
        for number in 1...100 { Self.add(number, 10_000, to: &ring) }
        let copy = ring
        #expect(memory(ring).count > 10)
        Self.add(101, 10, to: &ring)
        #expect(zip(memory(ring), memory(copy)).filter { $0 != $1 }.count == 1)
        ring.change(50) { $0[12] = 0xFF }
        #expect(zip(memory(ring), memory(copy)).filter { $0 != $1 }.count == 2)
        #expect(Self.records(copy).map(\.number) == Array(1...100))
        #expect(Self.records(copy)[49].bytes[0] == 50)
    }

    @Test("records are found one after the other")
    func readOneByOne() {
        var ring = RingBuffer(limit: 10_000)
        #expect(ring.record(after: 0) == nil)
        // Every third number is left out.
        for number in 1...500 where number % 3 != 0 { Self.add(number, number % 50, to: &ring) }
        var found: [(number: Int, bytes: [UInt8])] = []
        while let record = ring.record(after: found.last?.number ?? 0) {
            let number = record.withUnsafeBytes { Int($0.loadUnaligned(as: Int64.self)) }
            found.append((number, Array(record[12...])))
        }
        #expect(found.map(\.number) == Self.records(ring).map(\.number))
        #expect(found.map(\.bytes) == Self.records(ring).map(\.bytes))
        #expect(ring.lastDropped.map { $0 < found[0].number } == true)
    }

    @Test("records that are to be kept are not dropped, however many they are")
    func kept() {
        var ring = RingBuffer(limit: 300)
        for number in 1...20 { Self.add(number, 20, to: &ring) }
        ring.firstKept = 15
        for number in 21...100 { Self.add(number, 20, to: &ring) }
        #expect(Self.records(ring).map(\.number) == Array(15...100))
        #expect(ring.lastDropped == 14)
        ring.firstKept = .max
        Self.add(101, 20, to: &ring)
        #expect(ring.size <= 300)
    }
}
