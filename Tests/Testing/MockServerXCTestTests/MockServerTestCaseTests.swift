import Foundation
import MockServerXCTest
import TestSupport
import XCTest

/// A subclass as a user writes it.
final class MockServerTestCaseTests: MockServerTestCase {
    private nonisolated(unsafe) var portInSetUp: Int?

    override var scenario: TestScenario { .named("greeting", vars: [:]) }

    override var serverOptions: MockServer.Options {
        var options = MockServer.Options()
        options.seed = 7
        return options
    }

    override func setUp() async throws {
        XCTAssertThrowsError(try server) { XCTAssertEqual($0 as? HarnessMisuse, .serverNotStarted) }
        try await super.setUp()
        portInSetUp = try server.endpoint.port
    }

    func testTheServerOfSetUpIsThatOfTheTest() async throws {
        XCTAssertEqual(try server.endpoint.port, portInSetUp)
        XCTAssertEqual(try server.verdict.seed, 7)
        try await Guest(of: server).hello()
        try await Guest(of: server).goodbye()
    }

    func testEachTestHasAServerOfItsOwn() async throws {
        XCTAssertEqual(try server.journal.count, 0)
        try await Guest(of: server).hello()
        try await Guest(of: server).goodbye()
    }
}

/// The failures of a subclass, seen from outside.
final class MockServerTestCaseFailureTests: XCTestCase {
    /// A subclass whose tests keep their failures to themselves.
    private final class Inner: MockServerTestCase {
        var played: TestScenario?
        var recorded: [RecordedFailure] = []
        var ran = false
        var startsServer = true

        override func setUp() async throws { if startsServer { try await super.setUp() } }

        override var scenario: TestScenario { get throws { try played ?? super.scenario } }

        #if canImport(ObjectiveC)
        @objc func runBody() { ran = true }

        override func record(_ issue: XCTIssue) {
            let location = issue.sourceCodeContext.location
            recorded.append(
                RecordedFailure(
                    text: issue.compactDescription, path: location?.fileURL.path ?? "", line: location?.lineNumber ?? 0)
            )
        }
        #else
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            recorded.append(RecordedFailure(text: description, path: filePath, line: lineNumber))
        }
        #endif

        /// Runs a test that does nothing.
        static func run(playing scenario: TestScenario?, startsServer: Bool = true) -> Inner {
            #if canImport(ObjectiveC)
            let test = Inner(selector: #selector(runBody))
            #else
            let test = Inner(name: "body") { ($0 as? Inner)?.ran = true }
            #endif
            test.played = scenario
            test.startsServer = startsServer
            test.run()
            return test
        }
    }

    private let greeting = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenarios/greeting.yaml").path

    func testFailuresAreRecordedAtTheScenariosLine() {
        let test = Inner.run(playing: .named("greeting"))
        XCTAssertTrue(test.ran)
        XCTAssertEqual(test.recorded.map(\.path), [greeting])
        XCTAssertEqual(test.recorded.map(\.line), [4])
    }

    func testAScenarioThatCannotBePlayedFailsTheTestWithAllItsErrors() {
        let text = "mockserver: 1\nsteps: [{ request: GETT /me }]\nstubz: []"
        let line = #line + 1
        let test = Inner.run(playing: .value(try Scenario(yaml: text, path: "wrong.yaml")))
        XCTAssertFalse(test.ran)
        XCTAssertEqual(test.recorded.prefix(2).map(\.path), [#filePath, #filePath])
        XCTAssertEqual(test.recorded.prefix(2).map(\.line), [line, line])
        XCTAssertEqual(
            test.recorded.prefix(2).map(\.text),
            [
                "wrong.yaml:2:20: \"GETT\" is not a known method; did you mean GET?",
                "wrong.yaml:3:1: unknown key \"stubz\" in a scenario; did you mean \"stubs\"?",
            ])
        XCTAssertTrue(
            test.recorded.last?.text.contains("the scenario has 2 errors, each of which is reported") == true,
            "\(test.recorded)")
    }

    func testAnErrorOfAFileIsRecordedAtItsLine() {
        let test = Inner.run(playing: .named("greeting", vars: ["language": "en"]))
        XCTAssertEqual(test.recorded.first?.path, greeting)
        XCTAssertEqual(test.recorded.first?.line, 1)
        XCTAssertEqual(
            test.recorded.first?.text, "vars has no \"language\", for which a value is given from outside")
    }

    func testAScenarioWithoutAFileFailsAtTheLineThatNamesIt() {
        let line = #line + 1
        let test = Inner.run(playing: .value(try Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /a }]")))
        XCTAssertEqual(test.recorded.map(\.path), [#filePath])
        XCTAssertEqual(test.recorded.map(\.line), [line])
    }

    func testASubclassThatKeepsTheServerFromStartingFailsItsTests() {
        let test = Inner.run(playing: .named("greeting"), startsServer: false)
        XCTAssertEqual(test.recorded.count, 1)
        XCTAssertTrue(test.recorded.first?.text.contains("must first call try await super.setUp()") == true)
    }

    func testASubclassWithoutAScenarioIsToldToSayOne() {
        let test = Inner.run(playing: nil)
        XCTAssertFalse(test.ran)
        let recorded = test.recorded.map(\.text).joined(separator: "\n")
        XCTAssertTrue(
            recorded.contains("Inner does not say which scenario it plays; write override var scenario"), recorded)
    }
}
