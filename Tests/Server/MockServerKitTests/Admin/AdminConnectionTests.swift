import Foundation
import Testing

@testable import MockServerKit

@Suite("A connection to the admin API", .timeLimit(.minutes(60)))
struct AdminConnectionTests {
    private func client(_ timeouts: Timeouts = Timeouts()) throws -> (AdminClient, RawClient) {
        let client = try AdminClient("stubs: [{ request: GET /a }]") { $0.timeouts = timeouts }
        return (client, try RawClient(port: try #require(client.server.adminURL?.port)))
    }

    private func get(_ target: String, _ field: String = "") -> String {
        "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n"
    }

    @Test("is kept, and takes requests one after the other")
    func kept() throws {
        let (client, raw) = try client()
        #expect(try raw.ask(get("/health")).status == 200)
        try raw.send(get("/verdict") + get("/journal") + get("/nothing"))
        #expect(try [raw.response().status, raw.response().status, raw.response().status] == [200, 200, 404])
        try raw.send("HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try raw.response(toHead: true).status == 200)
        #expect(try raw.ask(get("/health", "Connection: close\r\n")).status == 200)
        #expect(try raw.end() == .fin)
        client.server.stopNow()
    }

    @Test("of a client that is slow is closed with 408, and nobody else waits")
    func slow() throws {
        let (client, raw) = try client(Timeouts(head: .milliseconds(30), body: .milliseconds(30)))
        try raw.send("PUT /scenario HTTP/1.1\r\nHost: loc")
        #expect(try client.get("/health").status == 200)
        #expect(try raw.response().status == 408)
        #expect(try raw.end() == .fin)
        let other = try RawClient(port: try #require(client.server.adminURL?.port))
        try other.send("PUT /scenario HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nmock")
        #expect(try other.response().status == 408)
        client.server.stopNow()
    }

    @Test("without a request is closed in the end")
    func idle() throws {
        let (client, raw) = try client(Timeouts(idle: .milliseconds(30)))
        #expect(try raw.end() == .fin)
        client.server.stopNow()
    }

    @Test("with what is no HTTP is answered so")
    func malformed() throws {
        let (client, raw) = try client()
        #expect(try raw.ask("nonsense\r\n\r\n").status == 400)
        #expect(try raw.end() == .fin)
        client.server.stopNow()
    }

    @Test(
        "that waits when the server stops is told so",
        arguments: [
            "GET /verdict?wait=300s", "GET /verdict?settle=300s", "GET /requests?step=b&wait=1&timeout=300s",
            "DELETE /sessions/ID?settle=300s",
        ])
    func stopping(request: String) async throws {
        let lines = "steps: [{ id: a, request: GET /a, response: { delay: 1h } }, { id: b, request: GET /b }]"
        let admin = try AdminClient(lines) { $0.sessions = .patient }
        let server = admin.server
        let session = try server.beginSession(Scenario(yaml: "mockserver: 1\n" + lines))
        let (own, other) = (try RawClient(server), try RawClient(server))
        try own.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        try other.send("GET /s/\(session.id)/a HTTP/1.1\r\nHost: h\r\n\r\n")
        try await server.waitFor(step: "a", timeout: .seconds(600))
        try await session.waitFor(step: "a", timeout: .seconds(600))
        let raw = try RawClient(port: try #require(server.adminURL?.port))
        let line = request.replacingOccurrences(of: "ID", with: session.id)
        // When the first response has come, the second request has begun to wait.
        try raw.send(get("/health") + "\(line) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try raw.response().status == 200)
        server.stopNow()
        let response = try raw.response()
        #expect(response.status == 503)
        #expect(response.text == #"{"error":"The server is stopping."}"# + "\n")
        #expect(try raw.end() == .fin)
    }

    @Test("whose client leaves while an answer is waited for is forgotten")
    func leaves() throws {
        let (client, raw) = try client()
        try raw.send(get("/requests?step=none"))
        #expect(try raw.response().status == 404)
        try raw.send(get("/verdict?wait=300s"))
        raw.reset()
        #expect(try client.get("/health").status == 200)
        client.server.stopNow()
    }
}
