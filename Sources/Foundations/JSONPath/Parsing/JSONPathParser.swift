import TextCoding

/// Parses a JSONPath query by the grammar of RFC 9535, appendix A.
struct JSONPathParser {
    let scalars: [Unicode.Scalar]
    var index = 0
    var warnings: [JSONPathWarning] = []
    /// The number of filters, parentheses and function calls around the cursor.
    var nesting = 0

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    mutating func parse() throws(JSONPathError) -> [JSONPathQuery.Segment] {
        guard let first = peek() else { throw error(.empty) }
        guard first == "$" else { throw error(isBlank(first) ? .leadingBlank : .missingRoot(found: found)) }
        index += 1
        let (segments, _) = try parseSegments()
        let end = index
        skipBlanks()
        guard let next = peek() else {
            if index > end { throw error(.trailingBlank, at: end) }
            return segments
        }
        throw error(isNameFirst(next) ? .missingDot(found: peekedName) : .missingSegment(found: found))
    }

    /// The next scalar, or the one `distance` after it.
    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    /// Moves past `scalar` if it comes next.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        index += 1
        return true
    }

    mutating func skipBlanks() {
        while let next = peek(), isBlank(next) { index += 1 }
    }

    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

    /// RFC 9535, section 2.5.1.1: `name-first`.
    func isNameFirst(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value | 0x20 >= 0x61 && scalar.value | 0x20 <= 0x7A) || scalar == "_" || scalar.value >= 0x80
    }

    func isNamePart(_ scalar: Unicode.Scalar) -> Bool { isNameFirst(scalar) || isDigit(scalar) }

    func text(_ range: Range<Int>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[range])
        return String(text)
    }

    /// The name at the cursor; empty if there is none.
    var peekedName: String {
        var end = index
        while end < scalars.count, isNamePart(scalars[end]) { end += 1 }
        return text(index..<end)
    }

    /// The scalar at the cursor, for an error's text.
    var found: String {
        guard let next = peek() else { return "the end" }
        if isBlank(next) { return "blank space" }
        return next.isPrintable ? String(Character(next)) : "U+\(Hex.codePoint(next))"
    }

    func error(_ reason: JSONPathError.Reason, at offset: Int? = nil) -> JSONPathError {
        JSONPathError(reason: reason, offset: offset ?? index)
    }

    mutating func nest(at offset: Int) throws(JSONPathError) {
        nesting += 1
        if nesting > JSONPathQuery.nestingLimit {
            throw error(.tooDeep(limit: JSONPathQuery.nestingLimit), at: offset)
        }
    }
}
