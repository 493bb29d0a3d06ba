import Foundation
import MockServerKit
import Sockets
import Testing

@testable import MockServerCLI

@Suite("Whether a server is up", .timeLimit(.minutes(60))) struct HealthProbeTests {
    private func server(_ options: (inout MockServer.Options) -> Void = { _ in }) throws -> MockServer {
        var all = MockServer.Options()
        options(&all)
        return try MockServer(Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /a }]"), options: all)
    }

    private func problem(_ environment: [String: String]) throws -> String? {
        HealthProbe(try HealthProbe.Target(environment: { environment[$0] }), timeout: 600).problem()
    }

    @Test("is told by a connection, which the run has nothing of", arguments: ["127.0.0.1", "::1", "0.0.0.0"])
    func connects(host: String) throws {
        let server = try server { $0.host = host }
        #expect(try problem(["MOCKSERVER_PORT": "\(server.endpoint.port ?? 0)", "MOCKSERVER_HOST": host]) == nil)
        #expect(HealthProbe(try HealthProbe.Target(url: server.url.absoluteString), timeout: 600).problem() == nil)
        #expect(server.verdict.passed && server.verdict.requests == 0)
        try server.stop()
        // Another process may get the port of one that has stopped, but hardly of all.
        let problems = try (0..<5).map { _ in
            let server = try self.server { $0.host = host }
            #expect(server.verdict.passed)
            try server.stop()
            return try problem(["MOCKSERVER_PORT": "\(server.endpoint.port ?? 0)", "MOCKSERVER_HOST": host])
        }
        #expect(problems.contains { $0?.hasSuffix("Connection refused") ?? false }, "\(problems)")
    }

    @Test("is asked of the admin interface where there is one")
    func admin() throws {
        let server = try server { $0.admin = .init() }
        let port = try #require(server.adminURL?.port)
        #expect(try problem(["MOCKSERVER_ADMIN_PORT": "\(port)", "MOCKSERVER_PORT": "1"]) == nil)
        #expect(server.unfinishedRequests.isEmpty)
        let url = try #require(server.adminURL?.absoluteString)
        #expect(HealthProbe(try HealthProbe.Target(url: url + "/health"), timeout: 600).problem() == nil)
        #expect(
            HealthProbe(try HealthProbe.Target(url: url + "/nothing"), timeout: 600).problem()
                == "127.0.0.1:\(port): GET /nothing got HTTP/1.1 404 Not Found")
        #expect(server.verdict.passed)
        try server.stop()
    }

    @Test("is told of a Unix-domain socket, too")
    func unix() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString.prefix(8))").path
        let server = try server { $0.unixSocketPath = path }
        #expect(try problem(["MOCKSERVER_UNIX": path]) == nil)
        #expect(server.verdict.passed)
        try server.stop()
        #expect(try problem(["MOCKSERVER_UNIX": path]) == "unix:\(path): No such file or directory")
    }

    @Test(
        "is asked where a URL says",
        arguments: [
            ("http://127.0.0.1:80", "127.0.0.1:80", nil), ("HTTP://localhost", "127.0.0.1:80", nil),
            ("https://[::1]", "[::1]:443", nil), ("http://[::]:90/", "[::1]:90", nil),
            ("http://0.0.0.0:9/health", "127.0.0.1:9", "/health"),
        ] as [(String, String, String?)])
    func urls(url: String, address: String, path: String?) throws {
        let target = try HealthProbe.Target(url: url)
        #expect(target.address.description == address)
        #expect(target.path == path)
    }

    @Test(
        "is not asked of what is not a URL of an address",
        arguments: [
            "127.0.0.1:80", "ftp://127.0.0.1", "http://", "http://127.0.0.1:x", "http://127.0.0.1:70000",
            "https://127.0.0.1/health", "http://example.com",
        ])
    func noURLs(url: String) {
        #expect(throws: HealthProbe.InvalidTarget.self) { try HealthProbe.Target(url: url) }
    }

    @Test("needs to be told where")
    func nowhere() {
        #expect(throws: HealthProbe.InvalidTarget.self) { try HealthProbe.Target(environment: { _ in nil }) }
        #expect(throws: HealthProbe.InvalidTarget.self) {
            try HealthProbe.Target(environment: { ["MOCKSERVER_PORT": "0"][$0] })
        }
        #expect(throws: HealthProbe.InvalidTarget.self) {
            try HealthProbe.Target(environment: { ["MOCKSERVER_UNIX": String(repeating: "x", count: 200)][$0] })
        }
    }
}
