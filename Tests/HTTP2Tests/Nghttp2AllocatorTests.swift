import CNGHTTP2
import Testing

@testable import HTTP2

@Suite("The memory of a session")
struct Nghttp2AllocatorTests {
    private let memory = Nghttp2Allocator()

    private func take(_ count: Int) throws -> UnsafeMutableRawPointer {
        let functions = memory.functions
        return try #require(functions.malloc(count, functions.mem_user_data))
    }

    private func giveBack(_ block: UnsafeMutableRawPointer?) {
        let functions = memory.functions
        functions.free(block, functions.mem_user_data)
    }

    @Test("gives a block that came back to the next that asks for its size")
    func reuse() throws {
        let block = try take(100)
        let other = try take(100)
        #expect(block != other)
        giveBack(block)
        let larger = try take(200)
        #expect(larger != block)
        #expect(try take(120) == block)
        for block in [block, other, larger] { giveBack(block) }
    }

    @Test("has room for all that was asked for, in blocks of any size", arguments: [0, 1, 64, 65, 512, 513, 100_000])
    func sizes(count: Int) throws {
        let blocks = try (0..<3).map { _ in try take(count) }
        for (index, block) in blocks.enumerated() {
            block.initializeMemory(as: UInt8.self, repeating: UInt8(index), count: count)
            #expect(Int(bitPattern: block) % 16 == 0)
        }
        for (index, block) in blocks.enumerated() {
            #expect(UnsafeRawBufferPointer(start: block, count: count).allSatisfy { $0 == index })
            giveBack(block)
        }
        giveBack(nil)
    }

    @Test("clears what is to be clear, and has no block of more bytes than can be counted")
    func cleared() throws {
        let functions = memory.functions
        let used = try take(256)
        used.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 256)
        giveBack(used)
        let block = try #require(functions.calloc(4, 64, functions.mem_user_data))
        #expect(block == used)
        #expect(UnsafeRawBufferPointer(start: block, count: 256).allSatisfy { $0 == 0 })
        giveBack(block)
        #expect(functions.calloc(.max, 2, functions.mem_user_data) == nil)
        #expect(functions.malloc(.max, functions.mem_user_data) == nil)
    }

    @Test(
        "keeps what is in a block that grows", arguments: [(0, 10), (60, 64), (60, 70), (500, 5_000), (5_000, 6_000)])
    func growth(from: Int, to: Int) throws {
        let functions = memory.functions
        let block = try take(from)
        block.initializeMemory(as: UInt8.self, repeating: 7, count: from)
        let larger = try #require(functions.realloc(block, to, functions.mem_user_data))
        #expect(UnsafeRawBufferPointer(start: larger, count: from).allSatisfy { $0 == 7 })
        (larger + from).initializeMemory(as: UInt8.self, repeating: 8, count: to - from)
        giveBack(larger)
        let first = try #require(functions.realloc(nil, to, functions.mem_user_data))
        giveBack(first)
    }
}
