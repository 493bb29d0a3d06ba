import HTTPMessage
import Testing

@testable import MockServerKit

@Suite("What a scenario says of connections, with a client's own", .timeLimit(.minutes(60)))
struct ConnectionKeysTests {
    @Test("protocol tells how a request came", arguments: Transport.allCases)
    func protocols(transport: Transport) throws {
        let server = try MockServer(
            playing: """
                linger: 3600s
                stubs:
                  - {request: {path: /a, protocol: h2}, response: {text: h2}}
                  - {request: {path: /a, protocol: http/1.1}, response: {text: http/1.1}}
                """, options: transport.options)
        #expect(try Tool("\(transport.curl) $url/a", server).output == (transport.isHTTP2 ? "h2" : "http/1.1"))
        #expect(try finish(server).passed)
    }

    @Test("a request of HTTP/1.0 is one of http/1.1")
    func http10() throws {
        let server = try MockServer(
            playing: "linger: 3600s\nsteps: [{request: {path: /a, protocol: http/1.1}, assert: {protocol: http/1.1}}]")
        #expect(try Tool("curl -sS --http1.0 -o /dev/null -w '%{http_code}' $url/a", server).output == "200")
        #expect(server.journal.map(\.request.version) == [.http10])
        #expect(try finish(server).passed)
    }

    private static let reuse = """
        linger: 3600s
        steps:
          - {id: login, request: {path: /login, connection: new}}
          - {id: me, request: GET /me, assert: {connection: {same_as: login}}}
        expect:
          - connections: {at_most: 1}
        """

    @Test("a client that keeps its connection is right", arguments: Transport.allCases)
    func kept(transport: Transport) throws {
        let server = try MockServer(playing: Self.reuse, options: transport.options)
        // curl 7.88 can't reuse a connection with HTTP/2 in the clear.
        let client = transport == .http2 ? "nghttp -n" : transport.curl
        #expect(try Tool("\(client) $url/login $url/me", server).status == 0)
        let verdict = try finish(server)
        #expect(verdict.passed, "\(verdict.text())")
    }

    @Test("one that opens another is told both", arguments: Transport.allCases)
    func another(transport: Transport) throws {
        let server = try MockServer(playing: Self.reuse, options: transport.options)
        #expect(try Tool("\(transport.curl) $url/login && \(transport.curl) $url/me", server).status == 0)
        let verdict = try finish(server)
        #expect(
            verdict.failures.map(\.title) == [
                "step \"me\": connection differs", "2 connections carried a request, expected at most 1",
            ])
        #expect(verdict.text().contains("- the connection of step \"login\" (connection 1)"))
        #expect(verdict.text().contains("+ connection 2"))
    }

    @Test("SNI is what the client asked for", arguments: [Transport.secureHTTP1, .secureHTTP2])
    func serverName(transport: Transport) throws {
        let server = try MockServer(
            playing: """
                linger: 3600s
                steps:
                  - {id: named, request: {path: /a, tls: {sni: {ends_with: .test}}}, assert: {tls: {sni: a.test}}}
                  - {id: unnamed, request: {path: /a, tls: {sni: {absent: true}}}}
                  - id: other
                    request: GET /b
                    assert: {tls: {sni: b.test, client_certificate: {subject: {absent: true}}}}
                """, options: transport.options)
        let resolve = "--connect-to a.test:443:127.0.0.1:\(server.port)"
        #expect(try Tool("\(transport.curl) \(resolve) https://a.test/a", server).status == 0)
        #expect(try Tool("\(transport.curl) $url/a", server).status == 0)
        #expect(try Tool("\(transport.curl) \(resolve) https://a.test/b", server).status == 0)
        let verdict = try finish(server)
        #expect(verdict.failures.map(\.title) == ["step \"other\": tls sni differs"], "\(verdict.text())")
    }
}
