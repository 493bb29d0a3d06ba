import Libc
import TextCoding

/// A file as it was read: positions refer to its text and failures quote it.
@usableFromInline package final class SourceFile: Sendable {
    /// The path as shown to people.
    package let path: String
    /// The content without a leading byte order mark.
    package let bytes: [UInt8]
    /// Whether the file is Swift source, in which no value of the scenario has positions within it.
    package let isSwift: Bool
    /// Whether the file began with a byte order mark.
    package let hasByteOrderMark: Bool
    /// The offset of each line. LF, CRLF and CR each end a line, as in YAML.
    private let lineStarts: [UInt32]
    /// The number of characters before each block of bytes; nil if all are ASCII, and each byte is a character. It saves
    /// a walk through the line to find a column; a line of minified JSON is the whole file.
    private let charactersBeforeBlock: [Int]?
    private static let blockSize = 256

    /// A file with this content; empty for a file that was not read.
    package init(path: String, bytes: [UInt8] = [], isSwift: Bool = false) {
        self.path = path
        self.isSwift = isSwift
        hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let bytes = hasByteOrderMark ? Array(bytes.dropFirst(3)) : bytes
        self.bytes = bytes
        (lineStarts, charactersBeforeBlock) = bytes.withUnsafeBufferPointer {
            (Self.lineStarts(of: $0), UTF8Text.isASCII($0) ? nil : Self.charactersBeforeBlocks(of: $0))
        }
    }

    private static func charactersBeforeBlocks(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
        var counts: [Int] = []
        counts.reserveCapacity(bytes.count / blockSize + 1)
        var count = 0
        for start in stride(from: 0, through: bytes.count, by: blockSize) {
            counts.append(count)
            count += characterCount(bytes[start..<min(start + blockSize, bytes.count)])
        }
        return counts
    }

    /// The number of bytes that begin a character.
    private static func characterCount(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    /// The number of characters before the byte at `offset`.
    private func characters(before offset: Int) -> Int {
        guard let charactersBeforeBlock else { return offset }
        let block = offset / Self.blockSize
        return charactersBeforeBlock[block]
            + bytes.withUnsafeBufferPointer { Self.characterCount($0[block * Self.blockSize..<offset]) }
    }

    private static func lineStarts(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt32] {
        var starts: [UInt32] = [0]
        guard let base = bytes.baseAddress else { return starts }
        if memchr(base, 0x0D, bytes.count) == nil {
            var offset = 0
            while let found = memchr(base + offset, 0x0A, bytes.count - offset) {
                offset = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
                starts.append(UInt32(clamping: offset))
            }
            return starts
        }
        for offset in bytes.indices where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
            if bytes[offset] == 0x0D, offset + 1 < bytes.count, bytes[offset + 1] == 0x0A { continue }
            starts.append(UInt32(clamping: offset + 1))
        }
        return starts
    }

    /// The number of lines; the part behind the last line break counts, even if it is empty.
    package var lineCount: Int { lineStarts.count }

    /// The bytes of line `number`, from 1, without their line break; empty for a line that does not exist.
    package func lineBytes(_ number: Int) -> ArraySlice<UInt8> {
        guard number >= 1, number <= lineStarts.count else { return [] }
        let start = Int(lineStarts[number - 1])
        var end = number < lineStarts.count ? Int(lineStarts[number]) : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return bytes[start..<end]
    }

    /// Line `number`, from 1, without its line break; empty for a line that does not exist.
    package func line(_ number: Int) -> String {
        String(decoding: lineBytes(number), as: UTF8.self)
    }

    /// The position of the byte at `offset`; the end's for any greater offset.
    package func position(atByte offset: Int) -> Position {
        let offset = min(max(offset, 0), bytes.count)
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        let start = Int(lineStarts[low])
        let column =
            offset - start <= Self.blockSize && charactersBeforeBlock != nil
            ? UTF8Text.scalarCount(bytes[start..<offset]) : characters(before: offset) - characters(before: start)
        return Position(file: self, line: low + 1, column: column + 1)
    }

    /// Whether the bytes from `offset` on are those of `text`.
    package func contains(_ text: String, at offset: Int) -> Bool {
        var text = text
        return text.withUTF8 { wanted in
            guard offset >= 0, offset + wanted.count <= bytes.count else { return false }
            return bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, let wantedBase = wanted.baseAddress else { return true }
                return memcmp(base + offset, wantedBase, wanted.count) == 0
            }
        }
    }

    /// The offset of the first byte at a line and column. A column too large gives the line's end, a line too large the
    /// file's end.
    package func offset(line: Int, column: Int) -> Int {
        guard line >= 1, line <= lineStarts.count else { return bytes.count }
        let content = lineBytes(line)
        guard let charactersBeforeBlock else {
            let isBefore = column >= 1 && column <= content.count
            return isBefore ? content.startIndex + column - 1 : content.endIndex
        }
        var (offset, passed) = (content.startIndex, 0)
        if column > Self.blockSize {
            let before = characters(before: offset)
            // The last block that begins at or before the character.
            let block = charactersBeforeBlock.partitionPoint { $0 >= before + column } - 1
            if block * Self.blockSize > offset {
                (offset, passed) = (block * Self.blockSize, charactersBeforeBlock[block] - before)
            }
        }
        while offset < content.endIndex {
            if bytes[offset] & 0xC0 != 0x80 {
                passed += 1
                if passed == column { return offset }
            }
            offset += 1
        }
        return content.endIndex
    }
}

extension Array {
    /// The first index whose element satisfies `condition`, as all later ones must; `count` if there is none.
    fileprivate func partitionPoint(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
