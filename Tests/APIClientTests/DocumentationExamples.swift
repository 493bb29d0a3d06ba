import APIClient
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The examples of the public documentation, so that they are compiled; `DocumentationTests` compares the two.
private struct DocumentationExamples {
    private struct User: Decodable, Sendable {}
    private struct Order: Decodable, Sendable {}

    private func user(id: String) async throws -> User {
        let client = try RESTClient(baseURL: "https://api.example.com/v1")
        let user = try await client.get("/users/\(id)", expecting: .result(of: User.self))
        return user
    }

    private func request(_ client: RESTClient, id: String) async throws -> User {
        let request = APIRequest(.get, "/users/\(id)", expecting: .result(of: User.self))
        let user = try await client.send(request)
        return user
    }

    private func differences(_ received: APIRequest<User>, _ expected: APIRequest<User>) {
        for difference in received.differences(from: expected) { print(difference) }
        // query page: expected 2, received 1
    }

    private func headers(tag: String) -> HTTPHeaders {
        let headers: HTTPHeaders = ["Accept": "application/json", "If-None-Match": tag]
        return headers
    }

    private func overridden() throws {
        let client = try RESTClient(baseURL: MockServerOverride.baseURL ?? "https://api.example.com/v1")
        _ = client
    }

    private func order(_ client: RESTClient, id: String) async throws -> Order {
        let order = try await client.get("/orders/\(id)", expecting: .result(of: Order.self))
        return order
    }

    private func path(name: String) -> RequestPath {
        let path: RequestPath = "/files/\(name)/versions"  // name "a/b c" gives /files/a%2Fb%20c/versions
        return path
    }

    private func modified(_ request: URLRequest, token: String) -> URLRequest {
        request.acceptingJSON().addingBearerAuthorization(token: token).timingOut(after: 5)
    }
}
