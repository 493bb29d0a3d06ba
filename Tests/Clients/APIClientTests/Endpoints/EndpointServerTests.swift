import APIClient
import ClientTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Endpoints, over a server", .alone) struct EndpointServerTests {
    @Test("each kind sends what it should, and a cut body is a connection failure")
    func kinds() async throws {
        try await withServer("endpoints") { server in
            let (transport, host) = (server.transport(), EndpointHost.testServer(server.url))
            let items = PublicEndpoint<[String]>("/items", queryItems: [URLQueryItem(name: "q", value: "a+b")])
            #expect(try await transport.value(for: items, host: host) == ["lamp", "desk"])
            let profile = try await transport.value(for: .profile, with: AccessToken("at-1"), host: host)
            #expect(profile.name == "Ada Lovelace")
            let error = await #expect(throws: RESTError.self) {
                try await transport.value(for: .profile, with: AccessToken("expired"), host: host)
            }
            guard case .status(let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(response.status == 401)
            #expect(response.body == Data("expired".utf8))
            let stub = StubEndpoint<[String]>("/never")
            #expect(try await transport.value(for: stub, with: .json(["stub"]), host: host) == ["stub"])
            let cut = await #expect(throws: RESTError.self) {
                try await transport.data(for: PublicEndpoint<String>("/cut"), host: host)
            }
            guard case .connection = cut else {
                Issue.record("\(String(describing: cut))")
                return
            }
        }
    }
}
