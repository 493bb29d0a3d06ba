import Bytes
import SeededRandom
import Testing

@Suite("An open-addressing table")
struct OpenAddressingTableTests {
    private struct Entry: Equatable {
        let key: Int
        let value: Int
    }

    @Test("does what a dictionary does, however many keys have one hash", arguments: [1, 3, 16, 1 << 20])
    func likeDictionary(hashes: Int) {
        var random = SplitMix(seed: UInt64(hashes))
        var table = OpenAddressingTable<Entry>()
        var twin: [Int: Int] = [:]
        for step in 0..<4_000 {
            let key = Int.random(in: -100...100, using: &random)
            let hash = (key &* 7) % hashes
            #expect(table.first(hash: hash) { $0.key == key }?.value == twin[key])
            if Bool.random(using: &random) {
                #expect(table.remove(hash: hash) { $0.key == key }?.value == twin.removeValue(forKey: key))
            } else if twin[key] == nil {
                table.insert(Entry(key: key, value: step), hash: hash)
                twin[key] = step
            }
            #expect(table.count == twin.count)
            #expect(table.isEmpty == twin.isEmpty)
        }
        let elements = table.elements.map { [$0.key, $0.value] }.sorted { $0[0] < $1[0] }
        #expect(elements == twin.map { [$0.key, $0.value] }.sorted { $0[0] < $1[0] })
        table.removeAll()
        #expect(table.isEmpty && table.first(hash: 0) { _ in true } == nil)
    }
}
