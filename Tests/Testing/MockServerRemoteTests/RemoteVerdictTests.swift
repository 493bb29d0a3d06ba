import Foundation
import MockServerRemote
import Testing

@Suite("The verdict of a remote server") struct RemoteVerdictTests {
    private static func verdict(_ members: String) throws -> RemoteMockServer.Verdict {
        let text = """
            {"scenario": "s", "requests": 1, "steps": 2, "complete_steps": 1, "failures": [], "omitted_failures": 0,
            "dropped_answers": [], \(members)}
            """
        return try JSONDecoder().decode(RemoteMockServer.Verdict.self, from: Data(text.utf8))
    }

    @Test("keeps all 64 bits of the seed")
    func seed() throws {
        let verdict = try Self.verdict(#""passed": true, "seed": "18446744073709551615""#)
        #expect(verdict.seed == UInt64.max)
        #expect(verdict.summary() == "passed: s (1 request, 1 of 2 steps, seed 18446744073709551615)")
        #expect(throws: DecodingError.self) { try Self.verdict(#""passed": true, "seed": "18446744073709551616""#) }
        #expect(throws: DecodingError.self) { try Self.verdict(#""passed": true, "seed": 7"#) }
    }

    @Test("does not pass if a time limit ended the run")
    func timeout() throws {
        let verdict = try Self.verdict(#""passed": false, "timeout": "30s", "seed": "7""#)
        #expect(!verdict.passed)
        #expect(verdict.text() == "failed: s (1 request, 1 of 2 steps, ended after 30s, seed 7)")
    }

    @Test("tells that the session expired")
    func expiry() throws {
        let verdict = try Self.verdict(#""passed": true, "expired": "5m", "seed": "7""#)
        #expect(verdict.text() == "passed: s (1 request, 1 of 2 steps, expired after 5m without a request, seed 7)")
    }
}
