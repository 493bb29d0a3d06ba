import Foundation
import Testing

/// Each shipped scenario, played by a correct client and by broken ones: a table of what clients do wrong, with the whole
/// text that each mistake is told by.
///
/// A further mistake is a client of a few lines and an entry of `expectations.json`. With `RECORD_VERDICTS=1` in the
/// environment the files `.verdict` are written again. Users see every change in them.
@Suite("the shipped scenarios", .timeLimit(.minutes(60))) struct ScenarioClientTests {
    /// The failures that a broken client must cause, from `expectations.json`.
    struct Expectation: Decodable, Sendable {
        struct ReportedFailure: Decodable, Hashable, Sendable {
            let kind: String
            /// The step that the text begins with, if it does.
            let step: String?
            let at: String
        }

        let scenario: String
        /// The mistake of the client.
        let bug: String
        /// The exit status of the client, which may be content.
        let exit: Int32
        let failures: [ReportedFailure]
    }

    private func expectations() throws -> [String: Expectation] {
        try JSONDecoder().decode([String: Expectation].self, from: Data(Client.text("expectations.json").utf8))
    }

    @Test("each has a right client and a broken one, and no client or expectation is left over")
    func pairs() throws {
        try #require(Client.scenarios.count >= 5)
        for scenario in Client.scenarios + Client.ownScenarios {
            let clients = Client.all.filter { $0.scenario == scenario }
            #expect(clients.contains { $0.isRight } && clients.contains { $0.isBroken }, "\(scenario)")
        }
        for client in Client.all {
            #expect((Client.scenarios + Client.ownScenarios).contains(client.scenario), "\(client.name)")
            #expect(client.isRight != client.isBroken, "\(client.name)")
        }
        let broken = Client.all.filter(\.isBroken).map(\.name)
        #expect(try expectations().keys.sorted() == broken.sorted())
        let verdicts = Client.names("Tests/EndToEnd/clients").filter { $0.hasSuffix(".verdict") }
        #expect(verdicts == broken.map { "\($0).verdict" }.sorted())
        for (name, expectation) in try expectations() {
            #expect(expectation.scenario == Client(file: name).scenarioPath)
        }
        let bugs = Set(try expectations().values.map(\.bug))
        #expect(bugs.count == broken.count && bugs.count >= 20, "each client makes a mistake of its own")
    }

    @Test("a right client passes", arguments: Client.all.filter(\.isRight))
    func right(_ client: Client) async throws {
        let outcome = try await Program(
            [Program.binary, "--scenario", client.scenarioPath, "--"] + client.command("{url}")
        ).outcome()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output == "")
        let verdict = try /passed: [^\n]+ \([0-9]+ requests, ([0-9]+) of ([0-9]+) steps\)\n/
            .wholeMatch(in: outcome.error)
        #expect(verdict != nil, "\(outcome.error)")
        #expect(verdict?.1 == verdict?.2)
    }

    @Test("a broken client is told what is wrong, where, and nothing else", arguments: Client.all.filter(\.isBroken))
    func broken(_ client: Client) async throws {
        let expectation = try #require(try expectations()[client.name])
        let outcome = try await Program(
            [Program.binary, "--verbose", "--seed", "7", "--scenario", expectation.scenario, "--"]
                + client.command("{url}")
        ).outcome()
        #expect(outcome.status == 1)
        #expect(outcome.output == "")

        let lines = outcome.error.split(separator: "\n", omittingEmptySubsequences: false)
        let isRequest = { (line: Substring) in line.prefixMatch(of: /[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}  #/) != nil }
        // Only the lines of the requests name the kind.
        let findings = lines.filter(isRequest).compactMap { line in
            line.firstMatch(of: /\x20 ([a-z_]+) at (\S+:[0-9]+:[0-9]+)$/).map { "\($0.1) at \($0.2)" }
        }
        // What did not come has no request.
        #expect(findings == expectation.failures.filter { $0.kind != "unmet" }.map { "\($0.kind) at \($0.at)" })

        let verdict = lines.drop(while: isRequest).joined(separator: "\n")
        // A text that is the same but for its times is not written, so that only what changes is in a commit.
        let isNew = (try? Client.text("\(client.name).verdict")).map(steady) != steady(verdict)
        if isNew, ProcessInfo.processInfo.environment["RECORD_VERDICTS"] == "1" {
            let file = Program.package.appendingPathComponent("Tests/EndToEnd/clients/\(client.name).verdict")
            try verdict.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = steady(try Client.text("\(client.name).verdict"))
        #expect(steady(verdict) == recorded)
        for failure in expectation.failures {
            let subject = failure.step.map { "step \"\($0)\": " } ?? ""
            #expect(verdict.contains("\(failure.at): error: \(subject)"))
        }
        let complaint = "The command \"\(client.command("")[0])\" ended with status \(expectation.exit).\n"
        #expect(verdict.hasSuffix(complaint) == (expectation.exit != 0))
    }

    /// The verdict with a fixed text: two requests may be so far apart that the first is already answered, and those that
    /// are sent at once may arrive in another order.
    private func steady(_ verdict: String) -> String {
        let rules = [
            (", while the [0-9a-z]+ was still unanswered", ", T after its response"),
            (
                "#[0-9]+ and #[0-9]+ ran at once: send one, and let all callers wait for its response and use the token "
                    + "that it brings",
                "#N asks the same as #N: do not send it, use the token that the response to #N brought"
            ),
            (
                "#[0-9]+ asks the same as #[0-9]+: do not send it, use the token that the response to #[0-9]+ "
                    + "brought",
                "#N asks the same as #N: do not send it, use the token that the response to #N brought"
            ),
            // The end of the other response may not be noted yet.
            (
                "(a part of its path came in the response to )#[0-9]+( \\(.*\\)), which (is older|came) .*\n.*a response .*",
                "$1#N$2"
            ),
            ("\n   #N  GET /search\\?q=swift .*", ""),
            ("(a part of its path came in the response to )#[0-9]+", "$1#N"),
        ]
        return rules.reduce(verdict.steady) { text, rule in
            text.replacingOccurrences(of: rule.0, with: rule.1, options: .regularExpression)
        }
    }
}
