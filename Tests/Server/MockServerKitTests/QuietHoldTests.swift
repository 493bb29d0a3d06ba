import Locking
import MockServerKit
import TestSupport
import Testing

/// `hold` with `quiet`: no request of the run for that long, after the other step's response was delivered.
@Suite("A hold that waits for quiet", .timeLimit(.minutes(60)))
struct QuietHoldTests {
    /// A request within the quiet, and what keeps it from being one that a rule answers at once.
    enum Late: CaseIterable, Sendable {
        case answered, unmatched, malformed, unfinished
    }

    private static let quiet = Duration.milliseconds(200)
    private static let lines = """
        linger: 0ms
        order: any
        steps:
          - {id: older, request: GET /older, hold: {until: {step: newer, quiet: 200ms}, timeout: 1h}}
          - {id: newer, request: GET /newer}
        stubs:
          - {request: {path: /other}}
        """

    /// Gives a client a pause of 20 ms between its requests.
    private static func slowServer() throws -> MockServer {
        try MockServer(playing: "stubs: [{ request: GET /, response: { delay: 20ms } }]")
    }

    @Test("begins anew with each request, whatever comes of that", arguments: Late.allCases)
    func beginsAnew(late: Late) async throws {
        let pace = try RawClient(try Self.slowServer())
        var rest: Duration?
        // A client that got no processor for as long as the quiet has not asked within it.
        while rest == nil { rest = try await Self.rest(behind: late, pace) }
        #expect(try #require(rest) >= Self.quiet)
    }

    /// The time between the last of many requests and the held response, at least; nil if the requests came too slowly.
    private static func rest(behind late: Late, _ pace: RawClient) async throws -> Duration? {
        let server = try MockServer(playing: lines)
        defer { server.stopNow() }
        let older = try RawClient(server)
        try older.send(get("/older"))
        try await server.waitFor(step: "older", timeout: .seconds(600))
        async let released = OwnThread.run {
            _ = try older.response()
            return ContinuousClock.now
        }
        let (last, longest) = try await OwnThread.run { try ask(server, late, pace) }
        let instant = try await released
        return longest < quiet ? instant - last : nil
    }

    /// Asks for the newer response, and then for others for longer than the quiet.
    ///
    /// - Returns: when the last request was sent, at the earliest, and the longest time between two of them, at most.
    private static func ask(
        _ server: MockServer, _ late: Late, _ pace: RawClient
    ) throws -> (last: ContinuousClock.Instant, longest: Duration) {
        let begin = ContinuousClock.now
        var (last, longest) = (begin, Duration.zero)
        #expect(try RawClient(server).ask(get("/newer")).status == 200)
        let client = try RawClient(server)
        if late == .unfinished {
            let head = "PUT /other HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n"
            #expect(try client.ask(head).status == 100)
            longest = .now - begin
        }
        while .now - begin < quiet * 3 {
            #expect(try pace.ask(get("/")).status == 200)
            if late == .unfinished { continue }
            let before = last
            last = .now
            switch late {
            case .answered: #expect(try client.ask(get("/other")).status == 200)
            case .unmatched: #expect(try client.ask(get("/unknown")).status == 501)
            case .malformed: #expect(try RawClient(server).ask("GET / HTTP/1.1\r\n\r\n").status == 400)
            case .unfinished: break
            }
            longest = max(longest, .now - before)
        }
        if late == .unfinished {
            last = .now
            #expect(try client.ask("x").status == 200)
        }
        return (last, longest)
    }

    @Test("does not mind the requests of another run")
    func otherRun() async throws {
        var options = MockServer.Options.patient
        options.sessions = .patient
        let server = try MockServer(playing: "stubs: [{ request: GET /other }]", options: options)
        let session = try server.beginSession(Scenario(yaml: "mockserver: 1\n" + Self.lines))
        let older = try RawClient(server)
        try older.send(get("/s/\(session.id)/older"))
        try await session.waitFor(step: "older", timeout: .seconds(600))
        #expect(try RawClient(server).ask(get("/s/\(session.id)/newer")).status == 200)
        let isReleased = Locked(false)
        async let others = OwnThread.run {
            let client = try RawClient(server)
            repeat { #expect(try client.ask(get("/other")).status == 200) } while !isReleased.withLock { $0 }
        }
        #expect(try await OwnThread.run { try older.response().status } == 200)
        isReleased.withLock { $0 = true }
        try await others
        #expect(await session.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }
}
