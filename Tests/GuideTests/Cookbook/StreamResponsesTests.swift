import APIClient
import MockServerTesting
import TestSupport  // not in the guide
import Testing

@Suite("The guide: Streams", .alone) struct StreamResponsesGuide {  // not in the guide
    @Test(.mockServer("log-in-pieces"))
    func aLogIsReadAsItComes() async throws {
        let clock = try MockServer.current.clock
        let client = try RESTClient(baseURL: MockServer.current.url)
        let log = try await client.stream(APIRequest(.get, "/log", expecting: .raw))
        var pieces: [String] = []
        for try await piece in log.body {
            pieces.append(String(decoding: piece, as: UTF8.self))
            guard pieces.count < 3 else { continue }
            try await clock.waitForSleepers(1, timeout: .seconds(600))  // not in the guide
            try await clock.waitForSleepers(1)
            try await clock.advance(by: .seconds(3_600))
        }
        #expect(pieces == ["one", "two", "three"])
    }

    @Test(.mockServer("resumed-events"))
    func eventsAreResumedWhereTheyBroke() async throws {
        let clock = try MockServer.current.clock
        let client = try RESTClient(baseURL: MockServer.current.url)
        let reconnection = EventReconnection { try await clock.advance(by: $0) }
        let request = APIRequest(.get, "/events", expecting: .raw)
        var list: Set<String> = []
        for try await event in client.events(request, reconnection: reconnection) {
            if event.type == "added" { list.insert(event.data) }
            if event.type == "removed" { list.remove(event.data) }
        }
        #expect(list == ["milk"])
    }
}  // not in the guide
