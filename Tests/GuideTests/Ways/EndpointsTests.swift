import APIClient
import Foundation

extension Endpoint where Kind == EndpointKinds.Private, Response == Profile {
    static var me: Self { Endpoint(APIRequest(.get, "/me", expecting: .result())) }
}

func greeting(
    from session: URLSession, token: AccessToken, host: EndpointHost = .default
) async throws -> String {
    try await "Hello, \(session.value(for: .me, with: token, host: host).name)!"
}

import Foundation
import Testing
import ClientTestSupport  // not in the guide
import TestSupport  // not in the guide
#if canImport(FoundationNetworking)  // not in the guide
import FoundationNetworking  // not in the guide
#endif  // not in the guide

@Suite("The guide: endpoints as values", .alone) struct EndpointsGuide {  // not in the guide
    @Test func theProfileIsAskedForWithTheToken() throws {
        let request = try PrivateEndpoint<Profile>.me.makeRequest(with: AccessToken("at-1"), host: .staging)
        let url = try EndpointHost.staging.expectedURL(path: "/me")
        #expect(request.url == url)
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer at-1")
    }

    @Test func theUserIsGreetedByName() async throws {
        let body = Data(#"{"result": {"id": "user-1", "name": "Ada", "email": "ada@example.com"}}"#.utf8)
        let session = URLSession(mockResponder: { _ in StubResponse(body: body) })
        let text = try await greeting(from: session, token: AccessToken("at-1"))
        #expect(text == "Hello, Ada!")
    }
}  // not in the guide
