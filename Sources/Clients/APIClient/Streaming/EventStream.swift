import Foundation

/// The events of a server, over as many connections as it takes (WHATWG HTML, section 9.2).
///
/// When a connection breaks or ends, the stream waits and connects again with the `Last-Event-ID` of the last event. It
/// ends on status 204. It throws ``RESTError`` for any other status than 200, another content type than
/// `text/event-stream`, an event over the limit, a reader that is too slow, and when the attempts are used up. In a
/// cancelled task it throws `CancellationError`. Leaving the loop ends the connection.
///
///     for try await event in client.events(APIRequest(.get, "/events", expecting: .raw)) {
///         print(event.type, event.data)
///     }
public struct EventStream: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = MessageEvent

    let lastEventID: String
    let eventLimit: Int
    let reconnection: EventReconnection
    /// Connects, with the id of the last event.
    let connect: @Sendable (_ lastEventID: String) async throws -> StreamedResponse

    /// Begins a stream of its own.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(stream: self, parser: EventParser(lastEventID: lastEventID, limit: eventLimit))
    }

    /// Reads the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let stream: EventStream
        fileprivate var parser: EventParser
        /// The body of the current connection.
        private var pieces: StreamedBody.AsyncIterator?
        private var events: [MessageEvent] = []
        /// The connections in a row that brought no event.
        private var failures = 0
        private var retry: Duration?
        private var isFinished = false
        /// Thrown after the events that came before it.
        private var failure: RESTError?

        fileprivate init(stream: EventStream, parser: EventParser) {
            self.stream = stream
            self.parser = parser
        }

        /// The next event; `nil` when the server has said that there are no more.
        public mutating func next() async throws -> MessageEvent? {
            while true {
                if !events.isEmpty { return events.removeFirst() }
                if isFinished { return nil }
                do {
                    if let failure { throw failure }
                    try await advance()
                } catch {
                    isFinished = true
                    throw error
                }
            }
        }

        /// Connects, or reads a piece; after an interruption it waits.
        private mutating func advance() async throws {
            do {
                if pieces == nil {
                    try await open()
                } else if let piece = try await pieces?.next() {
                    take(piece)
                } else {
                    throw RESTError.connection(.networkConnectionLost, "the server ended the stream of events")
                }
            } catch let error as RESTError where error.isInterruption && failures < stream.reconnection.attempts {
                pieces = nil
                failures += 1
                try await stream.reconnection.sleep(stream.reconnection.wait(before: failures, retry: retry))
            }
        }

        private mutating func open() async throws {
            let response = try await stream.connect(parser.lastEventID)
            let head = RESTResponse(status: response.status, headers: response.headers)
            if head.status == 204 {
                isFinished = true
                return
            }
            guard head.status == 200 else { throw RESTError.status(head) }
            guard head.headers.mediaType == "text/event-stream" else {
                throw RESTError.invalidData("the content type is not text/event-stream", head)
            }
            parser = EventParser(lastEventID: parser.lastEventID, limit: stream.eventLimit)
            pieces = response.body.makeAsyncIterator()
        }

        private mutating func take(_ piece: some Sequence<UInt8>) {
            do {
                try parser.feed(piece, into: &events)
            } catch {
                failure = error
            }
            retry = parser.retry ?? retry
            if !events.isEmpty { failures = 0 }
        }
    }
}
