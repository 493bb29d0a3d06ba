import ExactJSON
import Scenarios
import Testing

@testable import MockServerKit

/// Verdicts that are asked for by the admin API while a large body is being decided.
@Suite("A request that is whole but not decided when a verdict is asked for", .timeLimit(.minutes(60)))
struct UndecidedRequestTests {
    private typealias Host = SessionTests.Host

    private static let large = "stubs: [{ request: POST /large, assert: { json: [1, 2] } }]"
    /// Takes so long to compare that the verdict is asked for meanwhile.
    private static let body = "[" + (0..<600_000).map(String.init).joined(separator: ",") + "]"

    /// Asks while the request is being decided.
    private func ask(
        _ method: String, _ target: String, _ body: String = "", of host: Host, _ run: ScenarioRun, path: String
    ) throws -> JSON {
        let client = try RawClient(host.server)
        defer { client.close() }
        try client.send(post(path + "/large", Self.body))
        while run.decisions.isEmpty, run.extent.requests == 0 {}
        let response = try host.ask(method, target, body)
        #expect(response.status == 200, "\(response.json.text())")
        #expect(try client.response().status == 200)
        return response.json
    }

    @Test(
        "counts in the server's verdict",
        arguments: ["/verdict", "/verdict?settle=1ms", "/verdict?wait=1ms", "/report?format=json"])
    func verdict(target: String) throws {
        let host = try Host("linger: 0ms\n" + Self.large)
        defer { host.stop() }
        let json = try ask("GET", target, of: host, host.server.run, path: "")
        #expect(json["passed"] == .bool(false), "\(json.text())")
    }

    @Test("counts in the verdict on the run that ends", arguments: [("POST", "/reset"), ("PUT", "/scenario")])
    func ended(method: String, target: String) throws {
        let host = try Host(Self.large)
        defer { host.stop() }
        let scenario = method == "PUT" ? "mockserver: 1\nstubs: [{ request: GET /x }]" : ""
        let ended = try ask(method, target, scenario, of: host, host.server.run, path: "")["ended"]
        #expect(ended?["passed"] == .bool(false) && ended?["requests"] == 1)
        #expect(host.server.run.verdict.passed)
    }

    @Test("counts in the verdict on the run that a reload of its file ends")
    func reloaded() throws {
        let host = try Host(Self.large)
        defer { host.stop() }
        let client = try RawClient(host.server)
        defer { client.close() }
        let run = host.server.run
        try client.send(post("/large", Self.body))
        while run.decisions.isEmpty, run.extent.requests == 0 {}
        let verdict = host.server.reload(try Scenario(yaml: "mockserver: 1\nstubs: [{ request: GET /x }]"))
        #expect(!verdict.passed && verdict.requests == 1)
        #expect(try client.response().status == 200)
    }

    @Test("counts in its session's verdict", arguments: ["GET", "DELETE"])
    func session(method: String) throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin("mockserver: 1\n" + Self.large)
        let session = try #require(SessionID(id).flatMap { host.server.sessions?.session($0) })
        let target = "/sessions/\(id)" + (method == "GET" ? "/report?format=json" : "?settle=1ms")
        let json = try ask(method, target, of: host, session.currentRun.run, path: "/s/\(id)")
        #expect(json["passed"] == .bool(false), "\(json.text())")
        if method == "DELETE" {
            #expect(try host.client.get("/sessions").json["ended"]?["failed"] == 1)
            #expect(!host.server.report().passed)
        }
    }
}
