import APIClient
import Foundation
import MockServerTesting
import TestSupport  // not in the guide
import Testing

@Suite("The guide: Work offline", .alone) struct WorkOfflineGuide {  // not in the guide
    @Test func aServerThatIsGoneIsAConnectionError() async throws {
        let server = try MockServer(Scenario("gone") { Stub(.get, "/me") })
        let client = try RESTClient(baseURL: server.url)
        await server.stop()
        #expect(server.verdict.passed)
        let error = await #expect(throws: RESTError.self) { try await client.get("/me", expecting: .noContent) }
        guard case .connection(let code, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(code == .cannotConnectToHost)
    }

    @Test(.mockServer("lost-connection"))
    func aLostConnectionIsNotTheLastWord() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        let service = IdentityService(client: client)
        let error = await #expect(throws: IdentityError.self) { try await service.fetchProfile() }
        guard case .unavailable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try await service.fetchProfile().name == "Ada")
    }

    @Test(.mockServer("cached-profile"))
    func aCachedProfileOutlivesALostConnection() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url).caching(in: ResponseCache())
        let me = APIRequest(.get, "/me", expecting: .raw)
        let first = try await client.send(me)
        await #expect(throws: RESTError.self) { try await client.send(me) }
        let last = try await client.send(me)
        #expect(last.status == 200)
        #expect(last.body == first.body)
    }
}  // not in the guide
