import Scenarios
import TextCoding

/// The style of text for people.
public enum TextStyle: Hashable, Sendable {
    /// Without color, for a file or a pipe.
    case plain
    /// With ANSI colors, for a terminal.
    case color
}

extension Failure {
    /// The failure as it is shown everywhere: terminal, response, test report.
    ///
    /// The first line is `path:line:column: error: title`, which editors and CI systems read; `-` is expected, `+` is
    /// received.
    public func text(style: TextStyle = .plain) -> String { text(style, .whole) }

    /// The parts of the first line that stand before the title.
    package enum Headline: Hashable, Sendable {
        /// `path:line:column: error: title`
        case whole
        /// `path:line:column: title`, where a test framework writes `error:` itself, after another position.
        case withoutError
        /// `title`, where a test framework writes this failure's own position and `error:` itself.
        case title
    }

    /// The failure as it is shown in a test framework's own line.
    package func text(_ style: TextStyle = .plain, _ headline: Headline) -> String {
        var lines = [firstLine(style, headline)]
        lines += sourceLines(style)
        if let difference { lines += difference.lines(style) }
        lines += remarks.map { "   " + Printable.line($0) }
        lines += TimelineEntry.table(requests).map { "   " + $0 }
        return lines.joined(separator: "\n")
    }

    /// The title, and how often the failure happened.
    public var summary: String {
        Printable.line(title) + (showsRepeats ? " (\(repeats) times)" : "")
    }

    // The title of several requests that must never come, or that came too often, has their number.
    /// Whether the title does not say how often the failure happened.
    private var showsRepeats: Bool { repeats > 1 && kind != .never && kind != .exhausted }

    /// `login.yaml:12:5: step "login": 2 requests, expected exactly 1`
    package var headline: String { "\(Printable.line(place)): \(summary)" }

    private func firstLine(_ style: TextStyle, _ headline: Headline) -> String {
        let place = headline == .title ? "" : style.bold("\(Printable.line(place)): ")
        let error = headline == .whole ? style.red("error: ") : ""
        return place + error + style.bold(summary)
    }

    private func sourceLines(_ style: TextStyle) -> [String] {
        let note = note.map(Printable.line)
        guard isAboutLine, position.line <= position.file.lineCount else { return note.map { ["   \($0)"] } ?? [] }
        let line = position.file.line(position.line)
        let number = String(position.line)
        let gutter = String(repeating: " ", count: number.count + 1) + "|"
        let (text, before) = SourceLine.shown(line, around: position.column)
        let caret = gutter + String(repeating: " ", count: before + 1) + style.red("^")
        return ["\(number) | \(text)", note.map { caret + " " + $0 } ?? caret]
    }
}

extension Failure.Difference {
    /// `(expected 2, received 1)`; nil unless there is one value of each, or of one of them.
    package var inlineText: String? {
        guard expected.count <= 1, received.count <= 1 else { return nil }
        let values =
            expected.map { "expected \(Printable.line($0.text))" }
            + received.map { "received \(Printable.line($0.text))" }
        return values.isEmpty ? nil : "(\(values.joined(separator: ", ")))"
    }

    fileprivate func lines(_ style: TextStyle) -> [String] {
        func line(_ line: Line, _ mark: String, paint: (String) -> String) -> String {
            paint("   \(mark) \(Printable.line(line.text))") + (line.origin.map { "      " + Printable.line($0) } ?? "")
        }
        return expected.map { line($0, "-", paint: style.red) } + received.map { line($0, "+", paint: style.green) }
    }
}

extension TimelineEntry {
    /// The entries as lines of aligned columns.
    static func table(_ entries: [TimelineEntry]) -> [String] {
        let rows = entries.map { entry in
            [
                "#\(entry.number)  \(entry.requestText)", entry.connectionText, entry.offsetText,
                "\(entry.responseText)  \(entry.outcomeText)",
            ]
        }
        let widths = (0..<3).map { column in rows.map { Printable.width($0[column]) }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths + [0]).map { text, width in
                text + String(repeating: " ", count: max(0, width - Printable.width(text)))
            }.joined(separator: "   ")
        }
    }
}

/// A line of a scenario as a report shows it.
enum SourceLine {
    private static let limit = 160

    /// The line, or the part of a long one around `column`, and the terminal columns before `column`.
    static func shown(_ line: String, around column: Int) -> (text: String, before: Int) {
        let scalars = Array(line.unicodeScalars)
        let start = scalars.count > limit ? max(0, min(column - limit / 2, scalars.count - limit)) : 0
        let end = min(scalars.count, start + limit)
        var (text, before) = ("", 0)
        if start > 0 { (text, before) = ("…", 1) }
        for index in start..<end {
            let scalar = visible(scalars[index])
            text.unicodeScalars.append(scalar)
            if index < column - 1 { before += Printable.width(scalar) }
        }
        before += max(0, column - 1 - end)
        return (end < scalars.count ? text + "…" : text, before)
    }

    /// Replaces one character by one, so that columns stay: a tab becomes a space, an invisible character U+FFFD.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\t" { return " " }
        // A joiner holds an emoji together; all other characters that are not plain are invisible anyway.
        return scalar.isPrintable || scalar.value == 0x200D ? scalar : "\u{FFFD}"
    }
}

extension TextStyle {
    package func bold(_ text: String) -> String { dressed(text, "1") }
    package func red(_ text: String) -> String { dressed(text, "31") }
    package func green(_ text: String) -> String { dressed(text, "32") }
    package func yellow(_ text: String) -> String { dressed(text, "33") }
    package func dim(_ text: String) -> String { dressed(text, "2") }

    private func dressed(_ text: String, _ code: String) -> String {
        self == .color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension Failure: CustomStringConvertible {
    /// The failure as reports show it, without color.
    public var description: String { text() }
}
