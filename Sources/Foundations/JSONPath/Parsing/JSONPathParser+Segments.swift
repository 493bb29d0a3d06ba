extension JSONPathParser {
    /// Parses segments up to what can't be one, with the cursor before the blank space there.
    ///
    /// - Returns: the segments, and the offset of the first blank space inside brackets, which a query that gives a
    ///   value must not have (RFC 9535, section 2.3.5.1).
    mutating func parseSegments() throws(JSONPathError) -> (segments: [JSONPathQuery.Segment], blank: Int?) {
        var segments: [JSONPathQuery.Segment] = []
        var blank: Int?
        while true {
            let end = index
            skipBlanks()
            guard peek() == "." || peek() == "[" else {
                index = end
                return (segments, blank)
            }
            segments.append(try parseSegment(&blank))
        }
    }

    private mutating func parseSegment(_ blank: inout Int?) throws(JSONPathError) -> JSONPathQuery.Segment {
        if peek() == "[" { return .child(try parseBrackets(&blank)) }
        index += 1
        guard take(".") else { return .child([try parseDotted(dots: ".")]) }
        if peek() == "[" { return .descendant(try parseBrackets(&blank)) }
        return .descendant([try parseDotted(dots: "..")])
    }

    /// Parses a name or `*` after dots.
    private mutating func parseDotted(dots: String) throws(JSONPathError) -> JSONPathQuery.Selector {
        if take("*") { return .wildcard }
        guard let next = peek(), isNameFirst(next) else { throw wrongName(dots: dots) }
        let name = peekedName
        index += name.unicodeScalars.count
        return .name(name)
    }

    private func wrongName(dots: String) -> JSONPathError {
        guard let next = peek() else { return error(.missingName(dots: dots, found: found)) }
        if isBlank(next) { return error(.blank(after: dots)) }
        if isDigit(next) { return error(.digitAfterDot) }
        if next == "[" { return error(.dotBeforeBracket, at: index - 1) }
        return error(.missingName(dots: dots, found: found))
    }

    /// Parses a bracketed selection (RFC 9535, section 2.5.1.1).
    private mutating func parseBrackets(_ blank: inout Int?) throws(JSONPathError) -> [JSONPathQuery.Selector] {
        let opening = index
        index += 1
        var selectors: [JSONPathQuery.Selector] = []
        while true {
            noteBlank(&blank)
            if peek() == nil { throw error(.unclosedBracket, at: opening) }
            selectors.append(try parseSelector())
            noteBlank(&blank)
            if take("]") { return selectors }
            guard take(",") else {
                throw peek() == nil ? error(.unclosedBracket, at: opening) : error(.missingComma(found: found))
            }
        }
    }

    private mutating func noteBlank(_ blank: inout Int?) {
        let start = index
        skipBlanks()
        if index > start, blank == nil { blank = start }
    }

    private mutating func parseSelector() throws(JSONPathError) -> JSONPathQuery.Selector {
        guard let next = peek() else { throw error(.missingSelector(found: found)) }
        switch next {
        case "'", "\"": return .name(try parseString())
        case "*":
            index += 1
            return .wildcard
        case "?": return .filter(try parseFilter())
        case ":", "-", "0"..."9": return try parseIndexOrSlice()
        case "+": throw error(.plusSign)
        case _ where isNameFirst(next): throw error(.unquotedName(peekedName))
        default: throw error(.missingSelector(found: found))
        }
    }

    private mutating func parseIndexOrSlice() throws(JSONPathError) -> JSONPathQuery.Selector {
        var start: Int?
        if peek() != ":" {
            let value = try parseInteger()
            let end = index
            skipBlanks()
            guard peek() == ":" else {
                index = end
                return .index(value)
            }
            start = value
        }
        let end = try parseSliceNumber()
        let step = peek() == ":" ? try parseSliceNumber() : nil
        return .slice(JSONPathQuery.Slice(start: start, end: end, step: step))
    }

    /// Parses a colon and the number after it, if there is one.
    private mutating func parseSliceNumber() throws(JSONPathError) -> Int? {
        index += 1
        skipBlanks()
        guard let next = peek(), next == "-" || next == "+" || isDigit(next) else { return nil }
        let value = try parseInteger()
        skipBlanks()
        return value
    }
}
