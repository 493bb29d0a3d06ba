import MockServerKit
import Testing

/// What a process says of servers whose verdict nobody has seen. Each is a process of its own.
@Suite struct VerdictReminderTests {
    private static let scenario = "mockserver: 1\nname: Tokens\nsteps: [{ request: GET /me }]"

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("a server that is released unverified says so on standard error, with what the run came to")
    func unverified() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            var options = MockServer.Options()
            options.seed = 7
            _ = try MockServer(Scenario(yaml: Self.scenario), options: options)
        }
        #expect(
            text(try #require(result).standardErrorContent) == """
                mockserver: warning: nobody asked for the verdict of this server before it was released:
                   failed: Tokens (1 failure, 0 requests, 0 of 1 step, seed 7)
                   Call await server.verify() and look at its failures, or start the server by startMockServer \
                (MockServerXCTest), or by the trait .mockServer or withMockServer (MockServerTesting), which record them.

                """)
    }

    @Test("one that is verified, finished, asked for its verdict or reported says nothing") func verified() async throws
    {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let scenario = try Scenario(yaml: Self.scenario)
            _ = await (try MockServer(scenario)).verify(timeout: .seconds(600))
            _ = await (try MockServer(scenario)).finish()
            _ = try MockServer(scenario).verdict
            _ = try MockServer(scenario).report()
        }
        #expect(text(try #require(result).standardErrorContent).isEmpty)
    }
}
