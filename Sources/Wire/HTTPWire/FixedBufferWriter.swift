import Bytes
import HTTPMessage

extension [UInt8] {
    mutating func appendLineEnd() {
        append(.cr)
        append(.lf)
    }

    /// Appends the bytes that `write` puts, at most `capacity`.
    @inline(__always)
    mutating func append(capacity: Int, _ write: (inout FixedBufferWriter) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
            guard let start = memory.baseAddress else { return }
            var writer = FixedBufferWriter(start)
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
struct FixedBufferWriter {
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
        var (digits, limit) = (1, 10)
        while limit <= number, digits < 19 {
            digits &+= 1
            limit &*= 10
        }
        var rest = UInt(bitPattern: number)
        var index = count &+ digits
        count = index
        repeat {
            index &-= 1
            let quotient = rest / 10
            memory[index] = 0x30 | UInt8(truncatingIfNeeded: rest &- quotient &* 10)
            rest = quotient
        } while rest > 0
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// A copy of these bytes, for a report to show.
    var copy: ArraySlice<UInt8> { Array(self)[...] }
}
