import Client
import MockServerTesting
import Testing

/// Each test fails, as its name says.
@Suite(.mockServer("order")) struct OrderTests {
    @Test func aWrongHeader() async throws {
        let client = try OrderClient(url: MockServer.current.url)
        try await client.place(key: "k-2")
        try await client.lookUp()
    }

    @Test func anUnmetStep() async throws {
        let client = try OrderClient(url: MockServer.current.url)
        try await client.place(key: "k-1")
    }

    @Test func anUnmatchedRequest() async throws {
        let client = try OrderClient(url: MockServer.current.url)
        try await client.place(key: "k-1")
        try await client.lookUp()
        try await client.delete()
    }

    @Test(.mockServer(try Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health }]")))
    func aScenarioWithoutAFile() {}

    @Test(.mockServer("order", vars: ["key": "k-3"]))
    func anUnknownVariable() { Issue.record("it has a server") }

    @Test(.stopsItsServer, .mockServer("order"), .timeLimit(.minutes(1)))
    func aHang() async throws {
        let server = try MockServer.current
        StopsItsServer.port?.store(server.endpoint.port)
        try await OrderClient(url: server.url).place(key: "k-1")
        _ = try await server.takeRequest()
        // Nobody sends it.
        _ = try await server.takeRequest(timeout: .seconds(3_600))
    }
}

/// What is written in Swift fails at its Swift line.
@Suite struct SwiftScenarioTests {
    @Test func aScenarioInSwift() async throws {
        let scenario = Scenario("An order in Swift") {
            Step(.post, "/orders")
                .assert(.header("Idempotency-Key", "k-1"))
                .verify { request in #expect(request.text == "{}") }
                .respond(Response(.created).connection(.close))
        }
        try await withMockServer(scenario) { server in
            try await OrderClient(url: server.url).place(key: "k-2")
        }
    }

    @Test func anInlineStub() async throws {
        try await withMockServer { server in
            server.stub(.get, "/orders/1").respond(.noContent)
        }
    }
}
