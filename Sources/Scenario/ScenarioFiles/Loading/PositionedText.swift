import Scenarios
import TextCoding

/// A text of the scenario that knows the position of each character.
struct PositionedText {
    private enum Origin {
        /// A scalar whose characters have these byte offsets in the file; `shift` of them precede this text.
        case bytes([Int], shift: Int)
        /// A scalar on one line, unescaped in the file; the first character has this position.
        case line(Position)
        /// Lines that are in the file unescaped, but indented.
        case lines(Lines)
    }

    private struct Lines {
        let file: SourceFile
        /// The number of characters before each line.
        let starts: [Int]
        /// The number of the first line.
        let line: Int
        let indentation: Int
        /// The number of characters before this text.
        var shift = 0

        func position(at offset: Int) -> Position {
            let offset = offset + shift
            var (low, high) = (0, starts.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if starts[middle] <= offset { low = middle } else { high = middle }
            }
            return Position(file: file, line: line + low, column: offset - starts[low] + 1 + indentation)
        }
    }

    let scalars: [Unicode.Scalar]
    /// The position where the value begins, its quotes included.
    let start: Position
    /// Whether `\{{` means literal braces. In double quotes it is not an escape that YAML knows.
    let allowsEscape: Bool
    /// Whether it is a file that is sent or compared, which may be a program.
    let isWholeFile: Bool
    private let origin: Origin

    /// The text of a scalar.
    init(_ node: Node) {
        let text = node.scalar?.text ?? ""
        let style = node.scalar?.style ?? .plain
        scalars = text.scalars
        start = node.position
        allowsEscape = style != .doubleQuoted
        isWholeFile = false
        let quote = style == .plain ? 0 : 1
        let file = node.position.file
        let offset = file.offset(line: node.position.line, column: node.position.column) + quote
        if file.isSwift {
            origin = .bytes([], shift: 0)
        } else if style == .literal, let lines = Self.lines(of: node, scalars) {
            origin = .lines(lines)
        } else if style != .literal, style != .folded, !text.utf8.contains(0x0A), file.contains(text, at: offset) {
            origin = .line(node.position.advanced(by: quote))
        } else {
            origin = .bytes(node.scalarOffsets, shift: 0)
        }
    }

    /// The lines of a literal block, which are those of the file, all indented alike. The first character that is not a
    /// space tells the indentation.
    private static func lines(of node: Node, _ scalars: [Unicode.Scalar]) -> Lines? {
        guard let visible = scalars.firstIndex(where: { !$0.properties.isWhitespace }) else { return nil }
        let starts = lineStarts(scalars)
        let index = starts.count { $0 <= visible } - 1
        let position = node.position(ofScalar: visible)
        return Lines(
            file: position.file, starts: starts, line: position.line - index,
            indentation: position.column - 1 - (visible - starts[index]))
    }

    private static func lineStarts(_ scalars: [Unicode.Scalar]) -> [Int] {
        var starts = [0]
        for (index, scalar) in scalars.enumerated() where scalar == "\n" || scalar == "\r" {
            if scalar == "\r", index + 1 < scalars.count, scalars[index + 1] == "\n" { continue }
            starts.append(index + 1)
        }
        return starts
    }

    /// The text of a key.
    init(key: Node.Key) {
        let file = key.position.file
        let offset = file.offset(line: key.position.line, column: key.position.column)
        let style: Node.Scalar.Style =
            switch offset < file.bytes.count ? file.bytes[offset] : 0 {
            case UInt8(ascii: "\""): .doubleQuoted
            case UInt8(ascii: "'"): .singleQuoted
            default: .plain
            }
        self.init(Node(key.position, .scalar(Node.Scalar(key.text, style))))
    }

    /// A whole file; nil if it is not UTF-8.
    init?(wholeFile path: String, bytes: [UInt8]) {
        let file = SourceFile(path: path, bytes: bytes)
        guard let text = UTF8Text.decode(file.bytes) else { return nil }
        scalars = text.scalars
        start = Position(file: file, line: 1, column: 1)
        allowsEscape = true
        isWholeFile = true
        origin = .lines(Lines(file: file, starts: Self.lineStarts(scalars), line: 1, indentation: 0))
    }

    private init(_ scalars: [Unicode.Scalar], _ start: Position, of text: PositionedText, origin: Origin) {
        self.scalars = scalars
        self.start = start
        allowsEscape = text.allowsEscape
        isWholeFile = text.isWholeFile
        self.origin = origin
    }

    /// The characters.
    var string: String { ScalarReader(scalars).text(0..<scalars.count) }

    /// The position of the character at `offset`.
    func position(at offset: Int) -> Position {
        switch origin {
        case .bytes(let offsets, let shift):
            // There is no character behind the last one, so the position is one more than the last one's.
            let last = scalars.count + shift - 1
            guard offsets.indices.contains(last) else { return start }
            let position = start.file.position(atByte: offsets[min(offset + shift, last)])
            return offset + shift > last ? position.advanced(by: 1) : position
        case .line(let first): return first.advanced(by: offset)
        case .lines(let lines): return lines.position(at: offset)
        }
    }

    /// A part of the text.
    func slice(_ range: Range<Int>) -> PositionedText {
        var origin = origin
        switch origin {
        case .bytes(let offsets, let shift): origin = .bytes(offsets, shift: shift + range.lowerBound)
        case .line(let first): origin = .line(first.advanced(by: range.lowerBound))
        case .lines(var lines):
            lines.shift += range.lowerBound
            origin = .lines(lines)
        }
        return PositionedText(
            Array(scalars[range]), range.lowerBound == 0 ? start : position(at: range.lowerBound),
            of: self, origin: origin)
    }
}
