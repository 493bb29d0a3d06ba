import Foundation
import HTTPTypes
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A request is the same in process and over a socket", .alone, .timeLimit(.minutes(60)))
struct RequestTests {
    /// A request, apart from its URL's start.
    struct Sent: Sendable, CustomTestStringConvertible {
        var method = "GET"
        var target: String
        var fields: [String: String] = [:]
        var body: String?
        var isStreamed = false

        var testDescription: String { "\(method) \(target)\(isStreamed ? ", streamed" : "")" }
    }

    static let requests = [
        Sent(target: "/x"),
        Sent(target: ""),
        Sent(target: "/a%20b/%2F?q=a+b&c=%C3%A9&d"),
        Sent(target: "/x?#part"),
        Sent(target: "/a/../b/./c//d"),
        Sent(target: "/../a/b/.."),
        Sent(target: "/a/.b/..c/."),
        Sent(target: "/a;b=1/@c,d!$'()*?x=[1]&y=a/b?c"),
        Sent(method: "HEAD", target: "/x"),
        Sent(method: "DELETE", target: "/x"),
        Sent(method: "POST", target: "/x"),
        Sent(method: "POST", target: "/x", body: "a=1&b=2"),
        Sent(method: "POST", target: "/x", body: ""),
        Sent(method: "PUT", target: "/x", body: "text"),
        Sent(method: "POST", target: "/x", fields: ["Content-Type": "application/json"], body: #"{"a": 1}"#),
        Sent(method: "PATCH", target: "/x", fields: ["X-Empty": "", "accept": "a/b", "User-Agent": "me"], body: "z"),
        Sent(method: "POST", target: "/x", body: "streamed text", isStreamed: true),
        Sent(method: "PUT", target: "/x", body: String(repeating: "0123456789", count: 50_000), isStreamed: true),
        Sent(method: "POST", target: "/x", body: String(repeating: "0123456789", count: 50_000)),
    ]

    @Test("whatever it has", arguments: requests)
    func same(sent: Sent) async throws {
        var seen: [[String]] = []
        for transport in Transport.allCases {
            let played = try PlayedScenario(
                playing: "linger: 0ms\nstubs: [{request: {path: {present: true}}}]", transport)
            var request = try played.request(sent.method, sent.target, sent.fields, body: sent.body)
            if sent.isStreamed {
                request.httpBody = nil
                request.httpBodyStream = InputStream(data: Data((sent.body ?? "").utf8))
            }
            #expect(await played.outcome(of: request) == "200 ")
            let recorded = try #require(played.journal.first?.request)
            var lines = ["\(recorded.method) \(recorded.target) \(recorded.version) \(recorded.bodySize)"]
            lines.append(try recorded.text())
            lines += recorded.headers.map { field in
                // Which codings libcurl knows, its version and the server's address differ.
                let isOwn = ["accept-encoding", "host", "user-agent"].contains(field.name.canonicalName)
                return "\(field.name.canonicalName): \(isOwn && field.value != "me" ? "…" : field.value)"
            }.sorted()
            seen.append(lines)
            #expect(await played.finish().passed)
        }
        #expect(seen[0] == seen[1])
    }

    @Test("a GET with a body fails before it reaches the script")
    func bodyOfGet() async throws {
        var seen: [String] = []
        for transport in Transport.allCases {
            let played = try PlayedScenario(playing: "linger: 0ms\nstubs: [{request: /x}]", transport)
            seen.append(await played.outcome(of: try played.request("GET", "/x", body: "abc")))
            #expect(played.journal.isEmpty)
            #expect(await played.finish().passed)
        }
        #expect(seen[0] == seen[1])
    }

    @Test("a body that is larger than the server reads gets a 413, and fails the run")
    func tooLarge() async throws {
        var options = InProcessMockServer.Options()
        options.maxBody = 10
        let server = try InProcessMockServer(Scenario(yaml: "mockserver: 1\nstubs: [{request: /x}]"), options: options)
        var request = URLRequest(url: server.url.appendingPathComponent("x"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data(count: 11))
        let (data, response) = try await server.session.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 413)
        #expect(String(decoding: data, as: UTF8.self).contains("error: a request is too large"))
        #expect(await server.verify(timeout: .seconds(600)).failures.map(\.kind) == [.badRequest])
        await server.stop()
    }

    @Test("a stream that fails fails the request, which is noted as unfinished")
    func failingStream() async throws {
        let server = try InProcessMockServer(Scenario(yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{request: /x}]"))
        var request = URLRequest(url: server.url.appendingPathComponent("x"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(fileAtPath: "/nowhere/at/all")
        await #expect(throws: (any Error).self) { try await server.session.data(for: request) }
        #expect(server.unfinishedRequests.first?.text.hasPrefix("The body's stream failed") ?? false)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("additional headers of the configuration come with it, and those of the request win")
    func additionalHeaders() async throws {
        let server = try InProcessMockServer(Scenario(yaml: "mockserver: 1\nlinger: 0ms\nstubs: [{request: /x}]"))
        server.configuration.httpAdditionalHeaders = ["X-Client": "app", "X-Other": "app"]
        let session = URLSession(configuration: server.configuration)
        var request = URLRequest(url: server.url.appendingPathComponent("x"))
        request.setValue("own", forHTTPHeaderField: "x-other")
        _ = try await session.data(for: request)
        let headers = try #require(server.journal.first?.request.headers)
        #expect(headers.filter { $0.name.canonicalName == "x-client" }.map(\.value) == ["app"])
        #expect(headers.filter { $0.name.canonicalName == "x-other" }.map(\.value) == ["own"])
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }
}
