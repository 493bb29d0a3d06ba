import ArgumentParser
import MockServerKit

/// The program's own arguments as a usage error shows them, with `…` in place of what may be secret: values of headers,
/// variables and unknown options, and whatever stands behind `=` or `:`.
struct ShownArguments {
    /// A text for each argument.
    let texts: [String]
    /// For each argument, the option whose value it may be a part of, because nobody quoted a space; nil for its first
    /// part and for all others.
    let brokenValues: [String?]

    init(_ arguments: some Sequence<String>) {
        var (texts, brokenValues): ([String], [String?]) = ([], [])
        // The option before, with the number of arguments since.
        var option: (name: String, isPlain: Bool, values: Int)?
        for argument in arguments {
            brokenValues.append(nil)
            if argument.hasPrefix("-"), argument != "-" {
                let name = argument.prefix { $0 != "=" }
                let isPlain = Self.plainOptions.contains(String(name))
                let value = argument[name.endIndex...].dropFirst()
                let isShort = !argument.hasPrefix("--") && argument.count > 2
                if name.endIndex < argument.endIndex {
                    texts.append("\(name)=\(isPlain ? Self.shown(String(value)) : "…")")
                } else {
                    texts.append(isShort ? Self.shown(shortOption: argument) : argument)
                }
                option = (String(name), isPlain, name.endIndex < argument.endIndex ? 1 : 0)
            } else if let former = option, !former.isPlain {
                if former.values > 0, Self.valueExamples[former.name] != nil {
                    brokenValues[brokenValues.count - 1] = former.name
                }
                texts.append("…")
                option?.values += 1
            } else {
                texts.append(Self.shown(argument))
            }
        }
        (self.texts, self.brokenValues) = (texts, brokenValues)
    }

    /// Options whose values may be secret, with a value as one writes it.
    static let valueExamples = [
        "--var": "--var 'name=value'", "--header": "--header 'Name: value'", "--body": "--body '{\"id\": 1}'",
        "--request": "--request 'GET /me'",
    ]

    /// The spellings of all other options that there are.
    private static let plainOptions: Set<String> = {
        let subcommands = MockServerCommand.configuration.subcommands.map { $0.configuration.commandName }
        let options = ([nil] + subcommands).flatMap { EnvironmentArguments.options(ofSubcommand: $0) }
        return Set(options.flatMap(\.spellings)).subtracting(valueExamples.keys)
    }()

    /// Words with which arguments begin that have credentials: headers that are redacted by default, and schemes.
    private static let secretBeginnings = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "bearer", "basic",
    ]

    /// The word before an argument's credentials; nil if the argument does not look as if it had some.
    private static func secretWord(of argument: String) -> Substring? {
        let word = argument.prefix { $0.isLetter || $0 == "-" }
        return secretBeginnings.contains(word.lowercased()) && word.endIndex < argument.endIndex ? word : nil
    }

    private static func shown(_ argument: String) -> String {
        if let word = secretWord(of: argument) { return "\(word)…" }
        if UsageAdvice.isScenario(argument), !argument.contains("=") { return argument }
        if argument.contains("://") { return RequestDescription.shown(argument) }
        guard let end = argument.firstIndex(where: { $0 == "=" || $0 == ":" || $0.isWhitespace }) else {
            return argument
        }
        let name = argument[..<end]
        return name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) && !argument[end].isWhitespace
            ? "\(name)\(argument[end])…" : "…"
    }

    /// An option of one dash, which may have its value at once: `-uada:secret`.
    static func shown(shortOption option: String) -> String {
        option.allSatisfy { $0.isLetter || $0 == "-" } ? option : "\(option.prefix(2))…"
    }

    /// Whether an argument is a header without its option.
    static func isHeader(_ argument: String) -> Bool {
        argument.contains(": ") || secretWord(of: argument) != nil
    }
}
