import APIClient
import Foundation

struct NameLoader: Sendable {
    let web: WebClient

    @discardableResult
    func load(completion: @escaping @Sendable (String) -> Void) -> FetchToken {
        web.fetch("/me", as: .result(of: Profile.self), on: .main) { result in
            completion((try? result.get().name) ?? "Sign in again")
        }
    }
}

import MockServerTesting
import Testing
import TestSupport  // not in the guide

@Suite("The guide: callbacks", .alone) struct CallbacksGuide {  // not in the guide
    @Test(.mockServer("one-profile"))
    func theNameIsCalledBack() async throws {
        let loader = NameLoader(web: WebClient(client: try RESTClient(baseURL: MockServer.current.url)))
        let name = await withCheckedContinuation { continuation in
            _ = loader.load { continuation.resume(returning: $0) }
        }
        #expect(name == "Ada Lovelace")
    }
}  // not in the guide
