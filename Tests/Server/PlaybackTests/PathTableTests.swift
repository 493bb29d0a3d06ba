import SeededRandom
import Testing

@testable import Playback

@Suite("Numbers by bytes")
struct PathTableTests {
    @Test("finds what a dictionary finds, and nothing else", arguments: [0, 1, 3, 4, 5, 1_000] as [UInt64])
    func alike(count: UInt64) {
        var generator = SplitMix(seed: count)
        var table = PathTable()
        var dictionary: [[UInt8]: Int] = [:]
        func key() -> [UInt8] {
            (0..<Int.random(in: 0...20, using: &generator)).map { _ in UInt8.random(in: 97...99, using: &generator) }
        }
        for number in 0..<Int(count) {
            let key = key()
            guard dictionary[key] == nil else { continue }
            dictionary[key] = number
            table.add(number, for: key)
        }
        for (key, number) in dictionary { #expect(table.value(of: key[...]) == number) }
        for _ in 0..<1_000 {
            let key = key()
            #expect(table.value(of: key[...]) == dictionary[key])
            // A part of a longer buffer is a valid key too.
            #expect(table.value(of: (key + [47])[..<key.count]) == dictionary[key])
        }
    }
}
