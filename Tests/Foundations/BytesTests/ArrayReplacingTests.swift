import Bytes
import Testing

@Suite("Replacing the contents of an array")
struct ArrayReplacingTests {
    private func memory<Element>(of array: [Element]) -> UnsafePointer<Element>? {
        array.withUnsafeBufferPointer(\.baseAddress)
    }

    @Test("takes the new elements, however many", arguments: [0, 1, 3, 4, 100])
    func contents(count: Int) {
        let new = (0..<count).map { "new \($0)" }
        for old in [[], ["a"], ["a", "b", "c"], Array(repeating: "d", count: 100)] {
            var array = old
            let copy = array
            new.withUnsafeBufferPointer { array.replaceContents(with: $0) }
            #expect(array == new)
            #expect(copy == old)
        }
    }

    @Test("uses the same memory if the elements fit, unless it is shared")
    func sameMemory() {
        var array: [UInt8] = [1, 2, 3, 4]
        let first = memory(of: array)
        [5, 6, 7, 8].withUnsafeBufferPointer { array.replaceContents(with: $0) }
        #expect(array == [5, 6, 7, 8])
        #expect(memory(of: array) == first)
        [9].withUnsafeBufferPointer { array.replaceContents(with: $0) }
        #expect(array == [9])
        #expect(memory(of: array) == first)
        let copy = array
        [10].withUnsafeBufferPointer { array.replaceContents(with: $0) }
        #expect(array == [10])
        #expect(copy == [9])
    }
}
