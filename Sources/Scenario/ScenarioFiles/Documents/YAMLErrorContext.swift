import Scenarios

/// The characters around the position at which libyaml stopped.
struct YAMLErrorContext {
    let position: Position
    private let before: ArraySlice<UInt8>
    private let after: ArraySlice<UInt8>

    init(_ position: Position) {
        self.position = position
        let line = position.file.lineBytes(position.line)
        let offset = position.file.offset(line: position.line, column: position.column)
        let isOnLine = offset >= line.startIndex && offset <= line.endIndex
        before = isOnLine ? line[..<offset] : []
        after = isOnLine ? line[offset...] : []
    }

    /// The character at the position.
    var shown: String {
        String(decoding: after, as: UTF8.self).unicodeScalars.first.map { String(Character($0)) } ?? "the line's end"
    }

    /// The character behind the position.
    var next: String {
        String(decoding: after, as: UTF8.self).unicodeScalars.dropFirst().first.map { String(Character($0)) } ?? ""
    }

    /// The key and the bracket at the position with a space between them, if no space is between its colon and the bracket: `{json:{"a":1}}`.
    var keyWithoutSpace: String? {
        // libyaml stops at the colon or behind it.
        let bracket = after.first == UInt8(ascii: ":") ? after.dropFirst() : after
        guard let open = bracket.first, open == UInt8(ascii: "{") || open == UInt8(ascii: "["),
            isColon || before.last == UInt8(ascii: ":")
        else { return nil }
        let head = String(decoding: isColon ? before : before.dropLast(), as: UTF8.self)
        let name = head.split(whereSeparator: { " {[,".contains($0) }).last.map(String.init)
        return name.flatMap { !head.hasSuffix(" ") && $0.isName ? "\($0): \(Character(Unicode.Scalar(open)))" : nil }
    }

    var isColon: Bool { after.first == UInt8(ascii: ":") }
    var isClosing: Bool { after.first == UInt8(ascii: "}") || after.first == UInt8(ascii: "]") }
    var isTab: Bool { after.first == 0x09 }
    var isListItem: Bool { after.starts(with: "- ".utf8) || after.elementsEqual("-".utf8) }

    /// Whether nothing but white space follows in the file.
    var isAtEnd: Bool {
        let file = position.file
        let offset = file.offset(line: position.line, column: position.column)
        return file.bytes[offset...].allSatisfy { $0 == 0x20 || $0 >= 0x09 && $0 <= 0x0D }
    }

    /// Whether a bracket that YAML takes for a collection is inside a value that was meant to be plain: it opens behind
    /// other text (`/users/{id}`), or other text directly follows its end (`{id}/x`, `[a-z]+`).
    var isInsideValue: Bool {
        let isOpening = after.first == UInt8(ascii: "{") || after.first == UInt8(ascii: "[")
        let adjoins = before.last.map { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") } ?? false
        return adjoins || isOpening && lastBefore != nil && !followsCollection && !followsQuote
    }

    /// The value of the line's key in quotes, if the value begins with a bracket that is closed before the position: it
    /// was meant as text, such as `{name} is here`.
    var quotedValue: String? {
        let line = String(decoding: before, as: UTF8.self) + String(decoding: after, as: UTF8.self)
        let head = String(decoding: before, as: UTF8.self)
        guard let colon = line.firstRange(of: ": "), colon.upperBound <= head.endIndex else { return nil }
        let value = String(
            line[colon.upperBound...].drop { $0 == " " }.reversed().drop { $0 == " " || $0 == "\r" }.reversed())
        let start = head[colon.upperBound...].drop { $0 == " " }
        guard let bracket = value.first, bracket == "{" || bracket == "[" else { return nil }
        let closing: Character = bracket == "{" ? "}" : "]"
        guard start.contains(closing), start.count(where: { $0 == bracket }) == start.count(where: { $0 == closing })
        else {
            return nil
        }
        return value.contains("\"")
            ? "'\(value.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
            : "\"\(value)\""
    }

    /// The key and the map that is its value, in braces, if a second colon stands at the position: `headers: X-Id: 7`.
    var mapWithoutBraces: String? {
        guard isColon else { return nil }
        let head = String(decoding: before, as: UTF8.self)
        let value = String(decoding: after.dropFirst().prefix { !",}]".utf8.contains($0) }, as: UTF8.self).trimmed
        guard let name = head.split(separator: " ").last, name.unicodeScalars.allSatisfy(\.isMemberPart),
            let key = head.dropLast(name.count).split(whereSeparator: { " {[,".contains($0) }).last,
            key.hasSuffix(":"), !value.isEmpty
        else { return nil }
        let scalar = value.hasPrefix("\"") || value.hasPrefix("'") ? value : value.asFlowScalar
        return "\(key) {\(name): \(scalar)}"
    }

    /// Whether only one word stands before it on the line, as before the colon of a key.
    var isKeyOfLine: Bool {
        let word = before.drop { $0 == 0x20 }
        return position.line > 1 && !word.isEmpty && word.startIndex > before.startIndex
            && word.allSatisfy { $0 > 0x20 && !":{}[],'\"".utf8.contains($0) }
    }

    /// The advice on `@data.json`, as curl has it; empty for another value.
    var namedFile: String {
        let rest = after.dropFirst().prefix { !" ,}]\r\"".utf8.contains($0) }
        guard after.first == UInt8(ascii: "@"), rest.contains(UInt8(ascii: ".")) else { return "" }
        let key = String(decoding: before, as: UTF8.self).split { " {[,".contains($0) }.last
        let replaced = key.flatMap { $0.hasSuffix(":") ? " in place of \($0.dropLast())" : nil } ?? ""
        return ", or write file: \(String(decoding: rest, as: UTF8.self))\(replaced) for what the file has"
    }

    /// Where the line belongs: in the column of a key, or of a list item, above it that is still open, the nearest one.
    /// Nil if there is none.
    var indentation: String? {
        let spaces = before.prefix { $0 == 0x20 }.count
        let column = before.count == spaces ? position.column : spaces + 1
        var nearest: (column: Int, line: Int, name: String)?
        var least = Int.max
        var line = position.line
        while line > 1, least > 1 {
            line -= 1
            let text = String(decoding: position.file.lineBytes(line), as: UTF8.self)
            let content = text.drop { $0 == " " }
            guard let first = content.first, first != "#", first != "\r" else { continue }
            let isItem = content.hasPrefix("- ")
            let key = isItem ? content.dropFirst(2).drop { $0 == " " } : content
            let own = text.utf8.count - (isListItem ? content : key).utf8.count + 1
            guard own < least else { continue }
            least = text.utf8.count - content.utf8.count + 1
            guard isItem || !isListItem, let colon = key.firstIndex(of: ":"), key[..<colon].allSatisfy({ $0 != " " })
            else { continue }
            if nearest.map({ abs(own - column) < abs($0.column - column) }) ?? true {
                nearest = (own, line, isListItem ? "the item" : String(key[..<colon]))
            }
        }
        return nearest.map { "write it at column \($0.column), below \($0.name) in line \($0.line)" }
    }

    /// The value that ended at a quote before the position, with the quotes in it escaped: `"it's \"fine\""`. Nil if no
    /// further quote of that kind ends it.
    var valueWithInnerQuotes: (value: String, escape: String)? {
        guard let quote = lastBefore, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = before.lastIndex(of: quote)
        else { return nil }
        // The quotes of one kind that open and close values on the line, from its start.
        var start: Int?
        var open: (index: Int, quote: UInt8)?
        for index in before.startIndex..<end {
            let byte = before[index]
            if let (_, opening) = open {
                if byte == opening { open = nil }
            } else if byte == 0x22 || byte == 0x27,
                index == before.startIndex || " [{,".utf8.contains(before[before.index(before: index)])
            {
                open = (index, byte)
                start = index
            }
        }
        guard let start, open?.quote == quote else { return nil }
        let last = after.indices.first { index in
            guard after[index] == quote else { return false }
            let rest = after[after.index(after: index)...].drop { $0 == 0x20 || $0 == 0x0D }
            return rest.first.map { ",}]".utf8.contains($0) } ?? true
        }
        guard let last, !before[start...].contains(UInt8(ascii: "\\")) else { return nil }
        let inner = String(decoding: before[before.index(after: start)...] + after[..<last], as: UTF8.self)
        let mark: Character = quote == UInt8(ascii: "'") ? "'" : "\""
        let escape = mark == "'" ? "''" : "\\\""
        let escaped = inner.split(separator: mark, omittingEmptySubsequences: false).joined(separator: escape)
        return ("\(mark)\(escaped)\(mark)", escape)
    }

    var followsCollection: Bool { lastBefore == UInt8(ascii: "}") || lastBefore == UInt8(ascii: "]") }
    var followsQuote: Bool { lastBefore == UInt8(ascii: "\"") || lastBefore == UInt8(ascii: "'") }

    private var lastBefore: UInt8? { before.last { $0 != 0x20 } }
}
