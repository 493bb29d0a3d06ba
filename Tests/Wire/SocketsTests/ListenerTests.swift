import Dispatch
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

@Suite("A listener", .timeLimit(.minutes(60)))
struct ListenerTests {
    @Test("serves each address it can be asked for", arguments: ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
    func addresses(_ host: String) async throws {
        #if canImport(Darwin)
        if host == "127.0.0.2" { return }  // no such loopback address there
        #endif
        let listener = try echo(try ServerAddress(host: host))
        #expect(listener.address.port != 0)
        let client = try Client(listener.address)
        try client.send("hello")
        #expect(try client.receiveText(5) == "hello")
        await listener.stop()
    }

    @Test("listens on the address asked for and no other")
    func exact() async throws {
        for (asked, other) in [("::1", "127.0.0.1"), ("127.0.0.1", "::1"), ("0.0.0.0", "::1")] {
            // Another test may have the port on the other address, but hardly each of five.
            var errors: [ClientError?] = []
            for _ in 1...5 {
                let listener = try echo(try ServerAddress(host: asked))
                do {
                    _ = try Client(ServerAddress(host: other, port: #require(listener.address.port)))
                    errors.append(nil)
                } catch let error as ClientError {
                    errors.append(error)
                }
                await listener.stop()
            }
            #expect(errors.contains(ClientError(call: "connect", errno: ECONNREFUSED)), "\(asked): \(errors)")
        }
    }

    @Test("on :: takes connections over IPv6 and IPv4, and knows the address that each came to")
    func everyAddress() async throws {
        let addresses = Locked<[String]>([])
        let listener = try Listener(on: try ServerAddress(host: "::")) { channel in
            addresses.withLock { $0.append(channel.localAddress?.host ?? "none") }
            return Probe(channel, .echo, nil)
        }
        for host in ["::1", "127.0.0.1"] {
            let client = try Client(ServerAddress(host: host, port: #require(listener.address.port)))
            try client.send("hello")
            #expect(try client.receiveText(5) == "hello")
        }
        #expect(addresses.withLock { $0 } == ["::1", "127.0.0.1"])
        await listener.stop()
    }

    @Test("a port that is taken is an error that names it")
    func taken() async throws {
        let listener = try echo()
        let address = listener.address
        let failure = #expect(throws: SocketError.self) { try echo(address) }
        #expect(failure?.errno == EADDRINUSE)
        #expect(failure?.description.hasPrefix("Cannot listen on \(address): the port is taken") == true)
        await listener.stop()
    }

    @Test("an address of no interface is an error")
    func foreign() throws {
        let failure = #expect(throws: SocketError.self) { try echo(try ServerAddress(host: "203.0.113.1")) }
        #expect(failure?.errno == EADDRNOTAVAIL)
    }

    @Test("its port can be had again at once, although its connections are in TIME_WAIT")
    func again() async throws {
        let first = try echo()
        let client = try Client(first.address)
        try client.send("x")
        _ = try client.receive()
        try first.stopAndWait()
        #expect(try client.receiveToEnd() == [])
        client.close()
        let second = try echo(first.address)
        let other = try Client(second.address)
        try other.send("y")
        #expect(try other.receive() == Array("y".utf8))
        await second.stop()
    }

    @Test("stopped, it gives idle connections FIN, tells their handlers, and refuses new ones")
    func stopping() async throws {
        let journal = Journal()
        let listener = try Listener(on: .loopback()) { Probe($0, .echo, journal) }
        let clients = try (0..<8).map { _ in try Client(listener.address) }
        for client in clients {
            try client.send("x")
            _ = try client.receive()
        }
        await listener.stop()
        #expect(journal.happenings.filter { $0 == .closed(.stopped) }.count == 8)
        for client in clients { #expect(try client.receiveToEnd() == []) }
        #expect(throws: ClientError(call: "connect", errno: ECONNREFUSED)) { try Client(listener.address) }
    }

    @Test("stopped again and from several sides at once, each stop returns after everything is closed")
    func stoppingTwice() async throws {
        let journal = Journal()
        let listener = try Listener(on: .loopback()) { Probe($0, .echo, journal) }
        let client = try Client(listener.address)
        try client.send("x")
        _ = try client.receive()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await listener.stop()
                    return journal.happenings.contains(.closed(.stopped))
                }
            }
            for await isClosed in group { #expect(isClosed) }
        }
        try listener.stopAndWait()
        await listener.stop()
    }

    @Test("a stop waits for every event loop that has connections")
    func stoppingWaits() async throws {
        let eventLoops = [try EventLoop(label: "one"), try EventLoop(label: "other")]
        let journal = Journal()
        let used = Locked<[EventLoop]>([])
        let listener = try Listener(on: .loopback(), eventLoops: eventLoops) { channel in
            used.withLock { $0.append(channel.eventLoop) }
            return Probe(channel, .echo, journal)
        }
        let clients = try (0..<2).map { _ in try Client(listener.address) }
        await journal.wait { $0.filter { $0 == .opened }.count == 2 }
        let (home, other) = used.withLock { ($0[0], $0[1]) }
        #expect(home !== other)

        let mayGoOn = DispatchSemaphore(value: 0)
        other.async { mayGoOn.wait() }
        let isOver = Locked(false)
        let wasOver = Locked(true)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            listener.stop {
                isOver.withLock { $0 = true }
                continuation.resume()
            }
            // By then the listener's own event loop has done its part.
            home.async {
                home.async {
                    let isOverNow = isOver.withLock { $0 }
                    wasOver.withLock { $0 = isOverNow }
                    mayGoOn.signal()
                }
            }
        }
        #expect(!wasOver.withLock { $0 })
        #expect(journal.happenings.filter { $0 == .closed(.stopped) }.count == 2)
        for client in clients { client.close() }
    }

    @Test("the blocking stop refuses to run on an event loop, and stops nothing")
    func stopOnEventLoop() async throws {
        let listener = try echo()
        let eventLoop = try #require(try EventLoop.all.first)
        let refusal = await eventLoop.run { () -> SocketError? in
            do throws(SocketError) {
                try listener.stopAndWait()
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal == .waitOnEventLoop)
        let client = try Client(listener.address)
        try client.send("x")
        #expect(try client.receive() == Array("x".utf8))
        await listener.stop()
    }

    @Test("connections are numbered in order and spread over the event loops")
    func spread() async throws {
        let seen = Locked<[(number: Int, eventLoop: ObjectIdentifier)]>([])
        let listener = try Listener(on: .loopback()) { channel in
            seen.withLock { $0.append((channel.number, ObjectIdentifier(channel.eventLoop))) }
            return Probe(channel, .echo, nil)
        }
        for _ in 0..<8 {
            let client = try Client(listener.address)
            try client.send("x")
            _ = try client.receive()
        }
        #expect(seen.withLock { $0.map(\.number) } == Array(1...8))
        let eventLoops = try EventLoop.all.count
        #expect(Set(seen.withLock { $0.map(\.eventLoop) }).count == min(8, eventLoops))
        await listener.stop()
    }

    @Test("two hundred serve at once")
    func manyAlive() async throws {
        let listeners = try (0..<200).map { _ in try echo() }
        #expect(Set(listeners.map(\.address.port)).count == 200)
        let clients = try listeners.map { try Client($0.address) }
        for (index, client) in clients.enumerated() { try client.send("server \(index)") }
        for (index, client) in clients.enumerated() {
            let text = "server \(index)"
            #expect(try client.receiveText(text.utf8.count) == text)
        }
        for listener in listeners { await listener.stop() }
    }

    @Test("can be made and stopped by code on the main actor")
    @MainActor
    func onMainActor() async throws {
        let listener = try Listener(on: .loopback()) { Probe($0, .echo, nil) }
        let client = try Client(listener.address)
        try client.send("x")
        #expect(try client.receive() == Array("x".utf8))
        try listener.stopAndWait()
    }

    #if os(Linux)
    // In its own process, where nothing else opens descriptors or starts threads.
    @Test("a thousand started and stopped, each after an answer, leave descriptors and threads where they were")
    func thousand() async throws {
        await #expect(processExitsWith: .success) {
            func serve() throws {
                let listener = try Listener(on: .loopback()) { Probe($0, .echo, nil) }
                let client = try Client(listener.address)
                try client.send("x")
                try #require(try client.receive() == Array("x".utf8))
                try listener.stopAndWait()
                client.close()
            }
            // The first ones make the event loops, and the threads that run them.
            for _ in 0..<50 { try serve() }
            let (descriptors, threads) = (try count("/proc/self/fd"), try count("/proc/self/task"))
            for _ in 0..<1_000 { try serve() }
            #expect(try count("/proc/self/fd") == descriptors)
            // Dispatch's pool may have grown, on a busy machine by more threads than there are event loops; a leak of
            // one per listener would be a thousand.
            #expect(try count("/proc/self/task") <= threads + 50)
        }
    }
    #endif
}

private func echo(_ address: ServerAddress = .loopback()) throws -> Listener {
    try Listener(on: address) { Probe($0, .echo, nil) }
}

private func count(_ directory: String) throws -> Int {
    let stream = try #require(opendir(directory))
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    return count
}
