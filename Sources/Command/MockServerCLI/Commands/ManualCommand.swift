import ArgumentParser
import MockServerKit

/// `mockserver manual`: prints the manual page.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print the manual page, for man.",
        discussion: """
            EXAMPLES:
              mockserver manual > /usr/local/share/man/man1/mockserver.1
              mockserver manual | man -l -

            EXIT STATUS:
              0    the page is printed
              64   wrong usage
              73   the output can't be written
            """)

    @ParentCommand var parent: MockServerCommand

    func validate() throws {
        try parent.refuseScenario("manual takes no scenario: mockserver manual")
    }

    func run() throws {
        let console = Console.standardOutput
        console.print(ManualPage.text(for: CommandDescription.all, version: Version.current))
        try console.finish()
    }
}
