import APIClient
import Foundation

struct NameLoader: Sendable {
    typealias Completion = @Sendable (Result<String, any Error>) -> Void
    let web: WebClient

    @discardableResult
    func load(on queue: DispatchQueue = .main, completion: @escaping Completion) -> FetchToken {
        web.fetch("/me", as: .result(of: Profile.self), on: queue) { result in
            completion(result.map(\.name).mapError { $0 })
        }
    }
}

import MockServerTesting
import Testing
import ClientTestSupport  // not in the guide
import TestSupport  // not in the guide

@Suite("The guide: callbacks", .alone) struct CallbacksGuide {  // not in the guide
    @Test(.mockServer("one-profile"))
    func theNameIsCalledBackOnce() async throws {
        let loader = NameLoader(web: WebClient(client: try RESTClient(baseURL: MockServer.current.url)))
        let recorder = CompletionRecorder<String>()
        loader.load(on: recorder.queue, completion: recorder.completion())
        let name = try await recorder.result().get()
        #expect(name == "Ada Lovelace")
    }
}  // not in the guide
