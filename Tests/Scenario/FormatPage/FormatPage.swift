import Foundation

/// `Scenarios/FORMAT.md` as its tests read it: sections, each with a table of rows, and whole scenarios. Another page of
/// Markdown can be read so, too.
package struct FormatPage: Sendable {
    /// A `###` section with the rows of its table.
    package struct Section: Sendable {
        package let title: String
        package fileprivate(set) var rows: [Row] = []
        /// A section whose rows this one has too, except some.
        package fileprivate(set) var base: (title: String, except: [String])?
        fileprivate var prose = ""
        /// The names of the table's columns.
        fileprivate var columns: [String] = []

        /// The keys of its own rows.
        package var keys: [String] { rows.map(\.key) }
    }

    /// A row of a table.
    package struct Row: Sendable {
        package let key: String
        /// The texts of the columns after the first, by the names in the head of the table.
        package let cells: [String: String]

        /// A cell without the addresses of its links.
        package func text(_ column: String) -> String {
            (cells[column] ?? "").replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }
        }

        /// The description that an editor shows: what the key means, and its default where there is one.
        package var description: String {
            let meaning = text("meaning")
            let sentence = meaning.prefix(1).uppercased() + meaning.dropFirst() + "."
            let hasDefault = !["none", "any", "required", "–", "yes", "nothing", "open"].contains(cells["default"])
            return hasDefault ? "\(sentence) Default: \(text("default"))." : sentence
        }

        /// The default where it is a value, as it is written in a file.
        package var defaultValue: String? {
            (cells["default"] ?? "").wholeMatch(of: /`([^`]*)`/).map { String($0.1) }
        }

        /// The words in backticks of a column.
        package func words(_ column: String) -> [String] {
            let parts = (cells[column] ?? "").split(separator: "`", omittingEmptySubsequences: false)
            return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
        }
    }

    /// A whole scenario of the page.
    package struct Example: Sendable, CustomStringConvertible {
        /// The heading that it stands under.
        package let title: String
        package let text: String
        package var description: String { title }
    }

    /// The sections with a table of what a scenario may say, in order.
    package let sections: [Section]
    /// The sections with another table, in order.
    package let lists: [Section]
    /// The whole scenarios, in order.
    package let examples: [Example]

    /// The page of this repository.
    package init() throws {
        try self.init(file: "Scenarios/FORMAT.md")
    }

    /// A page of this repository.
    package init(file: String) throws {
        // …/Tests/Scenario/FormatPage/FormatPage.swift
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        self.init(try String(contentsOfFile: "/\(package)/\(file)", encoding: .utf8))
    }

    package init(_ text: String) {
        var sections: [Section] = []
        var examples: [Example] = []
        var head: [String] = []
        var heading = ""
        var block: [Substring]?
        var isScenario = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = block {
                if line == "```" {
                    let text = lines.map { $0 + "\n" }.joined()
                    if isScenario { examples.append(Example(title: heading, text: text)) }
                    block = nil
                } else {
                    block = lines + [line]
                }
            } else if line.hasPrefix("```") {
                (block, isScenario) = ([], line == "```yaml")
            } else if line.hasPrefix("## ") || line.hasPrefix("### ") {
                heading = String(line.drop { $0 == "#" }.dropFirst())
                sections.append(Section(title: heading))
                head = []
            } else if line.hasPrefix("| "), !sections.isEmpty {
                let cells = Self.cells(line)
                if head.isEmpty {
                    head = cells
                    sections[sections.count - 1].columns = cells
                } else {
                    sections[sections.count - 1].rows.append(Row(cells, head))
                }
            } else if !sections.isEmpty, !line.hasPrefix("|") {
                sections[sections.count - 1].prose += line + " "
            }
        }
        let tables = sections.filter { !$0.rows.isEmpty }
        self.sections = tables.filter { $0.columns.contains("default") }.map(\.withBase)
        lists = tables.filter { !$0.columns.contains("default") }
        self.examples = examples
    }

    package subscript(title: String) -> Section? { sections.first { $0.title == title } }

    /// The keys of a section, with those that it has from another one.
    package func keys(of section: Section) -> [String] {
        guard let base = section.base, let other = self[base.title] else { return section.keys }
        return keys(of: other).filter { !base.except.contains($0) } + section.keys
    }

    /// The row of a key, also one that the section has from another one.
    package func row(_ key: String, of section: Section) -> Row? {
        if let own = section.rows.first(where: { $0.key == key }) { return own }
        guard let base = section.base, !base.except.contains(key) else { return nil }
        return self[base.title].flatMap { row(key, of: $0) }
    }

    /// The cells of a line, in which `\|` is a `|`.
    private static func cells(_ line: Substring) -> [String] {
        let mark = "\u{1}"
        return line.replacingOccurrences(of: "\\|", with: mark).split(separator: "|").map {
            $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: mark, with: "|")
        }
    }
}

extension FormatPage.Row {
    fileprivate init(_ cells: [String], _ head: [String]) {
        key = cells.first.map { $0.replacingOccurrences(of: "`", with: "") } ?? ""
        self.cells = Dictionary(zip(head, cells).dropFirst()) { first, _ in first }
    }
}

extension FormatPage.Section {
    /// The section with the one that its prose names: `every key of [Step](#step) but `after` and `times`, and:`.
    fileprivate var withBase: Self {
        guard let start = prose.range(of: "every key of ["), let end = prose.range(of: "]") else { return self }
        let rest = prose[end.upperBound...].prefix { $0 != "," }
        let words = rest.split(separator: "`", omittingEmptySubsequences: false)
        var section = self
        section.base = (
            String(prose[start.upperBound..<end.lowerBound]),
            words.indices.filter { $0 % 2 == 1 }.map { String(words[$0]) }
        )
        return section
    }
}
