import Foundation
import MockServerKit
import Testing

@Suite struct MockServerTests {
    @Test("a server starts on a port of its own and stops")
    func startStop() async throws {
        let server = try MockServer(Scenario(yaml: "mockserver: 1\nsteps: [{request: GET /x}]"))
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
        await server.stop()
        #expect(!server.verdict.passed)
    }

    @Test(
        "one that listens on all addresses is found at its loopback, and on :: over IPv4 too",
        arguments: [("0.0.0.0", "127.0.0.1", ["127.0.0.1"]), ("::", "[::1]", ["[::1]", "127.0.0.1"])])
    func everyAddress(host: String, loopback: String, clients: [String]) async throws {
        var options = MockServer.Options.patient
        options.host = host
        options.admin = MockServer.AdminOptions()
        options.admin?.token = "t"
        let server = try MockServer(
            playing: #"stubs: [{ request: GET /a, response: { text: "{{server.url}}" } }]"#, options: options)
        #expect(server.url.absoluteString == "http://\(loopback):\(server.port)")
        #expect(server.adminURL?.absoluteString.hasPrefix("http://\(loopback):") == true)
        #expect(server.endpoint.description == "\(host == "::" ? "[::]" : host):\(server.port)")
        #expect(server.endpoint == .tcp(host: host, port: server.port))
        for client in clients {
            let tool = try Tool("curl -sSg http://\(client):\(server.port)/a", server)
            #expect(tool.output == server.url.absoluteString)
        }
        await server.stop()
    }
}
