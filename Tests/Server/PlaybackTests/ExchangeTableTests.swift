import SeededRandom
import Testing

@testable import Playback

@Suite("Something for each open exchange")
struct ExchangeTableTests {
    @Test("holds what a dictionary holds, whatever comes and goes", arguments: 0..<10 as Range<UInt64>)
    func alike(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        var table = ExchangeTable<Int>()
        var dictionary: [ExchangeID: Int] = [:]
        let connections = Int.random(in: 1...50, using: &generator)
        for number in 0..<2_000 {
            let id = ExchangeID(
                connection: Int.random(in: 1...connections, using: &generator),
                exchange: Int.random(in: 1...20, using: &generator))
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: #expect(table.remove(id) == dictionary.removeValue(forKey: id))
            case 1: #expect(table[id] == dictionary[id])
            default:
                if dictionary[id] != nil { _ = table.remove(id) }
                table.insert(number, for: id)
                dictionary[id] = number
            }
            #expect(table.count == dictionary.count)
            #expect(table.isEmpty == dictionary.isEmpty)
        }
        #expect(table.values.sorted() == dictionary.values.sorted())
        for (id, value) in dictionary { #expect(table.remove(id) == value) }
        #expect(table.isEmpty)
    }
}
