import HTTPMessage

/// The field lines of a head or of a trailer section, read as they come up to the empty line (RFC 9112, section 5).
struct FieldSection: Sendable {
    /// The lines read so far, as ranges in the queue.
    private(set) var lines: [Fields.Line] = []

    private var reader: LineReader
    /// The bytes of the field lines read so far, with their line ends.
    private var size = 0
    /// The number of the section's first line, as reports count.
    private var firstLine = 1

    /// Room for most heads, so that their lines are gathered without a second allocation.
    private static let usualCount = 12

    init() {
        reader = LineReader()
    }

    /// Begins another section, which continues where `reader` stands; its first line is reported as number `firstLine`. The
    /// room of the lines so far serves again where nobody holds them any more.
    mutating func restart(continuing reader: LineReader = LineReader(), firstLine: Int = 1) {
        self.reader = reader
        self.firstLine = firstLine
        size = 0
        lines.removeAll(keepingCapacity: lines.count <= 2 * Self.usualCount)
    }

    /// Where the section ends once it is read, behind its empty line; before that, where the line being read starts.
    var end: Int { reader.start }

    /// Reads on, and returns whether the empty line has come.
    mutating func read(_ queue: ByteQueue, limits: WireLimits) throws(Defect) -> Bool {
        while reader.start < queue.count {
            try checkStart(of: queue, limits: limits)
            guard let line = try nextLine(in: queue, limits: limits) else { return false }
            if line.isEmpty { return true }
            size += line.count + 2
            if lines.isEmpty { lines.reserveCapacity(Self.usualCount) }
            lines.append(try Self.field(queue, line, number: lineNumber))
        }
        return false
    }

    private var lineNumber: Int { firstLine + lines.count }

    /// What is decided by a line's first byte, so that it is decided alike however the bytes come.
    private func checkStart(of queue: ByteQueue, limits: WireLimits) throws(Defect) {
        let first = queue[reader.start]
        if first == 0x0D { return }
        if lines.count >= limits.fieldCount {
            throw .tooManyFields(limits.fieldCount).at(reader.start, line: lineNumber)
        }
        if first == 0x20 || first == 0x09 {
            throw (lines.isEmpty ? Defect.whitespaceFirst : .folding).at(reader.start, line: lineNumber)
        }
    }

    private mutating func nextLine(in queue: ByteQueue, limits: WireLimits) throws(Defect) -> Range<Int>? {
        do {
            return try reader.next(in: queue, limit: max(0, limits.fieldBytes - size - 2), allowingTabs: true)
        } catch {
            let defect: Defect =
                switch error {
                case .tooLong: .fieldsTooLarge(limits.fieldBytes)
                case .bareCR: .bareCR
                case .bareLF: .bareLF
                case .control(let byte): .control(byte, "RFC 9110, section 5.5")
                }
            throw defect.at(reader.position, line: lineNumber)
        }
    }

    /// The name and the trimmed value in a line that is not empty.
    private static func field(_ queue: ByteQueue, _ line: Range<Int>, number: Int) throws(Defect) -> Fields.Line {
        let start = line.lowerBound
        var colon = start
        while colon < line.upperBound, queue[colon].isTokenByte { colon += 1 }
        guard colon < line.upperBound, queue[colon] == 0x3A, colon > start else {
            throw nameDefect(queue[line]).at(start, line: number)
        }
        var low = colon + 1
        var high = line.upperBound
        while low < high, queue[low] == 0x20 || queue[low] == 0x09 { low += 1 }
        while low < high, queue[high - 1] == 0x20 || queue[high - 1] == 0x09 { high -= 1 }
        return Fields.Line(name: start..<colon, value: low..<high)
    }

    private static func nameDefect(_ line: ArraySlice<UInt8>) -> Defect {
        guard let colon = line.firstIndex(of: 0x3A) else { return .missingColon(line) }
        let name = line[..<colon]
        if name.isEmpty { return .emptyName }
        let trimmed = name.trimmingOptionalWhitespace
        return trimmed.isToken && trimmed.count < name.count ? .spaceBeforeColon(trimmed) : .fieldName(name)
    }
}
