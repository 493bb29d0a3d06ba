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
