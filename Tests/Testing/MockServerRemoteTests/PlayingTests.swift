import Foundation
import MockServerKit
import TestSupport
import Testing

@testable import MockServerRemote

@Suite("A remote server is given", .alone, .timeLimit(.minutes(60))) struct PlayingTests {
    private static let other =
        "mockserver: 1\nname: other\nlinger: 0ms\nstubs: [{ request: GET /c, response: { text: three } }]"

    @Test("another run, and tells what the one before came to")
    func reset() async throws {
        let pair = try await Pair()
        try await Guest(url: pair.remote.url).hello()
        let ended = try await pair.remote.reset()
        #expect(ended.completeSteps == 1)
        #expect(try await pair.remote.journal.isEmpty)
        #expect(try await pair.remote.verdict.completeSteps == 0)
        await pair.server.stop()
    }

    @Test(
        "a scenario in any form",
        arguments: [
            .text(other),
            .text(
                #"{"mockserver": 1, "name": "other", "stubs": [{"request": "/c", "response": {"text": "three"}}]}"#),
            .named("other.yaml"), .file("other"),
            .contents(of: Pair.folder.appendingPathComponent("other.yaml")),
        ] as [RemoteScenario])
    func anyForm(scenario: RemoteScenario) async throws {
        let pair = try await Pair()
        try await pair.remote.play(scenario)
        #expect(pair.server.scenario.name == "other")
        #expect(try await Guest(url: pair.remote.url).get("c").text == "three")
        await pair.server.stop()
    }

    @Test(
        "a scenario with values for its variables",
        arguments: [
            .named("greeting.yaml", vars: ["language": "de"]), .file("greeting", vars: ["language": "de"]),
            .contents(of: Pair.greeting, vars: ["language": "de"]),
            .text(
                "mockserver: 1\nvars: { language: en }\nsteps: [{ request: GET /hello, assert: { headers: "
                    + "{ Accept-Language: \"{{language}}\" } } }]", vars: ["language": "de"]),
        ] as [RemoteScenario])
    func variables(scenario: RemoteScenario) async throws {
        let pair = try await Pair()
        try await pair.remote.play(scenario)
        try await Guest(url: pair.remote.url).hello(in: "de")
        #expect(try await pair.remote.verify(timeout: .seconds(300)).failures.allSatisfy { $0.kind == .unmet })
        await pair.server.stop()
    }

    @Test("a file of this machine, which failures name by its path in the package")
    func shownPath() async throws {
        let pair = try await Pair()
        try await pair.remote.play(.file("greeting"))
        let failure = try #require(try await pair.remote.verify(timeout: .seconds(300)).failures.first)
        #expect(failure.position.path == "Tests/Testing/MockServerRemoteTests/Scenarios/greeting.yaml")
        #expect(failure.text().hasPrefix("Tests/Testing/MockServerRemoteTests/Scenarios/greeting.yaml:6:5: error: "))
        await pair.server.stop()
    }

    @Test("a scenario with errors, and says each at its line; the run goes on")
    func invalid() async throws {
        let pair = try await Pair()
        let error = await errorText {
            try await pair.remote.play(
                .text("mockserver: 1\nstepz: []\nsteps:\n  - request: nonsense", shownAs: "mine.yaml"))
        }
        let lines = error.split(separator: "\n")
        #expect(lines.first == "the scenario has errors, so it is not played:")
        #expect(lines.dropFirst().map { $0.prefix { $0 != " " } } == ["mine.yaml:2:1:", "mine.yaml:4:14:"], "\(error)")
        #expect(lines.last?.contains(": error: ") == true)
        #expect(pair.server.scenario.name == "A guest says hello, then goodbye")
        await pair.server.stop()
    }

    @Test("a variable or a file that does not exist, and says so")
    func missing() async throws {
        let pair = try await Pair()
        let variable = await errorText { try await pair.remote.play(.named("greeting.yaml", vars: ["langage": "de"])) }
        #expect(variable.contains("langage"), "\(variable)")
        let named = await errorText { try await pair.remote.play(.named("missing.yaml")) }
        #expect(named.hasPrefix("the admin API refused this (404): "), "\(named)")
        let file = await errorText { try await pair.remote.play(.file("missing")) }
        #expect(
            file.hasPrefix("no scenario \"missing\" on this machine; looked for\n  \(Pair.folder.path)/missing.yaml\n"))
        let misspelled = await errorText { try await pair.remote.play(.file("greting")) }
        #expect(
            misspelled.hasPrefix(
                "no scenario \"greting\" on this machine; did you mean \"greeting\"? Looked for\n  \(Pair.folder.path)/"
            ),
            "\(misspelled)")
        let contents = await errorText {
            try await pair.remote.play(.contents(of: URL(fileURLWithPath: "/nowhere.yaml")))
        }
        #expect(contents.hasPrefix("/nowhere.yaml can't be read: "))
        #expect(await errorText { try await pair.remote.play(.text("")) } == "the scenario is empty")
        await pair.server.stop()
    }
}
