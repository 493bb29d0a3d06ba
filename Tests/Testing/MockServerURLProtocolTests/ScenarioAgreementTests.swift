import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

// One after the other: a task of URLSession on Linux that waits for a socket keeps a processor busy, and the holds of
// these scenarios give up after 5 seconds.
@Suite(
    "Each shipped scenario has the same verdict by socket and in process", .alone, .serialized, .timeLimit(.minutes(60))
)
struct ScenarioAgreementTests {
    /// Those whose requests can be sent one after the other by URLSession, without what needs a socket.
    static let recorded: [String] = {
        let folder = ShippedScenario.package.appendingPathComponent("Tests/EndToEnd/golden").path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".requests") && !$0.hasPrefix("garbage_") }.map { String($0.dropLast(9)) }
            // URLSession follows the redirect of the right one by itself.
            .filter { $0 != "form-login_right" }.sorted()
    }()

    @Test("of clients whose requests come one after the other", arguments: recorded)
    func sequential(name: String) async throws {
        var verdicts: [Verdict] = []
        for transport in Transport.allCases {
            let scenario = try ShippedScenario.load(String(name.prefix { $0 != "_" }))
            let played = try PlayedScenario(scenario, transport, seed: 7)
            try await RecordedRequests(name).play(to: played)
            verdicts.append(await played.finish())
        }
        #expect(verdicts[1].passed == name.hasSuffix("_right"), "\(verdicts[1].text())")
        #expect(settled(verdicts[0].text()) == settled(verdicts[1].text()))
    }

    @Test("of clients that ask at once, wait or hang up", arguments: ScenarioClient.all)
    func concurrent(client: ScenarioClient) async throws {
        @Sendable func verdict(_ transport: Transport) async throws -> Verdict {
            let played = try PlayedScenario(try ShippedScenario.load(client.scenario), transport, seed: 7)
            try await client.play(played)
            return await played.finish()
        }
        async let bySocket = verdict(.socket)
        async let inProcess = verdict(.inProcess)
        let verdicts = try await [bySocket, inProcess]
        #expect(verdicts[0].passed == client.isRight, "\(verdicts[0].text())")
        #expect(verdicts[1].passed == client.isRight, "\(verdicts[1].text())")
        // Requests at once come in any order.
        let failures = verdicts.map { $0.failures.map { "\($0.position) \($0.kind) \(settled($0.title))" } }
        #expect(failures[0] == failures[1])
        #expect(verdicts[0].requests == verdicts[1].requests)
        #expect(verdicts[0].completeSteps == verdicts[1].completeSteps)
    }

    @Test("and none is left out")
    func all() throws {
        let played = Set(Self.recorded + ScenarioClient.all.map(\.testDescription))
        for scenario in ShippedScenario.names where scenario != "garbage" {
            #expect(played.contains("\(scenario)_right") && played.contains("\(scenario)_broken"), "\(scenario)")
        }
    }

    /// A text without times, and without what differs between two addresses. Whether a client that has its response asks
    /// again before the server has counted that depends on time, too.
    private func settled(_ text: String) -> String {
        let rules = [
            (#"\+?[0-9]+(\.[0-9]+)? (m|µ)?s\b"#, "T"), ("connection [0-9]+", "connection N"), (" +", " "),
            (", while the [0-9a-z]+ was still unanswered|, T after its response", ""),
            ("\n *#[0-9]+ (and #[0-9]+ ran at once|asks the same as)[^\n]*", ""),
        ]
        return rules.reduce(text) { text, rule in
            text.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
        }
    }
}
