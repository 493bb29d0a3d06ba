import Foundation
import MockServerKit
import Testing

/// Clients of every kind over every protocol that they support. AsyncHTTPClient, and URLSession over TLS, are in
/// `Tests/SwiftPeers`.
@Suite("peers", .timeLimit(.minutes(60))) struct PeerTests {
    /// A client that plays `Scenarios/token-refresh.yaml`.
    struct Peer: Sendable, CustomTestStringConvertible {
        /// The kind of address that the server listens on.
        enum Location: String, Sendable {
            case clear = "in the clear"
            case tls = "with TLS"
            case unix = "on a Unix-domain socket"
        }

        let location: Location
        /// A line of `sh`, in the folder of the peers.
        let command: String
        /// The line that it prints for each response.
        let responses: [String]

        var testDescription: String { "\(command), \(location.rawValue)" }

        init(_ location: Location, _ command: String, _ responses: [String]) {
            self.location = location
            self.command = command
            self.responses = responses
        }

        init(_ location: Location, _ command: String, _ version: String) {
            self.init(location, command, Array(repeating: version, count: 3))
        }
    }

    static let peers = [
        Peer(.clear, "sh curl.sh --http1.1", "HTTP/1.1"),
        Peer(.clear, "sh curl.sh --http2", "HTTP/2"),
        Peer(.clear, "sh curl.sh --http2-prior-knowledge", "HTTP/2"),
        Peer(.tls, "sh curl.sh --http1.1 --cacert $MOCKSERVER_CA_FILE", "HTTP/1.1"),
        Peer(.tls, "sh curl.sh --http2 --cacert $MOCKSERVER_CA_FILE", "HTTP/2"),
        Peer(.tls, "sh curl.sh --http1.1 --insecure", "HTTP/1.1"),
        Peer(.tls, "sh curl.sh --http2 --insecure", "HTTP/2"),
        Peer(.unix, "sh curl.sh --http1.1 --unix-socket $MOCKSERVER_UNIX_SOCKET", "HTTP/1.1"),
        Peer(.unix, "sh curl.sh --http2-prior-knowledge --unix-socket $MOCKSERVER_UNIX_SOCKET", "HTTP/2"),
        Peer(.clear, "sh nghttp.sh", "HTTP/2"),
        Peer(.tls, "SSL_CERT_FILE=$MOCKSERVER_CA_FILE sh nghttp.sh", "HTTP/2"),
        Peer(.clear, "/usr/bin/python3 httpx_peer.py http1", "HTTP/1.1"),
        Peer(.clear, "/usr/bin/python3 httpx_peer.py http2", "HTTP/2"),
        Peer(.tls, "/usr/bin/python3 httpx_peer.py http1", "HTTP/1.1"),
        Peer(.tls, "/usr/bin/python3 httpx_peer.py automatic", "HTTP/2"),
        Peer(.clear, "/usr/bin/python3 h2_peer.py", [1, 3, 5].map { "HTTP/2 stream \($0)" }),
        Peer(.tls, "/usr/bin/python3 h2_peer.py", [1, 3, 5].map { "HTTP/2 stream \($0)" }),
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func play(_ location: Peer.Location, _ command: String) async throws -> Program.Outcome {
        let options: [String] =
            switch location {
            case .clear: []
            case .tls: ["--tls"]
            case .unix: ["--unix", "\(folder.path)/socket"]
            }
        return try await Program(
            [Program.binary, "--scenario", Program.scenario("token-refresh")] + options
                + ["--", "sh", "-c", "cd Tests/EndToEnd/peers && \(command)"]
        ).outcome()
    }

    @Test("a client that refreshes its token passes, by the protocol that it asks for", arguments: peers)
    func passing(_ peer: Peer) async throws {
        let outcome = try await play(peer.location, peer.command)
        #expect(outcome.status == 0)
        #expect(outcome.output == peer.responses.map { $0 + "\n" }.joined())
        // Nothing else, not even a warning about the certificate.
        #expect(
            outcome.error.steady == """
                passed: An expired token is refreshed once, then the call is retried (3 requests, 3 of 3 steps)

                """)
    }

    @Test(
        "what a client sends, or no longer sends, after an early response is not a failure, however large its body is",
        arguments: [
            "head -c 20000000 /dev/zero | sh curl_early.sh --http1.1",
            "head -c 20000000 /dev/zero | sh curl_early.sh --http2-prior-knowledge",
            "head -c 9000000 /dev/zero | sh curl_early.sh --http2-prior-knowledge",
            "/usr/bin/python3 h2_early.py ends", "/usr/bin/python3 h2_early.py resets",
            "/usr/bin/python3 h2_early.py sends",
        ])
    func early(_ command: String) async throws {
        let scenario = try folder.file(
            "early.yaml",
            """
            mockserver: 1
            name: An upload is refused
            steps:
              - {request: POST /up, early: true, response: {status: 413, text: too much}}
              - {request: GET /next}

            """)
        let outcome = try await Program(
            [Program.binary, "--scenario", scenario, "--", "sh", "-c", "cd Tests/EndToEnd/peers && \(command)"]
        ).outcome()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output == "413 200\n")
        #expect(outcome.error.steady == "passed: An upload is refused (2 requests, 2 of 2 steps)\n")
    }

    @Test("a client that is not told of the authority does not go on", arguments: ["--http1.1", "--http2"])
    func untrusted(version: String) async throws {
        let outcome = try await play(.tls, "sh curl.sh \(version)")
        #expect(outcome.status == 60)
        #expect(outcome.output == "")
        #expect(outcome.error.hasPrefix("curl: (60) SSL certificate problem: "), "\(outcome.error)")
        #expect(outcome.error.contains("failed: "), "\(outcome.error)")
    }

    @Test(
        "one journal has the streams of a connection whose answers overlap",
        arguments: [nil, MockServer.TLSOptions()])
    func interleaved(tls: MockServer.TLSOptions?) async throws {
        var options = MockServer.Options()
        options.tls = tls
        let server = try MockServer(
            Scenario(
                yaml: """
                    mockserver: 1
                    order: any
                    steps:
                      - { request: GET /body, response: { text: late body, delay: { body: 1600ms } } }
                      - { request: GET /late, response: { text: late, delay: 800ms } }
                      - { request: GET /once, response: { text: once } }
                    """), options: options)
        let authority = try folder.file("ca.pem", server.certificateAuthority?.pem ?? "")
        let client = try Program(
            ["/usr/bin/python3", "Tests/EndToEnd/peers/h2_interleaved.py", "/body", "/late", "/once"],
            environment: ["MOCKSERVER_URL": server.url.absoluteString, "MOCKSERVER_CA_FILE": authority])
        let outcome = await client.outcome()
        #expect(outcome.status == 0, "\(outcome)")
        let events = outcome.output.split(separator: "\n").map(String.init)
        #expect(events.sorted() == ["1 end", "1 head", "3 end", "3 head", "5 end", "5 head"])
        // The first response begins before the others. They come in between, the last one first.
        #expect(events.first == "1 head")
        let ends = ["5 end", "3 head", "1 end"].compactMap { events.firstIndex(of: $0) }
        #expect(ends == ends.sorted(), "\(events)")
        let requests = server.journal.map(\.request)
        #expect(requests.map(\.target) == ["/body", "/late", "/once"])
        #expect(requests.map(\.connectionIndex) == [1, 1, 1])
        #expect(requests.map(\.streamID) == [1, 3, 5])
        #expect(requests.map(\.exchangeIndex) == [1, 2, 3])
        #expect(requests.map(\.version) == [.h2, .h2, .h2])
        #expect(server.journal.map(\.status) == [200, 200, 200])
        let verdict = await server.verify(timeout: .seconds(600))
        #expect(verdict.passed, "\(verdict.text())")
        await server.stop()
    }
}
