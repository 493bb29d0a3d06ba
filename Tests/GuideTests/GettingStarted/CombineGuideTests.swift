#if canImport(Combine) || Combine
import APIClient
import APIClientCombine
import Dispatch
import MockServerXCTest
import XCTest

@MainActor
final class NameModel: ObservableObject {
    @Published private(set) var name = ""
    private let service: IdentityService
    private var fetch: AnyCancellable?

    init(service: IdentityService) {
        self.service = service
    }

    func load() {
        fetch = service.fetchProfile(on: DispatchQueue.main).sink { [weak self] result in
            self?.name = (try? result.get().name) ?? "Sign in again"
        }
    }
}

final class NameModelTests: XCTestCase {
    @MainActor
    func testTheNameIsShownAfterATokenRefresh() async throws {
        let server = try startMockServer("token-refresh")
        let client = try RESTClient(baseURL: server.url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let model = NameModel(service: IdentityService(client: client.authorized(by: tokens)))
        let shown = expectation(description: "a name is shown")
        let names = model.$name.first { !$0.isEmpty }.sink { name in
            XCTAssertEqual(name, "Ada Lovelace")
            shown.fulfill()
        }
        model.load()
        await fulfillment(of: [shown], timeout: 600)
        names.cancel()
    }
}
#endif
