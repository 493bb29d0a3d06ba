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

    var followsCollection: Bool { lastBefore == UInt8(ascii: "}") || lastBefore == UInt8(ascii: "]") }
    var followsQuote: Bool { lastBefore == UInt8(ascii: "\"") || lastBefore == UInt8(ascii: "'") }

    private var lastBefore: UInt8? { before.last { $0 != 0x20 } }
}
