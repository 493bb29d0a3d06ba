import Bytes
import SeededRandom
import Testing

@Suite("A pooled table")
struct PooledTableTests {
    private final class Thing {}

    @Test("does what a dictionary does, whatever numbers come and go", arguments: 1...8)
    func likeDictionary(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var table = PooledTable<String> { "" }
        var twin: [Int: String] = [:]
        var entries: [Int: PooledTable<String>.Entry] = [:]
        for step in 0..<4_000 {
            // Few enough to meet again, and some that fall on the same slot as others.
            let number = 1 + 2 * Int.random(in: 0..<60, using: &random) * (Bool.random(using: &random) ? 1 : 1024)
            if twin[number] != nil, Bool.random(using: &random) {
                table.remove(number)
                twin[number] = nil
                entries[number] = nil
            } else if twin[number] != nil {
                table[number]?.value += "+"
                twin[number]? += "+"
            } else {
                twin[number] = "\(step)"
                entries[number] = table.insert("\(step)", for: number)
            }
            #expect(table.count == twin.count)
            #expect(table[number]?.value == twin[number])
        }
        #expect(twin.allSatisfy { table[$0.key]?.value == $0.value })
        #expect(table.sorted.map(\.number) == twin.keys.sorted())
        #expect(table.sorted.allSatisfy { entries[$0.number] === $0 }, "A value has not stayed in its object.")
        #expect(table[999_999] == nil)
        table.remove(999_999)
        #expect(table.count == twin.count)
    }

    @Test("lets go of what is removed, and of all with itself")
    func release() {
        weak var first: Thing?
        weak var second: Thing?
        do {
            var table = PooledTable<Thing?> { nil }
            var things = [Thing(), Thing()]
            (first, second) = (things[0], things[1])
            table.insert(things[0], for: 1)
            table.insert(things[1], for: 33)
            things = []
            #expect(table.entries.reduce(0) { count, _ in count + 1 } == 2)
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

    @Test("gives the object of a number that is removed to another")
    func reuse() {
        var table = PooledTable<Int> { 0 }
        let entry = table.insert(1, for: 1)
        table.remove(1)
        #expect(table.insert(2, for: 17) === entry)
        #expect(table.entries.contains { $0.value == 2 })
        #expect(!table.entries.contains { $0.value == 1 })
    }
}
