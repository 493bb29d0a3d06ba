import Foundation
import MockServerHarness
import MockServerKit
import TestTraits
import Testing

/// The part of a test that has a server.
enum ServerScope {
    /// The innermost server of the current test.
    @TaskLocal static var server: MockServer?

    /// Runs `body` beside a server of its own, which is stopped when this returns or throws. Records the failures of
    /// the run as issues of the current test, those without a file at `call`.
    ///
    /// - Parameter loaded: what `scenario` makes.
    static func perform<Result>(
        _ loaded: Scenario? = nil, of scenario: TestScenario, _ options: MockServer.Options, _ call: SourceLocation,
        isolation: isolated (any Actor)? = #isolation, _ body: (MockServer) async throws -> Result
    ) async throws -> Result {
        guard Test.current != nil else { throw HarnessMisuse.outsideSwiftTesting }
        let server = try scenario.start(loaded ?? scenario.make(), options)
        do {
            let result = try await $server.withValue(server) { try await body(server) }
            await $server.withValue(server) { await end(server, scenario, call) }
            return result
        } catch {
            await $server.withValue(server) { await end(server, scenario, call) }
            throw error
        }
    }

    /// Stops the server. That waits for its end even if the task is cancelled.
    private static func end(
        _ server: MockServer, _ scenario: TestScenario, _ call: SourceLocation,
        isolation: isolated (any Actor)? = #isolation
    ) async {
        for failure in await server.finish().failures {
            record(failure.text(), at: failure.position, of: scenario, call)
        }
    }

    /// Records an issue at a position of the scenario, with the failure's title in its headline.
    static func record(_ text: String, at position: Position, of scenario: TestScenario, _ call: SourceLocation) {
        Issue.record(failure: text, at: location(position, of: scenario) ?? call)
    }

    private static func location(_ position: Position, of scenario: TestScenario) -> SourceLocation? {
        guard let path = scenario.file(at: position) else { return nil }
        let name = URL(fileURLWithPath: path).lastPathComponent
        // An identifier must have a slash. It is a module and a file in Swift, and a scenario has no module.
        return SourceLocation(
            fileID: "Scenarios/\(name)", filePath: path, line: max(1, position.line), column: max(1, position.column))
    }
}
