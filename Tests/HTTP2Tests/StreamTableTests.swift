import SeededRandom
import Testing

@testable import HTTP2

@Suite("A table of streams")
struct StreamTableTests {
    private final class Thing {}

    @Test("does what a dictionary does, whatever streams come and go", arguments: 1...8)
    func likeDictionary(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let table = StreamTable<Thing>()
        var twin: [Int: Thing] = [:]
        for _ in 0..<4_000 {
            // Few enough to meet again, and some that fall on the same place as others.
            let stream = 1 + 2 * Int.random(in: 0..<60, using: &random) * (Bool.random(using: &random) ? 1 : 1024)
            if let thing = twin[stream] {
                #expect(table.remove(stream) === thing)
                twin[stream] = nil
            } else {
                let thing = Thing()
                table.insert(thing, for: stream)
                twin[stream] = thing
            }
            #expect(table.count == twin.count)
            #expect(table[stream] === twin[stream])
        }
        #expect(twin.allSatisfy { table[$0.key] === $0.value })
        #expect(table.sorted.map(\.stream) == twin.keys.sorted())
        #expect(table[999_999] == nil)
        #expect(table.remove(999_999) == nil)
    }

    @Test("lets go of what is taken out, and of all with itself")
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
            #expect(table.contains { $0 === first })
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
}
