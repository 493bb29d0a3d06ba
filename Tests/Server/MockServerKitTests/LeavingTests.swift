import Locking
import MockServerKit
import Testing

@Suite("While an answer waits", .timeLimit(.minutes(60)))
struct LeavingTests {
    private static let slow = "linger: 0ms\nsteps: [{ id: slow, request: GET /slow, response: { delay: 3600s } }]"

    @Test("a client that leaves is gone, and its request stays counted")
    func gone() async throws {
        let server = try MockServer(playing: Self.slow)
        let client = try RawClient(server)
        try client.send(get("/slow"))
        try await server.waitFor(step: "slow", timeout: .seconds(600))
        client.reset()
        // Ends before its timeout, since no response is pending any more.
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed)
        #expect(verdict.completeSteps == 1)
        #expect(verdict.requests == 1)
        #expect(verdict.droppedResponses.isEmpty)
        await server.stop()
    }

    @Test("over every wire a client that gives up is told of, and nothing waits for it", arguments: Transport.allCases)
    func givesUp(transport: Transport) async throws {
        // How long the client waits, in seconds: it may be so slow that it gives up before it has asked.
        for seconds in [2, 20, 200] {
            if try await givesUp(transport, after: seconds) { return }
        }
        Issue.record("the client never asked")
    }

    private func givesUp(_ transport: Transport, after seconds: Int) async throws -> Bool {
        var options = transport.options
        options.recordsResponses = true
        let interruptions = Locked<[String]>([])
        options.onInterruption = { entry in
            let end = entry.left == nil ? "stayed" : "left"
            interruptions.withLock { $0.append("\(entry.request.method) \(entry.request.target) \(end)") }
        }
        let server = try MockServer(playing: Self.slow, options: options)
        let tool = try await Tool.beside("\(transport.curl) --max-time \(seconds) $url/slow", server).value
        #expect(tool.status == 28, "\(tool.output)")
        guard !server.journal.isEmpty else {
            await server.stop()
            return false
        }
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed)
        #expect(verdict.droppedResponses.isEmpty)
        let entry = try #require(server.journal.first)
        #expect(server.journal.count == 1)
        #expect(entry.timeline.left != nil)
        #expect(entry.timeline.responseText == "left")
        #expect(entry.response == nil)
        // The interruption may be reported after the verdict, but before the server has stopped.
        await server.stop()
        #expect(interruptions.withLock { $0 } == ["GET /slow left"])
        return true
    }

    @Test("a client that closes its own direction has left, and gets its answer all the same")
    func halfClosed() async throws {
        var options = MockServer.Options.patient
        options.recordsResponses = true
        let server = try MockServer(
            playing:
                "clock: virtual\nlinger: 0ms\nsteps: [{ request: GET /slow, response: { delay: 1s, text: late } }]",
            options: options)
        let client = try RawClient(server)
        try client.send(get("/slow"))
        client.finishSending()
        while server.journal.first?.timeline.left == nil { await Task.yield() }
        try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
        #expect(try client.response().text == "late")
        #expect(try client.end() == .fin)
        let entry = try #require(server.journal.first)
        #expect(entry.timeline.left != nil)
        #expect(entry.response?.isComplete == false)
        await server.stop()
    }

    @Test("a client that closes its own direction behind its request is answered, where nothing makes it wait")
    func closedBehindRequest() throws {
        var options = MockServer.Options.patient
        options.recordsResponses = true
        let server = try MockServer(
            playing: "linger: 0ms\nstubs: [{ request: GET /a, response: { text: a } }]", options: options)
        for _ in 0..<20 {
            let client = try RawClient(server)
            try client.send(get("/a") + get("/a"))
            client.finishSending()
            #expect(try client.response().text == "a")
            #expect(try client.response().text == "a")
            #expect(try client.end() == .fin)
        }
        #expect(server.journal.count == 40)
        #expect(server.journal.allSatisfy { $0.timeline.left == nil && $0.response?.isComplete == true })
        server.stopNow()
    }

    @Test("a client may close for good: the answer is written to nobody")
    func closed() async throws {
        let server = try MockServer(
            playing: "linger: 0ms\nsteps: [{ id: slow, request: GET /slow, response: { delay: 50ms } }]")
        let client = try RawClient(server)
        try client.send(get("/slow"))
        client.close()
        try await server.waitFor(step: "slow", timeout: .seconds(600))
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed)
        #expect(verdict.droppedResponses.isEmpty)
        await server.stop()
    }

    @Test("the server stops at once, and its verdict names the answer")
    func stop() async throws {
        let server = try MockServer(playing: Self.slow)
        let client = try RawClient(server)
        try client.send(get("/slow"))
        try await server.waitFor(step: "slow", timeout: .seconds(600))
        await server.stop()
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)
        // Nothing is pending any more.
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.dropped.map(\.requestText) == ["GET /slow"])
        #expect(verdict.text().contains("not answered to the end:\n   #1  GET /slow   connection 1"))
    }

    @Test("finish gives it the linger, then drops and names it")
    func finishes() async throws {
        let server = try MockServer(playing: Self.slow)
        let client = try RawClient(server)
        try client.send(get("/slow"))
        try await server.waitFor(step: "slow", timeout: .seconds(600))
        let verdict = try finish(server)
        #expect(verdict.droppedResponses.count == 1)
        #expect(try client.end() == .fin)
    }

    private static let feed = """
        linger: 0ms
        steps:
          - id: feed
            request: GET /feed
            client: cancels
            response: {events: [{data: a}], then: keep_open}
        """

    @Test("a client may be expected to leave a response without an end", arguments: [true, false])
    func leavesFeed(resets: Bool) async throws {
        let server = try MockServer(playing: Self.feed)
        let client = try RawClient(server)
        try client.send(get("/feed"))
        while !text(client.pending).hasSuffix("data: a\n\n\r\n") { try #require(try client.receive()) }
        #expect(!(await server.verify(timeout: .milliseconds(10))).passed)
        if resets { client.reset() } else { client.close() }
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed, "\(verdict.text())")
        await server.stop()
    }

    @Test(
        "a client that leaves a stream too soon is told how many of its events had been sent", arguments: [true, false])
    func leavesEvents(isHTTP2: Bool) async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps:
                  - id: feed
                    request: GET /feed
                    client: answered
                    response: {events: [{data: a}, {data: b, delay: 1h}, {data: c}]}
                """)
        let client = try RawClient(server)
        if isHTTP2 {
            try client.send(RawFrame.start + RawFrame.get("/feed", on: 1))
        } else {
            try client.send(get("/feed"))
        }
        while !text(client.pending).contains("data: a\n\n") { try #require(try client.receive()) }
        client.reset()
        let verdict = await server.verify(timeout: .seconds(3_600))
        let note = try #require(verdict.failures.first?.note)
        #expect(note.hasSuffix(", when 1 of 3 events had been sent"), "\(note)")
        await server.stop()
    }

    @Test("and to reset its stream")
    func resetsFeed() async throws {
        let server = try MockServer(playing: Self.feed)
        let client = try RawClient(server)
        try client.send(RawFrame.start + RawFrame.get("/feed", on: 1))
        while !text(client.pending).contains("data: a\n\n") { try #require(try client.receive()) }
        #expect(!(await server.verify(timeout: .milliseconds(10))).passed)
        try client.send([0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 8])
        let verdict = await server.verify(timeout: .seconds(3_600))
        #expect(verdict.passed, "\(verdict.text())")
        await server.stop()
    }

    @Test("which fails the run if it stays")
    func staysOnFeed() throws {
        let server = try MockServer(playing: Self.feed)
        let client = try RawClient(server)
        try client.send(get("/feed"))
        while !text(client.pending).hasSuffix("data: a\n\n\r\n") { try #require(try client.receive()) }
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == [.client])
        #expect(verdict.droppedResponses.isEmpty)
        #expect(try client.end() == .fin)
    }
}
