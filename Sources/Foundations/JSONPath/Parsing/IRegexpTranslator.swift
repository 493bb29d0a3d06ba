import RegularExpressions

/// Translates an I-Regexp (RFC 9485) to PCRE2's syntax, as section 5.4 says, and checks it against the grammar.
///
/// The grammar calls `^` and `$` ordinary characters, but the mappings of section 5 leave them as they are, which makes
/// them anchors. Here they are anchors where these can match, at the start and end of an alternative, and ordinary
/// characters elsewhere.
struct IRegexpTranslator {
    private let scalars: [Unicode.Scalar]
    var index = 0
    var output = ""
    private var openParentheses = 0

    init(_ source: String) {
        scalars = Array(source.unicodeScalars)
    }

    mutating func translate() throws(IRegexpError) -> String {
        // Whether an alternative begins here, and whether the last piece may be repeated.
        var isStart = true
        while let next = peek() {
            index += 1
            switch next {
            case "(":
                openParentheses += 1
                output += "(?:"
                isStart = true
                continue
            case "|":
                output += "|"
                isStart = true
                continue
            case ")":
                guard openParentheses > 0 else { throw fail(") has no ( before it; write \\) for the character") }
                openParentheses -= 1
                output += ")"
            case "^" where isStart && !isQuantifier(peek()):
                output += "\\A"
                continue
            case "$" where peek() == nil || peek() == "|" || peek() == ")":
                output += "\\z"
            default:
                try translateAtom(next)
            }
            isStart = false
            try translateQuantifier()
        }
        if openParentheses > 0 { throw fail("a ( has no ) after it; write \\( for the character") }
        return output
    }

    private mutating func translateAtom(_ scalar: Unicode.Scalar) throws(IRegexpError) {
        switch scalar {
        case ".": output += "[^\\n\\r]"
        case "[": try translateClass()
        case "\\": try translateEscape()
        case "*", "+", "?", "{":
            throw fail("\(scalar) has nothing before it to repeat; write \\\(scalar) for the character")
        case "]", "}": throw fail("\(scalar) stands alone; write \\\(scalar) for the character")
        default: append(scalar)
        }
    }

    private func isQuantifier(_ scalar: Unicode.Scalar?) -> Bool {
        scalar == "*" || scalar == "+" || scalar == "?" || scalar == "{"
    }

    private mutating func translateQuantifier() throws(IRegexpError) {
        guard let next = peek(), isQuantifier(next) else { return }
        index += 1
        guard next == "{" else {
            output.unicodeScalars.append(next)
            return
        }
        let least = try readCount()
        output += "{" + least
        if peek() == "," {
            index += 1
            output += ","
            if peek() != "}" {
                let most = try readCount()
                let isOrdered = least.count == most.count ? least <= most : least.count < most.count
                guard isOrdered else { throw fail("{\(least),\(most)} repeats from more to fewer times") }
                output += most
            }
        }
        guard peek() == "}" else {
            throw fail("{ begins a repetition such as {2} or {2,3}; write \\{ for the character")
        }
        index += 1
        output += "}"
    }

    /// Reads the digits of a count; returns them without leading zeros.
    private mutating func readCount() throws(IRegexpError) -> String {
        let start = index
        while let digit = peek(), ("0"..."9").contains(digit) { index += 1 }
        guard index > start else {
            throw fail("{ begins a repetition such as {2} or {2,3}; write \\{ for the character")
        }
        let digits = scalars[start..<index].drop { $0 == "0" }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: digits)
        return digits.isEmpty ? "0" : String(text)
    }

    /// Translates what follows a backslash outside brackets.
    private mutating func translateEscape() throws(IRegexpError) {
        if let category = try readCategory() {
            output += category
        } else {
            append(try readEscapedCharacter())
        }
    }

    /// Reads `p{…}` or `P{…}` after a backslash; nil if neither follows.
    mutating func readCategory() throws(IRegexpError) -> String? {
        guard let kind = peek(), kind == "p" || kind == "P" else { return nil }
        index += 1
        var name = ""
        if peek() == "{" {
            index += 1
            while let next = peek(), next != "}", name.utf8.count < 20 {
                name.unicodeScalars.append(next)
                index += 1
            }
        }
        guard peek() == "}", Self.categories.contains(name) else {
            throw fail("\\\(kind){\(name)} is not a Unicode category; write one such as \\\(kind){L} or \\\(kind){Nd}")
        }
        index += 1
        return "\\\(kind){\(name)}"
    }

    /// RFC 9485, section 3: `IsCategory`.
    private static let categories: Set<String> = [
        "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf",
        "Pi", "Po", "Ps", "Z", "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C", "Cc", "Cf", "Cn", "Co",
    ]

    /// Reads the character after a backslash.
    mutating func readEscapedCharacter() throws(IRegexpError) -> Unicode.Scalar {
        guard let next = peek() else { throw fail("it ends in a backslash; write \\\\ for the character") }
        index += 1
        switch next {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "(", ")", "*", "+", "-", ".", "?", "[", "\\", "]", "^", "{", "|", "}": return next
        case "d": throw fail("\\d is not known; write [0-9]")
        case "w": throw fail("\\w is not known; write [A-Za-z0-9_]")
        case "s": throw fail("\\s is not known; write [ \\t\\n\\r]")
        default: throw fail("\\\(next) is not known")
        }
    }

    /// Appends an ordinary character.
    mutating func append(_ scalar: Unicode.Scalar) {
        output += RegularExpression.escape(codePoint: scalar.value)
    }

    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        index + distance < scalars.count ? scalars[index + distance] : nil
    }

    func fail(_ message: String) -> IRegexpError { IRegexpError(message: message) }
}
