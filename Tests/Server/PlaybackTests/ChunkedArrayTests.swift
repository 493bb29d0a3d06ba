@testable import Playback
import Testing

@Suite struct ChunkedArrayTests {
    @Test("it is read and changed by index, whatever its size", arguments: [0, 1, 511, 512, 513, 5_000])
    func elements(_ count: Int) {
        var array = ChunkedArray(repeating: -1, count: count)
        #expect(array.indices == 0..<count)
        for index in array.indices { array[index] += index }
        #expect(array.indices.map { array[$0] } == array.indices.map { $0 - 1 })
    }

    @Test("a change beside a copy copies one chunk")
    func copies() {
        func memory(_ array: ChunkedArray<Int>) -> [UnsafePointer<Int>?] {
            array.chunks.map { $0.withUnsafeBufferPointer(\.baseAddress) }
        }
        var array = ChunkedArray(repeating: 7, count: 5_000)
        let copy = array
        array[1_000] = 8
        #expect(copy[1_000] == 7)
        #expect(zip(memory(array), memory(copy)).filter { $0 != $1 }.count == 1)
    }
}
