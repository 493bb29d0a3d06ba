import ClientTestSupport
import Foundation
import TestSupport
import Testing

@testable import APIClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The networking seam over a server", .alone) struct NetworkingServerTests {
    private struct Created: Decodable, Sendable, Equatable { let id: Int }

    @Test("parameters come as their encoding says")
    func parameters() async throws {
        try await withServer("networking-parameters") { server in
            let networking: any Networking = try server.client()
            let found = try await networking.request(
                "/search", parameters: ["q": "a + b", "page": 2, "tag": ["x", "y"]], headers: ["X-Trace": "7"]
            ).responseObject(.json([Int].self))
            #expect(found == [1, 2])
            let signedIn = try await networking.request(
                "/login", method: .post, parameters: ["user": "ada", "password": "correct horse+1"], encoding: .form
            ).response()
            #expect(signedIn.status == 204)
            let item: Parameters = ["name": "two & three", "tags": ["new"], "price": 1.5, "sold": false, "note": nil]
            let created = try await networking.request(
                "/items/\("a/b")", method: .put, parameters: item, encoding: .json
            ).validate(status: [201]).responseObject(.result(of: Created.self))
            #expect(created == Created(id: 7))
        }
    }

    @Test("a request value is sent through the seam as its client sends it")
    func requestValue() async throws {
        try await withServer("networking-parameters") { server in
            let networking: any Networking = try server.client()
            let search = APIRequest(
                .get, "/search",
                query: [("page", "2"), ("q", "a + b"), ("tag", "x"), ("tag", "y")].map {
                    URLQueryItem(name: $0.0, value: $0.1)
                },
                headers: ["X-Trace": "7"], expecting: .json([Int].self))
            #expect(try await networking.value(for: search) == [1, 2])
            let login: RequestBody = .bytes(
                Data("password=correct+horse%2B1&user=ada".utf8), contentType: "application/x-www-form-urlencoded")
            try await networking.value(for: APIRequest(.post, "/login", sending: login, expecting: .noContent))
            let item: Parameters = ["name": "two & three", "tags": ["new"], "price": 1.5, "sold": false, "note": nil]
            let put = try APIRequest(
                .put, "/items/\("a/b")", sending: .json(item), expecting: .result(of: Created.self))
            #expect(try await networking.value(for: put) == Created(id: 7))
        }
    }

    @Test("a portal's page is not taken for the profile, and a status is an error where it is validated")
    func portal() async throws {
        try await withServer("networking-portal") { server in
            let networking: any Networking = try server.client()
            let page = await Result.of {
                try await networking.request("/me").validate(contentType: ["application/json"])
                    .responseObject(.result(of: Profile.self))
            }
            guard case .failure(RESTError.invalidData("the content type is text/html, not application/json", _?)) = page
            else {
                Issue.record("\(page)")
                return
            }
            let profile = APIRequest(.get, "/me", expecting: .result(of: Profile.self))
            let error = await #expect(throws: RESTError.self) { try await networking.value(for: profile) }
            guard case .status(let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(response.status == 503)
            #expect(response.body == Data("later".utf8))
        }
    }

    @Test("a download reports its progress, and one that breaks off is an error")
    func download() async throws {
        try await withServer("networking-download") { server in
            let networking: any Networking = try server.client()
            let seen = Protected<[TransferProgress]>([])
            let report = try await networking.request("/report").progress { progress in
                seen.withLock { $0.append(progress) }
            }.response()
            #expect(report.body == Data("one two three".utf8))
            let bytes = seen.withLock { $0 }.map(\.bytes)
            #expect(bytes == bytes.sorted() && Set(bytes).count == bytes.count)
            #expect(seen.withLock { $0 }.last == TransferProgress(bytes: 13, expected: 13))

            let error = await #expect(throws: RESTError.self) {
                try await networking.request("/report").progress { _ in }.response()
            }
            guard case .connection = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("cancelling a request leaves the server, and calls back once", arguments: [true, false])
    func cancelled(observed: Bool) async throws {
        try await withServer("networking-cancelled") { server in
            let request = try server.client().request("/slow")
            if observed { request.progress { _ in } }
            async let outcome = Result.of { try await request.response() }
            try await server.waitFor(step: "slow", timeout: .seconds(600))
            request.cancel()
            let result = await outcome
            #expect(throws: CancellationError.self) { try result.get() }
        }
    }

    @Test("a service over the seam lists and places orders by completions, and leaves a listing")
    func service() async throws {
        try await withServer("order-service") { server in
            let orders = OrderService(networking: try server.client())
            func list(_ page: Int) async -> Result<OrderPage, any Error> {
                let recorder = CompletionRecorder<OrderPage>()
                orders.list(page: page, queue: recorder.queue, completion: recorder.completion())
                return await recorder.result()
            }
            let desk = PlacedOrder(id: "o-2", item: "Desk", quantity: 1)
            await expect(list(2), to: beSuccess(OrderPage(orders: [desk])))

            let placed = CompletionRecorder<PlacedOrder>()
            let draft = OrderDraft(item: "Chair & stool", quantity: 4)
            orders.place(draft, key: "key-1", queue: placed.queue, completion: placed.completion())
            await expect(
                placed.result(), to: beSuccess(PlacedOrder(id: "o-4", item: draft.item, quantity: draft.quantity)))

            guard case .failure(RESTError.status(let response)) = await list(3) else {
                Issue.record("503 is no failure")
                return
            }
            #expect(response.status == 503)

            let left = CompletionRecorder<OrderPage>()
            let listing = orders.list(page: 4, queue: left.queue, completion: left.completion())
            try await server.waitFor(step: "left", timeout: .seconds(600))
            listing.cancel()
            await #expect(throws: CancellationError.self) { try await left.result().get() }
        }
    }

    @Test("what can't be sent is the request's error, and nothing is sent")
    func unsendable() async throws {
        let transport = RecordingTransport { _ in RESTResponse(status: 200) }
        let networking: any Networking = try RESTClient(baseURL: "http://h", transport: transport)
        await expect(
            Result.of { try await networking.request("/../me").response() },
            to: beFailure(RESTError.badURL("the path /../me has a segment \".\" or \"..\"")))
        await expect(
            Result.of { try await networking.request("/me", parameters: ["x": .number(.nan)]).response() },
            to: beFailure(RESTError.invalidData("the parameter x can't be sent: it is nan", nil)))
        #expect(transport.requests.isEmpty)
    }

    @Test("what nobody names is a GET without body, and the client's headers and base are used")
    func defaults() async throws {
        let transport = RecordingTransport { _ in RESTResponse(status: 200) }
        let networking: any Networking = try RESTClient(baseURL: "http://h/v1", transport: transport)
        _ = try await networking.request("/me").response()
        let sent = try #require(transport.requests.first)
        #expect(sent.httpMethod == "GET")
        #expect(sent.url?.absoluteString == "http://h/v1/me")
        #expect(sent.allHTTPHeaderFields == ["Accept": "application/json"])
        #expect(sent.httpBody == nil)
    }
}
