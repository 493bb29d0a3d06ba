import APIClient
import Foundation
import MockServerRemoteTesting
import TestSupport
import Testing

@Suite("the example of the guide to sessions for a remote server", .alone) struct ReadmeExamples {
    @Test func sharingAServer() async throws {
        let url = try Examples.adminURL
        let server = try await RemoteMockServer(adminURL: url)
        try await withRemoteMockServer("token-refresh", vars: ["refreshToken": "rt-7"], on: server) { server in
            let client = try RESTClient(baseURL: server.url)  // http://…/s/<id>
            let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-7"), refreshingThrough: client)
            let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
            #expect(profile.name == "Ada Lovelace")
        }
    }
}
