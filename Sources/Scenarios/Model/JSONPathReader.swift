/// Reads JSONPath queries (RFC 9535) of names, indices, wildcards and descendants.
package struct JSONPathReader {
    /// The cursor in the query.
    private var reader: ScalarReader

    package static func read(_ text: String) throws(SyntaxError) -> JSONPath {
        var reader = JSONPathReader(reader: ScalarReader(Array(text.unicodeScalars)))
        return JSONPath(segments: try reader.segments(), text: text)
    }

    private init(reader: ScalarReader) {
        self.reader = reader
    }

    private mutating func segments() throws(SyntaxError) -> [JSONPath.Segment] {
        guard reader.take("$") else { throw fail("a JSONPath begins with $") }
        var segments: [JSONPath.Segment] = []
        while !reader.isAtEnd {
            if reader.take("..") {
                let selectors = reader.isNext("[") ? try bracketed() : [try dotted()]
                segments.append(JSONPath.Segment(selectors: selectors, descendant: true))
            } else if reader.take(".") {
                segments.append(JSONPath.Segment(selectors: [try dotted()], descendant: false))
            } else if reader.isNext("[") {
                segments.append(JSONPath.Segment(selectors: try bracketed(), descendant: false))
            } else {
                throw fail("a . or [ is missing here in the JSONPath")
            }
        }
        return segments
    }

    private mutating func dotted() throws(SyntaxError) -> JSONPath.Selector {
        if reader.take("*") { return .wildcard }
        // RFC 9535, section 2.5.1.1: letters, digits behind the first, the underscore and everything beyond ASCII.
        guard let first = reader.peek(), first.isNameStart || first.value >= 0x80 else {
            throw fail("a member's name is missing here in the JSONPath; write ['name'] for one with other characters")
        }
        return .name(reader.take { $0.isNamePart || $0.value >= 0x80 })
    }

    private mutating func bracketed() throws(SyntaxError) -> [JSONPath.Selector] {
        reader.index += 1
        var selectors: [JSONPath.Selector] = []
        repeat {
            reader.skipSpace()
            selectors.append(try selector())
            reader.skipSpace()
        } while reader.take(",")
        guard reader.take("]") else {
            if reader.isNext(":") || reader.isNext("?") { throw unsupported() }
            throw fail("a ] is missing here in the JSONPath")
        }
        return selectors
    }

    private mutating func selector() throws(SyntaxError) -> JSONPath.Selector {
        guard let next = reader.peek() else { throw fail("the JSONPath ends inside its brackets") }
        switch next {
        case "*":
            reader.index += 1
            return .wildcard
        case "'", "\"":
            return .name(try quoted(next))
        case "?", ":":
            throw unsupported()
        default:
            let start = reader.index
            let digits = reader.take { $0.isASCIIDigit || $0 == "-" }
            // RFC 9535, section 2.1: no leading zero, no -0, and within ±(2^53 - 1).
            guard let number = Int(digits), String(number) == digits, number.magnitude < 1 << 53 else {
                reader.index = start
                throw fail("an index, a quoted name or * is missing here in the JSONPath")
            }
            return .index(number)
        }
    }

    private mutating func quoted(_ quote: Unicode.Scalar) throws(SyntaxError) -> String {
        let start = reader.index
        reader.index += 1
        var name = String.UnicodeScalarView()
        while let next = reader.peek() {
            reader.index += 1
            if next == quote { return String(name) }
            guard next == "\\" else {
                name.append(next)
                continue
            }
            name.append(try escape(quote))
        }
        reader.index = start
        throw fail("this quote has no closing one in the JSONPath")
    }

    private mutating func escape(_ quote: Unicode.Scalar) throws(SyntaxError) -> Unicode.Scalar {
        let simple: [Unicode.Scalar: Unicode.Scalar] = [
            "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "/": "/", "\\": "\\", quote: quote,
        ]
        guard let next = reader.peek() else { throw fail("the JSONPath ends in an escape") }
        if let scalar = simple[next] {
            reader.index += 1
            return scalar
        }
        guard next == "u", let high = hex(at: 1) else { throw fail("this is not an escape of JSONPath") }
        reader.index += 5
        if let scalar = Unicode.Scalar(high) { return scalar }
        if high < 0xDC00, reader.isNext("\\u"), let low = hex(at: 2), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        {
            reader.index += 6
            return scalar
        }
        throw fail("this is half of a surrogate pair in the JSONPath")
    }

    private func hex(at distance: Int) -> UInt32? {
        var value: UInt32 = 0
        for index in distance..<distance + 4 {
            guard let scalar = reader.peek(index), let digit = Character(scalar).hexDigitValue, scalar.isASCII else {
                return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private func unsupported() -> SyntaxError {
        fail("slices and filters in a JSONPath are not yet supported")
    }

    private func fail(_ message: String) -> SyntaxError {
        SyntaxError(offset: reader.index, message: message)
    }
}

extension JSONPath {
    /// Whether it selects at most one value (RFC 9535, section 2.3.5.1).
    package var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.descendant, segment.selectors.count == 1 else { return false }
            return segment.selectors[0] != .wildcard
        }
    }
}
