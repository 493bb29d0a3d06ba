import ArgumentParser
import MockServerKit

/// `mockserver completions`: prints the script that completes the command's line in a shell.
struct CompletionsCommand: ParsableCommand {
    /// The shells that there is a script for.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash, zsh, fish

        // The parser would derive these from the runtime's metadata at every start.
        static var allValueStrings: [String] { allCases.map { $0.rawValue } }
        static var allValueDescriptions: [String: String] { [:] }

        /// The script.
        var script: String {
            switch self {
            case .bash: BashCompletion.script(for: CommandDescription.all)
            case .zsh: ZshCompletion.script(for: CommandDescription.all)
            case .fish: FishCompletion.script(for: CommandDescription.all)
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a script that completes mockserver's line in a shell.",
        usage: "mockserver completions <shell>",
        discussion: """
            It completes subcommands, options, their values, scenario files, and behind --
            the command to run. Once it is where the shell looks, new shells have it.

            EXAMPLES:
              mockserver completions bash > /etc/bash_completion.d/mockserver
              mockserver completions zsh > /usr/local/share/zsh/site-functions/_mockserver
              mockserver completions fish > ~/.config/fish/completions/mockserver.fish

              In this shell only:
                source <(mockserver completions bash)
                mockserver completions fish | source

            EXIT STATUS:
              0    the script is printed
              64   wrong usage
              73   the output can't be written
            """)

    @ParentCommand var parent: MockServerCommand

    @Argument(help: "The shell: bash, zsh or fish.")
    var shell: Shell

    func validate() throws {
        try parent.refuseScenario("completions takes no scenario: mockserver completions <shell>")
    }

    func run() throws {
        let console = Console.standardOutput
        console.print(shell.script)
        try console.finish()
    }
}
