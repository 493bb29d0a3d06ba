import Foundation
import Testing

@testable import MockServerKit

@Suite("A server that refuses each session", .timeLimit(.minutes(60)))
struct RefusedSessionsTests {
    private static let broken = "mockserver: 1\nstep: []\n"

    private static func host() throws -> AdminClient {
        var options = MockServer.Options.patient
        options.admin = .init()
        return AdminClient(server: try MockServer(sessions: .patient, options: options))
    }

    @Test("fails with the last refusal")
    func refused() throws {
        let host = try Self.host()
        defer { host.server.stopNow() }
        #expect(host.server.report().passed, "nothing has happened")
        #expect(try host.send("POST", "/sessions", body: Self.broken).status == 422)
        let title = "no session was begun: POST /sessions was refused with 422: "
        #expect(host.server.verdict.failures.map { $0.title.hasPrefix(title) } == [true])
        #expect(host.server.verdict.failures.first?.title.contains("scenario.yaml:2:1: unknown key \"step\"") == true)
        #expect(try host.send("POST", "/sessions?sed=7", body: "mockserver: 1\n").status == 400)
        let report = host.server.report()
        #expect(!report.passed)
        #expect(
            report.verdict.failures.map {
                $0.title.hasPrefix("no session was begun: POST /sessions was refused 2 times, the last time with 400: ")
            } == [true])
    }

    private static let earlyRefusals = [
        ("Content-Length: 0\r\nOrigin: http://evil.example", 403), ("Content-Length: 99999999999", 413),
        ("Content-Length: x", 400), ("Content-Length: 0", 401),
    ]

    @Test("before it has read the request fails, too", arguments: earlyRefusals)
    func early(fields: String, status: Int) throws {
        var options = MockServer.Options.patient
        options.admin = .init()
        options.admin?.token = status == 401 ? "abcdefgh" : nil
        let host = AdminClient(server: try MockServer(sessions: .patient, options: options))
        defer { host.server.stopNow() }
        let client = try RawClient(port: try #require(host.server.adminURL?.port))
        let head = "POST /sessions?seed=7 HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n"
        #expect(try client.ask(head).status == status)
        let title = "no session was begun: POST /sessions was refused with \(status): "
        #expect(host.server.verdict.failures.map { $0.title.hasPrefix(title) } == [true])
        #expect(!host.server.report().passed)
    }

    @Test("passes once one has begun")
    func begun() throws {
        let host = try Self.host()
        defer { host.server.stopNow() }
        #expect(try host.send("POST", "/sessions", body: Self.broken).status == 422)
        #expect(try host.send("POST", "/sessions", body: "mockserver: 1\nstubs: [{ request: GET /a }]\n").status == 201)
        #expect(host.server.verdict.passed)
        #expect(host.server.report().passed)
    }

    @Test("is judged by its own run, if that had a request")
    func ownRun() throws {
        let host = try AdminClient("stubs: [{ request: GET /a }]") { $0.sessions = .patient }
        defer { host.server.stopNow() }
        #expect(try host.send("POST", "/sessions", body: Self.broken).status == 422)
        #expect(!host.server.report().passed)
        #expect(try RawClient(host.server).ask(get("/a")).status == 200)
        #expect(host.server.report().passed)
    }
}
