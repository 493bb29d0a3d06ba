#if canImport(Combine) || Combine
import APIClient
import APIClientCombine

func userName(from client: RESTClient, on scheduler: some Scheduler) -> AnyPublisher<String, any Error> {
    client.get("/me", expecting: .raw, on: scheduler)
        .unwrapResult(of: Profile.self)
        .map(\.name)
        .eraseToAnyPublisher()
}

import Dispatch
import MockServerTesting
import Testing
import TestSupport  // not in the guide

@Suite("The guide: Combine", .alone) struct CombineGuide {  // not in the guide
    @Test(.mockServer("one-profile"))
    func theNameIsPublished() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        var names: [String] = []
        for try await name in userName(from: client, on: DispatchQueue.main).values { names.append(name) }
        #expect(names == ["Ada Lovelace"])
    }
}  // not in the guide
#endif
