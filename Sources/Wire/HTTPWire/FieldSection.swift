import Bytes
import HTTPMessage

/// The field lines of a head or of a trailer section, parsed incrementally up to the empty line (RFC 9112, section 5).
struct FieldSection: Sendable {
    /// The lines read so far, as ranges in the queue. A caller may swap in other lines, whose memory is reused.
    var lines: [Fields.Line] = []

    private var reader: LineReader
    /// The bytes of the field lines read so far, with their line ends.
    private var size = 0
    /// The number of the section's first line in reports.
    private var firstLine = 1

    /// The capacity that most heads need, so that their lines are collected without a second allocation.
    private static let usualCount = 12

    init() {
        reader = LineReader()
    }

    /// Begins another section, which continues at the position of `reader`; its first line is reported as number
    /// `firstLine`. The memory of the lines is reused.
    mutating func restart(continuing reader: LineReader = LineReader(), firstLine: Int = 1) {
        self.reader = reader
        self.firstLine = firstLine
        size = 0
        lines.removeAll(keepingCapacity: lines.count <= 2 * Self.usualCount)
    }

    /// The end of the section after its empty line; until then, the start of the current line.
    var end: Int { reader.start }

    /// Continues parsing, and returns whether the empty line has come.
    mutating func read(_ queue: borrowing ByteQueue, limits: HTTP1Limits) throws(ParseError) -> Bool {
        try queue.withBytes { (bytes) throws(ParseError) in try read(bytes, limits: limits) }
    }

    /// Continues parsing in `bytes`, which start where the reader of `restart` did, and returns whether the empty line
    /// has come.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, limits: HTTP1Limits) throws(ParseError) -> Bool {
        takeUsualFields(in: bytes, limits: limits)
        while reader.start < bytes.count {
            try checkStart(of: bytes, limits: limits)
            guard let line = try nextLine(in: bytes, limits: limits) else { return false }
            if line.isEmpty { return true }
            size += line.count + 2
            lines.append(try Self.field(bytes, line, number: lineNumber))
        }
        return false
    }

    /// Parses usual field lines, complete and without errors and tabs, each in one pass. The first other line, if only
    /// the empty one, is left to the general parser.
    private mutating func takeUsualFields(in bytes: UnsafeBufferPointer<UInt8>, limits: HTTP1Limits) {
        guard reader.isAtStart else { return }
        if lines.isEmpty { lines.reserveCapacity(Self.usualCount) }
        while lines.count < limits.fieldCount, let (field, end) = Self.usualField(at: reader.start, in: bytes),
            size + end - reader.start + 2 <= limits.fieldBytes
        {
            size += end - reader.start + 2
            lines.append(field)
            reader.skipLine(to: end)
        }
    }

    /// The field at `start`, and the end of its line.
    private static func usualField(
        at start: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> (field: Fields.Line, end: Int)? {
        var colon = start
        while colon < bytes.count, bytes[colon].isTokenByte { colon += 1 }
        guard colon < bytes.count, bytes[colon] == .colon, colon > start else { return nil }
        let end = bytes.firstControl(from: colon + 1, before: bytes.count)
        guard end + 1 < bytes.count, bytes[end] == .cr, bytes[end + 1] == .lf else { return nil }
        var (low, high) = (colon + 1, end)
        while low < high, bytes[low] == .space { low += 1 }
        while low < high, bytes[high - 1] == .space { high -= 1 }
        return (Fields.Line(name: start..<colon, value: low..<high), end)
    }

    /// The fields of a whole trailer section in `bytes`.
    func trailers(in bytes: UnsafeBufferPointer<UInt8>) throws(ParseError) -> Fields {
        for (index, line) in lines.enumerated() {
            let name = bytes.bytes(in: line.name)
            switch ParserFieldName(name) {
            // Framing and routing fields come too late here; a recipient that merged them would read another message.
            case .contentLength, .transferEncoding, .host:
                throw .forbiddenTrailer(name.copy).at(line.name.lowerBound, line: index + 1)
            case .expect, .connection, nil: continue
            }
        }
        return lines.isEmpty ? Fields() : Fields(bytes: Array(bytes[..<end]), lines: lines)
    }

    private var lineNumber: Int { firstLine + lines.count }

    /// Checks that depend on a line's first byte, so that they do not depend on how the bytes are split.
    private func checkStart(
        of bytes: UnsafeBufferPointer<UInt8>, limits: HTTP1Limits
    ) throws(ParseError) {
        let first = bytes[reader.start]
        if first == .cr { return }
        if lines.count >= limits.fieldCount {
            throw .tooManyFields(limits.fieldCount).at(reader.start, line: lineNumber)
        }
        if first == .space || first == .tab {
            throw (lines.isEmpty ? ParseError.whitespaceFirst : .folding).at(reader.start, line: lineNumber)
        }
    }

    private mutating func nextLine(
        in bytes: UnsafeBufferPointer<UInt8>, limits: HTTP1Limits
    ) throws(ParseError) -> Range<Int>? {
        do {
            return try reader.next(in: bytes, limit: max(0, limits.fieldBytes - size - 2), allowingTabs: true)
        } catch {
            let parseError: ParseError =
                switch error {
                case .tooLong: .fieldsTooLarge(limits.fieldBytes)
                case .bareCR: .bareCR
                case .bareLF: .bareLF
                case .control(let byte): .control(byte, "RFC 9110, section 5.5")
                }
            throw parseError.at(reader.position, line: lineNumber)
        }
    }

    /// The name and the trimmed value in a line that is not empty.
    private static func field(
        _ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, number: Int
    ) throws(ParseError) -> Fields.Line {
        let start = line.lowerBound
        var colon = start
        while colon < line.upperBound, bytes[colon].isTokenByte { colon += 1 }
        guard colon < line.upperBound, bytes[colon] == .colon, colon > start else {
            throw nameError(bytes.bytes(in: line).copy).at(start, line: number)
        }
        var low = colon + 1
        var high = line.upperBound
        while low < high, bytes[low] == .space || bytes[low] == .tab { low += 1 }
        while low < high, bytes[high - 1] == .space || bytes[high - 1] == .tab { high -= 1 }
        return Fields.Line(name: start..<colon, value: low..<high)
    }

    private static func nameError(_ line: ArraySlice<UInt8>) -> ParseError {
        guard let colon = line.firstIndex(of: .colon) else { return .missingColon(line) }
        let name = line[..<colon]
        if name.isEmpty { return .emptyName }
        let trimmed = name.trimmingOptionalWhitespace
        return trimmed.isToken && trimmed.count < name.count ? .spaceBeforeColon(trimmed) : .fieldName(name)
    }
}
