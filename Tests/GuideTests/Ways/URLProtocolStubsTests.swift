import APIClient
import Foundation

func displayName(from session: URLSession) async throws -> String {
    let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: session)
    return try await client.send(APIRequest(.get, "/me", expecting: .json(Profile.self))).name
}

import Foundation
import Testing
import ClientTestSupport  // not in the guide
import TestSupport  // not in the guide
#if canImport(FoundationNetworking)  // not in the guide
import FoundationNetworking  // not in the guide
#endif  // not in the guide

@Suite("The guide: URLProtocol", .alone) struct URLProtocolStubsGuide {  // not in the guide
    struct Unexpected: Error {
        let url: URL?
    }

    @Test func theNameIsThatOfTheProfile() async throws {
        let session = URLSession(mockResponder: { request in
            guard request.url?.path == "/v1/me" else { throw Unexpected(url: request.url) }
            return StubResponse(body: Data(#"{"id": "user-1", "name": "Ada Lovelace", "email": ""}"#.utf8))
        })
        let name = try await displayName(from: session)
        #expect(name == "Ada Lovelace")
    }
}  // not in the guide

import MockServerURLProtocol

@Suite("The guide: URLProtocol, by a scenario", .alone) struct URLProtocolStubsGuideInProcess {  // not in the guide
    @Test func theProfileIsFetchedOnce() async throws {
        let scenario = Scenario("the profile is fetched once") {
            Step(.get, "/v1/me").respond(json: ["id": "user-1", "name": "Ada Lovelace", "email": "ada@example.com"])
        }
        let server = try InProcessMockServer(scenario)
        do {
            let name = try await displayName(from: server.session)
            #expect(name == "Ada Lovelace")
        } catch {
            Issue.record(error)
        }
        let verdict = await server.finish()
        #expect(verdict.passed)
    }
}  // not in the guide
