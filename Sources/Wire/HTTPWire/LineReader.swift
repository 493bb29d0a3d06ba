import Bytes

/// Finds the next line of a head and inspects each byte only once, however the bytes arrive.
///
/// Only CRLF ends a line. Some recipients accept a bare LF or CR as a line end and others do not, so both are errors
/// (stricter than RFC 9112, section 2.2, which permits LF).
struct LineReader: Sendable {
    /// The problem with a line, found before its end.
    enum LineError: Error {
        case tooLong
        case bareCR
        case bareLF
        case control(UInt8)
    }

    /// The start of the current line; after the last line once all are read.
    private(set) var start = 0
    /// The offset of the first byte that is not inspected yet; after a thrown error, of the byte in error.
    private(set) var position = 0

    /// Whether no byte of the line is inspected yet.
    var isAtStart: Bool { position == start }

    /// Continues after the line end at `end` of a line that was parsed by other code.
    mutating func skipLine(to end: Int) {
        start = end + 2
        position = start
    }

    /// The next line without its line end, or nil if it is incomplete.
    ///
    /// - Parameter limit: the longest accepted line, without its line end.
    mutating func next(in queue: borrowing ByteQueue, limit: Int) throws(LineError) -> Range<Int>? {
        try queue.withBytes { (bytes) throws(LineError) in try next(in: bytes, limit: limit, allowingTabs: false) }
    }

    /// The next line without its line end, or nil if it is incomplete.
    ///
    /// - Parameter limit: the longest accepted line, without its line end.
    mutating func next(
        in bytes: UnsafeBufferPointer<UInt8>, limit: Int, allowingTabs: Bool
    ) throws(LineError) -> Range<Int>? {
        let count = bytes.count
        while position < count {
            position = bytes.firstControl(from: position, before: min(count, start + limit))
            guard position < count else { return nil }
            let byte = bytes[position]
            if byte == .cr {
                guard position + 1 < count else { return nil }
                guard bytes[position + 1] == .lf else { throw .bareCR }
                let line = start..<position
                position += 2
                start = position
                return line
            }
            if position - start >= limit { throw .tooLong }
            if byte < .space || byte == .delete {
                if byte == .lf { throw .bareLF }
                if byte != .tab || !allowingTabs { throw .control(byte) }
            }
            position += 1
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first control character from `index` on; `end` if there is none before it. Reads eight bytes at
    /// a time as long as possible.
    func firstControl(from index: Int, before end: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(self)
        var index = index
        while index + 8 <= end {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
            // The top bit of a byte is set if it was below 0x20 or equal to 0x7F, never for bytes above 0x7F. Borrows
            // can set wrong bits, but only after the first right one.
            let low = (word &- 0x2020_2020_2020_2020) & ~word
            let found = (low | (delete &- 0x0101_0101_0101_0101) & ~delete) & 0x8080_8080_8080_8080
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end, self[index] >= .space, self[index] != .delete { index += 1 }
        return index
    }
}
