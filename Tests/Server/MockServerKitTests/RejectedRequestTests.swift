import HTTPWireVectors
import Testing

@testable import MockServerKit

@Suite("A refused request", .timeLimit(.minutes(60)))
struct RejectedRequestTests {
    /// A scenario that takes any request that gets this far.
    private static let scenario = """
        linger: 0ms
        steps:
          - { id: smuggled, request: GET /smuggled, times: { at_least: 0 } }
        stubs: [{ request: { target: { present: true } } }]
        """

    /// The rejected vectors that a server treats as HTTP/1.1, without HTTP/2's preface and a TLS hello.
    private static let refused = RequestVector.refused.filter {
        !$0.bytes.starts(with: HTTP2ConnectionTests.preface) && $0.bytes.first != 0x16
    }

    @Test(
        "is answered with what was wrong and closed, and the request behind it is never taken",
        arguments: refused)
    func refuses(vector: RequestVector) throws {
        guard case .refuses(let status, let text) = vector.expectation else { return }
        let server = try MockServer(playing: Self.scenario)
        let client = try RawClient(server)
        try client.send(vector.bytes + get("/smuggled").utf8)
        client.finishSending()
        let isHead = vector.bytes.starts(with: "HEAD ".utf8)
        let response = try client.response(toHead: isHead)
        #expect(response.status == status)
        #expect(response["Mockserver-Failure"] == "bad_request")
        #expect(response["Connection"] == "close")
        // User information is redacted.
        let shown = text.replacing("`u@h`", with: "`(redacted, 1 bytes)@h`")
        #expect(isHead || response.text.contains(shown), "\(response.text)")
        #expect(try client.end() == .fin)
        #expect(client.pending.isEmpty)

        #expect(server.run.count(ofStep: "smuggled") == 0)
        #expect(server.journal.isEmpty)
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == [.badRequest])
        #expect(verdict.requests == 1)
    }

    @Test(
        "is described without its credentials, in whatever field they stand again",
        arguments: [
            "Expect: 200-s3cr3tWert1", "Transfer-Encoding: s3cr3tWert1", "Content-Length: s3cr3tWert1", "s3cr3tWert1",
            "s3cr3tWert1 : a",
        ])
    func credentials(field: String) throws {
        let server = try MockServer(playing: Self.scenario)
        let client = try RawClient(server)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer s3cr3tWert1\r\n\(field)\r\n\r\n")
        let text = try client.response().text
        #expect(text.contains("(redacted, 11 bytes)") && !text.contains("s3cr3t"), "\(text)")
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.kind) == [.badRequest])
        #expect(!verdict.text().contains("s3cr3t"), "\(verdict.text())")
    }

    /// Requests whose target has a value that only their own head says is secret.
    private static let revealingRequests: [(words: String, bytes: [UInt8])] = [
        (
            "behind the malformed line",
            Array(
                "GET /x/s3cr3tWert1 HTTP/1.1\r\nHost: h\r\nmalformed\r\nAuthorization: Bearer s3cr3tWert1\r\n\r\n".utf8)
        ),
        (
            "behind many lines",
            Array(
                ("POST /x/s3cr3tWert1 HTTP/1.1\r\nHost: h\r\n"
                    + String(repeating: "A: \(String(repeating: "b", count: 1_000))\r\n", count: 20)
                    + "Authorization: Bearer s3cr3tWert1\r\nContent-Length: 999999999999\r\n\r\n").utf8)
        ),
        (
            "in a head of HTTP/2 that is whole",
            RawFrame.start
                + RawFrame.section(
                    [
                        (":method", "POST"), (":scheme", "http"), (":path", "/x/s3cr3tWert1"), (":authority", "h"),
                        ("authorization", "Bearer s3cr3tWert1"), ("content-length", "999999999999"),
                    ], on: 1, flags: 4)
        ),
    ]

    @Test("is described without the credentials in its head, wherever they stand", arguments: revealingRequests.indices)
    func revealing(_ index: Int) async throws {
        let server = try MockServer(playing: Self.scenario)
        let client = try RawClient(server)
        try client.send(Self.revealingRequests[index].bytes)
        while server.verdict.passed { try #require(try client.receive()) }
        #expect(!text(client.pending).contains("s3cr3t"), "\(text(client.pending))")
        let verdict = server.verdict.text()
        #expect(verdict.contains("/x/(redacted, 11 bytes)") && !verdict.contains("s3cr3t"), "\(verdict)")
        await server.stop()
        client.close()
    }

    @Test("whose twin is right is answered, each request of it", arguments: RequestVector.all)
    func responses(vector: RequestVector) throws {
        guard case .accepts(let requests) = vector.expectation else { return }
        let server = try MockServer(playing: Self.scenario)
        let client = try RawClient(server)
        try client.send(vector.bytes)
        for request in requests {
            if request.expectsContinue { #expect(try client.response().status == 100) }
            #expect(try client.response(toHead: request.method == "HEAD").status == 200)
        }
        #expect(client.pending.isEmpty)
        #expect(server.journal.map(\.request.target) == requests.map(\.target))
        #expect(server.journal.map(\.request.text) == requests.map(\.body))
        #expect(try finish(server).passed)
    }

    @Test("behind one that waits is answered after it, and nothing behind it is taken")
    func behind() throws {
        let server = try MockServer(
            playing: """
                steps:
                  - { request: GET /slow, response: { text: slow, delay: 20ms } }
                stubs: [{ request: { target: { present: true } } }]
                """)
        let client = try RawClient(server)
        try client.send(get("/slow") + "GET / HTTP/1.1\r\nHost : h\r\n\r\n" + get("/smuggled"))
        let first = try client.response()
        #expect(first.text == "slow")
        #expect(first["Connection"] == nil)
        let second = try client.response()
        #expect(second.status == 400)
        #expect(second["Connection"] == "close")
        #expect(try client.end() == .fin)
        #expect(server.journal.map(\.request.target) == ["/slow"])
        server.stopNow()
    }

    @Test(
        "over HTTP/2 within which, or behind which, the window of its stream overflows fails the run",
        arguments: [true, false])
    func window(isWhole: Bool) async throws {
        let server = try MockServer(
            playing: """
                linger: 0ms
                steps: [{request: /a, client: cancels, response: {delay: 3600s}, times: {at_most: 1}}]
                """)
        let client = try RawClient(server)
        try client.send(
            RawFrame.start + (isWhole ? RawFrame.get("/a", on: 1) : RawFrame.post("/a", on: 1))
                + RawFrame.windowUpdate(0x7FFF_FFFF, on: 1) + (isWhole ? [] : RawFrame.data("x", on: 1, ends: true)))
        while !RawFrame.frames(in: client.pending).contains(where: { $0.words.hasPrefix("RST_STREAM 1") }) {
            try #require(try client.receive())
        }
        let verdict = try finish(server)
        // The server has ended the stream, not the client.
        #expect(verdict.failures.map(\.kind) == [.badRequest] + (isWhole ? [.client] : []))
        #expect(verdict.text().contains("WINDOW_UPDATE"), "\(verdict.text())")
        #expect(verdict.requests == 1 + (isWhole ? 1 : 0))
    }

    @Test("for a body over the limit is answered while the client still sends, and no reset destroys the answer")
    func tooLarge() throws {
        var options = MockServer.Options.patient
        options.maxBody = 10
        let server = try MockServer(playing: "steps: [{ request: POST /x }]", options: options)
        let client = try RawClient(server)
        try client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\n\r\n")
        for _ in 0..<30 { try client.send([UInt8](repeating: 0x61, count: 100_000)) }
        let response = try client.response()
        #expect(response.status == 413)
        let title =
            "a request is too large: The body of 3000000 bytes is larger than 10 bytes, in line 3 of the head, at byte 27 "
            + "(RFC 9110, section 15.5.14). Raise the limit with --max-body or, in Swift, with options.maxBody."
        #expect(server.verdict.failures.first?.title == title)
        #expect(response.text.contains(": error: \(title)\n"))
        client.finishSending()
        #expect(try client.end() == .fin)

        let twin = try RawClient(server)
        #expect(try twin.ask(post("/x", "0123456789")).status == 200)
        server.stopNow()
    }
}
