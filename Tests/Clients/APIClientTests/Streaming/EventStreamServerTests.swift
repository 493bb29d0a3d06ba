import ClientTestSupport
import Foundation
import MockServerKit
import TestSupport
import Testing

@testable import APIClient

@Suite("Server-sent events", .alone, .timeLimit(.minutes(60))) struct EventStreamServerTests {
    private let request = APIRequest(.get, "/events", expecting: .raw)
    private let waits = Protected<[Duration]>([])

    private var reconnection: EventReconnection {
        EventReconnection { [waits] duration in waits.withLock { $0.append(duration) } }
    }

    @Test("are read over connections that end and break, until the server says that there are no more")
    func reconnected() async throws {
        try await withServer("events") { server in
            var events: [MessageEvent] = []
            for try await event in try server.client().events(request, reconnection: reconnection) {
                events.append(event)
                // The connection breaks an hour later.
                guard event.id == "3" else { continue }
                try await server.clock.waitForSleepers(1, timeout: .seconds(600))
                try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
            }
            #expect(
                events == [
                    MessageEvent(type: "added", data: #"{"item":"A"}"#, id: "1"),
                    MessageEvent(data: "two\nlines", id: "2"),
                    MessageEvent(data: "three", id: "3"),
                    MessageEvent(data: "four", id: "4"),
                ])
            #expect(waits.withLock { $0 } == Array(repeating: .milliseconds(100), count: 3))
        }
    }

    @Test("that are refused are not asked for again")
    func refused() async throws {
        try await withServer("events-refused") { server in
            let error = await #expect(throws: RESTError.self) {
                for try await _ in try server.client().events(request, after: "41", reconnection: reconnection) {}
            }
            guard case .status(let response) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(response.status == 500)
            #expect(response.body == Data("broken".utf8))
        }
    }

    @Test("end their connection when the reader leaves")
    func left() async throws {
        try await withServer("events-left") { server in
            let events = try server.client(timeout: 3_600).events(request)
            #expect(events.eventLimit == 1_048_576)
            for try await event in events {
                #expect(event == MessageEvent(data: "hello"))
                break
            }
        }
    }

    @Test("end with the task that reads them")
    func cancelled() async throws {
        try await withServer("events-left") { server in
            let client = try server.client(timeout: 3_600)
            let (received, event) = AsyncStream<MessageEvent>.makeStream()
            let task = Task {
                for try await read in client.events(request, reconnection: reconnection) { event.yield(read) }
            }
            for await _ in received { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(waits.withLock { $0 }.isEmpty)
        }
    }

    @Test("are asked for with a new token when the old one has expired")
    func refreshed() async throws {
        try await withServer("events-refresh") { server in
            let plain = try server.client()
            let client = plain.authorized(
                by: TokenStore(Tokens(access: "at-1", refresh: "rt-1"), refreshingThrough: plain))
            var data: [String] = []
            for try await event in client.events(request, reconnection: reconnection) { data.append(event.data) }
            #expect(data == ["one"])
        }
    }

    @Test("have a limit on their size, and headers of the request win")
    func limit() async throws {
        let yaml = """
            mockserver: 1
            steps:
              - request: GET /events
                assert: { headers: { Cache-Control: no-cache } }
                client: any
                response: { events: [{ data: "0123456789" }] }
            """
        try await withServer(Scenario(yaml: yaml)) { server in
            let asked = request.changed { $0.headers["Cache-Control"] = "no-cache" }
            await #expect(throws: RESTError.invalidData("an event has more than 9 bytes", nil)) {
                for try await _ in try server.client().events(asked, eventLimit: 9) {}
            }
        }
    }
}
