import MockServerKit

/// Text whose lines are broken between words, for a terminal that would break them anywhere.
enum TerminalText {
    /// The fewest columns with which breaking helps.
    private static let leastColumns = 30

    /// The text with no line wider than `columns`, except where a word is. Further lines are indented: a note to where
    /// it begins, others below their text. Of a line of a scenario the part round its caret is shown.
    static func broken(_ text: String, columns: Int) -> String {
        guard columns >= leastColumns else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var broken: [String] = []
        for (index, line) in lines.enumerated() {
            if let before = broken.last, index > 0, let caret = caret(line), isSource(lines[index - 1]) {
                let (source, note) = cut(lines[index - 1], line, caret: caret, columns: columns)
                if source != before { broken[broken.count - 1] = source }
                broken += words(note, columns: columns, indentation: width(note[...caretIndex(note)]) + 1)
            } else if isSource(line), index + 1 < lines.count, caret(lines[index + 1]) != nil {
                // It is cut with its caret.
                broken.append(line)
            } else {
                let start = width(line.prefix { $0 == " " }[...])
                broken += words(line, columns: columns, indentation: start + (start > 0 ? 2 : 4))
            }
        }
        return broken.joined(separator: "\n")
    }

    /// The number of columns, without those of escape sequences for colors.
    private static func width(_ text: Substring) -> Int {
        guard text.utf8.contains(0x1B) else { return Printable.width(String(text)) }
        var plain = ""
        var rest = text
        while let escape = rest.firstIndex(of: "\u{1B}") {
            plain += rest[..<escape]
            rest = rest[escape...].dropFirst()
            // A sequence such as `[1;31m`.
            let end = rest.dropFirst().drop { $0.isWholeNumber || $0 == ";" }
            if rest.first == "[", end.first == "m" { rest = end.dropFirst() }
        }
        return Printable.width(plain + rest)
    }

    /// The line in pieces that are no wider than `columns`, each but the first behind `indentation` spaces.
    private static func words(_ line: String, columns: Int, indentation: Int) -> [String] {
        guard width(line[...]) > columns else { return [line] }
        let indentation = min(indentation, columns * 2 / 3)
        var pieces: [String] = []
        var (piece, count) = ("", 0)
        for part in parts(of: line) {
            let wordWidth = Self.width(part.word)
            if count + part.space.count + wordWidth > columns, !piece.allSatisfy({ $0 == " " }) {
                pieces.append(piece)
                piece = String(repeating: " ", count: indentation) + part.word
                count = indentation + wordWidth
            } else {
                piece += part.space + part.word
                count += part.space.count + wordWidth
            }
        }
        return pieces + [piece]
    }

    /// The words of a line, each with the spaces before it.
    private static func parts(of line: String) -> [(space: Substring, word: Substring)] {
        var parts: [(Substring, Substring)] = []
        var rest = line[...]
        while !rest.isEmpty {
            let space = rest.prefix { $0 == " " }
            let word = rest[space.endIndex...].prefix { $0 != " " }
            parts.append((space, word))
            rest = rest[word.endIndex...]
        }
        return parts
    }

    // MARK: - A line of a scenario

    /// Whether it is `12 |   - id: refresh`.
    private static func isSource(_ line: String) -> Bool { line.prefixMatch(of: #/[0-9]+ \| /#) != nil }

    private static func caretIndex(_ line: String) -> String.Index { line.firstIndex(of: "^") ?? line.startIndex }

    /// The column of the caret if the line is `   |     ^ a note`.
    private static func caret(_ line: String) -> Int? {
        guard let match = line.prefixMatch(of: #/ +\|(?<before> +)(?:\u{1B}\[[0-9;]*m)?\^/#) else { return nil }
        return width(line[..<match.output.before.endIndex])
    }

    /// Both lines, so that the first one has no more columns and the caret is below the same character.
    private static func cut(_ source: String, _ note: String, caret: Int, columns: Int) -> (String, String) {
        guard width(source[...]) > columns, let bar = source.firstIndex(of: "|") else { return (source, note) }
        let gutter = source[...bar] + " "
        let room = columns - gutter.count - 2
        let content = Array(source[source.index(after: bar)...].dropFirst().unicodeScalars)
        // Wide characters count as one here, and only a line that has them may still be too wide.
        let column = min(max(0, caret - gutter.count), content.count)
        let start = column < room ? 0 : column - room / 2
        let end = min(content.count, start + room)
        var text = String.UnicodeScalarView(content[start..<end])
        if start > 0 { text.insert("…", at: text.startIndex) }
        if end < content.count { text.append("…") }
        let moved = start > 0 ? start - 1 : 0
        var note = note
        if moved > 0, let index = note.firstIndex(of: "|") {
            let first = note.index(after: index)
            note.removeSubrange(first..<note.index(first, offsetBy: moved))
        }
        return (gutter + String(text), note)
    }
}
