import Bytes
import HTTPMessage

extension [UInt8] {
    mutating func appendLineEnd() {
        append(.cr)
        append(.lf)
    }

    /// Appends the bytes that `write` puts, at most `room`.
    @inline(__always)
    mutating func append(room: Int, _ write: (inout WireWriter) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { memory in
            guard let start = memory.baseAddress else { return }
            var writer = WireWriter(start)
            write(&writer)
            append(contentsOf: writer.written)
        }
    }

    /// Appends a literal, by one copy.
    mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends `fields`, one per line.
    mutating func append(_ fields: Fields) {
        for index in fields.lines.indices {
            append(contentsOf: fields.name(at: index))
            append(.colon)
            append(.space)
            append(contentsOf: fields.value(at: index))
            appendLineEnd()
        }
    }
}

/// Writes bytes one after the other into memory that is large enough.
struct WireWriter {
    private let memory: UnsafeMutablePointer<UInt8>
    private var count = 0

    init(_ memory: UnsafeMutablePointer<UInt8>) {
        self.memory = memory
    }

    var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

    mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        (memory + count).update(from: start, count: bytes.count)
        count += bytes.count
    }

    // A literal, whose length is known at compile time, is written by one or two moves.
    @inline(__always)
    mutating func put(_ text: StaticString) {
        (memory + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    /// Writes `number`, which is not negative, in decimal: at most 19 bytes.
    mutating func put(decimal number: Int) {
        var digits = 1
        var rest = number / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        rest = number
        var index = count + digits
        count = index
        repeat {
            index -= 1
            memory[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// A copy of these bytes, for a report to show.
    var copy: ArraySlice<UInt8> { Array(self)[...] }
}
