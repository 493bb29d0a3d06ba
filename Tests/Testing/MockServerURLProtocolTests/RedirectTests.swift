import Foundation
import HTTPTypes
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A redirect is followed in process as over a socket", .alone, .timeLimit(.minutes(60)))
struct RedirectTests {
    struct Sent: Sendable, CustomTestStringConvertible {
        let method: String
        let status: Int
        var location = "/end?q=1#part"

        var testDescription: String { "\(method) \(status) \(location)" }
    }

    static let redirects =
        ["GET", "POST", "PUT", "HEAD"].flatMap { method in
            [301, 302, 303, 307, 308, 305].map { Sent(method: method, status: $0) }
        }
        + ["end", "{{server.url}}/end", "/a%20b"].map {
            Sent(method: "GET", status: 302, location: $0)
        }

    @Test("with the same method and fields", arguments: redirects)
    func followed(sent: Sent) async throws {
        var seen: [[String]] = []
        for transport in Transport.allCases {
            let played = try PlayedScenario(
                playing: """
                    linger: 0ms
                    order: any
                    steps: [{request: {path: /start}, response: {status: \(sent.status), headers: {Location: "\(sent.location)"}}}]
                    stubs: [{request: {path: {present: true}}, response: {text: here}}]
                    """, transport)
            let body = sent.method == "POST" || sent.method == "PUT" ? "abc" : nil
            let fields = ["Authorization": "Bearer t", "X-Own": "1", "Content-Type": "text/plain"]
            let outcome = await played.outcome(of: try played.request(sent.method, "/start", fields, body: body))
            let requests = played.journal.map(\.request).map { request in
                let fields = request.headers.map(\.name.canonicalName).sorted()
                return "\(request.method) \(request.target) \(request.bodySize) \(fields)"
            }
            seen.append([outcome] + requests)
            #expect(await played.finish().passed)
        }
        #expect(seen[0] == seen[1])
    }

    @Test("with the cookies that it sets")
    func cookies() async throws {
        var seen: [[String]] = []
        for transport in Transport.allCases {
            let played = try PlayedScenario(
                playing: """
                    linger: 0ms
                    steps:
                      - request: /start
                        response: {status: 303, headers: {Location: /end, Set-Cookie: ["a=1; Path=/", "b=2; Path=/"]}}
                      - {request: /end, assert: {cookies: {a: 1, b: 2}}}
                    """, transport)
            seen.append([await played.outcome(of: try played.request("GET", "/start"))])
            let verdict = await played.finish()
            #expect(verdict.passed, "\(transport): \(verdict.text())")
        }
        #expect(seen[0] == seen[1])
    }

    @Test("at most 20 times")
    func limit() async throws {
        var seen: [String] = []
        for transport in Transport.allCases {
            let played = try PlayedScenario(
                playing: "linger: 0ms\nstubs: [{request: /x, response: {status: 302, headers: {Location: /x}}}]",
                transport)
            seen.append(
                await played.outcome(of: try played.request("GET", "/x")) + " after \(played.journal.count) requests")
            #expect(await played.finish().passed)
        }
        #expect(seen[0] == seen[1])
    }
}
