import APIClient
import Foundation
import MockServerTesting
import TestSupport  // not in the guide
import Testing

actor SearchModel {
    private let client: RESTClient
    private var latest = 0
    private(set) var results: [String] = []

    init(client: RESTClient) {
        self.client = client
    }

    func search(_ text: String) async throws {
        latest += 1
        let number = latest
        let query = [URLQueryItem(name: "q", value: text)]
        let found = try await client.get("/search", query: query, expecting: .json([String].self))
        if number == latest { results = found }
    }
}

@Suite("The guide: Races", .alone) struct TestRacesGuide {  // not in the guide
    @Test(.mockServer("late-search"))
    func aLateResponseReplacesNoNewerOne() async throws {
        let server = try MockServer.current
        let model = try SearchModel(client: RESTClient(baseURL: server.url))
        async let older: Void = model.search("sw")
        try await server.waitFor(step: "older", timeout: .seconds(600))  // not in the guide
        try await server.waitFor(step: "older")
        async let newer: Void = model.search("swift")
        _ = await (try? older, try? newer)
        #expect(await model.results == ["swift"])
    }

    @Test(.mockServer("parts-together"))
    func theTwoPartsAreFetchedTogether() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        async let profile = client.send(APIEndpoint.User.current())
        async let orders = client.get("/orders", expecting: .json([String].self))
        let page = await (try? profile.name, try? orders)
        #expect(page == ("Ada", ["o-1"]))
    }

    @Test(.mockServer("two-at-a-time"))
    func imagesAreFetchedTwoAtATime() async throws {
        let client = try RESTClient(baseURL: MockServer.current.url)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...4 {
                if number > 2 { try await group.next() }
                group.addTask { try await client.get("/images/\(number)", expecting: .noContent) }
            }
            try await group.waitForAll()
        }
    }
}  // not in the guide
