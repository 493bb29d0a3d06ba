// A loop with a Dispatch source for each descriptor has no epoll descriptor.
#if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
import CPlatform
import Testing

@testable import Sockets

@Suite("An event loop that can't watch a descriptor", .timeLimit(.minutes(60)))
struct WatchingTests {
    // In its own process, which it ends.
    @Test("ends the process if that is its epoll descriptor, and says why")
    func waiting() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let eventLoop = try EventLoop(label: "test")
            eventLoop.async { cplatform_close(eventLoop.poller.descriptor) }
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(
            text.contains(
                "Fatal error: an event loop of mockserver can't wait for events any more: epoll_wait failed with errno 9 "
                    + "(Bad file descriptor). Its epoll descriptor was probably closed by other code of this process, "
                    + "which closed a descriptor that was not its own, or one twice.\n"))
    }

    @Test("closes a connection")
    func connection() async throws {
        let bench = try Bench()
        let client = try bench.client()
        let channel = await bench.channel()
        await bench.onEventLoop {
            _ = cplatform_epoll_remove(bench.eventLoop.poller.descriptor, channel.descriptor)
            channel.pauseReading()
        }
        try #require(bench.journal.happenings == [.opened, .closed(.gone)])
        #expect(try client.receive() == [])
        await bench.listener.stop()
    }

    @Test("accepts the connections of a listener nevertheless, and tries again to watch it")
    func listener() async throws {
        let eventLoop = try EventLoop(label: "test")
        let socket = try ListeningSocket.open(.loopback())
        let acceptor = Acceptor(
            socket, eventLoops: [eventLoop], home: 0, ConnectionCounts(), UnacceptedConnections(),
            makeHandler: { Probe($0, .echo, nil) })
        let isUnwatched = await eventLoop.run {
            acceptor.start()
            guard (try? eventLoop.poller.change(socket.descriptor, [])) != nil else { return false }
            return cplatform_epoll_remove(eventLoop.poller.descriptor, socket.descriptor) == 0
        }
        try #require(isUnwatched)
        await eventLoop.run { acceptor.tryAgain() }
        for text in ["a", "b"] {
            let client = try Client(socket.address)
            try client.send(text)
            #expect(try client.receiveText(1) == text)
        }
        await eventLoop.run { acceptor.stop(expect: { _ in }, done: {}) }
    }

    // In its own process, which it ends.
    @Test("is never waited for by another event loop, in a release build either")
    func waitedFor() async throws {
        await #expect(processExitsWith: .failure) {
            let (eventLoop, other) = (try EventLoop(label: "test"), try EventLoop(label: "other"))
            eventLoop.async { other.sync {} }
            // The first one would be there.
            await eventLoop.run {}
        }
    }
}
#endif
