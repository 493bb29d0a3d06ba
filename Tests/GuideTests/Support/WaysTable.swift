import Foundation

/// The table of ways to write a network layer: for each its guides, its files and its tests.
struct WaysTable {
    struct Row {
        let way: String
        let guides: [String]
        let files: [String]
        let tests: [String]
    }

    let rows: [Row]

    /// The first table of an article, whose columns are found by the names in its header: `way`, `guide`, `files` and
    /// `tests`. Guides are links from the article's folder. Files begin in `Sources` and tests in `Tests`; what other files
    /// are in `Tests` says so.
    init(_ text: String) {
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        let cells = lines.map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { cell in
                cell.trimming { $0 == " " }
            }
        }
        let header = cells.first ?? []
        rows = cells.dropFirst(2).map { cells in
            func cell(_ column: Substring) -> Substring {
                header.firstIndex(of: column).flatMap { cells.indices.contains($0) ? cells[$0] : nil } ?? ""
            }
            func paths(_ column: Substring, in folder: String) -> [String] {
                cell(column).matches(of: /`([^`]+)`/).map { path in
                    path.1.hasPrefix("Tests/") ? String(path.1) : "\(folder)/\(path.1)"
                }
            }
            return Row(
                way: String(cell("way")),
                guides: cell("guide").matches(of: /\]\(([^)]+)\)/).map { "Sources/Guides/Guides.docc/\($0.1)" },
                files: paths("files", in: "Sources"), tests: paths("tests", in: "Tests"))
        }
    }

    /// Whether a path is in a row, itself or by a folder that it is in.
    func covers(_ path: String) -> Bool {
        rows.contains { $0.files.contains { path == $0 || path.hasPrefix($0 + "/") } }
    }

    /// A sentence for each thing that is wrong.
    ///
    /// - Parameters:
    ///   - ways: the ways that must have a row each.
    ///   - sources: the files that must be in a row.
    ///   - exists: whether there is a file or folder with this path.
    ///   - text: the text of a guide; those of the ways themselves name each of their rows.
    ///   - hasTest: whether the file with this path has a test.
    func problems(
        ways: [String], sources: [String], exists: (String) -> Bool, text: (String) -> String?,
        hasTest: (String) -> Bool
    ) -> [String] {
        var problems = ways.filter { way in rows.count { $0.way == way } != 1 }.map { "\($0): not one row" }
        for row in rows {
            if row.files.isEmpty { problems.append("\(row.way): no files") }
            if row.tests.isEmpty { problems.append("\(row.way): no tests") }
            if row.guides.isEmpty { problems.append("\(row.way): no guide") }
            problems += row.guides.filter { text($0) == nil }.map { "\(row.way): there is no \($0)" }
            for guide in row.guides where guide.contains("/Ways/") {
                let words = text(guide)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                if words?.localizedCaseInsensitiveContains(row.way) == false {
                    problems.append("\(row.way): \(guide) does not name it")
                }
            }
            problems += (row.files + row.tests).filter { !exists($0) }.map { "\(row.way): there is no \($0)" }
            problems += row.tests.filter { exists($0) && !hasTest($0) }.map { "\(row.way): no test in \($0)" }
        }
        return problems + sources.filter { !covers($0) }.map { "\($0) is in no row" }
    }
}

extension Substring {
    /// The text without characters of a kind at both ends.
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
        var text = drop(while: isTrimmed)
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
