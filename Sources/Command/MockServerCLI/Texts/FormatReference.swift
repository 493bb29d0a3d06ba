/// The page of the format as `mockserver reference` looks things up in it.
struct FormatReference {
    /// A row of a table: a key of a map, a word, an operator, a failure.
    struct Row {
        let key: String
        let meaning: String
        /// The other cells that say something, with the names of their columns.
        let cells: [(name: String, text: String)]
        /// The sections that the meaning links to.
        let links: [String]
        /// Of a word of the index, what to look up for it: keys such as `response.delay`, and sections such as `#events`.
        let references: [String]
    }

    /// A heading of the second or third level, with all that stands under it up to the next heading.
    struct Section {
        let title: String
        /// The title as links name it, such as `http2-frames`.
        let name: String
        /// Whether it has sections below it, or stands beside such a one.
        let isPart: Bool
        fileprivate(set) var text: [Substring] = []
        fileprivate(set) var rows: [Row] = []
        /// The section whose rows it has too, but for some.
        fileprivate(set) var base: (name: String, except: [String])?
    }

    /// A row and where it stands.
    struct Entry {
        let row: Row
        let section: Section
    }

    let sections: [Section]

    /// - Parameter page: the text of `Scenarios/FORMAT.md`.
    init(_ page: String = EmbeddedText.formatPage) {
        var sections: [Section] = []
        var columns: [String] = []
        var isCode = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, line.hasPrefix("## ") || line.hasPrefix("### ") {
                let title = String(line.drop { $0 == "#" }.dropFirst())
                sections.append(Section(title: title, name: Self.name(title), isPart: line.hasPrefix("## ")))
                columns = []
            } else if !isCode, line.hasPrefix("|"), !sections.isEmpty {
                let cells = Self.cells(line)
                if columns.isEmpty {
                    columns = cells
                } else if !line.hasPrefix("|--"), let row = Row(cells, columns) {
                    sections[sections.count - 1].rows.append(row)
                }
            } else if !sections.isEmpty {
                sections[sections.count - 1].text.append(line)
            }
        }
        for index in sections.indices { sections[index].base = Self.base(sections[index].text) }
        self.sections = sections
    }

    // MARK: - Looking up

    /// The section with a name.
    func section(_ name: String) -> Section? { sections.first { $0.name == name } }

    /// The sections of a part, in order.
    func sections(of part: Section) -> ArraySlice<Section> {
        guard let index = sections.firstIndex(where: { $0.name == part.name }), part.isPart else { return [] }
        return sections[(index + 1)...].prefix { !$0.isPart }
    }

    /// The rows of a section, with those that it has from another one.
    func rows(of section: Section) -> [Row] {
        guard let base = section.base, let other = self.section(base.name) else { return section.rows }
        return rows(of: other).filter { !base.except.contains($0.key) } + section.rows
    }

    /// The rows of a key, in the order of the page.
    func entries(of key: String) -> [Entry] {
        sections.flatMap { section in
            section.rows.filter { $0.key == key && $0.references.isEmpty }.map { Entry(row: $0, section: section) }
        }
    }

    /// The row of the index for a word that the format calls something else.
    func indexEntry(of word: String) -> Entry? {
        let name = Self.name(word)
        for section in sections {
            if let row = section.rows.first(where: { $0.key == name && !$0.references.isEmpty }) {
                return Entry(row: row, section: section)
            }
        }
        return nil
    }

    /// The sections that have the key from another one.
    func heirs(of entry: Entry) -> [Section] {
        sections.filter { section in
            section.base.map { $0.name == entry.section.name && !$0.except.contains(entry.row.key) } ?? false
        }
    }

    /// The rows that a path such as `response.delay` or `h2.goaway.code` leads to. Each part but the last is a section, or a
    /// key whose meaning links to one.
    func entries(at path: [Substring]) -> [Entry] {
        guard let key = path.last else { return [] }
        var found: [Entry] = []
        for map in maps(at: path.dropLast()) {
            for row in rows(of: map) where row.key == key {
                let isOwn = map.rows.contains { $0.key == key }
                let owner = isOwn ? map : map.base.flatMap { section($0.name) } ?? map
                guard !found.contains(where: { $0.section.name == owner.name }) else { continue }
                found.append(Entry(row: row, section: owner))
            }
        }
        return found
    }

    /// The sections that a path leads to.
    func maps(at path: ArraySlice<Substring>) -> [Section] {
        guard let first = path.first else { return [] }
        return path.dropFirst().reduce(maps(of: String(first), in: nil)) { maps(of: String($1), in: $0) }
    }

    /// The sections with rows that a word stands for: its own, and those that its rows link to.
    private func maps(of word: String, in maps: [Section]?) -> [Section] {
        let rows = maps.map { $0.flatMap { self.rows(of: $0) } } ?? sections.flatMap(\.rows)
        let linked = rows.filter { $0.key == word }.flatMap(\.links)
        let names = (maps == nil ? [Self.name(word)] : []) + linked
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.compactMap(section).filter { !self.rows(of: $0).isEmpty }
    }

    /// The paragraphs that mention a word of another tool, such as `jsonBody`, with their sections.
    func mentions(of word: String) -> [(section: Section, paragraph: String)] {
        sections.filter(\.rows.isEmpty).flatMap { section in
            section.paragraphs.filter { paragraph in
                ["`", ":", "("].contains { paragraph.contains("`\(word)\($0)") }
            }.map { (section, $0) }
        }
    }

    /// All that can be asked for in one word.
    var words: [String] {
        var seen: Set<String> = []
        return (sections.map(\.name) + sections.flatMap { $0.rows.map(\.key) }).filter { seen.insert($0).inserted }
    }

    // MARK: - Markdown

    /// The name of a heading in links.
    static func name(_ title: String) -> String {
        String(
            title.lowercased().compactMap { character in
                switch character {
                case " ": "-"
                case "-", "_": character
                default: character.isLetter || character.isNumber ? character : nil
                }
            })
    }

    /// A text without the addresses of its links.
    static func withoutLinks(_ text: some StringProtocol) -> String {
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
            let after = rest.index(after: close)
            guard rest[after...].hasPrefix("("), let end = rest[after...].firstIndex(of: ")") else {
                result += rest[...open]
                rest = rest[rest.index(after: open)...]
                continue
            }
            result += rest[..<open] + rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// The cells of a line, in which `\|` is a `|`.
    private static func cells(_ line: Substring) -> [String] {
        var cells: [String] = [""]
        var isEscaped = false
        for character in line.dropFirst() {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                if character == "|" { cells[cells.count - 1].removeLast() }
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\"
        }
        return cells.dropLast().map { cell in
            var cell = cell.drop { $0 == " " }
            while cell.last == " " { cell.removeLast() }
            return String(cell)
        }
    }

    /// The section whose rows a section has too: `every key of [Step](#step) but `after` and `times`, and:`.
    private static func base(_ text: [Substring]) -> (name: String, except: [String])? {
        let text = text.joined(separator: " ")
        guard let start = text.firstRange(of: "every key of ["),
            let link = text[start.upperBound...].firstRange(of: "](#"),
            let end = text[link.upperBound...].firstIndex(of: ")")
        else { return nil }
        let words = text[end...].prefix { $0 != "," }.split(separator: "`", omittingEmptySubsequences: false)
        return (
            String(text[link.upperBound..<end]), words.indices.filter { $0 % 2 == 1 }.map { String(words[$0]) }
        )
    }
}

extension FormatReference.Section {
    /// Its paragraphs and items of lists, each in one line, without code.
    fileprivate var paragraphs: [String] {
        var paragraphs: [String] = []
        var isCode = false
        var isOpen = false
        for line in text {
            if line.hasPrefix("```") { isCode.toggle() }
            if line.isEmpty || line.hasPrefix("```") || isCode {
                isOpen = false
            } else if isOpen, !line.hasPrefix("- ") {
                paragraphs[paragraphs.count - 1] += " " + line.drop { $0 == " " }
            } else {
                paragraphs.append(String(line.hasPrefix("- ") ? line.dropFirst(2) : line))
                isOpen = true
            }
        }
        return paragraphs
    }
}

extension FormatReference.Row {
    fileprivate init?(_ cells: [String], _ columns: [String]) {
        guard cells.count == columns.count, cells.count > 1 else { return nil }
        key = String(cells[0].filter { $0 != "`" })
        meaning = FormatReference.withoutLinks(cells[1])
        self.cells = zip(columns, cells).dropFirst(2).compactMap { name, cell in
            cell == "–" ? nil : (name, FormatReference.withoutLinks(cell))
        }
        links = cells[1].split(separator: "](#").dropFirst().map { String($0.prefix { $0 != ")" }) }
        references =
            columns[1] != "see"
            ? []
            : Self.items(of: cells[1]).map { item in
                item.firstIndex(of: "#").map { String(item[$0...].dropLast()) } ?? String(item.filter { $0 != "`" })
            }
    }

    /// The parts of a cell between commas; a link whose title has a comma is one.
    private static func items(of cell: String) -> [String] {
        var items: [String] = []
        for part in cell.split(separator: ", ") {
            if let last = items.last, last.hasPrefix("["), !last.hasSuffix(")") {
                items[items.count - 1] += ", " + part
            } else {
                items.append(String(part))
            }
        }
        return items
    }
}
