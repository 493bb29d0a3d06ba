import Dispatch
import MockServerKit

/// Prints a line for each round with the nanoseconds that each part took: the start and stop of a server, the beginning
/// of a session of a prepared scenario, the same of a scenario that is not prepared, and the end of a session.
///
///     Sessions <scenario> <rounds> <sessions that are open besides>
@main
enum Sessions {
    // Not async: that ends its first thread by an exception, for which the static program has no tables.
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let rounds = Int(arguments[2]), let others = Int(arguments[3]) else {
            throw Usage()
        }
        let scenario = try Scenario(contentsOf: arguments[1])
        var options = MockServer.Options()
        options.sessions = .init()
        let server = try MockServer(scenario, options: options)
        let prepared = try MockServer.PreparedScenario(scenario)
        let open = try (0..<others).map { _ in try server.beginSession(prepared) }
        // The first rounds pay for one-time work of the process.
        for round in -200..<rounds {
            // By turns, because the first session after a server finds colder caches.
            let times = try measure(scenario, prepared, on: server, preparedFirst: round % 2 == 0)
            if round >= 0 { print(times.map(String.init).joined(separator: " ")) }
        }
        _ = server.verdict
        try server.stop()
        withExtendedLifetime(open) {}
    }

    private static func measure(
        _ scenario: Scenario, _ prepared: MockServer.PreparedScenario, on server: MockServer, preparedFirst: Bool
    ) throws -> [UInt64] {
        let begin = DispatchTime.now().uptimeNanoseconds
        let own = try MockServer(scenario)
        try own.stop()
        let stopped = DispatchTime.now().uptimeNanoseconds
        let first = preparedFirst ? try server.beginSession(prepared) : try server.beginSession(scenario)
        let begun = DispatchTime.now().uptimeNanoseconds
        let second = preparedFirst ? try server.beginSession(scenario) : try server.beginSession(prepared)
        let begunAgain = DispatchTime.now().uptimeNanoseconds
        _ = try first.finish()
        let end = DispatchTime.now().uptimeNanoseconds
        _ = try second.finish()
        _ = own.verdict
        let (one, other) = (begun - stopped, begunAgain - begun)
        return [stopped - begin, preparedFirst ? one : other, preparedFirst ? other : one, end - begunAgain]
    }

    struct Usage: Error, CustomStringConvertible {
        let description = "usage: Sessions <scenario> <rounds> <sessions that are open besides>"
    }
}
