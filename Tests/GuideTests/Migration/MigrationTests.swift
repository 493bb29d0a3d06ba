import MockServerURLProtocol
import Testing

@Suite("The migration guides") struct MigrationTests {
    @Test("show what a refresh with another token prints", arguments: ["FromURLProtocolStubs", "FromWireMock"])
    func wrongToken(article: String) async throws {
        let printed = try await WrongClient.verdict(on: "renewed-profile") { client, _ in
            try await client.send("GET", "/me", ["Authorization": "Bearer expired"])
            try await client.send("POST", "/auth/refresh", body: #"{"refreshToken":"rt-0"}"#)
            try await client.send("GET", "/me", ["Authorization": "Bearer fresh"])
        }
        PrintedText.expect(printed, in: article)
    }

    @Test("have tables whose Swift is that of the scenarios")
    func words() async throws {
        var options = InProcessMockServer.Options()
        options.hosts = ["api.example.com"]
        options.otherRequests = .pass
        let server = try InProcessMockServer(
            Scenario("words") {
                Stub(.get, "/orders?page=2", .host("api.example.com"), .query("page", "2"), .queryExact(["page": "2"]))
                Stub(.post, "/orders", .header("Accept", "application/json"), .json(["a": 1]), .jsonExact(["a": 1]))
                Stub(
                    .anyOf([RequestMatcher(.get, "/a"), RequestMatcher(.get, "/b")]), .not(RequestMatcher(.bearer("b")))
                )
                Stub(.path(.endsWith(".png"))).respond(.ok, headers: ["Server": "s"], json: ["a": 1])
                Stub(.get, "/me").headFromGet()
                    .respond(
                        Response().text("slow").delay(.milliseconds(200)).throttle(bytesPerSecond: 9).fault(.reset))
                Stub(.get, "/file").respond(file: "FromWireMockTests.swift")
            }, options: options)
        let verdict = await server.verify()
        #expect(verdict.passed, "\(verdict)")
    }
}
