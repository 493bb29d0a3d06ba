import HTTPMessage
import Locking
import MockServerKit
import Sockets
import Testing

@Suite("The clock of a run", .timeLimit(.minutes(60)))
struct ClockTests {
    private static let slow = """
        linger: 0ms
        steps:
          - {id: a, request: GET /a, response: {delay: {headers: 1h, body: 1h}, text: "{{now(unix)}}"}}
          - {id: b, request: GET /b, interval: {gte: 2h}}
        """

    @Test("that is virtual ends with the run, and a response that still waits for it does not keep its event loop")
    func virtualEnd() async throws {
        let server = try MockServer(
            playing: """
                clock: virtual
                linger: 0ms
                steps:
                  - { id: slow, request: GET /slow, response: { text: a, delay: 5s } }
                  - { id: other, request: GET /other }
                """)
        let client = try await Task { try RawClient(server) }.value
        try client.send(get("/slow"))
        try await server.waitFor(step: "slow", timeout: .seconds(600))
        #expect(await server.finish().failures.map(\.step) == ["other"])
        // The event loop is free again.
        await EventLoop.turnsEnded()
    }

    @Test("that is instant skips each wait, and stands where the response was due")
    func instant() async throws {
        let server = try MockServer(playing: "clock: instant\n" + Self.slow)
        let start = server.clock.now
        let client = try RawClient(server)
        let response = try client.ask(get("/a"))
        let seconds = try #require(Int64(response.text))
        #expect(seconds >= start.advanced(by: .seconds(3_600)).nanoseconds / 1_000_000_000)
        #expect(start.duration(to: server.clock.now) >= .seconds(7_200))
        // The interval measures the client's own wait.
        #expect(try client.ask(get("/b")).status == 200)
        #expect(await server.verify(timeout: .seconds(600)).failures.map(\.kind) == [.interval])
        try await server.clock.sleep(for: .seconds(86_400))
        #expect(start.duration(to: server.clock.now) >= .seconds(86_400))
        await #expect(throws: ClockError.notVirtual(.instant)) { try await server.clock.advance(by: .seconds(1)) }
        await server.stop()
    }

    @Test("that is virtual moves only when a test moves it", arguments: Transport.allCases)
    func virtual(transport: Transport) async throws {
        let server = try MockServer(playing: "clock: virtual\n" + Self.slow, options: transport.options)
        let start = server.clock.now
        let url = server.urlText ?? ""
        let tool = Tool.beside("\(transport.curl) $url/a", server)
        try await server.clock.waitForSleepers(1, timeout: .seconds(600))
        #expect(server.clock.now == start)
        try await server.clock.advance(by: .seconds(3_599), timeout: .seconds(600))
        #expect(server.clock.sleepers == 1)
        try await server.clock.advance(by: .seconds(1), timeout: .seconds(600))
        try await server.clock.waitForSleepers(1, timeout: .seconds(600))
        try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
        let output = try await tool.value.output
        #expect(output.contains("\(start.nanoseconds / 1_000_000_000 + 3_600)"), "\(url): \(output)")
        #expect(server.verdict.droppedResponses.isEmpty)
        await server.stop()
    }

    @Test("that is virtual wakes sleepers and responses in the order of their times")
    func order() async throws {
        var options = MockServer.Options.patient
        options.recordsResponses = true
        let server = try MockServer(
            playing: """
                clock: virtual
                stubs: [{request: "GET /{seconds}", responses: [{delay: 3s}, {delay: 1s}, {delay: 2s}]}]
                """, options: options)
        let woken = Locked<[String]>([])
        let clients = try (0..<3).map { _ in try RawClient(server) }
        for (index, client) in clients.enumerated() {
            try client.send(get("/\(index)"))
            try await server.clock.waitForSleepers(index + 1, timeout: .seconds(600))
        }
        let clock = server.clock
        let sleeper = Task {
            try await clock.sleep(for: .milliseconds(1_500))
            woken.withLock { $0.append("sleeper") }
        }
        try await server.clock.waitForSleepers(4, timeout: .seconds(600))
        try await server.clock.advance(by: .seconds(10), timeout: .seconds(600))
        try await sleeper.value
        #expect(woken.withLock { $0 } == ["sleeper"])
        let times = server.journal.map { $0.response?.wrote.nanoseconds }
        #expect(times == [3_000_000_000, 1_000_000_000, 2_000_000_000])
        await server.stop()
    }

    @Test(
        "honours cancellation of a sleeper, and ends its sleep when the server stops", arguments: ["real", "virtual"])
    func cancellation(kind: String) async throws {
        let server = try MockServer(playing: "clock: \(kind)\nstubs: [{request: GET /a}]")
        let clock = server.clock
        let sleeper = Task { try await clock.sleep(for: .seconds(3_600)) }
        if kind == "virtual" { try await clock.waitForSleepers(1, timeout: .seconds(600)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleepers == 0)
        if kind == "virtual" {
            let waiting = Task { try await clock.waitForSleepers(2, timeout: .seconds(600)) }
            let other = Task { try await clock.sleep(for: .seconds(3_600)) }
            try await clock.waitForSleepers(1, timeout: .seconds(600))
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            await server.stop()
            await #expect(throws: CancellationError.self) { try await other.value }
        }
        await server.stop()
    }

    @Test("that is real lets a task sleep like any other clock")
    func real() async throws {
        let server = try MockServer(playing: "stubs: [{request: GET /a}]")
        let start = server.clock.now
        try await server.clock.sleep(for: .milliseconds(1))
        #expect(start.duration(to: server.clock.now) >= .milliseconds(1))
        await #expect(throws: ClockError.notVirtual(.real)) {
            try await server.clock.waitForSleepers(1, timeout: .seconds(600))
        }
        await server.stop()
    }

    @Test("a delayed response whose client left waits no more")
    func leaves() async throws {
        let server = try MockServer(
            playing: "clock: virtual\nlinger: 0ms\n" + "stubs: [{request: GET /a, response: {delay: 1h}}]")
        let client = try RawClient(server)
        try client.send(get("/a"))
        try await server.clock.waitForSleepers(1, timeout: .seconds(600))
        client.reset()
        _ = await server.verify(timeout: .seconds(600))
        server.awaitWrites()
        #expect(server.clock.sleepers == 0)
        await server.stop()
    }
}
