import Foundation
import HTTPTypes
import MockServerKit
import ScenarioBuilder
import TestSupport
import Testing

@testable import MockServerRemote

@Suite("A scenario written in Swift for a remote server", .alone, .timeLimit(.minutes(60))) struct DocumentTests {
    private static let path = "Tests/Testing/MockServerRemoteTests/DocumentTests.swift"

    @Test("is played, and its failures point at its Swift lines")
    func failures() async throws {
        let pair = try await Pair()
        let line = #line + 2
        try await pair.remote.play("greeting") {
            Step(.get, "/hello")
                .assert(.header("Accept-Language", "en"))
                .respond(text: "hello")
            Step(.get, "/goodbye").respond(.noContent)
        }
        #expect(try await Guest(url: pair.remote.url).hello(in: "fr") == "hello")
        let failures = try await pair.remote.verify(timeout: .seconds(300)).failures
        #expect(failures.map(\.kind) == [.assertion, .unmet])
        #expect(failures.map(\.position.path) == [Self.path, Self.path])
        #expect(failures.map(\.position.line) == [line + 1, line + 3])
        let lines = try #require(failures.first).text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first?.hasPrefix("\(Self.path):\(line + 1):") == true)
        #expect(lines.first?.hasSuffix(": error: step 1: header Accept-Language differs") == true, "\(lines)")
        #expect(lines[1] == "\(line + 1) |                 .assert(.header(\"Accept-Language\", \"en\"))")
        #expect(lines[2].contains("^"))
        #expect(!failures.contains { $0.text().contains("swift-") })
        let ended = try await pair.remote.reset()
        #expect(ended.failures.map(\.position.line) == [line + 1, line + 3])
        await pair.server.stop()
    }

    @Test("takes values for its variables")
    func variables() async throws {
        let pair = try await Pair()
        let document = ScenarioDocument("greeting", vars: ["word": "hello"]) {
            Stub(.get, "/c").respond(text: "{{word}}")
        }
        try await pair.remote.play(.document(document, vars: ["word": "hi"]))
        #expect(try await Guest(url: pair.remote.url).get("c").text == "hi")
        await pair.server.stop()
    }

    @Test("has its errors at its Swift lines, those that the server finds, too")
    func errors() async throws {
        let pair = try await Pair()
        let line = #line + 3
        let closure = await errorText {
            try await pair.remote.play("greeting") {
                Step(.get, "/hello").assert { _ in true }
                Step(.get, "/goodbye").respond { _ in Response(.noContent) }
            }
        }
        let lines = closure.split(separator: "\n").dropFirst()
        #expect(lines.count == 2, "\(closure)")
        #expect(lines.first?.hasPrefix("\(Self.path):\(line):") == true, "\(closure)")
        #expect(
            lines.first?.contains(": error: a closure can't be sent to a server in another process; assert by") == true)
        #expect(lines.last?.hasPrefix("\(Self.path):\(line + 1):") == true, "\(closure)")
        let found = await errorText {
            try await pair.remote.play("greeting") {
                Step(.get, "/{{nobody}}")
            }
        }
        #expect(found.contains("\n\(Self.path):\(line + 12):"), "\(found)")
        #expect(found.contains("nobody"))
        #expect(pair.server.scenario.name == "A guest says hello, then goodbye")
        await pair.server.stop()
    }

    @Test("is told of by its Swift lines while it is waited for")
    func waiting() async throws {
        let pair = try await Pair()
        try await pair.remote.play("greeting") { Step(.get, "/hello", id: "greeting") }
        let text = await errorText { try await pair.remote.waitFor(step: "greeting", timeout: .milliseconds(1)) }
        #expect(text.contains("\n\(Self.path):"), "\(text)")
        #expect(!text.contains("swift-"), "\(text)")
        await pair.server.stop()
    }
}
