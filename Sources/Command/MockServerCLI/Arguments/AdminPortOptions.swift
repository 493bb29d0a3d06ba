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

    @Option(
        help: ArgumentHelp(
            "How long a session of the admin API may be idle; then it ends, and fails if it is incomplete. (default: 5m)",
            valueName: "duration"),
        transform: AdminPortOptions.duration)
    var sessionTimeout: Duration?

    @Option(
        help: ArgumentHelp(
            "A name whose subdomains are sessions, <id>.<name>, as <id>.localhost always is. May be repeated.",
            valueName: "name"),
        transform: ListeningOptions.hostName)
    var sessionHost: [String] = []

    func validate() throws {
        guard adminPort == nil else { return }
        let option = sessionTimeout != nil ? "--session-timeout" : sessionHost.isEmpty ? nil : "--session-host"
        if let option { throw ValidationError("\(option): sessions are begun by the admin API; add --admin-port 0.") }
    }

    /// A duration above zero, as scenarios write it.
    static func duration(_ text: String) throws -> Duration {
        do {
            let duration = try DurationReader.read(text)
            guard duration > .zero else { throw ValidationError("give a time above 0, such as 5m") }
            return duration
        } catch let error as DurationError {
            throw ValidationError(error.message(for: text))
        }
    }

    /// The options of sessions; nil without an admin API, by which alone they begin.
    ///
    /// - Parameter isRequired: whether there is no scenario for requests that name no session.
    func sessionOptions(isRequired: Bool) -> MockServer.SessionOptions? {
        guard adminPort != nil else { return nil }
        var options = MockServer.SessionOptions()
        if let sessionTimeout { options.timeout = sessionTimeout }
        options.hosts = sessionHost
        options.isRequired = isRequired
        return options
    }

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
