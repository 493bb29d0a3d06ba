import ArgumentParser
import ExactJSON

/// A command with its options, as the argument parser describes it: what completions and the manual are made from.
struct CommandDescription: Sendable {
    /// An option, a flag, or an argument by its place.
    struct Argument: Hashable, Sendable {
        /// What may stand as value.
        enum Values: Hashable, Sendable {
            /// There is no value, as for a flag.
            case none
            /// The shell can't know it.
            case any
            /// A file whose name has one of these extensions; any file if there are none.
            case file(extensions: [String])
            case folder
            /// One of these. What ends in `=` is followed by a file.
            case list([String])
        }

        /// `-v` and `--verbose`; empty for an argument by its place.
        let spellings: [String]
        /// The name of the value in the help, without brackets.
        let valueName: String
        let help: String
        let isRepeating: Bool
        let isOptional: Bool
        let values: Values

        var isFlag: Bool { values == .none }
        /// The spelling that is read best.
        var name: String { spellings.first { $0.hasPrefix("--") } ?? spellings.first ?? valueName }
    }

    /// The subcommand's name; empty for the command without one.
    let name: String
    /// A sentence.
    let abstract: String
    /// The rest of the help, in sections.
    let discussion: String
    /// The forms of its line.
    let usage: String
    let options: [Argument]
    /// The arguments by their place. Those behind `--` are not among them.
    let operands: [Argument]

    /// The command without a subcommand.
    static let main = CommandDescription(
        documented, usage: MockServerCommand.configuration.usage ?? "", isMain: true)

    /// The subcommands, in the order of the help.
    static let subcommands: [CommandDescription] = {
        let types = MockServerCommand.configuration.subcommands
        return elements(of: documented["subcommands"]).compactMap { described in
            guard let type = types.first(where: { $0.configuration.commandName == text(described["commandName"]) })
            else { return nil }
            let usage = type.configuration.usage ?? MockServerCommand.usageString(for: type, includeHidden: false)
            return CommandDescription(described, usage: usage, isMain: false)
        }
    }()

    /// The command without a subcommand, then the subcommands.
    static var all: [CommandDescription] { [main] + subcommands }

    /// The parser's own description of the command.
    private static let documented = (try? JSON(parsing: MockServerCommand._dumpHelp()))?["command"] ?? .null

    private init(_ described: JSON, usage: String, isMain: Bool) {
        name = isMain ? "" : Self.text(described["commandName"])
        abstract = Self.text(described["abstract"])
        discussion = Self.text(described["discussion"])
        self.usage = usage
        let arguments = Self.elements(of: described["arguments"]).filter { $0["shouldDisplay"] == true }
        options = arguments.filter { $0["kind"] != "positional" }.map(Argument.init)
        operands = arguments.filter { $0["kind"] == "positional" && $0["parsingStrategy"] != "postTerminator" }
            .map(Argument.init)
    }

    fileprivate static func text(_ value: JSON?) -> String {
        if case .string(let text) = value { text } else { "" }
    }

    fileprivate static func elements(of value: JSON?) -> [JSON] {
        if case .array(let elements) = value { elements } else { [] }
    }
}

extension CommandDescription.Argument {
    fileprivate init(_ described: JSON) {
        spellings = CommandDescription.elements(of: described["names"]).map { name in
            (name["kind"] == "long" ? "--" : "-") + CommandDescription.text(name["name"])
        }
        valueName = CommandDescription.text(described["valueName"])
        help = CommandDescription.text(described["abstract"])
        isRepeating = described["isRepeating"] == true
        isOptional = described["isOptional"] == true
        let kind = described["completionKind"]
        func texts(_ value: JSON?) -> [String] { CommandDescription.elements(of: value).map(CommandDescription.text) }
        if described["kind"] == "flag" {
            values = .none
        } else if let file = kind?["file"] {
            values = .file(extensions: texts(file["extensions"]))
        } else if kind?["directory"] != nil {
            values = .folder
        } else if let list = kind?["list"] {
            values = .list(texts(list["values"]))
        } else {
            values = .any
        }
    }
}
