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

    private func shared() async throws -> User {
        let client = try RESTClient(baseURL: "https://api.example.com/v1", transport: URLSession.shared)
        let user = try await client.send(APIRequest(.get, "/me", expecting: .json(User.self)))
        return user
    }

    private func request(id: String) -> APIRequest<User> {
        let request = APIRequest(.get, "/users/\(id)", expecting: .json(User.self))
        return request
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

    private func order(id: String) -> APIRequest<Order> {
        let order = APIRequest(.get, "/orders/\(id)", expecting: .json(Order.self))
        return order
    }

    private func orderOrWhole(_ client: RESTClient, id: String) async throws -> Order {
        let order = try await client.get("/orders/\(id)", expecting: .result(orWhole: Order.self))
        return order
    }

    private func localDates(_ client: RESTClient) -> IdentityService {
        let service = IdentityService(client: client, decoder: { .iso8601(assuming: .gmt) })
        return service
    }

    private func path(name: String) -> RequestPath {
        let path: RequestPath = "/files/\(name)/versions"  // name "a/b c" gives /files/a%2Fb%20c/versions
        return path
    }

    private func modified(_ request: URLRequest, token: String) -> URLRequest {
        request.acceptingJSON().addingBearerAuthorization(token: token).timingOut(after: 5)
    }

    private func retryPolicy() -> RetryPolicy {
        let patient = RetryPolicy(maxAttempts: 5, baseDelay: .seconds(1))
        return patient
    }

    private func retrying(_ body: RequestBody, orderID: String) async throws -> Order {
        let client = try RESTClient(baseURL: "https://api.example.com/v1").retrying()
        let order = try await client.post("/orders", sending: body, expecting: .json(Order.self)) {
            $0.addingIdempotencyKey(orderID)
        }
        return order
    }

    private func caching() throws -> RESTClient {
        let cache = ResponseCache(capacity: 4 * 1_024 * 1_024)
        let client = try RESTClient(baseURL: "https://api.example.com/v1").caching(in: cache)
        return client
    }

    private func container(_ client: RESTClient) -> Container {
        let container = Container().setting(\.profiles, to: IdentityService(client: client))
        return container
    }

    private final class Injection {
        final class ProfileViewModel: Injecting {
            let container: Container
            @Injected(\.profiles) private var profiles
            init(container: Container) { self.container = container }
        }
    }

    private final class Resolution {
        struct ProfileView {
            @Resolved var profiles: any ProfileServing
            init(container: Container) { _profiles = Resolved(\.profiles, in: container) }
        }
    }

    private final class SharedResolution {
        struct ProfileView {
            @Resolved(\.profiles, in: .app) var profiles
        }

        func view(container: Container) -> ProfileView {
            ProfileView(profiles: Resolved(\.profiles, in: container))
        }
    }

    @MainActor private final class ProfileView {
        final class Label { var text: String? }
        let nameLabel = Label()

        func model(container: Container) {
            let model = ProfileViewModel(container: container)
            model.onChange = { [weak self] state in self?.nameLabel.text = state.name }
            model.appear()
        }
    }

    func greet(_ service: any APIService) async throws -> String {
        try await "Hello, \(service.send(APIEndpoint.User.current()).name)!"
    }

    private func domains(_ service: any APIService) async throws {
        let profile = try await service.send(APIEndpoint.User.current())
        let page = try await service.send(APIEndpoint.Order.list(page: 2))
        _ = (profile, page)
    }

    private func repository(_ client: RESTClient) async throws -> PlacedOrder? {
        let orders = OrderRepository(service: client)
        let order = try await orders.order("o-7")  // nil if there is none
        return order
    }

    private func domainService(_ client: RESTClient, _ archiveClient: RESTClient) async throws -> PlacedOrder {
        let service = DomainService(client, domains: ["archive": archiveClient])
        let order = try await service.send(APIEndpoint.Order.archived("o-7").inDomain("archive"))
        return order
    }

    private func generalRepository(_ client: RESTClient) async throws -> PlacedOrder? {
        let orders = Repository(
            service: client, asking: .eachTime(APIEndpoint.Order.open), .once(APIEndpoint.Order.archived))
        let order = try await orders.value("o-7")  // nil if there is none
        return order
    }

    private func transfers(_ client: RESTClient, _ request: APIRequest<Order>, _ file: URL) async throws {
        let head = try await client.download(request, to: file, resumptions: 3) { print($0.fraction ?? 0) }
        let photo = try await client.upload(file, as: "image/jpeg", by: request) { print($0.fraction ?? 0) }
        _ = (head, photo)
    }

    private func streams(_ client: RESTClient) async throws {
        for try await event in client.events(APIRequest(.get, "/events", expecting: .raw)) {
            print(event.type, event.data)
        }
        let log = try await client.stream(APIRequest(.get, "/log", expecting: .raw))
        for try await piece in log.body { print(piece.count) }
    }

    private func seam() throws {
        let networking: any Networking = try RESTClient(baseURL: "https://api.example.com/v1")
        networking.request("/me").validate().responseObject(.result(of: Profile.self)) { result in print(result) }
    }

    private func orderService(_ client: RESTClient) {
        let orders = OrderService(networking: client)
        let listing = orders.list(page: 2) { result in print(result) }
        listing.cancel()
    }

    private func parameters() -> Parameters {
        let parameters: Parameters = ["q": "swift", "page": 2, "tags": ["new", "free"], "near": ["lat": 52.5]]
        return parameters
    }

    private func encodings(_ networking: any Networking) {
        let search = networking.request("/search", parameters: ["q": "a b"])  // GET /search?q=a%20b
        let login = networking.request("/login", method: .post, parameters: ["user": "ada"], encoding: .form)
        let items = networking.request("/items", method: .post, parameters: ["tags": [1, 2]], encoding: .json)
        _ = (search, login, items)
    }

    private func requestParameters() throws -> [Any] {
        let search = try APIRequest(.get, "/search", parameters: ["q": "a b"], expecting: .json([Profile].self))
        let change = try APIRequest(.patch, "/me", parameters: ["name": "Ada"], expecting: .json(Profile.self))
        let login = try APIRequest(.post, "/login", parameters: ["user": "ada"], encoding: .form, expecting: .raw)
        return [search, change, login]
    }

    private func parameterDifferences(_ received: APIRequest<User>, _ expected: APIRequest<User>) {
        for difference in received.parameterDifferences(from: expected) { print(difference) }
        // body $.items[0].name: expected "Lamp", received "Desk"
    }

    private func web(_ request: URLRequest, show: @escaping @Sendable (Any) -> Void) -> FetchToken {
        let web = WebClient(session: .shared)
        let token = web.fetch(request, as: .result(of: Profile.self), on: .main) { result in
            switch result {
            case .success(let profile): show(profile)
            case .failure(.cancelled): break
            case .failure(let error): show(error)
            }
        }
        return token
    }

    private func webPaths() async throws -> Profile {
        let web = WebClient(client: try RESTClient(baseURL: "https://api.example.com/v1"))
        let profile = try await web.fetch("/me", as: .result(of: Profile.self))
        return profile
    }

    private struct HeroData: Decodable, Sendable {}

    private func graphQL(_ client: RESTClient) async throws -> HeroData {
        let hero = GraphQLOperation(
            "Hero", "query Hero($id: ID!) { hero(id: $id) { name } }", variables: ["id": "7"], returning: HeroData.self)
        let data = try await client.perform(hero)
        return data
    }

    private func cachedGraphQL(
        _ client: RESTClient, _ heroByHash: GraphQLOperation<[String: String], HeroData>, _ cache: ResponseCache
    ) async throws -> HeroData {
        let hero = try await client.caching(in: cache).perform(heroByHash, queriesByGET: true)
        return hero
    }

    private func endpoint(_ session: URLSession, _ token: AccessToken) async throws -> Profile {
        let profile = try await session.value(for: .profile, with: token)
        return profile
    }

    private func host(isInternalBuild: Bool) -> EndpointHost {
        let host: EndpointHost = isInternalBuild ? .staging : .production
        return host
    }

    private func responders() throws -> (RESTClient, Responder) {
        let client = try RESTClient(baseURL: "https://api.example.com", transport: Responder.json(["name": "Ada"]))
        let failing = Responder.failure(RESTError.timedOut)
        return (client, failing)
    }
}

extension Container {
    fileprivate static let app = Container()
}

enum OrdersKey: ContainerKey {
    static var defaultValue: OrderRepository? { nil }
}
extension Container {
    var orders: OrderRepository? {
        get { self[OrdersKey.self] }
        set { self[OrdersKey.self] = newValue }
    }
}
