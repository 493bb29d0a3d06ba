import Foundation
import Testing

@testable import MockServerKit

@Suite("On a Unix-domain socket", .timeLimit(.minutes(60)))
struct UnixSocketTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent(
        "\(UUID().uuidString.prefix(8)).sock"
    )
    .path

    private func server(_ lines: String, _ transport: Transport = .http1) throws -> MockServer {
        var options = transport.options
        options.unixSocketPath = path
        return try MockServer(playing: lines, options: options)
    }

    @Test("a server has an endpoint and a URL that name its path, and no port")
    func address() throws {
        let server = try server("stubs: [{ request: GET /a, response: { text: 'at <{{server.url}}>' } }]")
        #expect(server.endpoint == .unix(path: path))
        #expect(server.endpoint.description == "unix:\(path)" && server.endpoint.port == nil)
        #expect(server.url.absoluteString == "http+unix://" + path.replacing("/", with: "%2F"))
        #expect(try Tool("curl -sS --unix-socket \(path) http://localhost/a", server).output == "at <>")
        server.stopNow()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("every protocol is spoken", arguments: Transport.allCases)
    func protocols(transport: Transport) throws {
        let server = try server("steps: [{ request: GET /a, response: { text: hello } }]", transport)
        let scheme = transport.isSecure ? "https" : "http"
        let tool = try Tool(
            "\(transport.curl) -w ' %{http_version}' --unix-socket \(path) \(scheme)://localhost/a", server)
        #expect(tool.output == "hello \(transport.isHTTP2 ? "2" : "1.1")")
        let verdict = server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        server.stopNow()
    }

    @Test("a path that can't be had is an error that names it")
    func noPath() throws {
        var options = MockServer.Options.patient
        options.unixSocketPath = String(repeating: "x", count: 200)
        let long = #expect(throws: ServerStartError.self) {
            try MockServer(playing: "stubs: [{ request: / }]", options: options)
        }
        #expect(long?.reason == .notAnAddress)
        #expect(long?.description.contains("not a path for a Unix-domain socket") == true)
        options.unixSocketPath = "/nowhere/at/all.sock"
        let missing = #expect(throws: ServerStartError.self) {
            try MockServer(playing: "stubs: [{ request: / }]", options: options)
        }
        #expect(missing?.reason == .refused)
        #expect(
            missing?.description
                == "Cannot listen on unix:/nowhere/at/all.sock: there is no such folder; make it, or give another path "
                + "(bind: No such file or directory)")
    }
}
