import APIClient
import Foundation
import Testing

@Suite("The calls of the API as values") struct APIEndpointTests {
    private func query(_ name: String, _ value: String) -> [URLQueryItem] { [URLQueryItem(name: name, value: value)] }

    @Test("are equal to what should be sent")
    func values() throws {
        let me = APIEndpoint.User.current()
        #expect(me.differences(from: APIRequest(.get, "/me", expecting: .json())).isEmpty)
        let list = APIEndpoint.Order.list()
        #expect(
            list.differences(from: APIRequest(.get, "/orders", query: query("page", "1"), expecting: .json())).isEmpty)
        #expect(list == APIEndpoint.Order.list(page: 1))
        #expect(list != APIEndpoint.Order.list(page: 2))
        let open = APIEndpoint.Order.open("a/1")
        #expect(open.differences(from: APIRequest(.get, "/orders/\("a/1")", expecting: .json())).isEmpty)
        let archived = APIEndpoint.Order.archived("a/1")
        #expect(archived.path.percentEncoded == "/archive/orders/a%2F1")
        #expect(open.differences(from: archived).map(\.part) == ["path"])
    }

    @Test("carry what they send as JSON")
    func bodies() throws {
        let create = try APIEndpoint.Order.create(OrderDraft(item: "Lamp", quantity: 2), key: "k-1")
        let body = RequestBody.bytes(Data(#"{"item":"Lamp","quantity":2}"#.utf8), contentType: "application/json")
        let expected = APIRequest<PlacedOrder>(
            .post, "/orders", headers: ["Idempotency-Key": "k-1"], sending: body, expecting: .json())
        #expect(create.differences(from: expected).isEmpty)
    }

    @Test(
        "a change of the profile sends only what changes",
        arguments: [
            (ProfileChange(name: "Grace"), #"{"name":"Grace"}"#),
            (ProfileChange(email: "g@example.com"), #"{"email":"g@example.com"}"#), (ProfileChange(), "{}"),
        ])
    func profileChange(_ change: ProfileChange, _ json: String) throws {
        let body = RequestBody.bytes(Data(json.utf8), contentType: "application/json")
        let expected = APIRequest<Profile>(.patch, "/me", sending: body, expecting: .json())
        #expect(try APIEndpoint.User.update(change).differences(from: expected).isEmpty)
    }

    @Test("read what they are answered with")
    func outputs() async throws {
        let order = PlacedOrder(id: "o-1", item: "Lamp", quantity: 2)
        let page = OrderPage(orders: [order], next: 2)
        let profile = Profile(id: "user-1", name: "Ada", email: "ada@example.com")
        func client(_ transport: Responder) throws -> any APIService {
            try RESTClient(baseURL: "http://h", transport: transport)
        }
        let orders = try client(.json(["result": order]))
        #expect(try await orders.send(APIEndpoint.Order.open("o-1")) == order)
        #expect(try await orders.send(APIEndpoint.Order.archived("o-1")) == order)
        let draft = OrderDraft(item: "Lamp", quantity: 2)
        #expect(try await orders.send(APIEndpoint.Order.create(draft, key: "k")) == order)
        #expect(try await client(.json(page)).send(APIEndpoint.Order.list()) == page)
        let profiles = try client(.json(["result": profile]))
        #expect(try await profiles.send(APIEndpoint.User.current()) == profile)
        #expect(try await profiles.send(APIEndpoint.User.update(ProfileChange())) == profile)
    }
}
