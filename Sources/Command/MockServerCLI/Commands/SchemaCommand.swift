import ArgumentParser
import MockServerKit

/// `mockserver schema`: prints the JSON Schema of the format, which the program has in it.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of scenario files, for editors.",
        discussion: """
            Editors with a YAML language server complete and explain a scenario whose first
            line names the schema:
              # yaml-language-server: $schema=./scenario.schema.json

            EXAMPLES:
              mockserver schema >scenario.schema.json
            """)

    func run() throws {
        let console = Console.standardOutput
        console.perform { EmbeddedText.scenarioSchema }
        try console.finish()
    }
}
