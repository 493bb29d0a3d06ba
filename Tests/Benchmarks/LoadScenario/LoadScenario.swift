import Dispatch
import MockServerKit

/// Prints how many nanoseconds it takes to load a scenario, a line for each round.
///
///     LoadScenario <scenario> <rounds>
@main
enum LoadScenario {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let rounds = Int(arguments[2]) else { throw Usage() }
        for _ in 0..<rounds {
            let begin = DispatchTime.now().uptimeNanoseconds
            let scenario = try Scenario(contentsOf: arguments[1])
            let end = DispatchTime.now().uptimeNanoseconds
            withExtendedLifetime(scenario) { print(end - begin) }
        }
    }

    struct Usage: Error, CustomStringConvertible {
        let description = "usage: LoadScenario <scenario> <rounds>"
    }
}
