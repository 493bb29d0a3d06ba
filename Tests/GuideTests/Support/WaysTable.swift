/// The table of ways to write a network layer: for each its files and its tests.
struct WaysTable {
    struct Row {
        let way: String
        let files: [String]
        let tests: [String]
    }

    let rows: [Row]

    /// The first table of an article. Its paths begin in `Sources`, or in `Tests` for tests; what other files are in
    /// `Tests` says so.
    init(_ text: String) {
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        rows = lines.dropFirst(2).map { line in
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
            func paths(_ index: Int, in folder: String) -> [String] {
                guard cells.indices.contains(cells.startIndex + index) else { return [] }
                return cells[cells.startIndex + index].matches(of: /`([^`]+)`/).map { path in
                    path.1.hasPrefix("Tests/") ? String(path.1) : "\(folder)/\(path.1)"
                }
            }
            return Row(
                way: String(cells[0].trimming { $0 == " " }), files: paths(1, in: "Sources"),
                tests: paths(2, in: "Tests"))
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
    ///   - hasTest: whether the file with this path has a test.
    func problems(
        ways: [String], sources: [String], exists: (String) -> Bool, hasTest: (String) -> Bool
    ) -> [String] {
        var problems = ways.filter { way in rows.count { $0.way == way } != 1 }.map { "\($0): not one row" }
        for row in rows {
            if row.files.isEmpty { problems.append("\(row.way): no files") }
            if row.tests.isEmpty { problems.append("\(row.way): no tests") }
            problems += (row.files + row.tests).filter { !exists($0) }.map { "\(row.way): there is no \($0)" }
            problems += row.tests.filter { exists($0) && !hasTest($0) }.map { "\(row.way): no test in \($0)" }
        }
        return problems + sources.filter { !covers($0) }.map { "\($0) is in no row" }
    }

    /// The types that a row's files use although neither they nor the files of the first row, the core, declare them,
    /// but another source does.
    func missingTypes(in sources: [String: SourceNames]) -> [String] {
        let declared = Set(sources.values.flatMap(\.declared))
        func files(_ row: Row) -> [SourceNames] {
            sources.filter { path, _ in row.files.contains { path == $0 || path.hasPrefix($0 + "/") } }.map(\.value)
        }
        return rows.flatMap { row in
            let own = files(row)
            let had = Set((own + rows.prefix(1).flatMap(files)).flatMap(\.declared))
            let used = Set(own.flatMap(\.used))
            return used.intersection(declared).subtracting(had).sorted().map { "\(row.way): \($0) is missing" }
        }
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
