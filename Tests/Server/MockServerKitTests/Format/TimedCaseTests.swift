import MockServerKit
import Testing

@Suite("A rule of a run that takes time", .timeLimit(.minutes(60)))
struct TimedCaseTests {
    @Test("lets a right client pass and a wrong one fail", arguments: TimedCase.rows, WireProtocol.allCases)
    func plays(row: String, wire: WireProtocol) async throws {
        for vector in TimedCase.all where vector.name == row {
            let right = try await verdict(vector, vector.right, wire)
            #expect(right.passed, "\(vector.yaml): \(right.text())")
            let wrong = try await verdict(vector, vector.wrong, wire)
            #expect(wrong.failures.map(\.kind) == vector.kinds, "\(vector.yaml): \(wrong.text())")
        }
    }

    private func verdict(_ vector: TimedCase, _ play: TimedCase.Play, _ wire: WireProtocol) async throws -> Verdict {
        let server = try MockServer(CaseFolder.scenario("linger: 0ms\n" + vector.yaml), options: .patient)
        try await play(server, WireClient(server, wire))
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        return verdict
    }
}
