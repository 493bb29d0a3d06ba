import Foundation
import Testing

@testable import MockServerKit

@Suite("Servers", .timeLimit(.minutes(60)))
struct LifecycleTests {
    #if os(Linux)
    // In its own process: other tests open descriptors and start threads.
    @Test("a thousand, one after another, leave descriptors and threads where they were")
    func thousand() async throws {
        await #expect(processExitsWith: .success) {
            let scenario = try Scenario(yaml: "mockserver: 1\nlinger: 3600s\nsteps: [{ request: GET /x }]")
            for _ in 0..<50 { try serveOnce(scenario) }
            let (descriptors, threads) = (ProcessFacts.descriptors, ProcessFacts.threads)
            try #require(descriptors > 0 && threads > 0)
            for _ in 0..<1_000 { try serveOnce(scenario) }
            #expect(ProcessFacts.descriptors == descriptors)
            // Dispatch keeps a few workers, more on a busy machine, and ends idle ones; a leak would be a thousand.
            #expect(ProcessFacts.threads <= threads + 50)
        }
    }
    #endif

    @Test("two hundred alive at once each serve their own")
    func alive() async throws {
        let servers = try (0..<200).map { number in
            try MockServer(
                playing: "linger: 3600s\nsteps: [{ request: GET /x, response: { text: 'server \(number)' } }]")
        }
        #expect(Set(servers.map(\.port)).count == 200)
        let clients = try servers.map { try RawClient($0) }
        for client in clients { try client.send(get("/x")) }
        for (number, client) in clients.enumerated() { #expect(try client.response().text == "server \(number)") }
        for server in servers { #expect(try finish(server).passed) }
    }

    @Test("never meet")
    func apart() async throws {
        let one = try MockServer(playing: "steps: [{ id: a, request: GET /x, response: { text: one } }]")
        let two = try MockServer(playing: "steps: [{ id: a, request: GET /x, response: { text: two } }]")
        #expect(one.url != two.url)
        #expect(try RawClient(one).ask(get("/x")).text == "one")
        #expect(one.run.count(ofStep: "a") == 1)
        #expect(two.run.count(ofStep: "a") == 0)
        #expect(two.journal.isEmpty)
        await one.stop()
        #expect(try RawClient(two).ask(get("/x")).text == "two")
        await two.stop()
    }

    @Test("stop as often as they are told to, and then are not there")
    func twice() async throws {
        let server = try MockServer(playing: "stubs: [{ request: GET /x }]")
        let client = try RawClient(server)
        #expect(try client.ask(get("/x")).status == 200)
        async let first: Void = server.stop()
        async let second: Void = server.stop()
        _ = await (first, second)
        server.stopNow()
        #expect(try client.end() == .fin)
        #expect(throws: ClientError.self) { try RawClient(server) }
    }

    @Test("whose port is taken say so")
    func taken() async throws {
        let server = try MockServer(playing: "stubs: [{ request: GET /x }]")
        var options = MockServer.Options.patient
        options.port = UInt16(server.port)
        let error = #expect(throws: ServerStartError.self) { try MockServer(server.scenario, options: options) }
        #expect(
            error?.description
                == "Cannot listen on 127.0.0.1:\(server.port): the port is taken by another program; stop that one, or "
                + "ask for port 0, which finds a free one (bind: Address already in use)")
        await server.stop()
    }

    @Test(
        "whose address is none of this machine's, or none at all, say so",
        arguments: [
            ("203.0.113.1", "Cannot listen on 203.0.113.1:0: no network interface of this machine has that address"),
            ("example.com", "\"example.com\" is not an address to listen on"),
        ])
    func foreign(host: String, start: String) throws {
        var options = MockServer.Options.patient
        options.host = host
        let scenario = try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]")
        let error = #expect(throws: ServerStartError.self) { try MockServer(scenario, options: options) }
        #expect(error?.description.hasPrefix(start) == true)
    }

    @Test("have a URL that clients and templates agree on", arguments: ["127.0.0.1", "localhost", "::1"])
    func url(host: String) throws {
        var options = MockServer.Options.patient
        options.host = host
        let server = try MockServer(
            playing: "steps: [{ request: GET /x, response: { text: '{{server.url}}' } }]", options: options)
        let shown = host == "::1" ? "[::1]" : "127.0.0.1"
        #expect(server.url.absoluteString == "http://\(shown):\(server.port)")
        if host != "::1" { #expect(try RawClient(server).ask(get("/x")).text == server.url.absoluteString) }
        server.stopNow()
    }
}

private func serveOnce(_ scenario: Scenario) throws {
    let server = try MockServer(scenario)
    let client = try RawClient(server)
    try #require(try client.ask(get("/x")).status == 200)
    try #require(try server.finish().passed)
}
