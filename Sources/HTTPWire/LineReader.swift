/// Finds the next line of a head, looking at each byte once however the bytes come.
///
/// A line ends at CRLF alone: a bare LF or CR is what one recipient takes for a line end and another does not, so both
/// are faults (stricter than RFC 9112, section 2.2, which leaves LF open).
struct LineReader: Sendable {
    /// What is wrong with a line before its end is seen.
    enum LineError: Error {
        case tooLong
        case bareCR
        case bareLF
        case control(UInt8)
    }

    /// Where the line being read starts; behind the last line once all are read.
    private(set) var start = 0
    /// The first byte not yet looked at; where a thrown fault lies.
    private(set) var position = 0

    /// Whether no byte of the line has been looked at.
    var isAtStart: Bool { position == start }

    /// Goes on behind the line end at `end` of a line that was read by other means.
    mutating func skipLine(to end: Int) {
        start = end + 2
        position = start
    }

    /// The next line without its line end, or nil if it is not whole yet.
    ///
    /// - Parameter limit: the longest line taken, its line end not counted.
    mutating func next(in queue: ByteQueue, limit: Int) throws(LineError) -> Range<Int>? {
        try queue.withBytes { (bytes) throws(LineError) in try next(in: bytes, limit: limit, allowingTabs: false) }
    }

    /// The next line without its line end, or nil if it is not whole yet.
    ///
    /// - Parameter limit: the longest line taken, its line end not counted.
    mutating func next(
        in bytes: UnsafeBufferPointer<UInt8>, limit: Int, allowingTabs: Bool
    ) throws(LineError) -> Range<Int>? {
        let count = bytes.count
        while position < count {
            position = bytes.firstControl(from: position, before: min(count, start + limit))
            guard position < count else { return nil }
            let byte = bytes[position]
            if byte == 0x0D {
                guard position + 1 < count else { return nil }
                guard bytes[position + 1] == 0x0A else { throw .bareCR }
                let line = start..<position
                position += 2
                start = position
                return line
            }
            if position - start >= limit { throw .tooLong }
            if byte < 0x20 || byte == 0x7F {
                if byte == 0x0A { throw .bareLF }
                if byte != 0x09 || !allowingTabs { throw .control(byte) }
            }
            position += 1
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the first control character stands from `index` on; `end` where none stands before that. Eight bytes at a time
    /// while they are there.
    func firstControl(from index: Int, before end: Int) -> Int {
        let bytes = UnsafeRawBufferPointer(self)
        var index = index
        while index + 8 <= end {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
            // A byte's top bit is set where it was below 0x20, or where it was 0x7F; of bytes above 0x7F neither. Borrows
            // can set one too many, but only behind the first.
            let low = (word &- 0x2020_2020_2020_2020) & ~word
            let found = (low | (delete &- 0x0101_0101_0101_0101) & ~delete) & 0x8080_8080_8080_8080
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end, self[index] >= 0x20, self[index] != 0x7F { index += 1 }
        return index
    }
}
