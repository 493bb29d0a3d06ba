import Foundation
import MockServerKit
import MockServerRemoteXCTest
import TestSupport
import XCTest

/// A remote server in an XCTest, as users write it.
@MainActor
final class RemoteServerInTestTests: XCTestCase {
    func testAServerElsewherePlaysAScenarioForATest() async throws {
        let pair = try await Pair()
        try await useMockServer(pair.remote, "greeting", vars: ["language": "de"])
        try await Guest(url: pair.remote.url).hello(in: "de")
        try await pair.remote.waitFor(step: "greeting", timeout: .seconds(300))
        try await Guest(url: pair.remote.url).goodbye()
        let journal = try await pair.remote.journal
        XCTAssertEqual(journal.map(\.request.method), [.get, .get])
        XCTAssertEqual(journal.map(\.request.path), ["/hello", "/goodbye"])
    }
}

/// The base class as a user writes a subclass.
final class RemoteMockServerTestCaseTests: MockServerRemoteXCTest.RemoteMockServerTestCase {
    private nonisolated(unsafe) var sessionInSetUp: String?

    override var scenario: RemoteScenario { .file("greeting", vars: ["language": "de"]) }

    override var sharedServer: any RemoteServer { get async throws { try await Shared.remote } }

    override func setUp() async throws {
        XCTAssertThrowsError(try server) {
            XCTAssertEqual($0 as? RemoteHarnessMisuse, .serverNotStarted)
        }
        try await super.setUp()
        sessionInSetUp = try server.sessionID
    }

    func testTheSessionOfSetUpIsThatOfTheTest() async throws {
        XCTAssertNotNil(sessionInSetUp)
        XCTAssertEqual(try server.sessionID, sessionInSetUp)
        try await Guest(url: server.url).hello(in: "de")
        try await Guest(url: server.url).goodbye()
    }

    func testEachTestHasASessionOfItsOwn() async throws {
        let journal = try await server.journal
        XCTAssertEqual(journal.count, 0)
        try await Guest(url: server.url).hello(in: "de")
        try await Guest(url: server.url).goodbye()
    }
}

/// The failures of a subclass, seen from outside.
final class RemoteMockServerTestCaseFailureTests: XCTestCase {
    /// A subclass whose tests keep their failures to themselves.
    private final class Inner: MockServerRemoteXCTest.RemoteMockServerTestCase {
        var played: RemoteScenario?
        var recorded: [RecordedFailure] = []
        var ran = false
        var beginsSession = true

        override func setUp() async throws { if beginsSession { try await super.setUp() } }

        override var scenario: RemoteScenario { get throws { try played ?? super.scenario } }

        override var sharedServer: any RemoteServer { get async throws { try await Shared.remote } }

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
        static func run(playing scenario: RemoteScenario?, beginsSession: Bool = true) -> Inner {
            #if canImport(ObjectiveC)
            let test = Inner(selector: #selector(runBody))
            #else
            let test = Inner(name: "body") { ($0 as? Inner)?.ran = true }
            #endif
            test.played = scenario
            test.beginsSession = beginsSession
            test.run()
            return test
        }
    }

    func testFailuresAreRecordedAtTheScenariosLine() {
        let test = Inner.run(playing: .file("greeting"))
        XCTAssertTrue(test.ran)
        XCTAssertEqual(test.recorded.map(\.path), [Pair.greeting.path, Pair.greeting.path])
        XCTAssertEqual(test.recorded.map(\.line), [6, 12])
    }

    func testFailuresWithoutAFileAreRecordedWhereTheScenarioIsNamed() {
        let line = #line + 1
        let test = Inner.run(playing: .text("mockserver: 1\nlinger: 0ms\nsteps: [{ request: GET /a }]"))
        XCTAssertEqual(test.recorded.map(\.path), [#filePath])
        XCTAssertEqual(test.recorded.map(\.line), [line])
    }

    func testAScenarioThatCannotBePlayedFailsTheTestWithAllItsErrors() {
        let test = Inner.run(playing: .text("mockserver: 1\nsteps: [{ request: GETT /me }]\nstubz: []"))
        XCTAssertFalse(test.ran)
        XCTAssertEqual(test.recorded.count, 3)
        XCTAssertTrue(test.recorded.first?.text.hasPrefix("scenario.yaml:2:") == true, "\(test.recorded)")
        XCTAssertTrue(
            test.recorded.last?.text.contains("the scenario has 2 errors, each of which is reported at its line")
                == true,
            "\(test.recorded)")
    }

    func testASubclassThatKeepsTheSessionFromBeginningFailsItsTests() {
        let test = Inner.run(playing: .file("greeting"), beginsSession: false)
        XCTAssertEqual(test.recorded.count, 1)
        XCTAssertTrue(test.recorded.first?.text.contains("must first call try await super.setUp()") == true)
    }

    func testASubclassHasToNameItsScenario() {
        let test = Inner.run(playing: nil)
        XCTAssertFalse(test.ran)
        XCTAssertTrue(
            test.recorded.first?.text.contains("Inner does not say which scenario it plays; write override var")
                == true,
            "\(test.recorded)")
    }
}
