import Libc
import Scenarios
import TextCoding

/// The comments of a YAML file that silence warnings: `# mockserver: allow CODE, CODE`.
///
/// Such a comment is about its own line. If it stands alone, it is about the next line that is neither empty nor a
/// comment. A scalar of several lines that begins on the line is meant as a whole: no comment can stand in it.
struct AllowComments {
    /// A code that a comment allows.
    struct Entry {
        let code: String
        /// The position of the code.
        let position: Position
        /// The lines of the warnings that it silences.
        let lines: ClosedRange<Int>
    }

    /// The codes in order of position.
    private(set) var entries: [Entry] = []
    /// The positions of comments without a code.
    private(set) var empty: [Position] = []
    /// The lines that the comments are about, without those of scalars that begin on them.
    private(set) var lines: Set<Int> = []

    /// Whether a file can have such comments.
    static func canStand(in file: SourceFile) -> Bool { !file.isSwift && Document.Format(path: file.path) == .yaml }

    init(in file: SourceFile) {
        let found = Self.candidates(in: file)
        // Few files have any, so a second run of the parser costs nothing.
        guard !found.isEmpty else { return }
        let (comments, scalars) = Self.outsideScalars(found, of: file)
        // The lines of comments that were found to stand before some line of content, and that line.
        var before: (lines: Range<Int>, content: Int) = (0..<0, 0)
        for comment in comments {
            let position = file.position(atByte: comment.start)
            let isAlone = file.lineBytes(position.line).first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#")
            var line = position.line
            if isAlone {
                if !before.lines.contains(line) {
                    let content = Self.lineOfContent(below: line, in: file)
                    before = (line..<content, content)
                }
                line = before.content
            }
            let codes = Self.codes(behind: comment.end, in: file)
            if codes.isEmpty { empty.append(position) }
            lines.insert(line)
            let lines = line...max(line, scalars[line] ?? line)
            entries += codes.map { Entry(code: $0.text, position: file.position(atByte: $0.offset), lines: lines) }
        }
    }

    /// The parts of the file that look like such a comment.
    private static func candidates(in file: SourceFile) -> [(start: Int, end: Int)] {
        file.bytes.withUnsafeBytes { bytes in
            var found: [(start: Int, end: Int)] = []
            guard let base = bytes.baseAddress else { return found }
            var offset = 0
            while let next = memchr(base + offset, Int32(UInt8(ascii: "#")), bytes.count - offset) {
                let start = UnsafeRawPointer(next) - base
                offset = start + 1
                guard start == 0 || bytes[start - 1] <= 0x20, let end = endOfWords(in: bytes, from: offset) else {
                    continue
                }
                found.append((start, end))
            }
            return found
        }
    }

    /// The offset behind ` mockserver: allow`; nil if something else stands there.
    private static func endOfWords(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var offset = start
        for word in ["mockserver:", "allow"] {
            while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
            guard bytes[offset...].starts(with: word.utf8) else { return nil }
            offset += word.utf8.count
        }
        return offset == bytes.count || bytes[offset] <= 0x20 ? offset : nil
    }

    /// Those that are not inside a value, which may hold a `#`; and the last line of each scalar of several lines, by the
    /// line on which it begins.
    private static func outsideScalars(
        _ found: [(start: Int, end: Int)], of file: SourceFile
    ) -> (comments: [(start: Int, end: Int)], scalars: [Int: Int]) {
        file.bytes.withUnsafeBufferPointer { bytes in
            guard var events = YAMLEvents(bytes) else { return ([], [:]) }
            var rest = found[...]
            var comments: [(start: Int, end: Int)] = []
            var scalars: [Int: Int] = [:]
            while let event = try? events.next() {
                if case .streamEnd = event.kind { return (comments + rest, scalars) }
                guard case .scalar = event.kind else { continue }
                // A block ends where the next line begins.
                let lastLine = events.end.column == 1 ? events.end.line - 1 : events.end.line
                if lastLine > event.start.line { scalars[event.start.line] = lastLine }
                guard let candidate = rest.first else { continue }
                let end = file.offset(line: events.end.line, column: events.end.column)
                if end <= candidate.start { continue }
                // Behind the `|` of a block, a comment may stand.
                let isBlock = event.style == .literal || event.style == .folded
                let start =
                    isBlock
                    ? file.offset(line: event.start.line + 1, column: 1)
                    : file.offset(line: event.start.line, column: event.start.column)
                let before = rest.prefix { $0.start < start }
                comments += before
                rest = rest.dropFirst(before.count).drop { $0.start < end }
            }
            return ([], [:])
        }
    }

    /// The words behind `allow`, which commas may part.
    private static func codes(behind offset: Int, in file: SourceFile) -> [(text: String, offset: Int)] {
        file.bytes[offset...].prefix { $0 != 0x0A && $0 != 0x0D }
            .split { isSpace($0) || $0 == UInt8(ascii: ",") }
            .map { (String(decoding: $0, as: UTF8.self), $0.startIndex) }
    }

    private static func lineOfContent(below line: Int, in file: SourceFile) -> Int {
        var line = line + 1
        while line < file.lineCount {
            let first = file.lineBytes(line).first { !isSpace($0) }
            if let first, first != UInt8(ascii: "#") { break }
            line += 1
        }
        return line
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
