import ArgumentParser
import MockServerKit
import TextCoding

/// What to write instead of arguments that the parser does not take.
struct UsageAdvice {
    /// The arguments, without the program's name.
    let arguments: [String]

    /// The program's own arguments, before `--`.
    private var own: ArraySlice<String> { arguments.prefix { $0 != "--" } }
    private var hasCommand: Bool { own.count < arguments.count }

    private static let extensions = [".yaml", ".yml", ".json"]

    /// The same arguments with `--scenario` before the first one, if that is a scenario: `mockserver login.yaml`. Nil if
    /// they name the scenario, or a subcommand.
    var namingScenario: [String]? {
        guard let first = arguments.first, Self.isScenario(first), !own.contains(where: Self.isScenarioOption) else {
            return nil
        }
        return ["--scenario"] + arguments
    }

    /// The error with advice; nil if the parser's own text says enough.
    func error(for error: any Error) -> ValidationError? {
        if arguments.first == "validate", own.contains(where: Self.isScenarioOption) {
            let files = own.dropFirst().filter { !Self.isScenarioOption($0) && !$0.hasPrefix("-") }
            let named = files.isEmpty ? "<file> ..." : files.joined(separator: " ")
            return ValidationError("validate takes files without --scenario: mockserver validate \(named)")
        }
        let message = MockServerCommand.message(for: error)
        if let missing = missing(in: message) { return missing }
        if let fault = Self.faultOfVariable(in: message) { return ValidationError("\(fault.option): \(fault.text)") }
        if let foreign = foreignOption(in: message) ?? unknownOption(in: message) { return foreign }
        if let unexpected = unexpectedValue(in: message) { return unexpected }
        guard EnvironmentArguments.subcommand(of: arguments) == nil,
            let index = unexpectedIndices(in: message).first
        else { return nil }
        let (found, shown) = (own[index], ShownArguments(own).texts)
        if Self.isScenario(found) { return aboutScenario(found, at: unexpectedIndices(in: message)) }
        if found == "-" {
            return ValidationError(
                "Unexpected argument '-'; validate, format and explain take it for standard input, and a run takes "
                    + "--scenario /dev/stdin.")
        }
        if found == arguments.first, ScenarioFolder.isFolder(found) {
            return ValidationError(
                "'\(found)' is a folder, and a run plays one file: mockserver --scenario <file>. mockserver validate "
                    + "\(found) checks all scenarios in it.")
        }
        if !found.hasPrefix("-"), found == arguments.first { return aboutSubcommand(found) }
        guard own.contains(where: Self.isScenarioOption) || namingScenario != nil, !hasCommand else {
            return unexpectedList(in: message)
        }
        let command = shown[index] + (index + 1 < own.endIndex ? " …" : "")
        return ValidationError(
            "Unexpected argument '\(shown[index])'; write -- before the command to run: mockserver "
                + "\(shown[..<index].joined(separator: " ")) -- \(command)")
    }

    /// An option of the command that its subcommand does not take, which the parser would silently accept; nil if there
    /// is none.
    var foreignOption: ValidationError? {
        guard let subcommand = EnvironmentArguments.subcommand(of: arguments),
            own.contains(where: { $0.hasPrefix("-") })
        else { return nil }
        let taken = EnvironmentArguments.options(ofSubcommand: subcommand)
        let foreign = Self.options(notIn: taken)
        var isValue = false
        for argument in own.dropFirst() {
            defer { isValue = taken.contains { !$0.isFlag && $0.spellings.contains(argument) } }
            guard !isValue, foreign.contains(where: { $0.isGiven(by: argument) }) else { continue }
            let name = argument.prefix { $0 != "=" }
            return ValidationError(
                "\(subcommand) takes no \(name), an option of a run; leave it out: \(line(of: subcommand, taking: taken))"
            )
        }
        return nil
    }

    /// The options of a run that a subcommand does not take.
    private static func options(notIn taken: [EnvironmentArguments.Option]) -> [EnvironmentArguments.Option] {
        EnvironmentArguments.options().filter { option in
            option.name != "scenario" && !taken.contains { !Set($0.spellings).isDisjoint(with: option.spellings) }
        }
    }

    /// The command line of a subcommand in front, without options that it does not take, as it may be shown.
    private func line(of subcommand: String, taking taken: [EnvironmentArguments.Option]) -> String {
        let foreign = Self.options(notIn: taken)
        var words = ["mockserver", subcommand]
        // The option whose value comes next, and whether it is left out.
        var (option, isLeftOut) = (EnvironmentArguments.Option?.none, false)
        var isFound = false
        for (argument, shown) in zip(own, ShownArguments(own).texts) {
            if let former = option {
                option = nil
                guard !isLeftOut else { continue }
                let isRequest = former.name == "request" && argument.unicodeScalars.contains(" ")
                words.append(isRequest ? "'\(RequestDescription.shown(argument))'" : shown)
                continue
            }
            if argument == subcommand, !isFound {
                isFound = true
                continue
            }
            let given = (taken + foreign).first { $0.isGiven(by: argument) }
            isLeftOut = given.map { option in foreign.contains { $0.name == option.name } } ?? false
            if let given, !given.isFlag, !argument.contains("=") { option = given }
            if !isLeftOut { words.append(shown) }
        }
        return words.joined(separator: " ")
    }

    /// What is wrong with an option that stands before a subcommand, where nothing would read it.
    func about(_ first: String, before subcommand: String) -> ValidationError {
        let taken = subcommand == "help" ? [] : EnvironmentArguments.options(ofSubcommand: subcommand)
        let name = first.prefix { $0 != "=" }
        let correct = line(of: subcommand, taking: taken)
        return ValidationError(
            taken.contains { $0.isGiven(by: first) }
                ? "\(name) stands before \(subcommand); a subcommand comes first, and its options after it: \(correct)"
                : "\(name) stands before \(subcommand), which takes no \(name); leave it out: \(correct)")
    }

    /// What is wrong with a subcommand that has a command to run behind it.
    func withoutCommand(_ subcommand: String) -> ValidationError {
        let taken = subcommand == "help" ? [] : EnvironmentArguments.options(ofSubcommand: subcommand)
        return ValidationError(
            "\(subcommand) is a subcommand, which comes first and runs no command; leave -- out, and what follows it: "
                + line(of: subcommand, taking: taken))
    }

    /// What is wrong with the value of a variable, in a sentence without it; nil if the parser's message is about another
    /// option. The parser's own text would repeat the value.
    static func faultOfVariable(in message: String) -> (option: String, text: String)? {
        for option in ["--var", "--allow-env"] {
            guard message.hasPrefix("The value '"),
                let start = message.ranges(of: "' is invalid for '\(option) <").last,
                let end = message[start.upperBound...].firstRange(of: ">': ")
            else { continue }
            return (option, String(message[end.upperBound...]))
        }
        return nil
    }

    /// What to write in place of arguments that the parser does not expect, if its text would repeat what may be secret.
    private func unexpectedValue(in message: String) -> ValidationError? {
        guard let first = unexpectedIndices(in: message).first else { return nil }
        let shown = ShownArguments(own)
        let subcommand = EnvironmentArguments.subcommand(of: arguments)
        if subcommand == "explain", unexpectedIndices(in: message).contains(where: { ShownArguments.isHeader(own[$0]) })
        {
            return ValidationError(
                "A header stands without its option; write --header before it: --header 'Name: value'")
        }
        if let option = shown.brokenValues[first], let example = ShownArguments.valueExamples[option] {
            let command = subcommand == nil ? ", and write -- before a command to run" : ""
            return ValidationError(
                "An unexpected argument follows the value of \(option); quote a value that has spaces: "
                    + "\(example)\(command)")
        }
        return subcommand.map { unexpected(by: $0, in: message) }
    }

    /// What is wrong with arguments that a subcommand does not take.
    private func unexpected(by subcommand: String, in message: String) -> ValidationError {
        let shown = ShownArguments(own).texts
        let texts = unexpectedIndices(in: message).map { shown[$0] }
        let taken =
            switch subcommand {
            case "explain", "init": "one file"
            case "completions": "one shell"
            default: "no file"
            }
        let assignment = subcommand == "explain" ? texts.first { $0.contains("=") } : nil
        let variable = assignment.map { "; a variable is --var \($0)" } ?? ""
        let list = texts.map { "'\($0)'" }
        let named = list.count > 1 ? "\(list.dropLast().joined(separator: ", ")) and \(list[list.count - 1])" : list[0]
        return ValidationError("\(subcommand) takes \(taken): leave \(named) out\(variable)")
    }

    /// The parser's message about arguments that it does not expect, if it would repeat what may be secret.
    private func unexpectedList(in message: String) -> ValidationError? {
        let shown = ShownArguments(own)
        let texts = unexpectedIndices(in: message).map { shown.texts[$0] }
        guard texts.contains(where: { $0.hasSuffix("…") }) else { return nil }
        let list = texts.map { "'\($0)'" }.joined(separator: ", ")
        return ValidationError(
            texts.count == 1 ? "Unexpected argument \(list)" : "\(texts.count) unexpected arguments: \(list)")
    }

    /// An option that the parser's message names as unknown without one that is meant. Of one dash, it may have a value at
    /// its end.
    private func unknownOption(in message: String) -> ValidationError? {
        let start = "Unknown option '"
        guard message.hasPrefix(start), message.hasSuffix("'") else { return nil }
        let option = String(message.dropFirst(start.count).prefix { $0 != "'" })
        let shown = option.hasPrefix("--") ? option : ShownArguments.shown(shortOption: option)
        let subcommand = EnvironmentArguments.subcommand(of: arguments)
        let command = ["mockserver", subcommand].compactMap { $0 }
        let ofCommand =
            subcommand == nil && !hasCommand
            ? ", or, if it belongs to a command to run, write -- and the command before it" : ""
        return ValidationError(
            "\(start)\(shown)'; leave it out\(ofCommand); \(command.joined(separator: " ")) --help lists all options")
    }

    /// What to write where the parser misses an argument or a value. It takes a negative number for an option.
    private func missing(in message: String) -> ValidationError? {
        for start in ["Missing expected argument '", "Missing value for '"] where message.hasPrefix(start) {
            // `--out <folder>`, `<file> ...`
            let wanted = String(message.dropFirst(start.count).prefix { $0 != "'" })
            let option = String(wanted.prefix { $0 != " " })
            guard start.hasPrefix("Missing value") else {
                guard let subcommand = EnvironmentArguments.subcommand(of: arguments),
                    let noun = wanted.split(whereSeparator: { "<>".contains($0) }).first(where: { !$0.hasPrefix("-") })
                else { return nil }
                if subcommand == "completions" {
                    return ValidationError("completions needs a shell, bash, zsh or fish: mockserver completions bash")
                }
                let request = subcommand == "explain" ? " --request 'GET /me'" : ""
                return ValidationError(
                    "\(subcommand) needs a \(noun): mockserver \(subcommand) \(wanted)\(request)")
            }
            let example = ShownArguments.valueExamples[option]
            if example == nil, let index = own.firstIndex(of: option), let value = own[index...].dropFirst().first,
                value.hasPrefix("-"), Int(value) != nil
            {
                return ValidationError("\(option) \(value): a number here is at least 0, such as \(option) 0.")
            }
            return ValidationError("\(option) needs a value: \(example ?? wanted)")
        }
        return nil
    }

    private func aboutScenario(_ found: String, at unexpectedIndices: [Int]) -> ValidationError {
        let isSecond = own.contains(where: Self.isScenarioOption) || namingScenario != nil
        guard !isSecond else {
            return ValidationError(
                "Unexpected argument '\(found)'; a run plays one scenario: leave it out, or take its stubs and defaults by "
                    + "include: [\(found)]; with --admin-port each session has a scenario of its own.")
        }
        let unexpected = Set(unexpectedIndices)
        let words = zip(own.indices, ShownArguments(own).texts).flatMap { index, shown -> [String] in
            if index == unexpectedIndices.first { return ["--scenario", found] }
            return unexpected.contains(index) ? [] : [shown]
        }
        let line = words.joined(separator: " ") + (hasCommand ? " -- <command>" : "")
        return ValidationError(
            "Unexpected argument '\(found)'; a scenario is named by an option: mockserver \(line)")
    }

    private func aboutSubcommand(_ found: String) -> ValidationError {
        let known = Self.subcommands
        let shown = ShownArguments(own).texts
        let start = "There is no subcommand '\(shown.first ?? "")'"
        let rest = shown.dropFirst() + (hasCommand ? ["--", "<command>"] : [])
        switch ForeignOptions.subcommand(meantBy: found) {
        case .run:
            let scenario = rest.first.flatMap { Self.isScenario($0) ? $0 : nil }
            let line = ["mockserver", "--scenario", scenario ?? "<file>"] + (scenario == nil ? [] : rest.dropFirst())
            return ValidationError("\(start); a scenario is played without one: \(line.joined(separator: " "))")
        case .other(let name):
            var line = ["mockserver", name] + rest
            if name == "explain", !arguments.contains(where: { $0 == "--request" || $0.hasPrefix("--request=") }) {
                let scenario = own.first { Self.isScenario($0) && !$0.contains("=") } ?? "<file>"
                line = ["mockserver", name, scenario, "--request 'GET /me'"]
            }
            return ValidationError("\(start); it is called \(name): \(line.joined(separator: " "))")
        case .refused(let sentence): return ValidationError("\(start); \(sentence)")
        case nil: break
        }
        let hint = nearest(to: found, among: known).map { "; did you mean \($0)?" }
        return ValidationError(
            start
                + (hint
                    ?? "; there are \(known.joined(separator: ", ")), and without one a scenario is played: mockserver "
                    + "--scenario <file>"))
    }

    private static var subcommands: [String] {
        MockServerCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    /// What is wrong with `help run`: the parser would print the help of the command in front; nil if nothing is.
    var helpTopic: ValidationError? {
        guard arguments.first == "help", arguments.count > 1 else { return nil }
        let topic = arguments[1]
        guard !topic.hasPrefix("-"), topic != "help", !Self.subcommands.contains(topic) else { return nil }
        let start = "There is no subcommand '\(topic)'"
        switch ForeignOptions.subcommand(meantBy: topic) {
        case .run: return ValidationError("\(start); a scenario is played without one: mockserver --help")
        case .other(let name): return ValidationError("\(start); it is called \(name): mockserver help \(name)")
        case .refused(let sentence): return ValidationError("\(start); \(sentence)")
        case nil: break
        }
        if let near = nearest(to: topic, among: Self.subcommands) {
            return ValidationError("\(start); did you mean mockserver help \(near)?")
        }
        return ValidationError("\(start); a word of the format is explained by mockserver reference \(topic)")
    }

    /// An option of another tool that the parser's message names as unknown; nil for any other message.
    private func foreignOption(in message: String) -> ValidationError? {
        let start = "Unknown option '"
        guard message.hasPrefix(start) else { return nil }
        let option = String(message.dropFirst(start.count).prefix { $0 != "'" && $0 != "=" })
        let scenario = own.first { Self.isScenario($0) && !$0.contains("=") } ?? "<file>"
        let value = own.drop { $0 != option }.dropFirst().first
        func unknown(_ meant: String) -> ValidationError {
            var meant = meant.replacing("<file>", with: scenario)
            if let value, UInt16(value) != nil { meant = meant.replacing("--port 8080", with: "--port \(value)") }
            if let value, !value.isEmpty, value.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) {
                meant = meant.replacing("--host 0.0.0.0", with: "--host \(value)")
            }
            return ValidationError("Unknown option '\(option)'; \(meant)")
        }
        guard let subcommand = EnvironmentArguments.subcommand(of: arguments) else {
            return ForeignOptions.meant(by: option).map(unknown)
        }
        if let meant = ForeignOptions.meant(by: option, of: subcommand) { return unknown(meant) }
        guard option == "--file" || option == "-f" || option == "--path" || option == "--input" || option == "-i" else {
            return nil
        }
        return unknown("\(subcommand) takes a file without an option: mockserver \(subcommand) <file>")
    }

    /// Where the arguments stand that the parser's message names as unexpected.
    private func unexpectedIndices(in message: String) -> [Int] {
        guard message.hasPrefix("Unexpected argument '") || message.contains(" unexpected arguments: '") else {
            return []
        }
        return own.indices.filter { index in
            (own[index] == "-" || !own[index].hasPrefix("-")) && message.contains("'\(own[index])'")
        }
    }

    static func isScenario(_ argument: String) -> Bool {
        !argument.hasPrefix("-") && extensions.contains(where: argument.lowercased().hasSuffix)
    }

    private static func isScenarioOption(_ argument: String) -> Bool {
        argument == "--scenario" || argument.hasPrefix("--scenario=")
    }
}
