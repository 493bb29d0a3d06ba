import MockRuntime
import Playback
import Scenarios
import Sockets
import Testing

@testable import MockServerKit

/// The numbers of the requests of one connection.
@Suite struct ConnectionReporterTests {
    @Test("a connection that carries one session after another remembers those that are open")
    func sessions() throws {
        let scenario = CompiledScenario(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /a }]"))
        let table = SessionTable(.init(), ScenarioRun.Options(), longestRequest: .seconds(40), address: "")
        let settings = ConnectionSettings(maxBody: 1, protocols: [.http1], timeouts: Timeouts(), sessions: table)
        let server = CurrentRun(scenario.scenario, ScenarioRun.Options())
        let reporter = ConnectionReporter(server, HeldStream(on: try #require(try EventLoop.all.first)), settings)

        let kept = try table.begin(scenario)
        func number(in session: Session) -> String {
            let info = reporter.number(
                requestOf: Router.Recipient(currentRun: session.currentRun, session: session))
            return "\(info.index).\(info.exchange)"
        }
        #expect(number(in: kept) == "1.1")
        for _ in 1...1_000 {
            let session = try table.begin(scenario)
            #expect(number(in: session) == "1.1")
            table.end(session)
        }
        #expect(reporter.knownSessions <= ConnectionReporter.fewestSessions + 1)
        #expect(number(in: kept) == "1.2", "a session that is open keeps its numbers")
    }
}
