import APIClient
import MockServerURLProtocol
import TestSupport  // not in the guide
import Testing

@Suite("The guide: Without a socket", .alone) struct URLSessionGuide {  // not in the guide
    @Test("an expired token is refreshed once, without a socket")
    func refreshInProcess() async throws {
        let scenario = Scenario("token refresh") {
            Step(.get, "/me").respond(.unauthorized)
            Step(.post, "/auth/refresh")
                .assert(.json(["refreshToken": "rt-1"]))
                .respond(json: ["result": ["accessToken": "at-2"]])
            Step(.get, "/me")
                .assert(.bearer("at-2"))
                .respond(json: ["result": ["id": "user-1", "name": "Ada Lovelace", "email": "ada@example.com"]])
        }
        let server = try InProcessMockServer(scenario)
        let transport = URLSessionTransport(configuration: server.configuration)
        let client = try RESTClient(baseURL: "https://api.example.com", transport: transport)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        do {
            let profile = try await service.fetchProfile()
            #expect(profile.name == "Ada Lovelace")
        } catch {
            Issue.record(error)
        }
        let verdict = await server.finish()
        #expect(verdict.passed, "\(verdict.text())")
    }
}  // not in the guide
