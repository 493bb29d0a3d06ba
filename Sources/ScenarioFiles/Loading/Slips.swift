import ExactJSON
import Scenarios
import TextCoding

/// Slips of the keyboard that YAML takes for something else than was meant.
enum Slips {
    /// The end of a message about text that stands where a map should, if a slip made it text: a missing space behind
    /// the colon of a key, or a space that YAML takes for a letter.
    static func inPlaceOfMap(_ node: Node, keys: [String]) -> String {
        guard let text = node.plainText else { return "" }
        if let space = text.unicodeScalars.first(where: { otherSpaces[$0.value] != nil }) {
            return oddSpace(space)
        }
        guard let (key, value) = keyWithoutSpace(text), keys.contains(key) else { return "" }
        return "; a space belongs behind the colon: write \(key): \(value)"
    }

    /// The end of a message about a map that stands where a list should, if the space behind `-` is missing.
    static func inPlaceOfList(_ node: Node) -> String {
        guard let key = node.entries?.first?.name, key.hasPrefix("-"), key.utf8.count > 1 else { return "" }
        return "; a space belongs behind the -: write - \(key.dropFirst()): …"
    }

    /// The end of a message about an unknown key, if the space behind its colon is missing: `{status:201}`.
    static func inKey(_ entry: Node.Entry, keys: [String]) -> String? {
        if let space = entry.name.unicodeScalars.first(where: { otherSpaces[$0.value] != nil }) {
            return oddSpace(space)
        }
        if entry.name.hasPrefix("-"), keys.contains(String(entry.name.dropFirst())) {
            return "; a space belongs behind the -: write - \(entry.name.dropFirst()): …"
        }
        guard entry.value.isMissing, let (key, value) = keyWithoutSpace(entry.name), keys.contains(key) else {
            return nil
        }
        return "; a space belongs behind the colon: write \(key): \(value)"
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
            "\"\(entry.name)\" is a name without a value; with a space behind the colon it is \(entry.name[..<colon]): "
                + "\(value)", at: entry.position)
    }

    /// Warns of an object or an array in quotes where JSON is wanted.
    func warnOfQuotedJSON(_ node: Node) {
        guard let text = node.text, node.plainText == nil, let first = text.utf8.first,
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["), !text.contains("{{"),
            (try? JSON(parsing: Array(text.utf8))) != nil
        else { return }
        warning(
            .quotedJSON,
            "this is a text, not \(first == UInt8(ascii: "{") ? "an object" : "an array"); leave out the quotes around it",
            at: node.position)
    }

    /// Warns of a method that HTTP does not know, next to one that it does.
    func warnOfUnknownMethod(_ method: String, at position: Position) {
        guard !Self.methods.contains(method), let meant = nearest(to: method, among: Self.methods) else { return }
        warning(.unknownMethod, "\"\(method)\" is not a known method; did you mean \(meant)?", at: position)
    }

    /// The methods of RFC 9110, RFC 5789 and WebDAV that clients use.
    private static let methods = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "PROPFIND", "PROPPATCH",
        "MKCOL",
        "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH", "QUERY", "PURGE", "LINK", "UNLINK",
    ]
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
    }
}
