import Foundation
import Testing

@testable import APIClient

/// Connections of a stream of events that are values, and a stream over them that never waits.
struct EventConnections: Sendable {
    /// What a connection brings.
    enum Connection: Sendable {
        case refused(RESTError)
        case events(String, then: RESTError? = nil)
        case response(StreamedResponse)
    }

    private let connections: Protected<[Connection]>
    let ids = Protected<[String]>([])
    let waits = Protected<[Duration]>([])

    init(_ connections: [Connection]) {
        self.connections = Protected(connections)
    }

    func stream(after id: String = "", limit: Int = 1_024, attempts: Int = 2) -> EventStream {
        let reconnection = EventReconnection(delay: .seconds(1), longestDelay: .seconds(60), attempts: attempts) {
            [waits] duration in waits.withLock { $0.append(duration) }
        }
        return EventStream(lastEventID: id, eventLimit: limit, reconnection: reconnection) { [connections, ids] id in
            ids.withLock { $0.append(id) }
            switch connections.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            case .refused(let error): throw error
            case .response(let response): return response
            case .events(let text, let error):
                return StreamedResponse(
                    status: 200, headers: ["Content-Type": "text/event-stream"],
                    body: AsyncThrowingStream { pieces in
                        pieces.yield(Data(text.utf8))
                        pieces.finish(throwing: error)
                    })
            case nil: throw RESTError.unsupported("more connections")
            }
        }
    }

    /// The data of all events, and the error that ended the stream.
    func read(_ stream: EventStream) async -> (data: [String], error: (any Error)?) {
        var data: [String] = []
        var events = stream.makeAsyncIterator()
        do {
            while let event = try await events.next() { data.append(event.data) }
            return (data, nil)
        } catch {
            // What has failed stays at its end.
            await #expect(throws: Never.self) { try await #require(events.next() == nil) }
            return (data, error)
        }
    }

    static let end = Connection.response(
        StreamedResponse(status: 204, body: AsyncThrowingStream { $0.finish() }))
}
