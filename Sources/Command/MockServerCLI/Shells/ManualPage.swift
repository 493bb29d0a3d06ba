// By hand: ArgumentParser makes a manual only by a plugin, when a package is built, without the variables of the environment
// and the sections of our help. The program prints its own.

/// The manual page, in the macros of man(7).
enum ManualPage {
    static func text(for commands: [CommandDescription], version: String) -> String {
        guard let main = commands.first else { return "" }
        let sections = Section.sections(of: main.discussion)
        // What apropos shows begins in lower case and ends without a full stop.
        let title = main.abstract.prefix(1).lowercased() + main.abstract.dropFirst()
        var lines = [
            #".TH MOCKSERVER 1 "" "mockserver \#(version)" "User Commands""#, ".SH NAME", "mockserver \\-",
        ]
        lines += paragraph(title.hasSuffix(".") ? String(title.dropLast()) : title) + [".SH SYNOPSIS", ".nf"]
        lines += main.usage.split(separator: "\n").map { escapedLine(String($0)) } + [".fi", ".SH DESCRIPTION"]
        lines += paragraph(main.abstract)
        lines += paragraph(
            "A run plays a scenario file: the responses to send, in order, and what must be true of the requests.")
        lines += [".SH OPTIONS"] + main.options.flatMap(option) + [".SH COMMANDS"]
        for command in commands.dropFirst() { lines += subcommand(command) }
        lines += [".SH ENVIRONMENT"]
        lines += [
            "An option that is not given is taken from its variable.",
            "A flag's is true or false; that of an option which may be repeated has",
            "commas between its values.",
        ]
        for option in EnvironmentArguments.options() {
            lines += [".TP", ".B \(escaped(option.variable))", escapedLine("--\(option.name)")]
        }
        for section in sections where !section.lines.isEmpty {
            lines += [".SH \(section.title ?? "NOTES")"] + section.roff
        }
        return lines.joined(separator: "\n")
    }

    /// A part of a help text: its title, such as `EXAMPLES`, and the lines below.
    private struct Section {
        let title: String?
        var lines: [Substring] = []

        static func sections(of text: String) -> [Section] {
            var sections: [Section] = [Section(title: nil)]
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let isTitle = line.hasSuffix(":") && line.dropLast().allSatisfy { $0.isUppercase || $0 == " " }
                if isTitle, !line.hasPrefix(" ") {
                    sections.append(Section(title: String(line.dropLast())))
                } else {
                    sections[sections.count - 1].lines.append(line)
                }
            }
            return sections.map(\.trimmed)
        }

        /// Without empty lines at its ends.
        private var trimmed: Section {
            let start = lines.prefix { $0.isEmpty }.count
            let end = lines.reversed().prefix { $0.isEmpty }.count
            guard start < lines.count else { return Section(title: title) }
            return Section(title: title, lines: Array(lines[start..<lines.count - end]))
        }

        /// The lines as they stand: most are examples, or columns.
        var roff: [String] {
            [".nf"] + lines.map { $0.isEmpty ? ".sp" : ManualPage.escapedLine(String($0)) } + [".fi"]
        }
    }

    private static func subcommand(_ command: CommandDescription) -> [String] {
        var lines = [".SS \"mockserver \(escaped(command.name))\""] + paragraph(command.abstract)
        lines += [".PP", ".nf"] + command.usage.split(separator: "\n").map { escapedLine(String($0)) } + [".fi"]
        for operand in command.operands {
            lines += [".TP", ".I \(escaped(operand.valueName))"] + paragraph(operand.help)
        }
        lines += command.options.filter { !["--version", "--help"].contains($0.name) }.flatMap(option)
        for section in Section.sections(of: command.discussion) where !section.lines.isEmpty {
            lines += [".PP"]
            if let title = section.title { lines += ["\(title.prefix(1))\(title.dropFirst().lowercased()):", ".PP"] }
            lines += section.roff
        }
        return lines
    }

    private static func option(_ option: CommandDescription.Argument) -> [String] {
        let spellings = option.spellings.sorted { ($0.count, $0) < ($1.count, $1) }
            .map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
        let value = option.isFlag ? "" : " \\fI\(escaped(option.valueName))\\fR"
        return [".TP", spellings + value] + paragraph(option.help)
    }

    /// A text on lines of at most 80 bytes, of which each sentence begins one: the formatter fills the lines.
    private static func paragraph(_ text: String) -> [String] {
        var lines: [String] = []
        var endsSentence = true
        for word in text.split(whereSeparator: \.isWhitespace).map({ escaped(String($0)) }) {
            if !endsSentence, let last = lines.last, last.utf8.count + 1 + word.utf8.count <= 78 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(word)
            }
            endsSentence = word.hasSuffix(".")
        }
        return lines.map(protected)
    }

    /// A line of text, escaped.
    private static func escapedLine(_ line: String) -> String { protected(escaped(line)) }

    /// An escaped line that is not taken for a macro.
    private static func protected(_ text: String) -> String {
        text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
    }

    /// Text in which nothing is taken for notation: a hyphen that is typed stays one, and so do quotes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
        return result
    }
}
