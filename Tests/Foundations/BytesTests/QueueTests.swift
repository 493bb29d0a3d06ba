import Bytes
import SeededRandom
import Testing

@Suite("A queue")
struct QueueTests {
    private final class Thing {}

    private struct Unique: ~Copyable {
        let number: Int
    }

    private static func number(_ unique: consuming Unique?) -> Int? {
        if let unique { unique.number } else { nil }
    }

    @Test("hands out what it was given, in order", arguments: 1...8)
    func order(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var queue = Queue<Unique>()
        var twin: [Int] = []
        for number in 0..<4_000 {
            switch Int.random(in: 0..<(number / 500 % 2 == 0 ? 4 : 9), using: &random) {
            case 0...1:
                queue.append(Unique(number: number))
                twin.append(number)
            case 2 where Bool.random(using: &random):
                let last = Self.number(queue.popLast())
                #expect(last == twin.popLast())
            default:
                let first = Self.number(queue.popFirst())
                #expect(first == twin.first)
                twin = Array(twin.dropFirst())
            }
            #expect(queue.count == twin.count)
            #expect(queue.isEmpty == twin.isEmpty)
            if let first = twin.first { #expect(queue.front.number == first) }
            var all: [Int] = []
            queue.forEach { all.append($0.number) }
            #expect(all == twin)
        }
        while let next = queue.popFirst() {
            let number = next.number
            #expect(number == twin.removeFirst())
        }
        #expect(twin.isEmpty)
    }

    @Test("lets go of what is taken out, and of the rest with itself")
    func release() {
        weak var first: Thing?
        weak var second: Thing?
        do {
            var queue = Queue<Thing>()
            do {
                let things = [Thing(), Thing()]
                (first, second) = (things[0], things[1])
                queue.append(things[0])
                queue.append(things[1])
            }
            #expect(first != nil && second != nil)
            _ = queue.popFirst()
            #expect(first == nil)
            #expect(second != nil)
        }
        #expect(second == nil)
    }
}
