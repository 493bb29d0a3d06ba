import MockServerKit
import TextCoding

/// Parts of the reference as text for people.
extension FormatReference {
    /// Why a key has no text, in words for the user.
    struct UnknownKey: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// What the page says of a key, a path such as `response.delay`, a section, or a word of the index.
    ///
    /// - Throws: `UnknownKey`, which names the nearest one.
    func text(about asked: String, style: TextStyle) throws(UnknownKey) -> String {
        let asked = asked.trimmed
        guard !asked.isEmpty else {
            throw UnknownKey(
                description: "Name a word of the format, such as hold. mockserver reference lists what there is.")
        }
        let entries = self.entries(of: asked)
        let section = section(Self.name(asked))
        let indexEntry = indexEntry(of: asked)
        if entries.isEmpty, section == nil, indexEntry == nil {
            return try text(at: asked, style)
        }
        let leads = entries.contains { entry in section.map { entry.row.links.contains($0.name) } ?? false }
        var blocks = entries.map { text(of: $0, style) }
        if let section {
            let block = text(of: section, style)
            blocks.insert(block, at: leads ? blocks.count : 0)
        }
        if let indexEntry {
            let found = indexEntry.row.references.compactMap { text(of: $0, style) }.filter { !blocks.contains($0) }
            blocks += [text(of: indexEntry, style)] + found
        }
        return blocks.joined(separator: "\n\n")
    }

    /// All that can be asked for.
    func contents(style: TextStyle) -> String {
        var lines = [
            "The format of scenario files, in parts:", "",
            "  mockserver reference hold              a key, a word, an operator or a failure",
            "  mockserver reference response.delay    a key in one place",
            "  mockserver reference templates         a section",
            "  mockserver reference recipes           whole files for usual tasks",
            "  mockserver reference pagination        what the format calls otherwise",
            "  mockserver reference all               the page, as Markdown",
            "  mockserver schema                      the JSON Schema, for editors",
        ]
        for part in sections where part.isPart {
            let below = sections(of: part)
            lines += ["", style.bold(part.title)]
            if below.isEmpty { lines.append("  \(part.name)") }
            for section in below {
                let keys = section.rows.map(\.key).joined(separator: " ")
                lines += Self.wrapped("  \(section.name)", keys, indentation: 28)
            }
        }
        return lines.joined(separator: "\n")
    }

    // MARK: - Parts

    private func text(at path: String, _ style: TextStyle) throws(UnknownKey) -> String {
        let parts = path.split(separator: ".")
        let entries = self.entries(at: parts)
        if let first = entries.first {
            var blocks = entries.map { text(of: $0, style) }
            blocks += first.row.links.compactMap(section).filter { !$0.rows.isEmpty }.map { text(of: $0, style) }
            let others = self.entries(of: first.row.key).filter { other in
                !entries.contains { $0.section.name == other.section.name }
            }
            if !others.isEmpty {
                let places = others.map { "\($0.section.name).\($0.row.key)" }.joined(separator: ", ")
                let lines = Self.wrapped("", "The same word stands elsewhere: " + places, indentation: 0)
                blocks.append(lines.joined(separator: "\n"))
            }
            return blocks.joined(separator: "\n\n")
        }
        let mentions = mentions(of: path)
        guard mentions.isEmpty else {
            return mentions.map { section, paragraph in
                let lines = Self.wrapped("  ", Self.withoutLinks(paragraph), indentation: 2)
                return ([style.bold(path) + "  (\(section.title))"] + lines).joined(separator: "\n")
            }.joined(separator: "\n\n")
        }
        let hint = nearest(to: parts, path).map { "; did you mean \($0)?" } ?? "."
        throw UnknownKey(
            description: "The format has no \"\(path)\"\(hint) mockserver reference lists what there is.")
    }

    /// The nearest of all words; of a path whose beginning is right, the nearest that it has.
    private func nearest(to parts: [Substring], _ path: String) -> String? {
        let keys = maps(at: parts.dropLast()).flatMap { rows(of: $0).map(\.key) }
        guard let last = parts.last, !keys.isEmpty else { return TextCoding.nearest(to: path, among: words) }
        return TextCoding.nearest(to: String(last), among: keys).map {
            parts.dropLast().map { $0 + "." }.joined() + $0
        }
    }

    /// What a word of the index refers to; nil if the page has no such part.
    private func text(of reference: String, _ style: TextStyle) -> String? {
        if reference.hasPrefix("#") { return section(String(reference.dropFirst())).map { text(of: $0, style) } }
        let named = entries(of: reference)
        let found = named.isEmpty ? Array(entries(at: reference.split(separator: ".")).prefix(1)) : named
        return found.isEmpty ? nil : found.map { text(of: $0, style) }.joined(separator: "\n\n")
    }

    private func text(of entry: Entry, _ style: TextStyle) -> String {
        let places = ([entry.section] + heirs(of: entry)).map(\.title).joined(separator: ", ")
        var lines = [style.bold(entry.row.key) + "  (\(places))"]
        lines += Self.wrapped("  ", entry.row.meaning, indentation: 2)
        let width = entry.row.cells.map(\.name.count).max() ?? 0
        for cell in entry.row.cells {
            lines += Self.wrapped("  " + cell.name, Self.withoutQuotes(cell), indentation: width + 4)
        }
        return lines.joined(separator: "\n")
    }

    private func text(of section: Section, _ style: TextStyle) -> String {
        let below = sections(of: section)
        var lines = [style.bold(section.title)]
        let prose = Self.trimmed(section.text)
        if !prose.isEmpty { lines += [""] + prose.map { Self.withoutLinks($0) } }
        if below.contains(where: { $0.text.contains { $0.hasPrefix("```") } }) {
            lines.append("")
            lines += below.map { "  mockserver reference \($0.name)" }
            return lines.joined(separator: "\n")
        }
        let rows = section.rows
        if !rows.isEmpty {
            let width = min(rows.map(\.key.count).max() ?? 0, 24) + 4
            for row in rows {
                lines.append("")
                let lead = "  " + style.bold(row.key)
                lines += Self.wrapped(lead, row.meaning, indentation: width, shown: row.key.count + 2)
                let example = row.cells.first { $0.name == "example" }
                let others = row.cells.filter { $0.name != "example" }
                    .map { "\($0.name): \(Self.withoutQuotes($0))" }.joined(separator: "; ")
                if !others.isEmpty { lines += Self.wrapped("", others, indentation: width, shown: 0) }
                if let example { lines.append(String(repeating: " ", count: width) + Self.withoutQuotes(example)) }
            }
        }
        return ([lines.joined(separator: "\n")] + below.map { text(of: $0, style) }).joined(separator: "\n\n")
    }

    /// A cell of values as they are written in a file.
    private static func withoutQuotes(_ cell: (name: String, text: String)) -> String {
        ["example", "default", "failure", "phases"].contains(cell.name) ? cell.text.filter { $0 != "`" } : cell.text
    }

    private static func trimmed(_ lines: [Substring]) -> ArraySlice<Substring> {
        var lines = lines[...]
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Words in lines of at most 80 characters, the first behind `lead`, the others indented.
    ///
    /// - Parameter shown: the characters of `lead` that take space; all unless given.
    private static func wrapped(
        _ lead: String, _ words: String, indentation: Int, shown: Int? = nil
    ) -> [String] {
        guard !words.isEmpty else { return [lead] }
        let space = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var length = shown ?? lead.count
        // A lead that leaves no gap before the words has a line of its own.
        var line = lead
        if length + 2 > indentation, indentation > 2 {
            lines.append(lead)
            (line, length) = (space, indentation)
        } else if length < indentation {
            line += String(repeating: " ", count: indentation - length)
            length = indentation
        }
        var isFirst = true
        for word in words.split(separator: " ") {
            if !isFirst, length + 1 + word.count > 80 {
                lines.append(line)
                (line, length, isFirst) = (space, indentation, true)
            }
            line += (isFirst ? "" : " ") + word
            length += word.count + (isFirst ? 0 : 1)
            isFirst = false
        }
        return lines + [line]
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
