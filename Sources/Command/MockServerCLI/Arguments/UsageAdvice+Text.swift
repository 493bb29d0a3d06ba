import ArgumentParser
import MockServerKit

extension UsageAdvice {
    /// The text of a usage error, in three lines: the whole usage would push the sentence that helps off the screen.
    func text(of error: any Error, style: TextStyle) -> String {
        let subcommand = EnvironmentArguments.subcommand(of: arguments)
        let type = MockServerCommand.configuration.subcommands.first { $0.configuration.commandName == subcommand }
        let command = type ?? MockServerCommand.self
        let usage =
            command.configuration.usage ?? MockServerCommand.usageString(for: command, includeHidden: false)
        let message = MockServerCommand.message(for: error).split(separator: "\n").joined(separator: " ")
        return """
            \(style.red("Error:")) \(message)
            Usage: \(usage.prefix { $0 != "\n" })
              See 'mockserver \(subcommand.map { "\($0) " } ?? "")--help' for more information.
            """
    }
}
