import MockServerKit
import Testing

@Suite("A rule of a run", .timeLimit(.minutes(60)))
struct RunCaseTests {
    @Test("lets a right client pass and a wrong one fail", arguments: RunCase.rows, WireProtocol.allCases)
    func plays(row: String, wire: WireProtocol) throws {
        for vector in RunCase.all where vector.name == row {
            let right = try verdict(vector, vector.right, wire)
            #expect(right.passed, "\(vector.yaml): \(right.text())")
            let wrong = try verdict(vector, vector.wrong, wire)
            #expect(wrong.failures.map(\.kind) == vector.kinds, "\(vector.yaml): \(wrong.text())")
        }
    }

    private func verdict(_ vector: RunCase, _ exchanges: [RunCase.Exchange], _ wire: WireProtocol) throws -> Verdict {
        let server = try MockServer(CaseFolder.scenario("linger: 0ms\n" + vector.yaml), options: .patient)
        let client = try WireClient(server, wire)
        for exchange in exchanges {
            #expect(try client.ask(exchange.request) == exchange.status, "\(vector.yaml): \(exchange)")
        }
        return try finish(server)
    }
}
