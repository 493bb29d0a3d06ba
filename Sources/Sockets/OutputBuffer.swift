#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Bytes waiting to be sent, in order. Confined to the event loop of the channel that fills it.
///
/// Plain memory instead of `[UInt8]`: appending is one `memcpy` even in debug builds, and removing from the front moves
/// nothing.
final class OutputBuffer {
    private var memory: UnsafeMutableRawPointer
    private var head = 0
    private var tail = 0
    /// The size of the memory, in bytes.
    private(set) var capacity: Int

    init(capacity: Int = 16 * 1_024) {
        self.capacity = max(1, capacity)
        self.memory = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit {
        memory.deallocate()
    }

    /// The number of waiting bytes.
    var count: Int { tail - head }

    /// The waiting bytes; valid until the next change.
    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory + head, count: count)
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, bytes.count > 0 else { return }
        if capacity - tail < bytes.count { makeRoom(for: bytes.count) }
        memcpy(memory + tail, start, bytes.count)
        tail += bytes.count
    }

    /// Removes up to `count` bytes from the front.
    func removeFirst(_ count: Int) {
        head = min(head + count, tail)
        if head == tail {
            head = 0
            tail = 0
        }
    }

    private func makeRoom(for more: Int) {
        let waiting = count
        if capacity - waiting >= more, head >= capacity / 2 {
            memmove(memory, memory + head, waiting)
        } else {
            capacity = max(capacity * 2, waiting + more)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            memcpy(larger, memory + head, waiting)
            memory.deallocate()
            memory = larger
        }
        head = 0
        tail = waiting
    }
}
