import Testing

@testable import MockServerKit

/// Which schemes a connection takes (RFC 9110, section 7.4), over both protocols.
@Suite("The scheme of a target", .timeLimit(.minutes(60)))
struct SchemeTests {
    private static let scenario = "stubs: [{ request: GET /a, response: { text: fine } }]"
    private static let refusal =
        "The target names an https resource, but the connection is in the clear, in the request line, at byte 4 "
        + "(RFC 9110, section 7.4). Where a gateway ends TLS, allow it with --trust-forwarded or, in Swift, "
        + "options.trustsForwarded."

    private func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n" }

    @Test("https in the clear is a 421 that fails the run and ends the connection; its twin with http is taken")
    func clear() throws {
        let server = try MockServer(playing: Self.scenario, options: .patient)
        #expect(try RawClient(server).ask(get("http://h/a")).text == "fine")
        let client = try RawClient(server)
        let response = try client.ask(get("https://h/a"))
        #expect(response.status == 421)
        #expect(response["Connection"] == "close")
        #expect(try client.end() == .fin)
        #expect(server.verdict.failures.count == 1)
        #expect(server.verdict.failures.first?.title.contains(Self.refusal) == true)
        server.stopNow()
    }

    @Test("behind a gateway that ends TLS, https is taken, and X-Forwarded-Proto is a field like others")
    func trusted() throws {
        var options = MockServer.Options.patient
        options.trustsForwarded = true
        let server = try MockServer(playing: Self.scenario, options: options)
        #expect(try RawClient(server).ask(get("https://h/a")).text == "fine")
        let forwarded = "GET /a HTTP/1.1\r\nHost: h\r\nX-Forwarded-Proto: gopher\r\n\r\n"
        #expect(try RawClient(server).ask(forwarded).text == "fine")
        #expect(server.journal.map(\.request.target) == ["https://h/a", "/a"])
        #expect(server.verdict.failures.isEmpty)
        server.stopNow()
    }

    @Test("over HTTP/2 it is the same, and other streams go on", arguments: [false, true])
    func http2(isTrusted: Bool) throws {
        var options = MockServer.Options.patient
        options.trustsForwarded = isTrusted
        let server = try MockServer(playing: Self.scenario, options: options)
        let client = try RawClient(server)
        var request = RawFrame.get("/a", on: 1)
        // The static table's `:scheme: https` instead of `:scheme: http`.
        request[10] = 0x87
        try client.send(RawFrame.start + request + RawFrame.get("/a", on: 3))
        while RawFrame.frames(in: client.pending).count(where: { $0.flags & 1 == 1 && $0.stream > 0 }) < 2 {
            try client.receive()
        }
        let frames = RawFrame.frames(in: client.pending)
        #expect(!frames.contains { $0.type == 3 || $0.type == 7 })
        #expect(server.journal.map(\.request.streamID) == (isTrusted ? [1, 3] : [3]))
        #expect(server.verdict.failures.count == (isTrusted ? 0 : 1))
        server.stopNow()
    }
}
