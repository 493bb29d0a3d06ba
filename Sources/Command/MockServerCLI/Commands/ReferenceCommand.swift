import ArgumentParser
import MockServerKit

/// `mockserver reference`: prints parts of the page of the format, which the program has in it.
struct ReferenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Explain a word of the format of scenario files.",
        usage: "mockserver reference [<key> ...]",
        discussion: """
            Says what a key means, its default, an example, the failure that it makes, and
            where else the same key stands. A word that the format calls otherwise, such
            as login or pagination, leads to the keys and the recipes for it. Without a
            key it lists what there is.

            EXAMPLES:
              mockserver reference hold
              mockserver reference response.delay
              mockserver reference operators
              mockserver reference recipes
              mockserver reference unused-capture
              mockserver reference rate limit
              mockserver reference all >FORMAT.md

            EXIT STATUS:
              0    the key is explained
              64   wrong usage, or no such key
            """)

    @Argument(
        help: ArgumentHelp(
            "A key, a word, an operator, a failure, a warning, a section, or all.", valueName: "key"))
    var words: [String] = []

    func run() throws {
        let console = Console.standardOutput
        let text = try self.text(style: console.style)
        console.perform { text }
        try console.finish()
    }

    /// What is printed.
    ///
    /// - Throws: `CommandFailure` for a key that does not exist: the command's usage would say nothing of it.
    func text(style: TextStyle) throws(CommandFailure) -> String {
        guard !words.isEmpty else { return FormatReference().contents(style: style) + "\n" }
        // Several words are one key: `reference rate limit` needs no quotes.
        let key = words.joined(separator: " ")
        if key == "all" { return EmbeddedText.formatPage }
        do {
            return try FormatReference().text(about: key, style: style) + "\n"
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }
}
