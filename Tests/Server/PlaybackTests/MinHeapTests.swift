import Playback
import SeededRandom
import Testing

@Suite struct MinHeapTests {
    @Test("gives its elements in order, whatever was taken in between", arguments: 0..<20)
    func order(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        var heap = MinHeap<Int>()
        var expected: [Int] = []
        for _ in 0..<500 {
            if Int.random(in: 0..<3, using: &generator) > 0 {
                let element = Int.random(in: 0..<100, using: &generator)
                heap.insert(element)
                expected.append(element)
                expected.sort()
            } else {
                #expect(heap.popFirst() == expected.first)
                expected = Array(expected.dropFirst())
            }
            #expect(heap.first == expected.first)
            #expect(heap.count == expected.count)
        }
        #expect(Array(sequence(state: MinHeap(expected)) { $0.popFirst() }) == expected)
    }

    /// A number that counts how often it is compared.
    private struct Counted: Comparable {
        // Only one test compares them, on one thread.
        nonisolated(unsafe) static var comparisons = 0
        let number: Int

        static func < (a: Counted, b: Counted) -> Bool {
            comparisons += 1
            return a.number < b.number
        }
    }

    @Test("compares each element with few others")
    func comparisons() {
        let numbers = (0..<10_000).map { Counted(number: $0 * 7_919 % 10_000) }
        var heap = MinHeap(numbers)
        while heap.popFirst() != nil {}
        // Going in and out, twice the height of the heap each time at most; the square would be 10⁸.
        #expect(Counted.comparisons < 10_000 * 4 * 14)
    }
}
