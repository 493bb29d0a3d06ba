import RegularExpressions

/// The state of a translation: the source, the offset in it and the translation so far.
struct ECMAScriptRegexTranslator {
    /// Matches nothing, and may be quantified.
    static let nothing = #"[^\x{0}-\x{10ffff}]"#

    /// Whether a quantifier may follow.
    private enum Last {
        case start, atom, group(Int), assertion, quantifier
    }

    let source: [Unicode.Scalar]
    var offset = 0
    var groups: ECMAScriptGroups
    private var output = ""
    private var last = Last.start

    init(_ source: String) {
        self.source = Array(source.unicodeScalars)
        groups = ECMAScriptGroups()
    }

    var peek: Unicode.Scalar? { offset < source.count ? source[offset] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        offset += 1
        return true
    }

    mutating func take(_ text: String) -> Bool {
        guard source[offset...].starts(with: text.unicodeScalars) else { return false }
        offset += text.unicodeScalars.count
        return true
    }

    func error(_ message: String, at start: Int? = nil) -> ECMAScriptRegexError {
        ECMAScriptRegexError(message, at: start ?? offset)
    }

    mutating func translate() throws(ECMAScriptRegexError) -> String {
        try groups.count(in: source)
        while let scalar = peek { try translateTerm(scalar) }
        if groups.isOpen { throw error("a group is not closed") }
        try groups.checkBackreferences()
        return output
    }

    private mutating func translateTerm(_ scalar: Unicode.Scalar) throws(ECMAScriptRegexError) {
        let start = offset
        offset += 1
        switch scalar {
        case "^", "$":
            output.unicodeScalars.append(scalar)
            last = .assertion
        case "|":
            groups.alternate()
            output += "|"
            last = .start
        case "(":
            try openGroup(start)
        case ")":
            guard let group = groups.close() else { throw error(") closes no group", at: start) }
            output += ")"
            last = groups[group].isAssertion ? .assertion : .group(group)
        case "*", "+", "?", "{":
            try translateQuantifier(scalar, start)
        case "}", "]":
            throw error("\(scalar) needs a backslash", at: start)
        case ".":
            append("[^" + ScalarSet.lineTerminators.source + "]")
        case "[":
            let content = try translateClass(start)
            append(content)
        case "\\":
            try translateEscape(start)
        default:
            append(RegularExpression.escape(codePoint: scalar.value))
        }
    }

    private mutating func append(_ atom: String) {
        output += atom
        last = .atom
    }

    private mutating func openGroup(_ start: Int) throws(ECMAScriptRegexError) {
        last = .start
        if take("?") {
            for form in [":", "=", "!", "<=", "<!"] where take(form) {
                groups.open(isAssertion: form != ":", isCapturing: false)
                output += "(?" + form
                return
            }
            guard take("<") else { throw error("(? must be followed by :, =, !, <=, <! or a name in <>", at: start) }
            _ = try readGroupName(start)
        }
        groups.open(isAssertion: false, isCapturing: true)
        output += "("
    }

    private mutating func translateQuantifier(
        _ scalar: Unicode.Scalar, _ start: Int
    ) throws(ECMAScriptRegexError) {
        var (low, high): (Int, Int?) = (0, nil)
        switch scalar {
        case "+": low = 1
        case "?": high = 1
        case "{": (low, high) = try readBounds(start)
        default: break
        }
        switch last {
        case .atom: break
        case .group(let group): groups.quantify(group, isOptional: low == 0, isRepeated: high != 1 && high != 0)
        case .start, .assertion, .quantifier: throw error("\(scalar) repeats nothing", at: start)
        }
        switch (low, high) {
        case (0, nil): output += "*"
        case (1, nil): output += "+"
        case (0, 1): output += "?"
        default: output += "{\(low)," + (high.map { "\($0)" } ?? "") + "}"
        }
        if take("?") { output += "?" }
        last = .quantifier
    }

    /// Reads `n}`, `n,}` or `n,m}`.
    private mutating func readBounds(_ start: Int) throws(ECMAScriptRegexError) -> (Int, Int?) {
        guard let low = readNumber() else {
            throw error("{ must be followed by a number, or needs a backslash", at: start)
        }
        var high: Int? = low
        if take(",") { high = readNumber() }
        guard take("}") else { throw error("{ begins a repetition that is not closed", at: start) }
        if let high, high < low { throw error("the bounds of the repetition are in the wrong order", at: start) }
        guard low <= 65_535, high ?? 0 <= 65_535 else {
            throw error("repetitions above 65535 are not supported", at: start)
        }
        return (low, high)
    }

    /// A decimal number, at most a million.
    mutating func readNumber() -> Int? {
        var value: Int?
        while let scalar = peek, "0"..."9" ~= scalar {
            value = min(1_000_000, (value ?? 0) * 10 + Int(scalar.value - 0x30))
            offset += 1
        }
        return value
    }

    /// Translates what follows a backslash outside a class.
    private mutating func translateEscape(_ start: Int) throws(ECMAScriptRegexError) {
        guard let scalar = peek else { throw error("\\ ends the regular expression", at: start) }
        switch scalar {
        case "b", "B":
            offset += 1
            output += "\\" + String(scalar)
            last = .assertion
        case "1"..."9":
            let number = readNumber() ?? 0
            guard number <= groups.captureCount else { throw error("there is no group \(number)", at: start) }
            appendBackreference(number, start)
        case "k":
            offset += 1
            guard take("<") else { throw error("\\k must be followed by a group's name in <>", at: start) }
            let name = try readGroupName(start)
            guard let number = groups.number(named: name) else { throw error("there is no group \(name)", at: start) }
            appendBackreference(number, start)
        default:
            var set = ECMAScriptClass()
            set.insert(try readClassAtom(start, inClass: false))
            append(set.source)
        }
    }

    /// In ECMA-262 a group without a match matches nothing at all, anywhere.
    private mutating func appendBackreference(_ number: Int, _ start: Int) {
        append("(?(\(number))\\g{\(number)})")
        groups.addBackreference(number, at: start)
    }
}
