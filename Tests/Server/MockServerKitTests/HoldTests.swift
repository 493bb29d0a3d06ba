import HTTPMessage
import MockServerKit
import Testing

@Suite("A held response", .timeLimit(.minutes(60)))
struct HoldTests {
    @Test("waits on HTTP/1.1 until the hold opens, and is then sent")
    func opens() async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps: [{id: a, request: GET /a, times: 3, hold: {until: {arrivals: 3}, timeout: 1h}, response: 401}]
                """)
        let clients = try (0..<3).map { _ in try RawClient(server) }
        for (count, client) in clients.enumerated() {
            #expect(server.journal.count == count)
            try client.send(get("/a"))
            try await server.waitFor(step: "a", count: count + 1, timeout: .seconds(600))
        }
        for client in clients { #expect(try client.response().status == 401) }
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("is sent in the stated order, each when the one before is written", arguments: ["reverse", "[3, 1, 2]"])
    func order(release: String) async throws {
        var options = MockServer.Options.patient
        options.recordsResponses = true
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps:
                  - id: a
                    request: GET /a
                    times: 3
                    hold: {until: {arrivals: 3}, release: \(release), timeout: 1h}
                    response: {text: "{{count}}"}
                """, options: options)
        let clients = try (0..<3).map { _ in try RawClient(server) }
        for (count, client) in clients.enumerated() {
            try client.send(get("/a"))
            try await server.waitFor(step: "a", count: count + 1, timeout: .seconds(600))
        }
        for (count, client) in clients.enumerated() { #expect(try client.response().text == "\(count + 1)") }
        #expect(await server.verify(timeout: .seconds(600)).passed)
        let answered = server.journal.sorted {
            ($0.response?.wrote ?? $0.timeline.arrival) < ($1.response?.wrote ?? $1.timeline.arrival)
        }
        #expect(answered.map(\.timeline.number) == (release == "reverse" ? [3, 2, 1] : [3, 1, 2]))
        await server.stop()
    }

    @Test("is sent when the step it waits for is answered, over each wire", arguments: Transport.allCases)
    func untilStep(transport: Transport) async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                order: any
                steps:
                  - {id: held, request: GET /held, hold: {until: {step: opens}, timeout: 1h}, response: {text: late}}
                  - {id: opens, request: GET /opens, response: {text: early}}
                """, options: transport.options)
        let held = try Tool(
            "\(transport.curl) $url/held & p=$!; true; wait $p & \(transport.curl) --retry 0 $url/opens; wait",
            server)
        #expect(held.status == 0, "\(held.output)")
        #expect(held.output.contains("late") && held.output.contains("early"))
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("is sent after the timeout of the hold, which is a failure")
    func timeout() async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps: [{id: a, request: GET /a, times: {at_most: 2}, hold: {until: {arrivals: 2}, timeout: 20ms}}]
                """)
        let client = try RawClient(server)
        #expect(try client.ask(get("/a")).status == 200)
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.failures.map(\.kind) == [.holdTimeout])
        await server.stop()
    }

    @Test("whose client is gone still fails after the timeout, at the latest when the verdict is asked for")
    func timeoutWithoutClient() async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                clock: virtual
                steps: [{id: a, request: GET /a, times: {at_most: 2}, hold: {until: {arrivals: 2}, timeout: 1h}}]
                """)
        let client = try RawClient(server)
        try client.send(get("/a"))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        client.reset()
        #expect(await server.verify(timeout: .seconds(600)).passed)
        try await server.clock.advance(by: .seconds(3_600), timeout: .seconds(600))
        #expect(server.verdict.failures.map(\.kind) == [.holdTimeout])
        await server.stop()
    }

    @Test("is named when the server stops before it is sent")
    func stopped() async throws {
        let server = try MockServer(
            playing: "steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, timeout: 1h}}]")
        let client = try RawClient(server)
        try client.send(get("/a"))
        try await server.waitFor(step: "a", timeout: .seconds(600))
        await server.stop()
        #expect(server.verdict.dropped.map(\.requestText) == ["GET /a"])
    }

    @Test("on a connection with HTTP/1.1 keeps those behind it waiting, and an order against that is a failure")
    func pipelined() async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps: [{id: a, request: GET /a, times: 2, hold: {until: {arrivals: 2}, release: reverse}}]
                """)
        let client = try RawClient(server)
        try client.send(get("/a") + get("/a"))
        #expect(try client.response().status == 200)
        #expect(try client.response().status == 200)
        let failures = await server.verify(timeout: .seconds(600)).failures
        #expect(failures.map(\.kind) == [.holdTimeout])
        #expect(failures.first?.note?.contains("HTTP/1.1 sends responses in the order of the requests") == true)
        await server.stop()
    }
}
