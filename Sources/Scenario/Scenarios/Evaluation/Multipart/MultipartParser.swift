import HTTPMessage

/// Splits a multipart body into its parts (RFC 2046, section 5.1.1). Lines end in CRLF.
struct MultipartParser {
    /// A part's header and the range of its content in the body.
    struct Part: Sendable {
        let head: PartHead
        let content: Range<Int>
    }

    /// Why a body has no parts, as a clause that can follow "can't be read: ".
    struct ParseError: Error, Hashable {
        let reason: String
    }

    /// The most parts of a body, and the most bytes of a part's header.
    static let mostParts = 10_000
    static let longestHeader = 16 << 10

    private let body: ArraySlice<UInt8>
    /// The boundary behind two hyphens.
    private let delimiter: [UInt8]

    /// The parts of `body`, whose lines of separation have this boundary.
    static func parts(of body: [UInt8], boundary: [UInt8]) throws(ParseError) -> [Part] {
        let parser = MultipartParser(body: body[...], delimiter: Array("--".utf8) + boundary)
        return try parser.parts()
    }

    private enum Line {
        /// A delimiter; the next part begins at `next`.
        case delimiter(next: Int)
        /// The last delimiter.
        case close
    }

    private func parts() throws(ParseError) -> [Part] {
        guard var line = body.starts(with: delimiter) ? line(at: 0) ?? next(from: 0)?.line : next(from: 0)?.line else {
            let isSplitByLF = body.starts(with: delimiter) || contains([0x0A] + delimiter)
            let boundary = delimiter.dropFirst(2)
            if let other = otherBoundary, other != boundary {
                let stated = Excerpt.text(boundary)
                throw ParseError(
                    reason: "its Content-Type says boundary \(stated), but its lines have \(Excerpt.text(other))")
            }
            throw ParseError(reason: "no line of it is its boundary" + (isSplitByLF ? " and ends in CRLF" : ""))
        }
        var parts: [Part] = []
        while case .delimiter(let start) = line {
            let number = parts.count + 1
            guard number <= Self.mostParts else { throw ParseError(reason: "it has more than \(Self.mostParts) parts") }
            let headEnd = try headEnd(from: start, number)
            // The empty line's end may be that of the delimiter, which then follows a part without content.
            guard let next = next(from: headEnd) else {
                throw ParseError(reason: "part \(number) does not end: the closing boundary is missing")
            }
            let lines = headEnd > start ? body[(start - 2)..<(headEnd - 2)] : []
            guard let head = lines.isEmpty ? PartHead() : PartHead(lines) else {
                throw ParseError(reason: "part \(number) has a line in its header that is not a field")
            }
            let content = min(headEnd + 2, next.start)..<next.start
            parts.append(Part(head: head, content: content))
            line = next.line
        }
        return parts
    }

    /// The offset of the empty line that ends the header of the part that begins at `start`.
    private func headEnd(from start: Int, _ number: Int) throws(ParseError) -> Int {
        var index = start
        while true {
            guard index - start <= Self.longestHeader else {
                throw ParseError(reason: "the header of part \(number) is longer than \(Self.longestHeader >> 10) KiB")
            }
            if isLineEnd(at: index) { return index }
            guard let end = lineEnd(from: index) else {
                let isLong = body.count - start > Self.longestHeader
                throw ParseError(
                    reason: isLong
                        ? "the header of part \(number) is longer than \(Self.longestHeader >> 10) KiB"
                        : "part \(number) has no empty line after its header")
            }
            if line(at: end + 2) != nil {
                throw ParseError(reason: "part \(number) has no empty line after its header")
            }
            index = end + 2
        }
    }

    /// The first delimiter behind a line's end at `offset` or later, and the offset of that line's end.
    private func next(from offset: Int) -> (start: Int, line: Line)? {
        var offset = offset
        while let end = lineEnd(from: offset) {
            if let line = line(at: end + 2) { return (end, line) }
            offset = end + 1
        }
        return nil
    }

    /// The delimiter that begins at `offset`, where a line begins; nil if the line is something else. Behind the
    /// boundary there may be white space of the transport.
    private func line(at offset: Int) -> Line? {
        guard body[offset...].starts(with: delimiter) else { return nil }
        var index = offset + delimiter.count
        let isClose = body[index...].starts(with: "--".utf8)
        if isClose { index += 2 }
        while index < body.endIndex, body[index] == 0x20 || body[index] == 0x09 { index += 1 }
        if isLineEnd(at: index) { return isClose ? .close : .delimiter(next: index + 2) }
        return isClose && index == body.endIndex ? .close : nil
    }

    /// The boundary that the first line with two hyphens has, if it also closes the body.
    private var otherBoundary: ArraySlice<UInt8>? {
        var rest = body
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest[line.endIndex...].dropFirst()
            guard line.starts(with: "--".utf8) else { continue }
            let boundary = line.dropFirst(2).prefix { $0 > 0x20 }
            let isBoundary = (1...MultipartBody.longestBoundary).contains(boundary.count)
            return isBoundary && contains(Array("--".utf8) + boundary + Array("--".utf8)) ? boundary : nil
        }
        return nil
    }

    private func isLineEnd(at index: Int) -> Bool {
        index + 1 < body.endIndex && body[index] == 0x0D && body[index + 1] == 0x0A
    }

    private func lineEnd(from offset: Int) -> Int? {
        body.withUnsafeBufferPointer { bytes in
            var index = offset
            while index + 1 < bytes.count {
                if bytes[index] == 0x0D, bytes[index + 1] == 0x0A { return index }
                index += 1
            }
            return nil
        }
    }

    private func contains(_ wanted: [UInt8]) -> Bool { TextComparison.contains.matches(body, wanted) }
}
