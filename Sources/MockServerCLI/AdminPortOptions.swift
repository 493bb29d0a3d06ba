import ArgumentParser
import MockServerKit

/// The options of the admin API, by which test suites control the running server.
struct AdminPortOptions: ParsableArguments {
    static let tokenVariable = "MOCKSERVER_ADMIN_TOKEN"

    @Option(
        help: ArgumentHelp(
            "Serve the admin API on a port of its own; 0 takes a free one. If \(tokenVariable) is set, "
                + "clients must send it as bearer token; off loopback it is required.",
            valueName: "port"),
        transform: ListeningOptions.port)
    var adminPort: UInt16?

    func serverOptions(scenario: String, _ loadOptions: LoadOptions) -> MockServer.AdminOptions? {
        guard let adminPort else { return nil }
        var options = MockServer.AdminOptions()
        options.port = adminPort
        options.token = Environment.value(of: Self.tokenVariable)
        options.scenarioFolder = Scenario.folder(ofFile: scenario)
        options.loadOptions = loadOptions
        return options
    }

    /// The failure of a server whose admin API could not start, in terms of these options.
    func failure(_ error: ServerStartError) -> CommandFailure {
        switch error.reason {
        case .tokenMissing: CommandFailure(.usage, "--admin-port: \(error) Set \(Self.tokenVariable).")
        default: CommandFailure(.unavailable, "--admin-port \(adminPort ?? 0): \(error)")
        }
    }
}
