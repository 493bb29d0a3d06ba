import Foundation
import MockServerTesting
import Testing

/// Scenarios in the arguments of `@Test` and `@Suite`, where each `#line` is that of the declaration below.
@Suite("A scenario that is written in a trait fails") struct ScenarioInTraitTests {
    @Test(
        "at the lines of its own steps, and of their conditions",
        .failsAtLines(markedBy: "of a test"),
        .mockServer(
            Scenario("greeting") {
                Step(.get, "/hello")
                    .assert(.header("Accept-Language", "en"))  // of a test
                    .verify { _ in throw Mishap() }  // of a test
                    .respond(text: "hello")
                Stub(.get, "/health")
                Parallel {
                    Step(.get, "/goodbye")  // of a test
                    Step(.get, "/never")  // of a test
                }
            }))
    func steps() async throws { try await Guest(of: .current).hello(in: "fr") }

    @Suite(
        .failsAtLines(markedBy: "of a suite"),
        .mockServer(
            Scenario("greeting") {
                Step(.get, "/hello")
                Step(.get, "/goodbye")  // of a suite
                Expect(.get, "/never")  // of a suite
            }))
    struct OfASuite {
        @Test func steps() async throws { try await Guest(of: .current).hello() }
    }

    @Test(
        "at the lines of its closures at the test's end, also if the test has read the verdict before",
        .failsAtLines(markedBy: "of a closure"),
        .mockServer(
            Scenario("greeting") {
                Step(.get, "/hello").verify { _ in throw Mishap() }.respond(text: "hello")  // of a closure
            }))
    func readBefore() async throws {
        try await Guest(of: .current).hello()
        #expect(try !MockServer.current.verdict.passed)
    }

    @Test(
        "at the step, for a condition that is there twice, and for the same step of a loop",
        .failsAtLines(markedBy: "at the step"),
        .mockServer(
            Scenario("greeting") {
                for word in ["en", "de"] {
                    Step(.get, "/hello")  // at the step  // at the step
                        .assert(.header("Accept-Language", .not(word)), .header("Host", .present))
                }
            }))
    func unclear() async throws {
        try await Guest(of: .current).hello(in: "en")
        try await Guest(of: .current).hello(in: "de")
    }

    @Test(
        "at the line of an error, without which it could be played",
        .failsAtLines(markedBy: "of an error"),
        .mockServer(
            Scenario("greeting") {
                Step(.get, "/hello").respond(text: "hello")
                Step(.get, "/{{nobody}}")  // of an error
            }))
    func errors() { Issue.record("the test runs") }

    struct Mishap: Error {}

    @Test(
        "at the line of the declaration unless its calls are looked for",
        .hasOnePosition(
            ScenarioDocument("greeting") {
                Step(.get, "/hello")
                Step(.get, "/goodbye").assert { _ in true }
            }))
    func declaration() {}
}

/// Expects that Swift gives all parts of a document one position. If it fails, Swift has learnt better, and nothing has
/// to be looked for any more.
private struct OnePosition: TestTrait {
    let document: ScenarioDocument

    func prepare(for test: Test) async throws {
        let sites = document.steps.flatMap { [$0.site] + $0.checks.map(\.site) } + [document.site]
        #expect(sites.count == 4 && Set(sites).count == 1)
    }
}

extension Trait where Self == OnePosition {
    fileprivate static func hasOnePosition(_ document: ScenarioDocument) -> Self { OnePosition(document: document) }
}

/// Expects that a scope within this one fails the test, by an issue at each line of this file with a comment.
private struct ExpectedLines: TestTrait, SuiteTrait, TestScoping {
    let mark: String
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard !test.isSuite else { return try await function() }
        let lines = try String(contentsOfFile: #filePath, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let marked = lines.indices.flatMap { index in
            Array(repeating: index + 1, count: lines[index].components(separatedBy: "// \(mark)").count - 1)
        }
        let issues = await RecordedIssue.all { try await function() }
        #expect(issues.compactMap(\.line).sorted() == marked, "\(issues)")
        #expect(Set(issues.map(\.path)) == [#filePath])
        let file = "Tests/Testing/MockServerTestingTests/ScenarioInTraitTests.swift:"
        for issue in issues { #expect(issue.text.contains(file)) }
    }
}

extension Trait where Self == ExpectedLines {
    fileprivate static func failsAtLines(markedBy mark: String) -> Self { ExpectedLines(mark: mark) }
}
