import Testing

@testable import MockServerKit

@Suite("Connections that can't be accepted", .timeLimit(.minutes(60)))
struct UnacceptedTests {
    private static let reason = "connections wait that could not be accepted: there is a reason"

    @Test("fail the run that is judged while they wait, at its scenario, and no run once they are accepted")
    func waiting() async throws {
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{request: GET /c}]")
        #expect(server.verdict.passed)
        server.currentRun.leavesUnaccepted(Self.reason)
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.failures.map(\.kind) == [.unmet])
        #expect(verdict.failures.map(\.title) == [Self.reason])
        #expect(verdict.failures.map(\.position) == [server.scenario.position])
        #expect(!server.report().verdict.passed)
        server.currentRun.leavesUnaccepted(nil)
        #expect(server.verdict.passed)
        server.currentRun.leavesUnaccepted(Self.reason)
        await server.stop()
        #expect(server.verdict.failures.map(\.title) == [Self.reason])
    }

    @Test("wait for the run that replaces another, which they do not fail")
    func replaced() async throws {
        let server = try MockServer(playing: "linger: 0ms\nstubs: [{request: GET /c}]")
        #expect(try RawClient(server).ask(get("/c")).status == 200)
        server.currentRun.leavesUnaccepted(Self.reason)
        #expect(server.reload(server.scenario).passed)
        #expect(server.verdict.failures.map(\.title) == [Self.reason])
        server.currentRun.leavesUnaccepted(nil)
        #expect(server.verdict.passed)
        await server.stop()
    }

    @Test("fail the server's own run where only sessions have scenarios")
    func sessions() async throws {
        let server = try MockServer(sessions: .patient, options: .patient)
        server.currentRun.leavesUnaccepted(Self.reason)
        #expect(server.verdict.failures.map(\.title) == [Self.reason])
        #expect(!server.report().passed)
        await server.stop()
    }
}
