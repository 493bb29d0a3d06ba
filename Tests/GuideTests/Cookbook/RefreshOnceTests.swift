import APIClient
import MockServerTesting
import TestSupport  // not in the guide
import Testing

@Suite("The guide: Refresh", .alone) struct RefreshOnceGuide {  // not in the guide
    @Test(.mockServer("shared-refresh"))
    func threeCallsShareOneRefresh() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        async let first = service.fetchProfile()
        async let second = service.fetchProfile()
        async let third = service.fetchProfile()
        let names = await [try? first.name, try? second.name, try? third.name]
        #expect(names == ["Ada", "Ada", "Ada"])
    }

    @Test(.mockServer("late-401"))
    func aLate401StartsNoRefresh() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        async let first = service.fetchProfile()
        async let second = service.fetchProfile()
        let names = await [try? first.name, try? second.name]
        #expect(names == ["Ada", "Ada"])
    }

    @Test(.mockServer("refused-refresh"))
    func aRefusedRefreshEndsTheCall() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let service = IdentityService(client: client.authorized(by: tokens))
        let error = await #expect(throws: IdentityError.self) { try await service.fetchProfile() }
        #expect(error?.description == "You must sign in again.")
    }
}  // not in the guide
