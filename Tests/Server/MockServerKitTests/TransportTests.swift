import Foundation
import TestSupport
import Testing

@testable import MockServerKit

/// A scenario means the same for each protocol that a client uses.
@Suite("Over each wire", .timeLimit(.minutes(60)))
struct TransportTests {
    private static let responses = """
        linger: 3600s
        stubs:
          - { request: GET /a, response: { text: hello } }
          - { request: HEAD /a, response: { text: hello } }
          - { request: GET /none, response: 204 }
          - { request: POST /echo, response: { text: "{{request.body}}" } }
          - { request: GET /close, response: { text: bye, connection: close } }
          - { request: GET /empty, response: { fault: empty } }
          - { request: GET /reset, response: { fault: reset } }
          - { request: GET /cut, response: { text: whole, fault: { kind: close, at: response_end } } }
        """

    private func server(_ transport: Transport, _ lines: String = Self.responses) throws -> MockServer {
        try MockServer(playing: lines, options: transport.options)
    }

    @Test("a client that refreshes its token passes", arguments: Transport.allCases)
    func tokenRefresh(transport: Transport) throws {
        let server = try MockServer(
            Scenario(contentsOf: Checkout.root.appendingPathComponent("Scenarios/token-refresh.yaml").path),
            options: transport.options)
        let script = #"""
            curl="\#(transport.curl)"
            $curl -o /dev/null "$url/me"
            token=$($curl -H 'Content-Type: application/json' -d '{"refreshToken": "rt-1"}' "$url/auth/refresh" \
                | sed 's/.*"accessToken": *"\([^"]*\)".*/\1/')
            $curl -H "Authorization: Bearer $token" "$url/me"
            """#
        let tool = try Tool(script, server)
        #expect(tool.output.contains("Ada Lovelace"), "\(tool)")
        let verdict = try finish(server)
        #expect(verdict.passed, "\(verdict.text())")
        #expect(server.journal.map(\.request.version) == Array(repeating: transport.isHTTP2 ? .h2 : .http11, count: 3))
        #expect(server.journal.map(\.request.connectionIndex) == [1, 2, 3])
        #expect(server.journal.map(\.request.streamID) == Array(repeating: transport.isHTTP2 ? 1 : nil, count: 3))
    }

    // Without prior knowledge: curl 7.88 can't reuse such a connection. Tests with nghttp are in HTTP2ConnectionTests.
    @Test(
        "requests of one connection are counted, and named by their streams",
        arguments: Transport.allCases.filter { $0 != .http2 })
    func connection(transport: Transport) throws {
        let server = try server(transport)
        let tool = try Tool("\(transport.curl) -w '%{http_version}.' $url/a $url/none $url/a", server)
        let version = transport.isHTTP2 ? "2" : "1.1"
        #expect(tool.output == "hello\(version).\(version).hello\(version).", "\(tool)")
        #expect(server.journal.map(\.request.connectionIndex) == [1, 1, 1])
        #expect(server.journal.map(\.request.exchangeIndex) == [1, 2, 3])
        #expect(server.journal.map(\.request.streamID) == (transport.isHTTP2 ? [1, 3, 5] : [nil, nil, nil]))
        #expect(try finish(server).passed)
    }

    @Test("the journal has what the handshake settled", arguments: Transport.allCases)
    func security(transport: Transport) throws {
        let server = try server(transport)
        let script =
            "\(transport.curl) --resolve \"localhost:$(echo $url | sed 's/.*://'):127.0.0.1\" "
            + "$(echo $url | sed s/127.0.0.1/localhost/)/a $url/a"
        let tool = try Tool(script, server)
        #expect(tool.output == "hellohello", "\(tool)")
        let facts = server.journal.map(\.request.tls)
        if transport.isSecure {
            #expect(facts.map { $0?.version } == ["TLSv1.3", "TLSv1.3"])
            #expect(facts.map { $0?.serverName } == ["localhost", nil])
            let chosen = transport.isHTTP2 ? "h2" : "http/1.1"
            #expect(facts.map { $0?.applicationProtocol } == [chosen, chosen])
            #expect(facts.map { $0?.clientSubject } == [nil, nil])
        } else {
            #expect(facts == [nil, nil])
        }
        #expect(try finish(server).passed)
    }

    @Test("an answer to HEAD has a length and no body", arguments: Transport.allCases)
    func head(transport: Transport) throws {
        let server = try server(transport)
        let tool = try Tool("\(transport.curl) -I $url/a; \(transport.curl) $url/a", server)
        #expect(tool.output.lowercased().contains("content-length: 5\r\n"), "\(tool)")
        #expect(tool.output.hasSuffix("\r\n\r\nhello"))
        #expect(try finish(server).passed)
    }

    @Test("three million bytes come and go", arguments: Transport.allCases)
    func large(transport: Transport) throws {
        let server = try server(transport)
        let script =
            "head -c 3000000 /dev/zero | tr '\\0' x | \(transport.curl) --data-binary @- $url/echo | tr -d x | wc -c"
        let tool = try Tool(
            "head -c 3000000 /dev/zero | tr '\\0' x | \(transport.curl) --data-binary @- $url/echo | wc -c; \(script)",
            server)
        #expect(tool.output.split(whereSeparator: \.isWhitespace) == ["3000000", "0"], "\(tool)")
        #expect(try finish(server).passed)
    }

    @Test("connection: close has the next request come on another", arguments: Transport.allCases)
    func close(transport: Transport) throws {
        let server = try server(transport)
        let tool = try Tool("\(transport.curl) $url/close $url/a", server)
        #expect(tool.output == "byehello", "\(tool)")
        #expect(server.journal.map(\.request.connectionIndex) == [1, 2])
        #expect(try finish(server).passed)
    }

    @Test("a fault is an error to the client and an answer to the run", arguments: Transport.allCases)
    func faults(transport: Transport) throws {
        for path in ["empty", "reset"] {
            let server = try server(transport)
            let tool = try Tool("\(transport.curl) $url/\(path) 2>/dev/null", server)
            #expect(tool.status != 0)
            #expect(tool.output.isEmpty, "\(tool)")
            let verdict = try finish(server)
            #expect(verdict.passed && verdict.droppedResponses.isEmpty)
        }
    }

    @Test("a connection that ends behind an answer does not cut it", arguments: Transport.allCases)
    func cut(transport: Transport) throws {
        let server = try server(transport)
        let tool = try Tool("\(transport.curl) $url/cut", server)
        #expect(tool.output == "whole")
        #expect(tool.status == 0, "\(tool)")
        #expect(try finish(server).passed)
    }

    @Test("a request that is too long is refused, with its failure", arguments: Transport.allCases)
    func tooLong(transport: Transport) throws {
        var options = transport.options
        options.maxBody = 10
        let server = try MockServer(playing: Self.responses, options: options)
        let tool = try Tool("\(transport.curl) -w ' %{http_code}' -d 12345678901 $url/echo", server)
        // curl 7.88 loses an HTTP/2 response that comes before it has sent its body.
        if !transport.isHTTP2 {
            #expect(tool.output.hasSuffix(" 413"), "\(tool)")
            #expect(tool.output.contains("10 bytes"), "\(tool)")
        }
        #expect(server.verdict.text().contains("10 bytes"), "\(server.verdict.text())")
        #expect(server.verdict.failures.map(\.kind) == [.badRequest])
        let ours = try Tool("\(transport.curl) -w ' %{http_code}' -d 1234567890 $url/echo", server)
        #expect(ours.output == "1234567890 200")
        server.stopNow()
    }

    @Test("what a protocol cannot carry is unsendable there alone", arguments: Transport.allCases)
    func unsendable(transport: Transport) throws {
        let server = try server(
            transport, "steps: [{ request: GET /a, response: { status: 200, reason: Fine, text: hello } }]")
        let tool = try Tool("\(transport.curl) -w ' %{http_code}' $url/a", server)
        let verdict = try finish(server)
        if transport.isHTTP2 {
            #expect(verdict.failures.map(\.kind) == [.unsendable], "\(tool)")
            #expect(verdict.text().contains("cannot be sent over HTTP/2, which has none"), "\(verdict.text())")
        } else {
            #expect(tool.output == "hello 200")
            #expect(verdict.passed)
        }
    }
}
