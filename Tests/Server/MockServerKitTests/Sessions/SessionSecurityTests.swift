import ExactJSON
import Foundation
import Playback
import Scenarios
import Testing

@testable import MockServerKit

/// What a hostile client, or a suite that never ends its sessions, can do to a server that others use.
@Suite("Sessions of a shared server", .timeLimit(.minutes(60)))
struct SessionSecurityTests {
    private typealias Host = SessionTests.Host

    @Test("bound bodies: one of 100 MB is refused, whether its length is stated or not, and fails only its session")
    func bodies() throws {
        let host = try Host()
        defer { host.stop() }
        let (large, other) = (try host.begin(), try host.begin())
        let bytes = 100 << 20
        let stated = try RawClient(host.server)
        let head = "POST /s/\(large)/a HTTP/1.1\r\nHost: h\r\n"
        #expect(try stated.ask("\(head)Content-Length: \(bytes)\r\n\r\n").status == 413)
        stated.close()
        let upload = "head -c \(bytes) /dev/zero | curl -sS -o /dev/null -w '%{http_code}' -T - -X POST"
        let chunked = try Tool("\(upload) $url/s/\(large)/a 2>/dev/null", host.server)
        #expect(chunked.output == "413")
        let admin = try #require(host.server.adminURL)
        for path in ["/sessions", "/sessions/\(other)/stubs", "/sessions/\(other)/scenario"] {
            let method = path.hasSuffix("scenario") ? "PUT" : "POST"
            let refused = try Tool("\(upload) -X \(method) \(admin)\(path) 2>/dev/null", host.server)
            #expect(refused.output == "413", "\(path)")
        }
        let failures = try host.client.get("/sessions/\(large)/verdict").json.text()
        #expect(failures.contains("bad_request"))
        let others = try host.client.get("/sessions/\(other)/verdict").json.text()
        #expect(!others.contains("bad_request"))
        #expect(!host.server.report().verdict.text().contains("bad_request"))
    }

    @Test("are limited in number: of 21,000 asked for, those above the limit are refused with a text")
    func number() throws {
        let host = try Host()
        defer { host.stop() }
        let table = try #require(host.server.sessions)
        let scenario = CompiledScenario(try Scenario(yaml: SessionTests.scenario))
        var refused = 0
        for _ in 0..<21_000 {
            do {
                _ = try table.begin(scenario)
            } catch {
                #expect(error.limit == 20_000)
                refused += 1
            }
        }
        #expect(refused == 1_000)
        let response = try host.ask("POST", "/sessions", SessionTests.scenario)
        #expect(response.status == 503)
        #expect(response.json["error"]?.text().contains("There are 20000 sessions already") == true)
    }

    @Test("are found over TLS by the host of each request, with one certificate for all of a domain")
    func hosts() throws {
        var options = MockServer.Options.patient
        options.tls = MockServer.TLSOptions()
        options.sessions = .patient
        options.sessions?.hosts = ["mock.test"]
        let server = try MockServer(playing: "stubs: [{ request: GET /a }]", options: options)
        defer { server.stopNow() }
        let table = try #require(server.sessions)
        let ids = try ["one", "two"].map { word in
            let lines = "mockserver: 1\nstubs: [{ request: GET /a, response: { text: \(word) } }]"
            return try table.begin(CompiledScenario(try Scenario(yaml: lines))).id
        }
        let names = ids.map { "\($0).mock.test:\(server.port)" }
        let resolve = names.map { "--resolve \($0):127.0.0.1" }.joined(separator: " ")
        let urls = (names + names.reversed()).map { "https://\($0)/a" }.joined(separator: " ")
        let tool = try Tool("curl -sS --http2 --cacert $ca \(resolve) -w ' ' \(urls)", server)
        #expect(tool.output == "one two two one ", "\(tool)")
        // The connection was opened for the first session; the request decides.
        let coalesced = try Tool(
            "curl -sS --http2 --cacert $ca \(resolve) -H 'Host: \(ids[1]).mock.test' https://\(names[0])/a", server)
        #expect(coalesced.output == "two", "\(coalesced)")
    }
}
