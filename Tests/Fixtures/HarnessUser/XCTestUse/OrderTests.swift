import Client
import MockServerXCTest
import XCTest

/// Each test fails, as its name says.
final class OrderTests: XCTestCase {
    func testAWrongHeader() async throws {
        let client = OrderClient(url: try startMockServer("order").url)
        try await client.place(key: "k-2")
        try await client.lookUp()
    }

    func testAnUnmetStep() async throws {
        let client = OrderClient(url: try startMockServer("order").url)
        try await client.place(key: "k-1")
    }

    func testAnUnmatchedRequest() async throws {
        let client = OrderClient(url: try startMockServer("order").url)
        try await client.place(key: "k-1")
        try await client.lookUp()
        try await client.delete()
    }

    func testAScenarioWithoutAFile() throws {
        _ = try startMockServer(Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health }]"))
    }

    func testAScenarioInSwift() async throws {
        let server = try startMockServer(
            Scenario("An order in Swift") {
                Step(.post, "/orders")
                    .assert(.header("Idempotency-Key", "k-1"))
                    .verify { request in XCTAssertEqual(request.text, "{}") }
                    .respond(Response(.created).connection(.close))
            })
        try await OrderClient(url: server.url).place(key: "k-2")
    }

    func testAnInlineStub() throws {
        let server = try startMockServer()
        server.stub(.get, "/orders/1").respond(.noContent)
    }
}

/// A scenario that has no such variable, so no test runs.
final class UnknownVariableTests: MockServerTestCase {
    override var scenario: TestScenario { .named("order", vars: ["key": "k-3"]) }

    func testIsNotRun() { XCTFail("it has a server") }
}
