import Locking
import Testing

@testable import Sockets

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Level-triggered readiness that nobody handles fires tens of thousands of times per second.
@Suite("For a second an event loop stays quiet", .timeLimit(.minutes(60)))
struct SpinningTests {
    @Test("while the answer to a half-closed client is held")
    func halfClosed() async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        try client.send("request")
        client.finishSending()
        await bench.journal.wait(for: .ended)
        try await expectQuiet(bench.eventLoop)
        let channel = await bench.channel()
        await bench.onEventLoop {
            channel.write("late".utf8)
            channel.closeLingering()
        }
        #expect(String(decoding: try client.receiveToEnd(), as: UTF8.self) == "late")
        await bench.listener.stop()
    }

    @Test("while the answer to a client that has reset is held")
    func reset() async throws {
        let bench = try Bench(.init())
        let client = try bench.client()
        try client.send("request")
        await bench.journal.wait(bytes: 7)
        client.reset()
        try await expectQuiet(bench.eventLoop)
        #expect(bench.journal.happenings.last == .closed(.gone))
        await bench.listener.stop()
    }

    @Test("while a paused client has left", .enabled(if: Poller.noticesEndWhilePaused))
    func paused() async throws {
        let bench = try Bench(.init(received: { channel, _ in channel.pauseReading() }))
        let client = try bench.client()
        try client.send("one")
        await bench.journal.wait(bytes: 3)
        try client.send("two")
        client.finishSending()
        await bench.journal.wait(for: .leaving)
        try await expectQuiet(bench.eventLoop)
        await bench.listener.stop()
    }

    // In its own process: the limit applies to the whole process, and other tests here need descriptors.
    @Test("while a connection cannot be accepted for want of a descriptor, and then takes it")
    func noDescriptors() async throws {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            let told = Locked<[String?]>([])
            bench.unaccepted.observe { reason in told.withLock { $0.append(reason) } }
            let first = try bench.client()
            try first.send("x")
            _ = try first.receive()
            let second = try Client(unconnected: ())
            let third = try Client(unconnected: ())

            var limit = rlimit()
            #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
            #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            #endif
            try #require(getrlimit(resource, &limit) == 0)
            let usual = limit
            // All numbers below this are in use, and none above it is allowed.
            let lowest = dup(0)
            close(lowest)
            limit.rlim_cur = rlim_t(lowest)
            try #require(setrlimit(resource, &limit) == 0)

            try second.connect(to: bench.listener.address)
            try second.send("y")
            try await expectQuiet(bench.eventLoop)
            #expect(bench.journal.happenings.receivedBytes == Array("x".utf8))
            let text =
                "connections wait that could not be accepted: the process may have \(lowest) descriptors; raise the limit by "
                + "ulimit -n"
            #expect(told.withLock { $0 } == [text])

            // One of the two is enough: a descriptor that is closed by this event loop…
            first.finishSending()
            let channel = await bench.channel()
            await bench.onEventLoop { channel.close() }
            #expect(try second.receive() == Array("y".utf8))
            // All are accepted, although a further one could not be.
            await bench.onEventLoop {}
            #expect(told.withLock { $0 } == [text, nil])
            // …or a limit that is raised elsewhere, which is noticed within 50 ms.
            try third.connect(to: bench.listener.address)
            try third.send("z")
            while told.withLock({ $0.count }) < 3 { await Task.yield() }
            try #require(setrlimit(resource, [usual]) == 0)
            #expect(try third.receive() == Array("z".utf8))
            await bench.onEventLoop {}
            #expect(told.withLock { $0 } == [text, nil, text, nil])
            await bench.listener.stop()
        }
    }
}

/// Expects fewer than 50 fires and events in the next second, including those of the event loop's own timer.
private func expectQuiet(_ eventLoop: EventLoop, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let before = await eventLoop.run { (eventLoop.poller.fires, eventLoop.poller.events) }
    await eventLoop.wait(nanoseconds: 1_000_000_000)
    let after = await eventLoop.run { (eventLoop.poller.fires, eventLoop.poller.events) }
    #expect(after.0 - before.0 < 50, sourceLocation: sourceLocation)
    #expect(after.1 - before.1 < 50, sourceLocation: sourceLocation)
}
