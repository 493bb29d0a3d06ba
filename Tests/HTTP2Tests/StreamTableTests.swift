import SeededRandom
import Testing

@testable import HTTP2

@Suite("A table of streams")
struct StreamTableTests {
    private final class Thing {}

    @Test("does what a dictionary does, whatever streams come and go", arguments: 1...8)
    func likeDictionary(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let table = StreamTable<String>()
        var twin: [Int: String] = [:]
        var places: [Int: UnsafeMutablePointer<String>] = [:]
        for step in 0..<4_000 {
            // Few enough to meet again, and some that fall on the same place as others.
            let stream = 1 + 2 * Int.random(in: 0..<60, using: &random) * (Bool.random(using: &random) ? 1 : 1024)
            if twin[stream] != nil, Bool.random(using: &random) {
                table.remove(stream)
                twin[stream] = nil
                places[stream] = nil
            } else if twin[stream] != nil {
                table[stream]?.pointee += "+"
                twin[stream]? += "+"
            } else {
                twin[stream] = "\(step)"
                places[stream] = table.insert("\(step)", for: stream)
            }
            #expect(table.count == twin.count)
            #expect(table[stream]?.pointee == twin[stream])
        }
        #expect(twin.allSatisfy { table[$0.key]?.pointee == $0.value })
        #expect(table.sorted.map(\.stream) == twin.keys.sorted())
        #expect(table.sorted.allSatisfy { places[$0.stream] == $0.value }, "A value has not stayed where it was.")
        #expect(table[999_999] == nil)
        table.remove(999_999)
        #expect(table.count == twin.count)
    }

    @Test("lets go of what is removed, and of all with itself")
    func release() {
        weak var first: Thing?
        weak var second: Thing?
        do {
            let table = StreamTable<Thing>()
            var things = [Thing(), Thing()]
            (first, second) = (things[0], things[1])
            table.insert(things[0], for: 1)
            table.insert(things[1], for: 33)
            things = []
            var found = 0
            table.forEach { _ in found += 1 }
            #expect(found == 2)
            table.remove(1)
            #expect(first == nil)
            #expect(second != nil)
            table.removeAll()
            #expect(second == nil)
            #expect(table.isEmpty)
            let third = Thing()
            second = third
            table.insert(third, for: 1)
        }
        #expect(second == nil)
    }

    @Test("gives the memory of a stream that is over to the next that has its place")
    func reuse() {
        let table = StreamTable<Int>()
        let place = table.insert(1, for: 1)
        table.remove(1)
        #expect(table.insert(2, for: 17) == place)
        #expect(table.contains { $0 == 2 })
        #expect(!table.contains { $0 == 1 })
    }
}
