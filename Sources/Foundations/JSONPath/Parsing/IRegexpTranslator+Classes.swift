extension IRegexpTranslator {
    /// Translates what follows `[`, up to the closing bracket.
    mutating func translateClass() throws(IRegexpError) {
        output += "["
        if peek() == "^" {
            index += 1
            output += "^"
        }
        var isEmpty = true
        if peek() == "-" {
            index += 1
            append("-")
            isEmpty = false
        }
        while let next = peek() {
            index += 1
            if next == "]" {
                if isEmpty { throw fail("a class in brackets is empty; write \\[ for the character") }
                output += "]"
                return
            }
            isEmpty = false
            if next == "-" {
                guard peek() == "]" else { throw fail("- stands inside a class; write \\- for the character") }
                append("-")
            } else {
                try translateClassItem(next)
            }
        }
        throw fail("a [ has no ] after it; write \\[ for the character")
    }

    /// Translates a character, a range or a category of a class.
    private mutating func translateClassItem(_ first: Unicode.Scalar) throws(IRegexpError) {
        if first == "\\", let category = try readCategory() {
            output += category
            return
        }
        let low = try classCharacter(first)
        append(low)
        // A hyphen before the closing bracket is the character.
        guard peek() == "-", let end = peek(1), end != "]" else { return }
        index += 2
        if end == "-" { throw fail("- stands inside a class; write \\- for the character") }
        let high = try classCharacter(end)
        guard low <= high else { throw fail("a range in a class runs backwards") }
        output += "-"
        append(high)
    }

    private mutating func classCharacter(_ scalar: Unicode.Scalar) throws(IRegexpError) -> Unicode.Scalar {
        if scalar == "\\" { return try readEscapedCharacter() }
        if scalar == "[" { throw fail("[ stands inside a class; write \\[ for the character") }
        return scalar
    }
}
