import Foundation
import Testing

@testable import APIClient

struct EventStreamTests {
    private static let lost = RESTError.connection(.networkConnectionLost, "")
    private static let ended = RESTError.connection(
        .networkConnectionLost, "the server ended the stream of events")

    @Test("events go on over connections that end or break, each opened with the last id")
    func reconnected() async {
        let test = EventConnections([
            .events("id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: half"), .events("data: c\n\n", then: Self.lost),
            .events("id: 3\ndata: d\n\n", then: .timedOut), EventConnections.end,
        ])
        let read = await test.read(test.stream(after: "0"))
        #expect(read.data == ["a", "b", "c", "d"])
        #expect(read.error == nil)
        #expect(test.ids.withLock { $0 } == ["0", "1", "1", "3"])
        #expect(test.waits.withLock { $0 } == [.seconds(1), .seconds(1), .seconds(1)])
    }

    @Test("the server's time to wait holds for later connections too")
    func retry() async {
        let test = EventConnections([
            .events("retry: 250\ndata: a\n\n"), .events("data: b\n\n"), .events("retry: 9000\n"), EventConnections.end,
        ])
        #expect(await test.read(test.stream()).data == ["a", "b"])
        #expect(
            test.waits.withLock { $0 } == [.milliseconds(250), .milliseconds(250), .seconds(18)])
    }

    @Test("tries in a row wait longer, until they are used up; an event begins a new row")
    func attempts() async {
        let test = EventConnections([
            .refused(Self.lost), .events(": nothing\n\n"), .events("data: a\n\n"), .refused(.timedOut),
            .refused(.refreshFailed(.timedOut)),
        ])
        let read = await test.read(test.stream(attempts: 2))
        #expect(read.data == ["a"])
        #expect(read.error as? RESTError == .refreshFailed(.timedOut))
        #expect(test.waits.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(1), .seconds(2)])
    }

    @Test("a stream that ends without an event, and may not try again, is a lost connection")
    func noAttempts() async {
        let test = EventConnections([.events(": nothing\n\n")])
        let read = await test.read(test.stream(attempts: 0))
        #expect(read.error as? RESTError == Self.ended)
        #expect(test.waits.withLock { $0 } == [])
    }

    @Test(
        "other errors end the stream at once",
        arguments: [
            .readTooSlowly, .badURL(""), .status(RESTResponse(status: 503)), .refreshFailed(.readTooSlowly),
        ] as [RESTError])
    func otherErrors(_ error: RESTError) async {
        let refused = EventConnections([.refused(error)])
        #expect(await refused.read(refused.stream()).error as? RESTError == error)
        let broken = EventConnections([.events("data: a\n\n", then: error)])
        let read = await broken.read(broken.stream())
        #expect(read.data == ["a"])
        #expect(read.error as? RESTError == error)
        #expect(refused.waits.withLock { $0 }.isEmpty && broken.waits.withLock { $0 }.isEmpty)
    }

    @Test(
        "another status or content type ends the stream", arguments: [(201, "text/event-stream"), (200, "text/html")])
    func otherHeads(_ status: Int, _ type: String) async {
        let headers: HTTPHeaders = ["Content-Type": type]
        let test = EventConnections([
            .response(StreamedResponse(status: status, headers: headers, body: AsyncThrowingStream { $0.finish() }))
        ])
        let head = RESTResponse(status: status, headers: headers)
        let error = await test.read(test.stream()).error as? RESTError
        #expect(
            error == (status == 201 ? .status(head) : .invalidData("the content type is not text/event-stream", head)))
    }

    @Test("an event over the limit ends the stream, after the events before it")
    func tooLarge() async {
        let test = EventConnections([.events("data: a\n\ndata: b\n\ndata: 01234567890\n\n")])
        let read = await test.read(test.stream(limit: 12))
        #expect(read.data == ["a", "b"])
        #expect(read.error as? RESTError == .invalidData("an event has more than 12 bytes", nil))
    }

    @Test("the limit holds for later connections too")
    func laterTooLarge() async {
        let test = EventConnections([.events("data: a\n\n"), .events("data: 01234567890\n\n")])
        let read = await test.read(test.stream(limit: 12))
        #expect(read.data == ["a"])
        #expect(read.error as? RESTError == .invalidData("an event has more than 12 bytes", nil))
    }

    @Test("a wait that is cancelled ends the stream")
    func cancelledWait() async {
        let test = EventConnections([.refused(Self.lost), EventConnections.end])
        var stream = test.stream()
        stream = EventStream(
            lastEventID: "", eventLimit: 1_024,
            reconnection: EventReconnection { _ in throw CancellationError() }, connect: stream.connect)
        #expect(await test.read(stream).error is CancellationError)
        #expect(test.ids.withLock { $0.count } == 1)
    }
}
