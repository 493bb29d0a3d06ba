import FormatPage
import MockServerKit
import Testing

@Suite("Each kind of failure", .timeLimit(.minutes(60)))
struct FailureKindTests {
    @Test("has a case over each protocol, and a row of the page")
    func complete() throws {
        let page = try FormatPage()
        let kinds = try #require(page["Failure kinds"]).keys
        #expect(kinds == FailureKind.allCases.map(\.rawValue))
        for wire in WireProtocol.allCases {
            let played = Set(FailureCase.all.filter { $0.wire == wire }.map(\.kind.rawValue))
            #expect(Set(kinds).subtracting(played) == [], "\(wire.rawValue)")
        }
    }

    @Test("has this whole text", arguments: FailureKind.allCases, WireProtocol.allCases)
    func fails(kind: FailureKind, wire: WireProtocol) async throws {
        for row in FailureCase.all where row.kind == kind && row.wire == wire {
            let failures = try await verdict(row, row.wrong).failures.filter { $0.kind == kind }
            #expect(failures.map { $0.text() } == [row.expected])
        }
    }

    @Test("does not come to a client that is right", arguments: FailureKind.allCases, WireProtocol.allCases)
    func passes(kind: FailureKind, wire: WireProtocol) async throws {
        for row in FailureCase.all where row.kind == kind && row.wire == wire {
            let verdict = try await verdict(row, row.right)
            #expect(verdict.passed, "\(verdict.text())")
        }
    }

    private func verdict(_ row: FailureCase, _ play: FailureCase.Play) async throws -> Verdict {
        let server = try MockServer(playing: "clock: virtual\nlinger: 0ms\n" + row.yaml)
        let client = try WireClient(server, row.wire)
        try await play(server, client)
        let verdict = await server.verify(timeout: .seconds(600))
        await server.stop()
        return verdict
    }
}
