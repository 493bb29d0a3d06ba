import Scenarios

/// How text for people is dressed.
public enum TextStyle: Hashable, Sendable {
    case plain
    /// With ANSI colours, for a terminal.
    case colour
}

extension Failure {
    /// The failure as every place shows it: terminal, reply, test report.
    ///
    /// The first line is `path:line:column: error: title`, which editors and CI systems read; `-` is expected, `+` is
    /// received.
    public func text(style: TextStyle = .plain) -> String {
        var lines = [headline(style)]
        lines += sourceLines(style)
        if let difference { lines += difference.lines(style) }
        lines += remarks.map { "   " + $0 }
        lines += TimelineEntry.table(requests).map { "   " + $0 }
        return lines.joined(separator: "\n")
    }

    /// The title with how often it happened.
    public var summary: String { repeats > 1 ? "\(title) (×\(repeats))" : title }

    private func headline(_ style: TextStyle) -> String {
        style.bold("\(position): ") + style.red("error: ") + style.bold(summary)
    }

    private func sourceLines(_ style: TextStyle) -> [String] {
        guard position.line <= position.file.lineCount else { return note.map { ["   \($0)"] } ?? [] }
        let line = position.file.line(position.line)
        let number = String(position.line)
        let gutter = String(repeating: " ", count: number.count + 1) + "|"
        let (text, column) = Excerpt.of(line, around: position.column)
        let caret = gutter + String(repeating: " ", count: column) + style.red("^")
        return ["\(number) | \(text)", note.map { caret + " " + $0 } ?? caret]
    }
}

extension Failure.Difference {
    fileprivate func lines(_ style: TextStyle) -> [String] {
        expected.map { style.red("   - \($0.text)") + ($0.origin.map { "      " + $0 } ?? "") }
            + received.map { style.green("   + \($0.text)") + ($0.origin.map { "      " + $0 } ?? "") }
    }
}

extension TimelineEntry {
    /// The entries as lines of aligned columns.
    static func table(_ entries: [TimelineEntry]) -> [String] {
        let rows = entries.map { entry in
            [
                "#\(entry.number)  \(entry.requestText)", entry.connectionText, entry.offsetText,
                "\(entry.answerText)  \(entry.outcomeText)",
            ]
        }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths + [0]).map { text, width in
                text + String(repeating: " ", count: max(0, width - text.count))
            }.joined(separator: "   ")
        }
    }
}

/// The part of a source line that a report shows.
enum Excerpt {
    private static let width = 160

    /// The line, or what stands around `column` where it is long, and where the column is in that, from 1.
    static func of(_ line: String, around column: Int) -> (text: String, column: Int) {
        let scalars = Array(line.unicodeScalars)
        let visible = { (part: ArraySlice<Unicode.Scalar>) in
            String(String.UnicodeScalarView(part.map { $0 == "\t" ? " " : $0 }))
        }
        guard scalars.count > width else { return (visible(scalars[...]), column) }
        let start = max(0, min(column - width / 2, scalars.count - width))
        let end = min(scalars.count, start + width)
        let head = start > 0 ? "…" : ""
        let tail = end < scalars.count ? "…" : ""
        return (head + visible(scalars[start..<end]) + tail, column - start + head.count)
    }
}

extension TextStyle {
    package func bold(_ text: String) -> String { dressed(text, "1") }
    package func red(_ text: String) -> String { dressed(text, "31") }
    package func green(_ text: String) -> String { dressed(text, "32") }
    package func yellow(_ text: String) -> String { dressed(text, "33") }
    package func dim(_ text: String) -> String { dressed(text, "2") }

    private func dressed(_ text: String, _ code: String) -> String {
        self == .colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
