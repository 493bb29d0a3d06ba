import ArgumentParser

/// Values without a character that can be seen, such as a script gives whose own variable is empty. No option takes one
/// but for a request's body, and an empty variable counts as one that is not set.
enum BlankValues {
    /// The option that takes any text.
    private static let taker = "body"

    /// - Throws: an error that names the first option with a blank value.
    static func check(_ arguments: [String]) throws {
        let own = arguments.prefix { $0 != "--" }
        // Looks up the options only where one may have such a value.
        guard
            own.contains(where: { isBlank($0.drop { $0 != "=" }.dropFirst()) && $0.contains("=") || isBlank($0[...]) }),
            !EnvironmentArguments.asksForHelp(arguments)
        else { return }
        let options = EnvironmentArguments.options(ofSubcommand: EnvironmentArguments.subcommand(of: arguments))
        for option in options where !option.isFlag && option.name != taker {
            for (index, argument) in own.enumerated() where option.isGiven(by: argument) {
                let value =
                    argument.contains("=")
                    ? argument.drop { $0 != "=" }.dropFirst() : own.dropFirst(index + 1).first?[...]
                guard let value, isBlank(value) else { continue }
                throw ValidationError("--\(option.name): its value is blank; give one, or leave the option out.")
            }
        }
    }

    /// - Throws: an error that names the first variable with a blank value.
    static func check(_ options: [EnvironmentArguments.Option], in environment: [String: String]) throws {
        for option in options where option.name != taker {
            guard let value = environment[option.variable], !value.isEmpty else { continue }
            try check(value, of: option.variable)
            guard option.isRepeating else { continue }
            for part in value.split(separator: ",", omittingEmptySubsequences: false) where isBlank(part) {
                throw ValidationError(
                    "\(option.variable): a value of its list is blank; write a comma only between two values, such as "
                        + "\(example(of: option)).")
            }
        }
    }

    /// - Throws: an error if the variable's value is blank, but not empty.
    static func check(_ value: String, of variable: String) throws {
        guard !value.isEmpty, isBlank(value[...]) else { return }
        throw ValidationError("\(variable): its value is blank; give one, or unset the variable.")
    }

    private static func isBlank(_ text: Substring) -> Bool { text.allSatisfy(\.isWhitespace) }

    /// Two values of an option that may be repeated, as its variable has them.
    private static func example(of option: EnvironmentArguments.Option) -> String {
        switch option.name {
        case "report": "junit=a.xml,har=a.har"
        case "var": "host=127.0.0.1,user=ada"
        case "header": "'Accept: */*,X-Id: 1'"
        default: "a,b"
        }
    }
}
