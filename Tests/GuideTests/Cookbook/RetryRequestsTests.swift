import APIClient
import MockServerTesting
import TestSupport  // not in the guide
import Testing

@Suite("The guide: Retries", .alone) struct RetryRequestsGuide {  // not in the guide
    @Test(.mockServer("retried-order"))
    func anOrderIsSentAgainWhenItMayBe() async throws {
        let clock = try MockServer.current.clock
        let policy = RetryPolicy(maxAttempts: 3, baseDelay: .seconds(1))
        let client = try RESTClient(baseURL: MockServer.current.url)
            .retrying(policy, random: { 0.5 }, sleep: { try await clock.advance(by: $0) })
        let order = try await client.post(
            "/orders", sending: .json(["item": 1]), expecting: .json([String: Int].self)
        ) { $0.addingIdempotencyKey() }
        #expect(order == ["item": 1])
    }

    @Test(.mockServer("order-without-key"))
    func anOrderWithoutAKeyIsSentOnce() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url).retrying()
        await #expect(throws: RESTError.self) {
            try await client.post("/orders", sending: .json(["item": 1]), expecting: .noContent)
        }
    }
}  // not in the guide
