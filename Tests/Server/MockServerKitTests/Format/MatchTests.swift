import MockServerKit
import Testing

@Suite("What a scenario says of a request", .timeLimit(.minutes(60)))
struct MatchTests {
    @Test("takes a request that is so, and no other", arguments: MatchCase.rows, WireProtocol.allCases)
    func matches(row: String, wire: WireProtocol) throws {
        for vector in MatchCase.all where vector.name == row && (vector.wires == nil || wire == .http1) {
            try check(vector, vector.wires ?? (wire, wire))
        }
    }

    private func check(_ vector: MatchCase, _ wires: (matching: WireProtocol, other: WireProtocol)) throws {
        let server = try MockServer(
            CaseFolder.scenario("linger: 0ms\n" + vector.lines + "\nstubs: [{request: {\(vector.keys)}}]"))
        let client = try WireClient(server, wires.matching)
        for request in vector.beforeMatching { try client.ask(request) }
        #expect(try client.ask(vector.matching) == 200, "\(vector.keys): \(server.verdict.text())")
        let another = try WireClient(server, wires.other)
        for request in vector.beforeOther { try another.ask(request) }
        #expect(try another.ask(vector.other) == 501, "\(vector.keys)")
        server.stopNow()
    }
}
