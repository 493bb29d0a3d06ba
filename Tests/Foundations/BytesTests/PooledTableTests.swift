import Bytes
import SeededRandom
import Testing

@Suite("A pooled table")
struct PooledTableTests {
    private final class Thing {}

    @Test("does what a dictionary does, whatever numbers come and go", arguments: 1...8)
    func likeDictionary(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var table = PooledTable<String>()
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
        for (number, entry) in entries { entry.value += "\(number)" }
        #expect(twin.allSatisfy { table[$0.key]?.value == "\($0.value)\($0.key)" }, "A value has moved.")
        #expect(table[999_999]?.number == nil)
        table.remove(999_999)
        #expect(table.count == twin.count)
    }

    @Test("lets go of what is removed, and of all with itself")
    func release() {
        weak var first: Thing?
        weak var second: Thing?
        do {
            var table = PooledTable<Thing>()
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
            #expect(table.count == 0)
            let third = Thing()
            second = third
            table.insert(third, for: 1)
        }
        #expect(second == nil)
    }

    @Test("gives the memory of a number that is removed to another")
    func reuse() {
        func memory(of entry: PooledTable<Int>.Entry) -> UnsafeRawPointer {
            withUnsafePointer(to: &entry.value) { UnsafeRawPointer($0) }
        }
        var table = PooledTable<Int>()
        let first = memory(of: table.insert(1, for: 1))
        table.remove(1)
        #expect(memory(of: table.insert(2, for: 17)) == first)
        #expect(table.entries.contains { $0.value == 2 })
        #expect(!table.entries.contains { $0.value == 1 })
        #expect(table.contains { $0 == 2 })
        #expect(!table.contains { $0 == 1 })
        table.removeAll()
        #expect(memory(of: table.insert(3, for: 3)) == first)
    }

    @Test("holds values that can't be copied")
    func unique() {
        struct Unique: ~Copyable {
            var texts: [String] = []
        }
        var table = PooledTable<Unique>()
        table.insert(Unique(), for: 5)
        table[5]?.value.texts.append("a")
        table[5]?.value.texts.append("b")
        #expect(table[5]?.value.texts == ["a", "b"])
        table.remove(5)
        table.insert(Unique(), for: 5)
        #expect(table[5]?.value.texts == [])
    }

    #if DEBUG && (os(Linux) || os(macOS))
    private static func use(_ value: inout Int, _ other: () -> Void) { other() }

    @Test("stops a debug build that uses a value while it changes, or after it is removed")
    func misuse() async {
        await #expect(processExitsWith: .failure) {
            var table = PooledTable<Int>()
            let entry = table.insert(1, for: 1)
            PooledTableTests.use(&entry.value) { entry.value += 1 }
        }
        await #expect(processExitsWith: .failure) {
            var table = PooledTable<Int>()
            let entry = table.insert(1, for: 1)
            PooledTableTests.use(&entry.value) { _ = entry.value }
        }
        await #expect(processExitsWith: .failure) {
            var table = PooledTable<Int>()
            let entry = table.insert(1, for: 1)
            table.remove(1)
            entry.value += 1
        }
        await #expect(processExitsWith: .success) {
            var table = PooledTable<Int>()
            let (entry, other) = (table.insert(1, for: 1), table.insert(1, for: 3))
            PooledTableTests.use(&entry.value) { other.value += entry.number }
            table.remove(1)
        }
    }
    #endif
}
