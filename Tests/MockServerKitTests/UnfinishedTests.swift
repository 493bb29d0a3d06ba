import MockServerKit
import Testing

@Suite("A request that its client does not finish", .timeLimit(.minutes(60)))
struct UnfinishedTests {
    struct Cut: Sendable, CustomTestStringConvertible {
        let sent: String
        let request: String?
        let text: String
        var testDescription: String { sent.debugDescription }
    }

    static let cuts = [
        Cut(sent: "", request: nil, text: "The client closed the connection without a byte."),
        Cut(sent: "GET /a HT", request: nil, text: "The client closed the connection in the head"),
        Cut(
            sent: "GET /a HTTP/1.1\r\nHost: h\r\n", request: "GET /a",
            text: "The client closed the connection in the head"),
        Cut(
            sent: "PUT /b HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc", request: "PUT /b",
            text: "The client closed the connection in the body"),
    ]

    @Test("is told of by the journal, and is no failure", arguments: cuts)
    func journalled(cut: Cut) async throws {
        let server = try MockServer(playing: "stubs: [{request: GET /c}]")
        let client = try RawClient(server)
        try client.send(cut.sent)
        client.finishSending()
        #expect(try client.end() == .fin)
        let found = try #require(server.unfinishedRequests.first)
        #expect(server.unfinishedRequests.count == 1)
        #expect(found.connection == ConnectionInfo(index: 1, exchange: 1))
        #expect(found.method.flatMap { method in found.target.map { "\(method) \($0)" } } == cut.request)
        #expect(found.text.hasPrefix(cut.text), "\(found.text)")
        #expect(server.journal.isEmpty)
        #expect(server.verdict.passed)
        await server.stop()
    }

    @Test("is told of where the server stops before it is whole", arguments: cuts.dropFirst())
    func stopped(cut: Cut) async throws {
        let server = try MockServer(playing: "stubs: [{request: GET /c}]")
        let client = try RawClient(server)
        // The bytes after a request are read together with it.
        try client.send(get("/c") + cut.sent)
        #expect(try client.response().status == 200)
        await server.stop()
        let found = try #require(server.unfinishedRequests.first)
        #expect(server.unfinishedRequests.count == 1)
        #expect(found.connection == ConnectionInfo(index: 1, exchange: 2))
        let text = cut.text.replacing("The client closed the connection", with: "The server stopped")
        #expect(found.text.hasPrefix(text), "\(found.text)")
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
    }

    @Test("is none where the client is done with its connection")
    func none() async throws {
        let server = try MockServer(playing: "stubs: [{request: GET /c}]")
        let client = try RawClient(server)
        try client.send(get("/c"))
        #expect(try client.response().status == 200)
        client.finishSending()
        #expect(try client.end() == .fin)
        #expect(server.unfinishedRequests.isEmpty)
        await server.stop()
    }
}
