import MockServerXCTest
import XCTest

/// Queries that a test can make to its running server.
final class ServerInTestTests: XCTestCase {
    private var fromSetUp: MockServer?

    override func setUp() async throws {
        fromSetUp = try startMockServer(Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /health }]"))
    }

    func testTheJournalHasTheRequestsInTheirOrder() async throws {
        let server = try startMockServer("greeting")
        try await Guest(of: server).hello()
        try await Guest(of: server).goodbye()
        XCTAssertEqual(server.journal.map(\.step), ["greeting", "farewell"])
        XCTAssertEqual(server.journal.map(\.status), [200, 200])
        XCTAssertEqual(server.journal.map(\.request.target), ["/hello", "/goodbye"])
        XCTAssertEqual(fromSetUp?.journal.count, 0)
    }

    func testTheVerdictBeforeTheEndTellsWhatIsStillMissing() async throws {
        let server = try startMockServer("greeting")
        try await Guest(of: server).hello()
        let early = await server.verify(timeout: .seconds(600))
        XCTAssertEqual(early.failures.map(\.kind), [.unmet])
        XCTAssertEqual(early.failures.map(\.rule), ["farewell"])
        try await Guest(of: server).goodbye()
        let late = await server.verify(timeout: .seconds(600))
        XCTAssertTrue(late.passed, late.text())
    }

    func testTheVerdictBlocksATestThatIsNotAsync() throws {
        let server = try XCTUnwrap(fromSetUp)
        XCTAssertTrue(server.verify(timeout: .seconds(600)).passed)
    }

    func testAStepIsWaitedFor() async throws {
        let server = try startMockServer("greeting")
        let guest = try Guest(of: server)
        async let word = guest.hello()
        try await server.waitFor(step: "greeting", timeout: .seconds(600))
        XCTAssertEqual(server.journal.map(\.step), ["greeting"])
        _ = try await word
        try await Guest(of: server).goodbye()
        // A request that has already come needs no waiting.
        try await server.waitFor(step: "farewell", count: 1, timeout: .zero)
    }

    func testAStepThatDoesNotComeEndsTheWait() async throws {
        let server = try startMockServer("greeting")
        try await Guest(of: server).hello()
        do {
            try await server.waitFor(step: "greeting", count: 2, timeout: .milliseconds(1))
            XCTFail("it took one")
        } catch WaitError.timedOut(let step, let count, let expected, _, let verdict) {
            XCTAssertEqual(step, "greeting")
            XCTAssertEqual(count, 1)
            XCTAssertEqual(expected, 2)
            XCTAssertEqual(verdict.failures.map(\.kind), [.unmet])
        }
        try await Guest(of: server).goodbye()
    }

    func testAStepThatDoesNotExistIsNotWaitedFor() async throws {
        let server = try startMockServer("greeting")
        do {
            try await server.waitFor(step: "greting", timeout: .seconds(600))
            XCTFail("there is no such step")
        } catch let error as WaitError {
            XCTAssertEqual("\(error)", #"the scenario has no step "greting"; it has "greeting", "farewell""#)
        }
        try await Guest(of: server).hello()
        try await Guest(of: server).goodbye()
    }

    func testTwoServersOfOneScenarioNeverMeet() async throws {
        let (one, other) = (try startMockServer("greeting"), try startMockServer("greeting"))
        XCTAssertNotEqual(one.url, other.url)
        let guests = try (Guest(of: one), Guest(of: other))
        async let first = guests.0.hello()
        async let second = guests.1.hello()
        let words = try await [first, second]
        XCTAssertNotEqual(words[0], words[1])
        XCTAssertEqual(one.journal.count, 1)
        XCTAssertEqual(other.journal.count, 1)
        async let firstEnd: Void = guests.0.goodbye()
        async let secondEnd: Void = guests.1.goodbye()
        _ = try await (firstEnd, secondEnd)
    }

    func testAScenarioThatIsNowhereIsAnError() {
        XCTAssertThrowsError(try startMockServer("no-such")) { error in
            XCTAssertTrue(error is ScenarioNotFound)
            XCTAssertTrue("\(error)".hasSuffix("/Scenarios/no-such.json"))
        }
    }
}
