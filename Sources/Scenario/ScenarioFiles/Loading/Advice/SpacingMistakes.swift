import ExactJSON
import Scenarios
import TextCoding

/// SpacingMistakes of the keyboard that YAML takes for something else than was meant.
enum SpacingMistakes {
    /// The end of a message about text that stands where a map should, if a slip made it text: a missing space behind
    /// the colon of a key, or a space that YAML takes for a letter.
    static func inPlaceOfMap(_ node: Node, keys: [String]) -> String {
        guard let text = node.plainText else { return "" }
        if let space = text.unicodeScalars.first(where: { otherSpaces[$0.value] != nil }) {
            return oddSpace(space)
        }
        guard let (key, value) = keyWithoutSpace(text), keys.contains(key) else { return "" }
        return "; a space belongs after the colon: write \(key): \(value)"
    }

    /// The end of a message about a map that stands where a list should, if the space behind `-` is missing.
    static func inPlaceOfList(_ node: Node) -> String {
        guard let key = node.entries?.first?.name, key.hasPrefix("-"), key.utf8.count > 1 else { return "" }
        return "; a space belongs after the -: write - \(key.dropFirst()): …"
    }

    /// The end of a message about an unknown key, if the space behind its colon is missing: `{status:201}`.
    static func inKey(_ entry: Node.Entry, keys: [String]) -> String? {
        if let space = entry.name.unicodeScalars.first(where: { otherSpaces[$0.value] != nil }) {
            return oddSpace(space)
        }
        if entry.name.hasPrefix("-"), keys.contains(String(entry.name.dropFirst())) {
            return "; a space belongs after the -: write - \(entry.name.dropFirst()): …"
        }
        guard entry.value.isMissing, let (key, value) = keyWithoutSpace(entry.name), keys.contains(key) else {
            return nil
        }
        return "; a space belongs after the colon: write \(key): \(value)"
    }

    /// The line of a file in which the space behind a colon is missing, of those before a position: such a line is text,
    /// which the next line can't continue.
    static func lineWithoutSpace(before position: Position) -> (line: Int, text: String)? {
        var line = position.line - 1
        while line > 0 {
            let text = String(decoding: position.file.lineBytes(line), as: UTF8.self).trimmed
            line -= 1
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            let item = text.hasPrefix("- ") ? String(text.dropFirst(2)) : text
            guard let (key, value) = keyWithoutSpace(item), key.isName, !value.hasPrefix("/") else { return nil }
            return (line + 1, "\(key): \(value)")
        }
        return nil
    }

    private static func keyWithoutSpace(_ text: String) -> (key: String, value: String)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (key, value) = (text[..<colon], text[text.index(after: colon)...])
        guard !key.isEmpty, let first = value.first, first != " " else { return nil }
        return (String(key), String(value))
    }

    /// Characters that look like a space, by their code points.
    private static let otherSpaces: [UInt32: String] = [
        0xA0: "a no-break space", 0x2007: "a figure space", 0x202F: "a narrow no-break space", 0x2003: "an em space",
        0x2002: "an en space", 0x2009: "a thin space", 0x200B: "a zero-width space", 0x3000: "an ideographic space",
        0xFEFF: "a zero-width no-break space",
    ]

    private static func oddSpace(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
        return
            "; it has \(otherSpaces[scalar.value] ?? "a character") (U+\(padded)), which YAML takes for a letter: type "
            + "a common space"
    }
}

extension LoadingContext {
    /// Warns of a member that was meant to be a name and a value: `{a:1}` is a name, `a:1`, without a value.
    func warnOfMissingSpace(_ entry: Node.Entry) {
        guard entry.value.isMissing, let colon = entry.name.firstIndex(of: ":"), colon != entry.name.startIndex else {
            return
        }
        let value = entry.name[entry.name.index(after: colon)...]
        guard !value.isEmpty else { return }
        warning(
            .missingSpace,
            "\"\(entry.name)\" is a name without a value; with a space after the colon it is \(entry.name[..<colon]): "
                + "\(value)", at: entry.position)
    }

    /// Warns of an object or an array in quotes where JSON is wanted.
    func warnOfQuotedJSON(_ node: Node) {
        guard let text = node.text, node.plainText == nil, let first = text.utf8.first,
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["), !text.contains("{{"),
            (try? JSON(parsing: Array(text.utf8))) != nil
        else { return }
        let mark =
            switch node.scalar?.style {
            case .literal?, .folded?: "the \(node.blockHeader) before it"
            default: "the quotes around it"
            }
        warning(
            .quotedJSON,
            "this is a text, not \(first == UInt8(ascii: "{") ? "an object" : "an array"); leave out \(mark)",
            at: node.position)
    }

    /// Warns of `null` where text is wanted.
    func warnOfNull(_ node: Node, _ advice: String) {
        guard node.isNull, let text = node.text else { return }
        warning(.nullText, "\(text) is the text \"\(text)\" here; \(advice)", at: node.position)
    }

    /// Warns of a member that is named like an operator, where values are compared: in JSON an operator begins with `$`.
    func warnOfOperators(_ entries: [Node.Entry]) {
        guard let first = entries.first, entries.allSatisfy(\.looksLikeOperator) else { return }
        let meant = ForeignWords.operatorMeant(by: first.name) ?? first.name
        warning(
            .jsonOperator,
            "\"\(first.name)\" is a member of the value here; an operator in JSON begins with $: write $\(meant)",
            at: first.position)
    }

    /// Warns of a comment that was meant as a part of the text before it: `GET /a #top`.
    func warnOfFragment(behind node: Node) {
        guard node.plainText != nil, let text = node.text, !node.position.file.isSwift else { return }
        let (file, position) = (node.position.file, node.position)
        let start = file.offset(line: position.line, column: position.column)
        guard file.contains(text, at: start) else { return }
        let end = start + text.utf8.count
        guard file.bytes[end...].starts(with: " #".utf8) else { return }
        let rest = file.bytes[end...].prefix { $0 != 0x0A && $0 != 0x0D }
        // A comment of several words, or behind a gap, is meant as one.
        guard rest.count > 2, !rest.dropFirst(2).contains(where: { $0 <= 0x20 }),
            rest.dropFirst(2).first != UInt8(ascii: "#")
        else { return }
        let fragment = String(decoding: rest.dropFirst(), as: UTF8.self)
        warning(
            .fragment,
            "\(fragment) is a comment of YAML and no part of the request; a fragment is never sent, so leave it out, or write "
                + "%23 for the character", at: file.position(atByte: end + 1))
    }

    /// Warns of a method that HTTP does not know, next to one that it does.
    func warnOfUnknownMethod(_ method: String, at position: Position) {
        guard !Self.methods.contains(method),
            let advice = ShapeAdvice.methods(in: method).map({ "write [\($0.joined(separator: ", "))]" })
                ?? ForeignWords.methodAdvice(for: method)
                ?? nearest(to: method, among: Self.methods).map({ "did you mean \($0)?" })
        else { return }
        warning(.unknownMethod, "\"\(method)\" is not a known method; \(advice)", at: position)
    }

    /// Whether clients use this method.
    static func isKnownMethod(_ method: String) -> Bool { methods.contains(method) }

    /// The methods of RFC 9110, RFC 5789 and WebDAV that clients use.
    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "PROPFIND", "PROPPATCH",
        "MKCOL",
        "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH", "QUERY", "PURGE", "LINK", "UNLINK",
    ]
}

extension Node.Entry {
    /// Whether the name is an operator's without `$`, and the value is one that the operator can have.
    fileprivate var looksLikeOperator: Bool {
        switch name {
        case "gt", "gte", "lt", "lte": value.isNumber
        case "matches", "regex", "regexp", "starts_with", "ends_with", "equals_ignore_case":
            value.scalar != nil && !value.isNumber
        case "present", "absent": value.plainText == "true" || value.plainText == "false"
        case "one_of", "any_of", "unordered": value.items != nil
        case "eq", "ne", "neq", "equals": value.scalar != nil
        default: false
        }
    }
}

extension Node {
    /// How a block of text begins in its file: `|`, `>-`.
    fileprivate var blockHeader: String {
        let start = position.file.offset(line: position.line, column: position.column)
        return String(
            decoding: position.file.bytes[start...].prefix { "|>+-123456789".utf8.contains($0) }, as: UTF8.self)
    }

    fileprivate var isNumber: Bool { if case .number? = scalar?.value { true } else { false } }
}

extension String {
    /// This without the spaces around it.
    var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    }
}
