import ExactJSON
import Foundation
import Locking
import Testing

@testable import MockServerKit

/// Requests that are refused at their head, or whose head is cut, on a server with sessions.
@Suite("A request that can't be read is its session's", .timeLimit(.minutes(60)))
struct NamedSessionTests {
    private typealias Host = SessionTests.Host

    /// How a request names its session.
    enum Name: String, CaseIterable, Sendable {
        case path, header, host

        func prefix(_ id: String) -> String { self == .path ? "/s/\(id)" : "" }

        func authority(_ id: String) -> String { self == .host ? "\(id).localhost" : "h" }

        func lines(_ id: String) -> String {
            "Host: \(authority(id))\r\n" + (self == .header ? "Mockserver-Session: \(id)\r\n" : "")
        }

        /// The fields of a GET over HTTP/2.
        func fields(_ id: String, _ path: String = "/a?token=\(secret)", scheme: String = "http") -> [(String, String)]
        {
            [(":method", "GET"), (":scheme", scheme), (":path", prefix(id) + path), (":authority", authority(id))]
                + (self == .header ? [("mockserver-session", id)] : [])
        }
    }

    private static let secret = "s3cretT0ken"
    private static let redacting =
        "mockserver: 1\nlinger: 0ms\nredact: [query.token]\nstubs: [{ request: GET /a }, { request: POST /a }]"

    private static let ownRedacting =
        "linger: 0ms\nredact: [query.token]\nstubs: [{ request: GET /a }]"

    // MARK: - Refused

    /// A request over HTTP/1.1.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: @Sendable (Name, _ id: String) -> String?

        init(_ words: String, _ bytes: @escaping @Sendable (Name, String) -> String?) {
            testDescription = words
            self.bytes = bytes
        }

        /// A POST with more lines.
        static func post(_ words: String, before: String = "", _ after: String = "") -> Refusal {
            Refusal(words) { name, id in
                "POST \(name.prefix(id))/a?token=\(secret) HTTP/1.1\r\n\(before)\(name.lines(id))\(after)\r\n"
            }
        }
    }

    static let refusals = [
        Refusal.post("a length that is not a number", "Content-Length: x\r\n"),
        .post("two lengths", "Content-Length: 1\r\nContent-Length: 1\r\n"),
        .post("a length and a coding", "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
        .post("an unknown coding", "Transfer-Encoding: gzip, chunked\r\n"),
        .post("an unknown expectation", "Content-Length: 1\r\nExpect: foo\r\n"),
        .post("too many lines", String(repeating: "A: b\r\n", count: 300)),
        .post("too many lines before", before: String(repeating: "A: b\r\n", count: 300)),
        .post("a malformed line", "bad \(secret)\r\n"),
        .post("a malformed line before", before: "bad \(secret)\r\n"),
        .post("white space before a colon", before: "A : b\r\n"),
        .post("a control character", before: "A: \u{1}\r\n"),
        Refusal("another version") { name, id in
            "GET \(name.prefix(id))/a?token=\(secret) HTTP/3.1\r\n\(name.lines(id))\r\n"
        },
        Refusal("no version") { name, id in "GET \(name.prefix(id))/a?token=\(secret)\r\n\(name.lines(id))\r\n" },
        Refusal("a space in the target") { name, id in
            "GET \(name.prefix(id))/a b?token=\(secret) HTTP/1.1\r\n\(name.lines(id))\r\n"
        },
        Refusal("line feeds alone") { name, id in
            "GET \(name.prefix(id))/a?token=\(secret) HTTP/1.1\r\n\(name.lines(id))\r\n"
                .replacingOccurrences(of: "\r\n", with: "\n")
        },
        Refusal("https in the clear") { name, id in
            "GET https://\(name.authority(id))\(name.prefix(id))/a?token=\(secret) HTTP/1.1\r\n\(name.lines(id))\r\n"
        },
        Refusal("two hosts") { name, id in
            "GET \(name.prefix(id))/a?token=\(secret) HTTP/1.1\r\nHost: h\r\n\(name.lines(id))\r\n"
        },
        Refusal("no host") { name, id in
            name == .host
                ? nil
                : "GET \(name.prefix(id))/a?token=\(secret) HTTP/1.1\r\n"
                    + "\(name.lines(id).replacingOccurrences(of: "Host: h\r\n", with: ""))\r\n"
        },
        Refusal("a long target") { name, id in
            let rest = String(repeating: "a", count: 70_000)
            return name == .path ? "GET \(name.prefix(id))/a?token=\(secret)&b=\(rest) HTTP/1.1\r\n\r\n" : nil
        },
    ]

    @Test("over HTTP/1.1, if its head names it", arguments: refusals, Name.allCases)
    func refused(_ refusal: Refusal, _ name: Name) async throws {
        try await check {
            refusal.bytes(name, $0).map { Array($0.utf8) }
        } isOver: { client in
            while try client.receive() {}
        }
    }

    /// A request over HTTP/2.
    struct Malformation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: @Sendable (Name, _ id: String) -> [(String, String)]

        init(_ words: String, _ fields: @escaping @Sendable (Name, String) -> [(String, String)]) {
            testDescription = words
            self.fields = fields
        }
    }

    static let malformations = [
        Malformation("https in the clear") { $0.fields($1, scheme: "https") },
        Malformation("another scheme") { $0.fields($1, scheme: "ftp") },
        Malformation("a field of the connection") { $0.fields($1) + [("connection", "close")] },
        Malformation("a coding of the connection") { $0.fields($1) + [("te", "gzip")] },
        Malformation("a name in upper case") { $0.fields($1) + [("X-A", "b")] },
        Malformation("an expectation") { $0.fields($1) + [("expect", "foo")] },
        Malformation("too many lines") { $0.fields($1) + Array(repeating: ("a", "b"), count: 300) },
        Malformation("too many lines before") { name, id in
            let fields = name.fields(id)
            return fields.prefix(4) + Array(repeating: ("a", "b"), count: 300) + fields.dropFirst(4)
        },
        Malformation("another host") { $0.fields($1) + [("host", "other")] },
    ]

    @Test("over HTTP/2, if its head names it", arguments: malformations, Name.allCases)
    func malformed(_ malformation: Malformation, _ name: Name) async throws {
        try await check {
            RawFrame.start + RawFrame.section(malformation.fields(name, $0), on: 1)
        } isOver: { client in
            while !RawFrame.frames(in: client.pending).contains(where: {
                $0.stream == 1 && ($0.type == 3 || $0.flags & 1 == 1)
            }) {
                try #require(try client.receive())
            }
        }
    }

    @Test("also if the connection fails within its head", arguments: Name.allCases)
    func connectionFailure(_ name: Name) async throws {
        // Nothing else may come before the section's end (RFC 9113, section 4.3).
        try await check { id in
            RawFrame.start + RawFrame.section(name.fields(id), on: 1, flags: 1) + RawFrame.data("a", on: 1)
        } isOver: { client in
            while try client.receive() {}
        }
    }

    /// Has a client send a request that its session must fail for and no other run, and expects the secret in no report.
    private func check(
        _ bytes: (String) -> [UInt8]?, isOver: (RawClient) throws -> Void
    ) async throws {
        let host = try Host()
        defer { host.stop() }
        let (id, other) = (try host.begin(Self.redacting), try host.begin(Self.redacting))
        guard let bytes = bytes(id) else { return }
        // What the session has redacted once is redacted wherever it stands later.
        #expect(try host.get("/s/\(id)/a?token=\(Self.secret)").status == 200)
        let client = try RawClient(host.server)
        try client.send(bytes)
        try isOver(client)
        #expect(!text(client.pending).contains(Self.secret))
        client.close()
        let verdict = try await host.askBeside("DELETE", "/sessions/\(id)", "").json
        #expect(verdict["passed"] == .bool(false))
        #expect(verdict.text().contains("bad_request"), "\(verdict.text())")
        #expect(try await host.askBeside("DELETE", "/sessions/\(other)", "").json["passed"] == .bool(true))
        let own = try host.client.get("/verdict").json
        #expect(own["passed"] == .bool(true), "\(own.text())")
        #expect(host.server.report().refusedRequests == nil)
        try expectNoSecret(host, verdict.text())
    }

    private func expectNoSecret(_ host: Host, _ texts: String...) throws {
        let report = host.server.report()
        for words in texts + (try ["/journal", "/sessions"].map { try host.client.get($0).json.text() }) {
            #expect(!words.contains(Self.secret), "\(words)")
        }
        for format in ReportFormat.allCases {
            let words = text(report.bytes(as: format))
            #expect(!words.contains(Self.secret), "\(format): \(words)")
        }
    }

    @Test("over TLS, too", arguments: [Transport.secureHTTP1, .secureHTTP2], Name.allCases)
    func secure(_ transport: Transport, _ name: Name) async throws {
        var options = MockServer.Options.patient
        options.tls = MockServer.TLSOptions()
        options.sessions = .patient
        let server = try MockServer(playing: SessionTests.none, options: options)
        defer { server.stopNow() }
        let scenario = CompiledScenario(try Scenario(yaml: Self.redacting))
        let session = try #require(try server.sessions?.begin(scenario))
        let id = session.id.description
        let header = name == .header ? "-H 'Mockserver-Session: \(id)'" : ""
        let domain = name == .host ? "\(id).localhost" : "localhost"
        let url = "https://\(domain):\(server.port)\(name.prefix(id))/a?token=\(Self.secret)"
        let tool = try Tool(
            "\(transport.curl) --resolve \(domain):\(server.port):127.0.0.1 -o /dev/null -w '%{http_code}' -H 'Expect: foo' "
                + "\(header) '\(url)'", server)
        #expect(tool.output == "417")
        #expect(session.verdict.failures.count == 1)
        #expect(server.verdict.failures.count == 1)
        #expect(!text(server.report().bytes(as: .json)).contains(Self.secret))
    }

    // MARK: - Several names

    @Test("is no run's if its head names several, or one that is not there", arguments: [true, false])
    func several(isGone: Bool) throws {
        let host = try Host()
        defer { host.stop() }
        let (first, second) = (try host.begin(Self.redacting), try host.begin(Self.redacting))
        let client = try RawClient(host.server)
        let hosts = isGone ? ["abcdefghijklmnopqrstuvwxyz"] : [first, second]
        let lines = hosts.map { "Host: \($0).localhost\r\n" }.joined()
        let response = try client.ask("GET /a?token=\(Self.secret) HTTP/1.1\r\n\(lines)Content-Length: x\r\n\r\n")
        #expect(response.status == 400)
        client.close()
        for path in ["/verdict", "/sessions/\(first)/verdict", "/sessions/\(second)/verdict"] {
            #expect(try host.client.get(path).json["passed"] == .bool(true))
        }
        #expect(
            host.server.report().refusedRequests?.text
                == "1 request that named a session that was not there was refused: GET /a")
    }

    // MARK: - No run's

    /// A request that no run gets, with a secret.
    struct Undelivered: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        /// Whether only another request says that it is one.
        let isSecretElsewhere: Bool
        let isWhole: Bool

        init(_ words: String, _ bytes: [UInt8], isSecretElsewhere: Bool = false, isWhole: Bool = true) {
            testDescription = words
            self.bytes = bytes
            self.isSecretElsewhere = isSecretElsewhere
            self.isWhole = isWhole
        }

        init(_ words: String, _ bytes: String, isSecretElsewhere: Bool = false, isWhole: Bool = true) {
            self.init(words, Array(bytes.utf8), isSecretElsewhere: isSecretElsewhere, isWhole: isWhole)
        }
    }

    private static let gone = "/s/abcdefghijklmnopqrstuvwxyz"

    static let undeliveredRequests = [
        Undelivered("in its path", "GET \(gone)/\(secret) HTTP/1.1\r\nHost: h\r\n\r\n", isSecretElsewhere: true),
        Undelivered(
            "as its session", "GET /a HTTP/1.1\r\nHost: h\r\nMockserver-Session: \(secret)\r\n\r\n",
            isSecretElsewhere: true),
        Undelivered(
            "in a long name",
            "GET /a HTTP/1.1\r\nHost: h\r\nMockserver-Session: "
                + "\(String(repeating: "a", count: 120))\(secret)\r\n\r\n", isSecretElsewhere: true),
        Undelivered(
            "in the user information of its session",
            "GET /a HTTP/1.1\r\nHost: h\r\nMockserver-Session: http://ada:\(secret)@h/\r\n\r\n"),
        Undelivered("in its user information", "GET http://ada:\(secret)@h\(gone)/a HTTP/1.1\r\nHost: h\r\n\r\n"),
        Undelivered(
            "in its credentials, too",
            "GET \(gone)/\(secret) HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(secret)\r\n\r\n"),
        Undelivered(
            "in a line behind a malformed one, too",
            "GET \(gone)/\(secret) HTTP/1.1\r\nHost: h\r\nmalformed\r\nCookie: sid=\(secret)\r\n\r\n"),
        Undelivered(
            "in a cookie, too, of a body that is cut",
            "POST \(gone)/\(secret) HTTP/1.1\r\nHost: h\r\nCookie: sid=\(secret)\r\nContent-Length: 9\r\n\r\nab",
            isWhole: false),
        Undelivered(
            "in a cookie, too, of a head that is cut",
            "POST \(gone)/\(secret) HTTP/1.1\r\nHost: h\r\nCookie: sid=\(secret)\r\nAc", isWhole: false),
        Undelivered(
            "in its credentials, too, over HTTP/2",
            RawFrame.start
                + RawFrame.section(
                    [
                        (":method", "GET"), (":scheme", "http"), (":path", "\(gone)/\(secret)"), (":authority", "h"),
                        ("authorization", "Bearer \(secret)"),
                    ], on: 1)),
    ]

    @Test("is no run's, and shows no secret", arguments: undeliveredRequests)
    func undelivered(_ request: Undelivered) throws {
        let told = Locked<[String]>([])
        let host = try Host(Self.ownRedacting) {
            $0.onUnknown = { session, request in told.withLock { $0.append("\(session) \(request)") } }
        }
        defer { host.stop() }
        // What the server's own run has redacted once is redacted here, too.
        if request.isSecretElsewhere { #expect(try host.get("/a", "Cookie: sid=\(Self.secret)").status == 200) }
        let client = try RawClient(host.server)
        try client.send(request.bytes)
        if !request.isWhole { client.finishSending() }
        while host.server.report().refusedRequests == nil { try client.receive() }
        #expect(!text(client.pending).contains(Self.secret), "\(text(client.pending))")
        client.close()
        let words = told.withLock { $0 }
        #expect(words.count == 1)
        try expectNoSecret(host, words.joined())
        let shown = try host.client.get("/sessions").json.text()
        #expect(shown.contains("(redact"), "\(shown)")
    }

    @Test("is no run's, and shows no value that is redacted later", arguments: undeliveredRequests.prefix(3))
    func undeliveredBefore(_ request: Undelivered) throws {
        let host = try Host(Self.ownRedacting)
        defer { host.stop() }
        let client = try RawClient(host.server)
        try client.send(request.bytes)
        while host.server.report().refusedRequests == nil { try client.receive() }
        client.close()
        #expect(try host.get("/a?token=\(Self.secret)").status == 200)
        try expectNoSecret(host)
    }

    // MARK: - Unfinished

    /// The protocol of a head that is not whole.
    enum Wire: String, CaseIterable, Sendable {
        case http1, http2

        func head(_ name: Name, _ id: String) -> [UInt8] {
            switch self {
            case .http1:
                Array("GET \(name.prefix(id))/a?token=\(secret) HTTP/1.1\r\n\(name.lines(id))Ac".utf8)
            // Without END_HEADERS.
            case .http2: RawFrame.start + RawFrame.section(name.fields(id) + [("accept", "a")], on: 1, flags: 1)
            }
        }
    }

    private func run(_ host: Host, _ id: String) throws -> ScenarioRun {
        try #require(SessionID(id).flatMap { host.server.sessions?.session($0) }).currentRun.run
    }

    @Test("before its head is whole, if that names it already", arguments: Wire.allCases, Name.allCases)
    func unfinished(_ wire: Wire, _ name: Name) async throws {
        let host = try Host()
        let (id, other) = (try host.begin(Self.redacting), try host.begin(Self.redacting))
        let client = try RawClient(host.server)
        try client.send(wire.head(name, id))
        while try !run(host, id).isReceiving { await Task.yield() }
        // No other one waits for it.
        #expect(
            try await host.askBeside("DELETE", "/sessions/\(other)?settle=300s", "").json["passed"] == .bool(true))
        let verdict = try await host.askBeside("DELETE", "/sessions/\(id)", "").json
        #expect(
            verdict.text().contains("1 unfinished request: begun on connection 1, but not whole when the run ended"),
            "\(verdict.text())")
        client.close()
        try expectNoSecret(host, verdict.text())
        _ = await host.server.finish()
        #expect(!host.server.report().verdict.text().contains("unfinished"))
        #expect(!host.server.report().passed)
        for format in ReportFormat.allCases {
            #expect(!text(host.server.report().bytes(as: format)).contains(Self.secret), "\(format)")
        }
    }

    @Test("if the server's stop cuts its head off", arguments: Wire.allCases, Name.allCases)
    func stopped(_ wire: Wire, _ name: Name) async throws {
        let host = try Host()
        let id = try host.begin(Self.redacting)
        let client = try RawClient(host.server)
        try client.send(wire.head(name, id))
        while try !run(host, id).isReceiving { await Task.yield() }
        await host.server.stop()
        client.close()
        #expect(!host.server.report().verdict.text().contains("unfinished"))
        let report = host.server.report()
        #expect(report.sessions.map(\.passed) == [false])
        for format in ReportFormat.allCases { #expect(!text(report.bytes(as: format)).contains(Self.secret)) }
    }

    @Test("in its journal, redacted, if its client cuts its head", arguments: Name.allCases)
    func cut(_ name: Name) throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin(Self.redacting)
        let client = try RawClient(host.server)
        try client.send(Wire.http1.head(name, id))
        client.finishSending()
        while try client.receive() {}
        let journal = try host.client.get("/sessions/\(id)/journal").json.text()
        #expect(journal.contains("in the head of a request"), "\(journal)")
        #expect(try host.client.get("/journal").json["unfinished_requests"] == .array([]))
        try expectNoSecret(host, journal)
    }

    @Test(
        "but not before the end of the line, or of the segment, that names it",
        arguments: [
            "GET /s/ID", "GET /a HTTP/1.1\r\nHost: h\r\nMockserver-Session: ID",
            "GET /a HTTP/1.1\r\nHost: ID.localhost",
            "GET /a HTTP/1.1\r\nHost: h\r\nMockserver-Session: ID\r",
        ])
    func unnamed(_ head: String) async throws {
        let host = try Host()
        let id = try host.begin(Self.redacting)
        let client = try RawClient(host.server)
        try client.send(head.replacingOccurrences(of: "ID", with: id))
        while !host.server.isReceiving { await Task.yield() }
        #expect(try !run(host, id).isReceiving)
        await host.server.stop()
        #expect(host.server.report().sessions.map(\.passed) == [true])
        #expect(host.server.verdict.failures.count == 1)
        client.close()
    }

    @Test("from the slash behind its path on, before the request line is whole")
    func requestLine() async throws {
        let host = try Host()
        defer { host.stop() }
        let id = try host.begin(Self.redacting)
        let client = try RawClient(host.server)
        try client.send("GET /s/\(id)/a?tok")
        while try !run(host, id).isReceiving { await Task.yield() }
        client.close()
    }

    @Test("and only its, if its trailers are not whole over HTTP/2")
    func trailers() async throws {
        let host = try Host()
        let id = try host.begin(Self.redacting)
        let client = try RawClient(host.server)
        try client.send(
            RawFrame.start + RawFrame.post("/s/\(id)/a", on: 1) + RawFrame.data("a", on: 1)
                + RawFrame.section([("a", "b")], on: 1, flags: 1))
        while try !run(host, id).isReceiving { await Task.yield() }
        await host.server.stop()
        client.close()
        #expect(!host.server.report().verdict.text().contains("unfinished"))
        #expect(host.server.report().sessions.map(\.passed) == [false])
    }
}
