import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A response is the same in process and over a socket", .alone, .timeLimit(.minutes(60)))
struct ResponseTests {
    /// The keys of a response, and the request that it is sent for.
    struct Sent: Sendable, CustomTestStringConvertible {
        let keys: String
        var method = "GET"
        var fields: [String: String] = [:]

        var testDescription: String { "\(method) \(fields) \(keys)" }
    }

    static let responses = [
        Sent(keys: "text: hello"),
        Sent(keys: "status: 299, reason: Odd, text: hello"),
        Sent(keys: "status: 700, text: hello"),
        Sent(keys: "status: 204"),
        Sent(keys: "status: 304"),
        Sent(keys: "status: 401, headers: {WWW-Authenticate: Bearer}, text: no"),
        Sent(keys: "text: hello", method: "HEAD"),
        Sent(keys: "json: {a: [1, 2]}"),
        Sent(keys: "text: hello, headers: {X-A: [a, b], x-b: c, X-Empty: '', Set-Cookie: ['a=1', 'b=2']}"),
        Sent(keys: "text: hello, connection: close"),
        Sent(keys: "text: hello, framing: chunked"),
        Sent(keys: "text: hello, framing: close"),
        Sent(keys: "chunks: [{text: hel}, {text: lo, delay: 5ms}]"),
        Sent(keys: "events: [{event: added, json: {id: 1}}, {data: bye, delay: 5ms}]"),
        Sent(keys: "text: hello, dribble: {chunk: 1B, every: 2ms}"),
        Sent(keys: "text: hello, delay: 20ms"),
        Sent(keys: "text: hello, informational: [{status: 103, headers: {Link: '</a>'}}]"),
        Sent(keys: "text: hello, encoding: gzip"),
        Sent(keys: "text: hello, encoding: deflate"),
        Sent(keys: "chunks: [{text: hel}, {text: lo}], encoding: gzip"),
        Sent(keys: "text: hello, encoding: gzip", method: "HEAD"),
        Sent(keys: "text: '0123456789', ranges: auto", fields: ["Range": "bytes=2-4"]),
        Sent(keys: "text: '0123456789', ranges: auto", fields: ["Range": "bytes=20-"]),
        Sent(keys: "base64: AAEC/w=="),
        Sent(keys: "status: 300, headers: {Location: /y}, text: choice"),
    ]

    @Test("whatever it has", arguments: responses)
    func same(sent: Sent) async throws {
        var seen: [[String]] = []
        for transport in Transport.allCases {
            let played = try PlayedScenario(
                playing: "linger: 0ms\nsteps: [{request: {path: /x}, times: 2, response: {\(sent.keys)}}]", transport)
            let request = try played.request(sent.method, "/x", sent.fields)
            let events = played.started(request).events
            var heads: [HTTPURLResponse] = []
            for await event in events { if case .head(let head) = event { heads.append(head) } }
            let head = try #require(heads.last)
            let fields = head.allHeaderFields.map { name, value in
                "\(name)" == "Date" ? "Date" : "\(name): \(value)"
            }
            let outcome = await played.outcome(of: request)
            seen.append(["\(head.statusCode) \(head.url?.path ?? "")", outcome] + fields.sorted())
            #expect(await played.finish().passed)
        }
        #expect(seen[0] == seen[1])
    }

    @Test("a body that is not in its coding is an error in both", arguments: ["gzip", "unknown"])
    func undecodable(coding: String) async throws {
        var seen: [String] = []
        for transport in Transport.allCases {
            let played = try PlayedScenario(
                playing: """
                    linger: 0ms
                    steps: [{request: /x, response: {text: hello, headers: {Content-Encoding: {text: \(coding)}}}}]
                    """, transport)
            // The rest of the text is libcurl's, or ours.
            seen.append(String(await played.outcome(of: try played.request("GET", "/x")).prefix(27)))
            #expect(await played.finish().passed)
        }
        #expect(seen == ["error NSURLErrorDomain -1 U", "error NSURLErrorDomain -1 T"] || seen[0] == seen[1])
    }

    @Test("a scripted failure comes as the text that says what is wrong")
    func unmatched() async throws {
        let server = try InProcessMockServer(
            Scenario(yaml: "mockserver: 1\nlinger: 0ms\nsteps: [{request: GET /x}]", path: "s.yaml"))
        let (data, response) = try await server.session.data(from: server.url.appendingPathComponent("y"))
        #expect((response as? HTTPURLResponse)?.statusCode == 501)
        #expect(String(decoding: data, as: UTF8.self).hasPrefix("s.yaml:3:1: error: nothing takes GET /y\n"))
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.failures.map(\.kind) == [.unmatched, .unmet])
        #expect(server.report().bytes(as: .junit).count > 0)
        await server.stop()
    }
}
