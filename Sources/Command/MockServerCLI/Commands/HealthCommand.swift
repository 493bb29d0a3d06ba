import ArgumentParser
import MockServerKit

/// `mockserver health`: checks whether a server is up, for the health check of a container without other programs.
struct HealthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Say by the exit status whether a server is up.",
        discussion: """
            A server takes connections once its scenario is loaded. Without --url it is
            looked for where MOCKSERVER_ADMIN_PORT, MOCKSERVER_UNIX, MOCKSERVER_HOST and
            MOCKSERVER_PORT say. This command only connects; if the server has an admin
            port, it sends GET /health there.

            EXAMPLES:
              mockserver health
              mockserver health --url http://127.0.0.1:8080
              mockserver health --url http://127.0.0.1:9090/health

            EXIT STATUS:
              0    it is up
              1    it is not
              64   wrong usage
            """)

    @ParentCommand var parent: MockServerCommand

    @Option(
        help: ArgumentHelp(
            "Where the server is. If it has a path, GET must get a 200 there; otherwise connecting is enough.",
            valueName: "url"))
    var url: String?

    func validate() throws {
        try parent.refuseScenario("health takes no scenario: mockserver health [--url <url>]")
    }

    func run() throws {
        let target: HealthProbe.Target
        do {
            target =
                try url.map { try HealthProbe.Target(url: $0) } ?? HealthProbe.Target(environment: Environment.value)
        } catch {
            throw ValidationError("\(error)")
        }
        if let problem = HealthProbe(target).problem() {
            let console = Console.standardError
            console.print("\(console.style.red("not up:")) \(problem)")
            console.flush()
            throw ExitCode(ExitStatus.failure.rawValue)
        }
    }
}
