import Sockets
import Testing

@testable import MockServerKit

@Suite("Pipelined requests", .timeLimit(.minutes(60)))
struct PipeliningTests {
    /// How many requests may wait for their responses before no more is read.
    private static let most = 1_024

    @Test("are all answered, in their order, however many wait for the first")
    func order() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - { request: GET /first, response: { text: first, delay: 30ms } }
                  - { request: 'GET /{n}', times: 200, response: { text: "{{request.path.n}} {{count}}" } }
                """)
        let client = try RawClient(server)
        try client.send(get("/first") + (1...200).map { get("/\($0)") }.joined())
        #expect(try client.response().text == "first")
        for number in 1...200 { #expect(try client.response().text == "\(number) \(number)") }
        #expect(client.pending.isEmpty)
        #expect(try finish(server).passed)
    }

    @Test("behind as many as may wait are not read")
    func pause() async throws {
        let server = try MockServer(
            playing: """
                steps:
                  - { request: GET /slow, response: { delay: 3600s } }
                  - { id: rest, request: GET /rest, times: 2000 }
                stubs: [{ request: GET /other }]
                """)
        let client = try RawClient(server)
        try client.send(get("/slow") + String(repeating: get("/rest"), count: 2_000))
        try await server.waitFor(step: "rest", count: Self.most - 1, timeout: .seconds(600))
        try passIteration(of: server)
        #expect(server.run.count(ofStep: "rest") == Self.most - 1)
        #expect(server.run.isReceiving, "a request may have come that nobody has looked at")
        await server.stop()
        // The stop has the other requests decided that came whole: they are counted, and their responses dropped.
        #expect(server.verdict.droppedResponses.count > Self.most)
    }

    @Test("are taken a few at a time, so that others have theirs in between")
    func share() throws {
        let stream = HeldStream(on: try #require(try EventLoop.all.first))
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]", path: "run.yaml")
        let currentRun = CurrentRun(scenario, .init())
        let connection = HTTP1Connection(
            stream, currentRun, settings: ConnectionSettings(maxBody: 1_024, protocols: [.http1], timeouts: Timeouts()))
        let requests = HeldStream.Wire.http1.requests(1_000)
        stream.batch { requests.withUnsafeBytes { connection.received($0) } }
        for turn in 1...15 {
            #expect(currentRun.run.extent.requests == 64 * turn)
            #expect(currentRun.isReceiving)
            let deadline = try #require(stream.deadline)
            #expect(deadline <= EventLoop.now)
            stream.takeAll()
            connection.deadlinePassed()
        }
        #expect(currentRun.run.extent.requests == 1_000)
        #expect(!currentRun.isReceiving)
        connection.closed(.done)
    }

    private static let full = """
        linger: 0ms
        steps: [{ id: slow, request: GET /slow, times: 1024, response: { delay: 3600s } }]
        stubs: [{ request: DELETE /x, never: true }]
        """
    private static let pipeline = String(repeating: get("/slow"), count: most) + "DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n"

    /// A client that has sent a request behind as many as may wait.
    private func clientOfUnread(_ server: MockServer) async throws -> RawClient {
        let client = try RawClient(server)
        try client.send(String(repeating: get("/slow"), count: Self.most + 1))
        try await server.waitFor(step: "slow", count: Self.most, timeout: .seconds(600))
        try client.send("DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n")
        return client
    }

    // A Dispatch source that is suspended, because nothing more is read, reports neither a reset nor an end.
    #if os(Linux) && !DISPATCH_SOURCE_PER_DESCRIPTOR
    @Test("behind as many as may wait count all the same when the client resets the connection")
    func resetBehind() async throws {
        let server = try MockServer(playing: Self.full)
        let client = try RawClient(server)
        try client.send(Self.pipeline)
        try await server.waitFor(step: "slow", count: Self.most, timeout: .seconds(600))
        client.reset()
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.requests == Self.most + 1)
        #expect(verdict.failures.map(\.kind) == [.never])
        #expect(server.journal.allSatisfy { $0.timeline.left != nil })
        await server.stop()
    }

    @Test("that nobody has read because too many wait count all the same when the client resets the connection")
    func resetUnread() async throws {
        let server = try MockServer(playing: Self.full)
        let client = try await clientOfUnread(server)
        client.reset()
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.requests == Self.most + 2)
        #expect(verdict.failures.map(\.kind).contains(.never))
        await server.stop()
    }

    @Test("behind one whose body is stalled count when the client resets the connection", arguments: [true, false])
    func resetBehindStalled(isChunked: Bool) async throws {
        let server = try MockServer(playing: Self.stalled)
        let client = try await clientBehindStalled(server, isChunked: isChunked)
        client.reset()
        _ = await server.run.wait(for: .request(after: 1), timeout: .seconds(600))
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.requests == 2)
        #expect(verdict.failures.map(\.kind) == [.never])
        await server.stop()
    }

    @Test("behind as many as may wait count all the same when the client sends nothing more", arguments: [1, 900])
    func endBehind(count: Int) async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps: [{ id: slow, request: GET /slow, times: 1024, response: { delay: 3600s } }]
                stubs: [{ request: GET /next }, { request: DELETE /x, never: true }]
                """)
        let client = try RawClient(server)
        let next = String(repeating: get("/next"), count: count - 1)
        try client.send(
            String(repeating: get("/slow"), count: Self.most) + next + "DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n")
        client.finishSending()
        try await server.waitFor(step: "slow", count: Self.most, timeout: .seconds(600))
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.requests == Self.most + count)
        #expect(verdict.failures.map(\.kind) == [.never])
        await server.stop()
        withExtendedLifetime(client) {}
    }
    #endif

    @Test("behind as many as may wait count all the same when the server stops")
    func stopBehind() async throws {
        let server = try MockServer(playing: Self.full)
        let client = try RawClient(server)
        try client.send(Self.pipeline)
        try await server.waitFor(step: "slow", count: Self.most, timeout: .seconds(600))
        await server.stop()
        #expect(server.verdict.failures.map(\.kind) == [.never])
        #expect(server.verdict.droppedResponses.count == Self.most + 1)
        #expect(server.unfinishedRequests.isEmpty)
        withExtendedLifetime(client) {}
    }

    @Test("that nobody has read because too many wait count all the same when the server stops")
    func stopUnread() async throws {
        let server = try MockServer(playing: Self.full)
        let client = try await clientOfUnread(server)
        await server.stop()
        #expect(server.verdict.failures.map(\.kind).contains(.never))
        withExtendedLifetime(client) {}
    }

    @Test("behind as many as may wait that are not HTTP are failures when the server stops")
    func brokenBehind() async throws {
        let server = try MockServer(playing: Self.full)
        let client = try RawClient(server)
        try client.send(String(repeating: get("/slow"), count: Self.most) + "GARBAGE\r\n\r\n")
        try await server.waitFor(step: "slow", count: Self.most, timeout: .seconds(600))
        await server.stop()
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
        withExtendedLifetime(client) {}
    }

    private static let endless = [
        "text: hello, fault: stall", "text: hello, fault: {kind: stall, at: response_start}",
        "text: hello, fault: {kind: stall, at: response_end}", "events: [{data: a}], then: keep_open",
        "fault: {kind: stall, at: request_start}", "fault: {kind: stall, at: request_body, after_bytes: 2}",
        "connection: close, fault: {kind: stall, at: response_start}",
    ]

    @Test("behind a response without an end are decided, and wait for it", arguments: endless, [true, false])
    func behindEndless(keys: String, isPipelined: Bool) async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps: [{ id: endless, request: GET /x, response: { \(keys) } }]
                stubs: [{ request: DELETE /x, never: true }]
                """)
        let client = try RawClient(server)
        let next = "DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n"
        try client.send(get("/x") + (isPipelined ? next : ""))
        try await server.waitFor(step: "endless", timeout: .seconds(600))
        if !isPipelined { try client.send(next) }
        _ = await server.run.wait(for: .request(after: 1), timeout: .seconds(600))
        #expect(server.run.activity.unanswered == 1)
        // Its client may leave, and then nobody waits for that response.
        client.finishSending()
        #expect(try client.end() == .fin)
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.requests == 2)
        #expect(verdict.failures.map(\.kind) == [.never])
        #expect(server.journal.map { $0.timeline.left != nil } == [false, true])
        await server.stop()
    }

    /// A request whose body is stalled after its first bytes, and a client that has sent the rest, which looks like a request,
    /// and another one.
    private func clientBehindStalled(_ server: MockServer, isChunked: Bool) async throws -> RawClient {
        let client = try RawClient(server)
        let next = "DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n"
        let content = "abc\(next)"
        let length = content.utf8.count
        let (framing, body) =
            isChunked
            ? ("Transfer-Encoding: chunked", "\(String(length, radix: 16))\r\n\(content)\r\n0\r\n\r\n")
            : ("Content-Length: \(length)", content)
        let begun = isChunked ? 7 : 3
        try client.send("POST /x HTTP/1.1\r\nHost: h\r\n\(framing)\r\n\r\n\(body.prefix(begun))")
        try await server.waitFor(step: "stalled", timeout: .seconds(600))
        while let entry = server.journal.first, entry.request.bodySize < 2 { await Task.yield() }
        try client.send(body.dropFirst(begun) + next)
        return client
    }

    private static let stalled = """
        linger: 0ms
        steps: [{ id: stalled, request: POST /x, response: { fault: { kind: stall, at: request_body, after_bytes: 2 } } }]
        stubs: [{ request: DELETE /x, never: true }]
        """

    @Test(
        "behind one whose body is stalled are decided when the server stops, and the body is not one",
        arguments: [true, false], [true, false])
    func stopBehindStalled(isChunked: Bool, hasEnded: Bool) async throws {
        let server = try MockServer(playing: Self.stalled)
        let client = try await clientBehindStalled(server, isChunked: isChunked)
        if hasEnded { client.finishSending() }
        await server.stop()
        #expect(server.verdict.requests == 2)
        #expect(server.verdict.failures.map(\.kind) == [.never])
        #expect(server.journal.first?.request.bodySize == 2)
        withExtendedLifetime(client) {}
    }

    @Test(
        "behind a response without an end wait for it, as many as may wait, and the others are decided when the server stops"
    )
    func manyBehindEndless() async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps:
                  - { request: GET /x, response: { text: hello, fault: stall } }
                  - { id: next, request: GET /next, times: 1023, client: answered }
                stubs: [{ request: GET /other }, { request: DELETE /x, never: true }]
                """)
        let client = try RawClient(server)
        try client.send(
            get("/x") + String(repeating: get("/next"), count: Self.most - 1) + "DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n")
        try await server.waitFor(step: "next", count: Self.most - 1, timeout: .seconds(600))
        try passIteration(of: server)
        #expect(!server.run.extent.hasFailed)
        await server.stop()
        #expect(server.verdict.droppedResponses.count == Self.most)
        let failures = server.verdict.failures
        #expect(failures.map(\.kind) == [.never, .client])
        #expect(failures.last?.repeats == Self.most - 1)
        #expect(
            failures.last?.note == "at the end of the run it still waited for the response before it on its connection")
        withExtendedLifetime(client) {}
    }

    @Test(
        "behind one with which the client gives up the connection break HTTP, whenever they come",
        arguments: [
            "GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET /x HTTP/1.0\r\nHost: h\r\n\r\n",
            "POST /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc",
        ], [true, false])
    func behindLast(request: String, isAtOnce: Bool) async throws {
        let server = try MockServer(
            playing: "linger: 0ms\nsteps: [{ id: x, request: /x, response: { delay: 3600s } }]\nclock: virtual")
        let client = try RawClient(server)
        try client.send(request + (isAtOnce ? get("/y") : "\r\n"))
        try await server.waitFor(step: "x", timeout: .seconds(600))
        if !isAtOnce {
            #expect(!server.verdict.failures.contains { $0.kind == .badRequest })
            try client.send(get("/y"))
            try client.send(get("/y"))
            while !server.verdict.failures.contains(where: { $0.kind == .badRequest }) { await Task.yield() }
        }
        let failures = server.verdict.failures
        #expect(failures.map(\.kind) == [.badRequest])
        #expect(failures.first?.title.contains("is not HTTP") == true, "\(failures)")
        try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
        #expect(try client.response().status == 200)
        #expect(try finish(server).requests == 2)
    }

    @Test("behind a response that closes the connection are for the client to send again")
    func behindClose() throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps: [{ request: GET /x, response: { connection: close } }]
                stubs: [{ request: DELETE /x, never: true }]
                """)
        let client = try RawClient(server)
        try client.send(get("/x") + "DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try client.end()
        let verdict = try finish(server)
        #expect(verdict.requests == 1 && verdict.passed)
    }

    @Test("are all answered if the client has sent its last byte", arguments: [17, 1_024, 1_100])
    func halfClosed(count: Int) throws {
        let server = try MockServer(
            playing: "steps: [{ request: GET /slow, times: \(count), response: { delay: 20ms, text: late } }]")
        let client = try RawClient(server)
        try client.send(String(repeating: get("/slow"), count: count))
        client.finishSending()
        for _ in 0..<count { #expect(try client.response().text == "late") }
        #expect(try finish(server).passed)
    }

    @Test("that are cut anywhere, time after time, are no slow head")
    func cutHeads() throws {
        try Patience.find { try cutHeads(within: $0) }
    }

    /// Whether all requests are answered that a client sends for twice the time that a head has.
    private func cutHeads(within patience: Duration) throws -> Bool {
        var options = MockServer.Options.patient
        options.timeouts.head = patience
        let server = try MockServer(playing: "stubs: [{ request: GET /x }]", options: options)
        let client = try RawClient(server)
        let request = get("/x")
        let (start, rest) = (String(request.prefix(10)), String(request.dropFirst(10)))
        let begin = ContinuousClock.now
        try client.send(start)
        defer { server.stopNow() }
        while ContinuousClock.now - begin < patience * 2 {
            try client.send(rest + start)
            guard try client.response().status == 200 else { return false }
        }
        return true
    }

    @Test("are given no time to come while the server does not read them")
    func pausedHeads() throws {
        try Patience.find { try pausedHeads(within: $0) }
    }

    /// Whether all requests are answered that come together, behind one whose response takes twice the timeouts.
    private func pausedHeads(within patience: Duration) throws -> Bool {
        var options = MockServer.Options.patient
        options.timeouts = Timeouts(head: patience, body: patience, idle: patience)
        let server = try MockServer(
            playing: """
                stubs:
                  - { request: GET /slow, response: { delay: \(patience.milliseconds * 2)ms } }
                  - { request: GET /x }
                """, options: options)
        defer { server.stopNow() }
        let client = try RawClient(server)
        guard (try? client.send(get("/slow") + String(repeating: get("/x"), count: 40))) != nil else { return false }
        for _ in 0...40 {
            guard (try? client.response())?.status == 200 else { return false }
        }
        return true
    }
}

/// Returns when every event loop has finished the pass it was in.
func passIteration(of server: MockServer) throws {
    for _ in try EventLoop.all { #expect(try RawClient(server).ask(get("/other")).status == 200) }
}
