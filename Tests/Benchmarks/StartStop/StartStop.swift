import MockServerKit

/// Starts and stops a server so many times, for a program that counts its instructions.
///
///     StartStop <scenario> <rounds>
@main
enum StartStop {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let rounds = Int(arguments[2]) else { throw Usage() }
        let scenario = try Scenario(contentsOf: arguments[1])
        for _ in 0..<rounds {
            let server = try MockServer(scenario)
            try server.stop()
            // Without that, it warns that nobody asked.
            _ = server.verdict
        }
    }

    struct Usage: Error, CustomStringConvertible {
        let description = "usage: StartStop <scenario> <rounds>"
    }
}
