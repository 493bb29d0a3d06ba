import APIClient
import ClientTestSupport
import Foundation
import Testing

@Suite("What a recording transport says of the requests that were sent") struct SentRequestsTests {
    private let transport = RecordingTransport(answeredBy: Responder.data(Data("{}".utf8)))

    private func client() throws -> RESTClient { try RESTClient(baseURL: "http://h/v1", transport: transport) }

    @Test("names each part that is not as expected, and a request too many")
    func differences() async throws {
        let client = try client()
        _ = try await client.send(
            APIEndpoint.Order.create(OrderDraft(item: "Lamp", quantity: 1), key: "1").expecting(.raw))
        _ = try await client.send(APIEndpoint.Order.list(page: 2).expecting(.raw))
        let expected = try APIEndpoint.Order.create(OrderDraft(item: "Lamp", quantity: 2), key: "2").expecting(.raw)
        #expect(
            try transport.differences(from: [expected], sentBy: client) == [
                "expected 1 requests, received 2",
                "request 1: header Idempotency-Key: expected 2, received 1",
                #"request 1: body: expected {"item":"Lamp","quantity":2}, received {"item":"Lamp","quantity":1}"#,
            ])
        #expect(
            try transport.differences(
                from: [APIEndpoint.User.current().expecting(.raw), APIEndpoint.Order.list(page: 3).expecting(.raw)],
                sentBy: client
            ).suffix(1) == ["request 2: query page: expected 3, received 2"])
    }

    @Test("shows a token that was sent")
    func token() async throws {
        let client = try client()
        let tokens = TokenStore(Tokens(access: "at-1", refresh: "rt-1"), refreshingThrough: client)
        _ = try await client.authorized(by: tokens).send(APIEndpoint.User.current().expecting(.raw))
        #expect(
            try transport.differences(from: [APIEndpoint.User.current().expecting(.raw)], sentBy: client) == [
                "request 1: header Authorization: expected none, received Bearer at-1"
            ])
    }
}
