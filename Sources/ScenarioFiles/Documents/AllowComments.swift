import Scenarios
import TextCoding
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The comments of a YAML file that silence warnings: `# mockserver: allow CODE, CODE`.
///
/// Such a comment is about its own line. If it stands alone, it is about the next line that is neither empty nor a
/// comment.
struct AllowComments {
    /// A code that a comment allows.
    struct Entry {
        let code: String
        /// The position of the code.
        let position: Position
        /// The line of the warnings that it silences.
        let line: Int
    }

    /// The codes in order of position.
    let entries: [Entry]
    /// The positions of comments without a code.
    let empty: [Position]

    init(in file: SourceFile) {
        var (entries, empty): ([Entry], [Position]) = ([], [])
        for comment in Self.comments(in: file) {
            let position = file.position(atByte: comment.start)
            let isAlone = file.lineBytes(position.line).first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#")
            let line = isAlone ? Self.lineOfContent(below: position.line, in: file) : position.line
            let codes = Self.codes(behind: comment.end, in: file)
            if codes.isEmpty { empty.append(position) }
            entries += codes.map { Entry(code: $0.text, position: file.position(atByte: $0.offset), line: line) }
        }
        (self.entries, self.empty) = (entries, empty)
    }

    /// Where the comments begin, and where their codes.
    private static func comments(in file: SourceFile) -> [(start: Int, end: Int)] {
        let found = candidates(in: file)
        // Few files have any, so a second run of the parser costs nothing.
        return found.isEmpty ? [] : outsideScalars(found, of: file)
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

    /// Those that are not inside a value, which may hold a `#`.
    private static func outsideScalars(
        _ found: [(start: Int, end: Int)], of file: SourceFile
    ) -> [(start: Int, end: Int)] {
        file.bytes.withUnsafeBufferPointer { bytes in
            guard var events = YAMLEvents(bytes) else { return [] }
            var rest = found[...]
            var comments: [(start: Int, end: Int)] = []
            while let candidate = rest.first {
                guard let event = try? events.next() else { return [] }
                if case .streamEnd = event.kind { break }
                guard case .scalar = event.kind else { continue }
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
            return comments + rest
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
