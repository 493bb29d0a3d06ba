/// The lines in which two texts differ, without equal lines at the start and the end.
struct LineDifference {
    /// Lines of a text: the first ones, and the number of the others.
    struct Lines {
        let lines: [ArraySlice<UInt8>]
        let omitted: Int
    }

    /// The number of equal lines at the start.
    let start: Int
    let expected: Lines
    let received: Lines

    init(_ expected: [UInt8], _ received: [UInt8]) {
        var (a, b) = (Rest(expected[...]), Rest(received[...]))
        var start = 0
        while let x = a.first, let y = b.first, x.elementsEqual(y) {
            a.dropFirst(x)
            b.dropFirst(y)
            start += 1
        }
        while let x = a.last, let y = b.last, x.elementsEqual(y) {
            a.dropLast(x)
            b.dropLast(y)
        }
        self.start = start
        self.expected = a.lines
        self.received = b.lines
    }

    /// How two texts differ if only their line breaks do; nil if more differs.
    static func lineBreaks(_ expected: [UInt8], _ received: [UInt8]) -> String? {
        if expected.starts(with: received), isBreak(expected[received.count...]) {
            return "the last line break is missing"
        }
        if received.starts(with: expected), isBreak(received[expected.count...]) {
            return "it has a line break too many at its end"
        }
        let (a, b) = (unified(expected), unified(received))
        guard a == b else { return nil }
        switch (a.count == expected.count, a.count == received.count) {
        case (true, false): return "it has CR LF where LF should end a line"
        case (false, true): return "it has LF where CR LF should end a line"
        default: return nil
        }
    }

    private static func isBreak(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.elementsEqual("\n".utf8) || bytes.elementsEqual([0x0D, 0x0A])
    }

    /// The text with LF alone at the end of each line.
    private static func unified(_ text: [UInt8]) -> [UInt8] {
        var unified: [UInt8] = []
        unified.reserveCapacity(text.count)
        for byte in text {
            if byte == 0x0A, unified.last == 0x0D { unified.removeLast() }
            unified.append(byte)
        }
        return unified
    }

    /// The remaining lines of a text.
    private struct Rest {
        /// nil if no line remains; empty bytes are one empty line.
        private var text: ArraySlice<UInt8>?

        init(_ text: ArraySlice<UInt8>) { self.text = text }

        var first: ArraySlice<UInt8>? { text?.prefix { $0 != Self.newline } }

        var last: ArraySlice<UInt8>? {
            guard let text else { return nil }
            guard let end = text.lastIndex(of: Self.newline) else { return text }
            return text[(end + 1)...]
        }

        mutating func dropFirst(_ line: ArraySlice<UInt8>) {
            guard let rest = text?.dropFirst(line.count) else { return }
            text = rest.isEmpty ? nil : rest.dropFirst()
        }

        mutating func dropLast(_ line: ArraySlice<UInt8>) {
            guard let rest = text?.dropLast(line.count) else { return }
            text = rest.isEmpty ? nil : rest.dropLast()
        }

        var lines: Lines {
            var rest = self
            var lines: [ArraySlice<UInt8>] = []
            while lines.count < Mismatch.listedLines, let line = rest.first {
                lines.append(line)
                rest.dropFirst(line)
            }
            return Lines(lines: lines, omitted: rest.text.map { 1 + $0.count { $0 == Self.newline } } ?? 0)
        }

        private static let newline = UInt8(ascii: "\n")
    }
}
