import ExactJSON
import Foundation
import Testing

@testable import MockServerKit

@Suite("Who may use the admin API", .timeLimit(.minutes(60)))
struct AdminAccessCheckTests {
    private static let scenario = "stubs: [{ request: GET /a }]"

    @Test(
        "needs the token, where there is one",
        arguments: [
            ("", 401), ("-H 'Authorization: Bearer wrong!'", 401), ("-H 'Authorization: Bearer'", 401),
            ("-H 'Authorization: Basic secret'", 401), ("-H 'Authorization: Bearer secret2'", 401),
            ("-H 'Authorization: Bearer secret' -H 'Authorization: Bearer secret'", 401),
            ("-H 'Authorization: Bearer secret'", 200), ("-H 'authorization: bearer secret'", 200),
        ])
    func token(headers: String, status: Int) throws {
        let client = try AdminClient(Self.scenario, token: "secret")
        for target in ["/verdict", "/journal", "/openapi.json"] {
            let response = try client.get(target, headers)
            #expect(response.status == status)
            if status == 401 {
                #expect(
                    response.json["error"]
                        == "Send the token that the server was given: Authorization: Bearer <token>.")
            }
        }
        #expect(try client.ask("POST", "/reset", headers).status == status)
        client.server.stopNow()
    }

    @Test("who only wants to know whether it is up needs none")
    func health() throws {
        let client = try AdminClient(Self.scenario, token: "secret")
        #expect(try client.get("/health").status == 200)
        client.server.stopNow()
    }

    @Test("a wrong token is refused before a body is read")
    func early() throws {
        let client = try AdminClient(Self.scenario, token: "secret")
        let raw = try RawClient(port: try #require(client.server.adminURL?.port))
        try raw.send("PUT /scenario HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n")
        #expect(try raw.response().status == 401)
        raw.close()
        client.server.stopNow()
    }

    @Test(
        "no web page does, by a name of its own or from another origin",
        arguments: [
            "-H 'Host: evil.example'", "-H 'Host: evil.example:80'", "-H 'Host: 127.0.0.1.nip.io'",
            "-H 'Host: x.svc.evil'",
            "-H 'Origin: https://evil.example'", "-H 'Origin: null'", "-H 'Sec-Fetch-Site: cross-site'",
        ])
    func webPages(header: String) throws {
        let client = try AdminClient(Self.scenario)
        for (method, target) in [("POST", "/reset"), ("GET", "/verdict"), ("GET", "/health"), ("OPTIONS", "/reset")] {
            #expect(try client.ask(method, target, header).status == 403)
        }
        client.server.stopNow()
    }

    @Test(
        "other names pass",
        arguments: [
            "localhost", "127.0.0.1", "[::1]", "mock", "mock.default.svc", "mock.default.svc.cluster.local",
            "host.docker.internal",
        ])
    func names(host: String) throws {
        let client = try AdminClient(Self.scenario)
        #expect(try client.get("/verdict", "-H 'Host: \(host):9090'").status == 200)
        #expect(try client.get("/verdict", "-H 'Host: \(host)'").status == 200)
        client.server.stopNow()
    }

    @Test("an answer allows no other origin anything")
    func noCORS() throws {
        let client = try AdminClient(Self.scenario)
        let url = try #require(client.server.adminURL)
        let tool = try Tool("curl -sS -i \(url)/verdict", client.server)
        #expect(!tool.output.lowercased().contains("access-control"))
        client.server.stopNow()
    }

    @Test("a server that others reach does not start without a token")
    func offLoopback() throws {
        var options = MockServer.Options.patient
        options.host = "0.0.0.0"
        options.admin = MockServer.AdminOptions()
        for token in [nil, ""] {
            options.admin?.token = token
            let error = #expect(throws: ServerStartError.self) {
                try MockServer(playing: Self.scenario, options: options)
            }
            #expect(error?.reason == .tokenMissing)
        }
        options.admin?.token = "t"
        let server = try MockServer(playing: Self.scenario, options: options)
        server.stopNow()
        options.admin?.token = nil
        options.admin?.host = "127.0.0.1"
        let apart = try MockServer(playing: Self.scenario, options: options)
        #expect(apart.adminURL?.host == "127.0.0.1")
        apart.stopNow()
    }
}
