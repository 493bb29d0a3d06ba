/// Finds the next line of a head, looking at each byte once however the bytes come.
///
/// A line ends at CRLF alone: a bare LF or CR is what one recipient takes for a line end and another does not, so both
/// are faults (stricter than RFC 9112, section 2.2, which leaves LF open).
struct LineReader: Sendable {
    /// What is wrong with a line before its end is seen.
    enum Fault: Error {
        case tooLong
        case bareCR
        case bareLF
        case control(UInt8)
    }

    /// Where the line being read starts in the queue; behind the last line once all are read.
    private(set) var start = 0
    /// The first byte not yet looked at; where a thrown fault lies.
    private(set) var position = 0

    /// The next line without its line end, or nil if it is not whole yet.
    ///
    /// - Parameter limit: the longest line taken, its line end not counted.
    mutating func next(in queue: ByteQueue, limit: Int, allowingTabs: Bool) throws(Fault) -> Range<Int>? {
        let count = queue.count
        while position < count {
            position = queue.firstControl(from: position, before: min(count, start + limit))
            guard position < count else { return nil }
            let byte = queue[position]
            if byte == 0x0D {
                guard position + 1 < count else { return nil }
                guard queue[position + 1] == 0x0A else { throw .bareCR }
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
