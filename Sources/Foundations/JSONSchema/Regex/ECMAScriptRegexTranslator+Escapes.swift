import TextCoding

extension ECMAScriptRegexTranslator {
    /// A reader of `source` from `offset`.
    init(_ source: [Unicode.Scalar], offset: Int) {
        self.init(String(String.UnicodeScalarView(source)))
        self.offset = offset
    }

    /// Translates a class behind its opening bracket.
    mutating func translateClass(_ start: Int) throws(ECMAScriptRegexError) -> String {
        var content = ECMAScriptClass()
        content.isInverted = take("^")
        while !take("]") {
            let first = offset
            let low = try readClassElement(start)
            guard peek == "-", offset + 1 < source.count, source[offset + 1] != "]" else {
                content.insert(low)
                continue
            }
            offset += 1
            let high = try readClassElement(start)
            guard case .codePoint(let lower) = low, case .codePoint(let upper) = high else {
                throw error("a range must begin and end with a single character", at: first)
            }
            guard lower <= upper else { throw error("the ends of the range are in the wrong order", at: first) }
            content.insert(lower...upper)
        }
        return content.source
    }

    private mutating func readClassElement(_ start: Int) throws(ECMAScriptRegexError) -> ECMAScriptClass.Element {
        guard let scalar = peek else { throw error("[ begins a class that is not closed", at: start) }
        let first = offset
        offset += 1
        guard scalar == "\\" else { return .codePoint(scalar.value) }
        return try readClassAtom(first, inClass: true)
    }

    /// Reads what follows a backslash and stands for one of a set of characters.
    mutating func readClassAtom(
        _ start: Int, inClass: Bool
    ) throws(ECMAScriptRegexError) -> ECMAScriptClass.Element {
        guard let scalar = peek else { throw error("\\ ends the regular expression", at: start) }
        offset += 1
        switch scalar {
        case "d": return .set(.digits)
        case "D": return .set(ScalarSet.digits.inverted)
        case "w": return .set(.word)
        case "W": return .set(ScalarSet.word.inverted)
        case "s": return .set(.space)
        case "S": return .set(ScalarSet.space.inverted)
        case "p", "P": return try readProperty(start, isInverted: scalar == "P")
        case "b" where inClass: return .codePoint(0x08)
        case "-" where inClass: return .codePoint(0x2D)
        case "t": return .codePoint(0x09)
        case "n": return .codePoint(0x0A)
        case "v": return .codePoint(0x0B)
        case "f": return .codePoint(0x0C)
        case "r": return .codePoint(0x0D)
        case "c": return .codePoint(try readControlLetter(start))
        case "x": return .codePoint(try readHexadecimal(digits: 2, start))
        case "u": return .codePoint(try readUnicodeEscape(start))
        case "0":
            if let next = peek, "0"..."9" ~= next { throw error("\\0 must not be followed by a digit", at: start) }
            return .codePoint(0)
        case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
            return .codePoint(scalar.value)
        default:
            throw error("\\\(scalar) is not an escape of ECMA-262", at: start)
        }
    }

    private mutating func readProperty(
        _ start: Int, isInverted: Bool
    ) throws(ECMAScriptRegexError) -> ECMAScriptClass.Element {
        let letter = isInverted ? "P" : "p"
        guard take("{"), let end = source[offset...].firstIndex(of: "}") else {
            throw error("\\\(letter) must be followed by a property in {}", at: start)
        }
        let name = String(String.UnicodeScalarView(source[offset..<end]))
        offset = end + 1
        switch UnicodeProperty.translation(name) {
        case .property(let text): return .property("\\\(letter){\(text)}")
        case .inverted(let text): return .property("\\\(isInverted ? "p" : "P"){\(text)}")
        case .set(let set): return .set(isInverted ? set.inverted : set)
        case nil: throw error("\(name) is not a Unicode property of ECMA-262", at: start)
        }
    }

    private mutating func readControlLetter(_ start: Int) throws(ECMAScriptRegexError) -> UInt32 {
        guard let letter = peek, "a"..."z" ~= letter || "A"..."Z" ~= letter else {
            throw error("\\c must be followed by a letter", at: start)
        }
        offset += 1
        return letter.value % 32
    }

    private mutating func readHexadecimal(digits: Int, _ start: Int) throws(ECMAScriptRegexError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = readHexDigit() else {
                throw error("\\\(digits == 2 ? "x" : "u") must be followed by \(digits) hexadecimal digits", at: start)
            }
            value = value << 4 | digit
        }
        return value
    }

    private mutating func readHexDigit() -> UInt32? {
        guard let scalar = peek, scalar.isASCII, let digit = Hex.value(of: UInt8(scalar.value)) else { return nil }
        offset += 1
        return UInt32(digit)
    }

    /// Reads `\u` behind its letter: four digits, a surrogate pair of two such escapes, or a code point in braces.
    mutating func readUnicodeEscape(_ start: Int) throws(ECMAScriptRegexError) -> UInt32 {
        if take("{") {
            var value: UInt32?
            while let digit = readHexDigit() {
                value = (value ?? 0) << 4 | digit
                if value ?? 0 > 0x10FFFF { throw error("there is no code point above 10FFFF", at: start) }
            }
            guard let value, take("}") else {
                throw error("\\u{ must be followed by hexadecimal digits and }", at: start)
            }
            return value
        }
        let unit = try readHexadecimal(digits: 4, start)
        let behind = offset
        if 0xD800...0xDBFF ~= unit, take("\\u") {
            if let low = try? readHexadecimal(digits: 4, start), 0xDC00...0xDFFF ~= low {
                return 0x10000 + (unit & 0x3FF) << 10 | low & 0x3FF
            }
            offset = behind
        }
        return unit
    }

    /// Reads a group's name up to and including `>`. A name is an identifier, whose escapes are `\u` ones.
    mutating func readGroupName(_ start: Int) throws(ECMAScriptRegexError) -> String {
        var name = ""
        while let scalar = peek {
            offset += 1
            var value = scalar
            if scalar == ">" { break }
            if scalar == "\\" {
                guard take("u"), let escaped = UnicodeScalar(try readUnicodeEscape(start)) else {
                    throw error("a group's name must be an identifier", at: start)
                }
                value = escaped
            }
            let isValid =
                name.isEmpty
                ? value.properties.isIDStart || value == "$" || value == "_"
                : value.properties.isIDContinue || value == "$" || value.value == 0x200C || value.value == 0x200D
            guard isValid else { throw error("a group's name must be an identifier", at: start) }
            name.unicodeScalars.append(value)
        }
        guard !name.isEmpty, source[offset - 1] == ">" else { throw error("a group's name must end with >", at: start) }
        return name
    }
}
