import CNGHTTP2

/// The memory allocator of one nghttp2 session: small freed blocks are reused.
///
/// For each stream nghttp2 allocates five blocks of a few hundred bytes, and frees them soon. The C library caches only
/// seven of a size; each further one freed in an iteration of the event loop costs a search and a merge.
final class Nghttp2Allocator {
    /// The header of each block; as large as the alignment of blocks.
    private struct Header {
        /// The number of bytes in the block.
        var capacity: Int
        /// The next spare block of the same size, if this block is spare.
        var next: UnsafeMutableRawPointer?
    }

    /// Block sizes are multiples of this number of bytes.
    private static let step = 64
    /// Larger blocks are not kept.
    private static let largest = 8 * step
    /// The most bytes in spare blocks.
    private static let mostKept = 32 * 1024

    /// The first spare block of each size.
    private let spare: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private var kept = 0

    init() {
        spare = .allocate(capacity: Self.largest / Self.step + 1)
        spare.initialize(repeating: nil, count: Self.largest / Self.step + 1)
    }

    deinit {
        for size in 0...Self.largest / Self.step {
            while let block = spare[size] {
                spare[size] = Self.header(of: block).pointee.next
                Self.header(of: block).deallocate()
            }
        }
        spare.deallocate()
    }

    /// The functions that nghttp2 calls. They must not outlive this allocator.
    var functions: nghttp2_mem {
        nghttp2_mem(
            mem_user_data: Unmanaged.passUnretained(self).toOpaque(),
            malloc: { size, memory in Nghttp2Allocator.with(memory) { $0.take(size) } },
            free: { block, memory in
                if let block { Nghttp2Allocator.with(memory) { $0.giveBack(block) } }
            },
            calloc: { count, size, memory in
                let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: size)
                guard !isTooMuch, let block = Nghttp2Allocator.with(memory, { $0.take(bytes) }) else { return nil }
                block.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
                return block
            },
            realloc: { block, size, memory in Nghttp2Allocator.with(memory) { $0.resize(block, to: size) } })
    }

    @inline(__always)
    private static func with<Result>(_ memory: UnsafeMutableRawPointer?, _ body: (Nghttp2Allocator) -> Result?)
        -> Result?
    {
        guard let memory else { return nil }
        return Unmanaged<Nghttp2Allocator>.fromOpaque(memory)._withUnsafeGuaranteedRef(body)
    }

    private static func header(of block: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Header> {
        (block - MemoryLayout<Header>.size).assumingMemoryBound(to: Header.self)
    }

    private func take(_ count: Int) -> UnsafeMutableRawPointer? {
        guard count <= Self.largest else { return Self.allocate(count) }
        let size = (count + Self.step - 1) / Self.step
        guard let block = spare[size] else { return Self.allocate(size * Self.step) }
        spare[size] = Self.header(of: block).pointee.next
        kept -= size * Self.step
        return block
    }

    private func giveBack(_ block: UnsafeMutableRawPointer) {
        let header = Self.header(of: block)
        let capacity = header.pointee.capacity
        guard capacity <= Self.largest, kept + capacity <= Self.mostKept else { return header.deallocate() }
        header.pointee.next = spare[capacity / Self.step]
        spare[capacity / Self.step] = block
        kept += capacity
    }

    private func resize(_ block: UnsafeMutableRawPointer?, to count: Int) -> UnsafeMutableRawPointer? {
        guard let block else { return take(count) }
        let capacity = Self.header(of: block).pointee.capacity
        guard count > capacity else { return block }
        guard let larger = take(count) else { return nil }
        larger.copyMemory(from: block, byteCount: capacity)
        giveBack(block)
        return larger
    }

    private static func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
        let size = MemoryLayout<Header>.size
        guard count <= Int.max - size else { return nil }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size + count, alignment: size)
        memory.initializeMemory(as: Header.self, to: Header(capacity: count, next: nil))
        return memory + size
    }
}
