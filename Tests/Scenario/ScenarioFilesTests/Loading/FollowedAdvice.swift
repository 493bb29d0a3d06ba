import ScenarioFiles
import Scenarios

/// A file with advice put into it, in the place of what a diagnostic is about.
struct FollowedAdvice {
    private let lines: [[Unicode.Scalar]]
    private let path: String

    init(_ text: String, path: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
        self.path = path
    }

    /// What a message tells to write: all of its end behind "write"; nil if it names no text, or only its kind.
    static func written(in message: String) -> String? {
        guard let start = message.ranges(of: ": write ").last ?? message.ranges(of: "; write ").last else { return nil }
        let text = String(message[start.upperBound...])
        let isExample = [
            ", or ", " or ", ", and ", " for ", " in ", " where ", " above ", " as ", " the ", "…", " it", " one",
        ]
        .contains { (" " + text).contains($0) }
        return isExample ? nil : text
    }

    /// The files in which `advice` stands at a position: in place of the value or key there, of the whole pair, or beside.
    func files(with advice: String, line: Int, column: Int) -> [String] {
        guard lines.indices.contains(line - 1) else { return [] }
        let row = lines[line - 1]
        let start = column - 1
        guard start <= row.count else { return [] }
        let advice = Array(advice.unicodeScalars)
        var ranges: [Range<Int>] = []
        if let end = end(of: row, at: start) {
            ranges.append(start..<end)
            if let pair = pair(in: row, around: start..<end) { ranges.append(pair) }
        }
        if let braces = braces(in: row, around: start) { ranges.append(braces) }
        ranges += collections(in: row, around: start)
        ranges += wholeValues(in: row, around: start)
        ranges += words(in: row, around: start)
        var files = ranges.map { row.exchanging($0, with: advice) }
        // Beside what is there.
        if let end = ranges.first?.upperBound, let pair = pair(in: row, around: ranges[0]) {
            files.append(
                row.exchanging(
                    max(end, pair.upperBound)..<max(end, pair.upperBound), with: Array(", ".unicodeScalars) + advice))
        }
        if start < row.count, row[start] == "{" {
            let first = start + 1
            let isEmpty = row[first...].first == "}"
            files.append(row.exchanging(first..<first, with: advice + Array((isEmpty ? "" : ", ").unicodeScalars)))
        }
        return files.map { changed in
            var lines = lines
            lines[line - 1] = changed
            return lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
        }
    }

    /// The number of diagnostics of a file.
    func problems(_ text: String, in folder: String) -> Int {
        let options = LoadOptions(environment: ["HOME": "/root", "UNSET": nil], folder: folder)
        return Scenario.load(bytes: Array(text.utf8), path: path, options: options).diagnostics.count
    }

    // MARK: - Ranges

    /// The end of the value or key that begins at an index.
    private func end(of row: [Unicode.Scalar], at start: Int) -> Int? {
        guard start < row.count else { return row.count }
        let first = row[start]
        if first == "{" || first == "[" {
            var depth = 0
            var quote: Unicode.Scalar?
            for index in start..<row.count {
                if let open = quote {
                    if row[index] == open { quote = nil }
                    continue
                }
                switch row[index] {
                case "'", "\"": quote = row[index]
                case "{", "[": depth += 1
                case "}", "]":
                    depth -= 1
                    if depth == 0 { return index + 1 }
                default: break
                }
            }
            return nil
        }
        if first == "'" || first == "\"" {
            return row[(start + 1)...].firstIndex(of: first).map { $0 + 1 }
        }
        let isInFlow = row[..<start].contains { $0 == "{" || $0 == "[" }
        var end = start
        while end < row.count {
            if row[end] == ":", end + 1 == row.count || row[end + 1] == " " { break }
            if isInFlow, ",}]".unicodeScalars.contains(row[end]) { break }
            end += 1
        }
        while end > start, row[end - 1] == " " { end -= 1 }
        return end
    }

    /// The key and the value that a key or a value belongs to.
    private func pair(in row: [Unicode.Scalar], around range: Range<Int>) -> Range<Int>? {
        let rest = row[range.upperBound...]
        if rest.first == ":" {
            let value = range.upperBound + 1 + rest.dropFirst().prefix { $0 == " " }.count
            return end(of: row, at: value).map { range.lowerBound..<$0 }
        }
        let head = row[..<range.lowerBound].reversed().drop { $0 == " " }
        guard head.first == ":" else { return nil }
        let key = head.dropFirst().prefix { !"{[, ".unicodeScalars.contains($0) }
        return (head.count - 1 - key.count)..<range.upperBound
    }

    /// The braces of a template around an index.
    private func braces(in row: [Unicode.Scalar], around start: Int) -> Range<Int>? {
        var open = min(start, row.count - 1)
        while open >= 0, !(row[open...].starts(with: "{{".unicodeScalars)) { open -= 1 }
        guard open >= 0,
            let close = row.indices.first(where: { $0 > open && row[$0...].starts(with: "}}".unicodeScalars) })
        else { return nil }
        return open..<(close + 2)
    }

    /// The collections in brackets around an index, the innermost first.
    private func collections(in row: [Unicode.Scalar], around start: Int) -> [Range<Int>] {
        row.indices.reversed().compactMap { index in
            guard index < start, row[index] == "{" || row[index] == "[", let end = end(of: row, at: index), end > start
            else { return nil }
            return index..<end
        }
    }

    /// The value around an index that a key has to the end of the line, and the pair; with brackets behind it and without.
    private func wholeValues(in row: [Unicode.Scalar], around start: Int) -> [Range<Int>] {
        guard let colon = row.indices.first(where: { $0 + 1 < row.count && row[$0] == ":" && row[$0 + 1] == " " })
        else { return [] }
        let value = colon + 2
        var ranges = [value..<row.count]
        if let end = end(of: row, at: value) {
            ranges.append(value..<end)
            ranges += pair(in: row, around: value..<end).map { [$0] } ?? []
        }
        if start > 0, start - 1 < row.count, row[start - 1] == "'" || row[start - 1] == "\"",
            let end = end(of: row, at: start - 1)
        {
            ranges.append(start - 1..<end)
            ranges += pair(in: row, around: start - 1..<end).map { [$0] } ?? []
        }
        return ranges
    }

    /// The words around an index, with the marks that can belong to them.
    private func words(in row: [Unicode.Scalar], around start: Int) -> [Range<Int>] {
        let ends: [[Unicode.Scalar]] = [
            Array(" \"',}]".unicodeScalars), Array(" \"'".unicodeScalars), Array("'\"".unicodeScalars),
        ]
        return ends.map { marks in
            var first = min(start, row.count)
            while first > 0, !marks.contains(row[first - 1]) { first -= 1 }
            var last = min(start, row.count)
            while last < row.count, !marks.contains(row[last]) { last += 1 }
            return first..<last
        }
    }
}

extension Array {
    fileprivate func exchanging(_ range: Range<Int>, with other: [Element]) -> [Element] {
        Array(self[..<range.lowerBound]) + other + Array(self[range.upperBound...])
    }
}
