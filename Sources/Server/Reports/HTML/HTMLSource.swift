import Playback
import Scenarios

/// The source of a run's scenario on the page, with a mark at each line that the run says something about.
struct HTMLSource {
    /// The most characters of a line.
    private static let longest = 2_000
    /// The number of lines up to which a file is shown whole. Of a longer one, and of Swift, only the lines around
    /// marks are shown, at most as many.
    static let wholeLimit = 2_000
    /// The number of lines that are shown before and after a marked one.
    private static let context = 3

    private let run: HTMLRun
    private let files: [SourceMarks]
    /// The lines of each file that are shown.
    private let shown: [[ClosedRange<Int>]]

    init(_ run: HTMLRun) {
        self.run = run
        files = SourceMarks.all(run)
        shown = files.map { run.showsSource ? Self.shownLines($0) : [] }
    }

    /// The id of a position's line; nil if the line is not shown.
    func lineID(of position: Position) -> String? {
        guard let index = files.firstIndex(where: { $0.file.path == position.path }),
            shown[index].contains(where: { $0.contains(position.line) })
        else { return nil }
        return run.lineID(position.line, file: index)
    }

    /// The number of lines, without what follows the last line break if that is empty.
    static func lineCount(of file: SourceFile) -> Int {
        file.lineCount - (file.lineBytes(file.lineCount).isEmpty ? 1 : 0)
    }

    private static func shownLines(_ marks: SourceMarks) -> [ClosedRange<Int>] {
        let count = lineCount(of: marks.file)
        if count == 0 { return [] }
        if count <= wholeLimit, !marks.file.isSwift { return [1...count] }
        var (ranges, total): ([ClosedRange<Int>], Int) = ([], 0)
        // Failures first, if there are too many lines.
        let failed = marks.marks.filter { $0.value == .failed }.map(\.key).sorted()
        let other = marks.marks.filter { $0.value != .failed }.map(\.key).sorted()
        let limit = failed.prefix(wholeLimit / 10) + other.prefix(wholeLimit)
        for line in limit.sorted() where line <= count && total < wholeLimit {
            let range = max(1, line - context)...min(count, line + context)
            if let last = ranges.last, range.lowerBound <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
                total += ranges[ranges.count - 1].count - last.count
            } else {
                ranges.append(range)
                total += range.count
            }
        }
        return ranges
    }

    // MARK: - Writing

    func write(to page: inout HTMLWriter) {
        if run.report.verdict.omittedFailures > 0 {
            page.element("p", ["class": "note"], "Failures that were only counted are not marked.")
        }
        for index in files.indices {
            let marks = files[index]
            page.element("p", ["class": "path"]) { $0.element("code", Printable.line(marks.file.path)) }
            if shown[index].isEmpty {
                let reason =
                    run.showsSource ? "None of its lines is shown." : "Its lines are left out, for a shorter page."
                page.element("p", ["class": "note"], reason)
            } else {
                page.table(["Mark", "Line", "Source"], class: "source") { write(index, to: &$0) }
            }
        }
    }

    private func write(_ index: Int, to page: inout HTMLWriter) {
        let file = files[index].file
        var next = 1
        for range in shown[index] {
            writeGap(range.lowerBound - next, to: &page)
            for line in range { write(line, of: index, to: &page) }
            next = range.upperBound + 1
        }
        writeGap(Self.lineCount(of: file) - next + 1, to: &page)
    }

    private func writeGap(_ count: Int, to page: inout HTMLWriter) {
        guard count > 0 else { return }
        page.row(["class": "gap"]) { page in
            page.element("td", ["colspan": "3"], "… \(EnglishText.count(count, "line"))")
        }
    }

    private func write(_ line: Int, of index: Int, to page: inout HTMLWriter) {
        let marks = files[index]
        let mark = marks.marks[line]
        page.row(["id": run.lineID(line, file: index), "class": mark?.name]) { page in
            page.element("td", ["class": "mark"]) { page in
                guard let mark else { return }
                page.element("span", ["class": "sign", "aria-hidden": "true"], mark.sign)
                page.element("span", ["class": "word"], mark.word)
            }
            page.element("td", ["class": "number"], String(line))
            page.element("td", ["class": "code"]) { page in
                page.element("code", Self.text(marks.file.line(line)))
                for failure in marks.failures[line] ?? [] {
                    page.element("a", ["class": "failure-link", "href": "#\(run.failureID(failure))"]) {
                        $0.text("✕ \(run.failures[failure].summary)")
                    }
                }
            }
        }
    }

    private static func text(_ line: String) -> String {
        let scalars = line.unicodeScalars
        guard scalars.count > longest else { return line }
        return String(scalars.prefix(longest)) + "…"
    }
}

extension SourceMarks.Mark {
    fileprivate var name: String {
        switch self {
        case .passed: "passed"
        case .unreached: "unreached"
        case .failed: "failed"
        }
    }

    fileprivate var word: String {
        switch self {
        case .passed: "passed"
        case .unreached: "never reached"
        case .failed: "failed"
        }
    }

    fileprivate var sign: String {
        switch self {
        case .passed: "✓"
        case .unreached: "○"
        case .failed: "✕"
        }
    }
}
