import APIClient
import Foundation
import Testing

/// `Scenarios/token-refresh.yaml`, played by clients of every kind, and the whole text of its failures.
@Suite("the token refresh", .timeLimit(.minutes(60))) struct TokenRefreshTests {
    private let scenario = Program.scenario("token-refresh")
    private let name = "An expired token is refreshed once, then the call is retried"

    private func wrapping(_ command: String...) async throws -> Program.Outcome {
        try await Program([Program.binary, "--scenario", scenario, "--"] + command).outcome()
    }

    // MARK: - The failures that the format's page shows

    @Test("a second refresh while the first is unanswered, in the verdict and in the answer")
    func parallelRefresh() async throws {
        // The two refreshes arrive in one segment, so both are there before the first is answered.
        let client = #"""
            import json, re, socket, sys
            host, port = sys.argv[1].removeprefix("http://").rsplit(":", 1)
            def ask(*requests):
                with socket.create_connection((host, int(port))) as peer:
                    peer.sendall(b"".join(requests))
                    return b"".join(iter(lambda: peer.recv(65536), b""))
            def me(token):
                head = ["GET /me HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {token}", "Connection: close"]
                return ("\r\n".join(head) + "\r\n\r\n").encode()
            def refresh(*more):
                body = '{"refreshToken": "rt-1"}'
                head = ["POST /auth/refresh HTTP/1.1", f"Host: {host}", "Content-Type: application/json"]
                return ("\r\n".join([*head, f"Content-Length: {len(body)}", *more]) + "\r\n\r\n" + body).encode()
            ask(me("tok-1"))
            head, _, rest = ask(refresh(), refresh("Connection: close")).partition(b"\r\n\r\n")
            length = int(re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)[1])
            ask(me(json.loads(rest[:length])["result"]["accessToken"]))
            head, _, text = rest[length:].partition(b"\r\n\r\n")
            print(re.search(rb"(?im)^mockserver-failure: [^\r]*", head)[0].decode())
            print(text.decode(), end="")
            """#
        let block = """
            Scenarios/token-refresh.yaml:12:5: error: step "refresh": 2 requests, expected exactly 1
            12 |   - id: refresh
               |     ^ the 2nd came 0.4 ms after the 1st, while the 1st was still unanswered
               #2 and #3 ran at once: send one, and let all callers wait for its response and use the token that it brings
               #4  POST /auth/refresh   connection 1 stream 7   +3.1 ms   200  step "refresh"
               #5  POST /auth/refresh   connection 2 stream 3   +3.5 ms   501  exhausted

            """
        let outcome = try await wrapping("/usr/bin/python3", "-c", client, "{url}")
        #expect(outcome.status == 1)
        #expect(outcome.output.steady == "Mockserver-Failure: exhausted\n" + block.steady)
        #expect(
            outcome.error.steady == block.steady + "\nfailed: \(name) (1 failure, 4 requests, 3 of 3 steps, seed N)\n")
    }

    @Test("the old token after the refresh")
    func oldToken() async throws {
        let block = """
            Scenarios/token-refresh.yaml:23:33: error: step "retried": header Authorization differs
            23 |       headers: { Authorization: "Bearer {{accessToken}}" }
               |                                 ^
               - Bearer 2f0c6d1e-…      accessToken, set at Scenarios/token-refresh.yaml:6:16
               + Bearer tok-1
               #1 sent the same value and got 401
               the expected one came in the response to #2 (json $.result.accessToken)
               #4  GET /me              connection 1   +0.0 ms   401  step "rejected"
               #5  POST /auth/refresh   connection 1   +2.0 ms   200  step "refresh"
               #6  GET /me              connection 1   +4.0 ms   200  step "retried"

            """
        let outcome = try await wrapping("/usr/bin/python3", "Tests/EndToEnd/clients/token-refresh_broken.py", "{url}")
        #expect(outcome.status == 1)
        #expect(
            outcome.error.steady == block.steady + "\nfailed: \(name) (1 failure, 3 requests, 3 of 3 steps, seed N)\n")
    }

    // MARK: - Three curls

    /// Plays the scenario by three calls of curl with the given options.
    private func curls(
        rejected: String? = "-H 'Authorization: Bearer tok-1'",
        refreshed: String? = #"-H 'Content-Type: application/json' -d '{"refreshToken": "rt-1"}'"#,
        retried: String? = #"-H "Authorization: Bearer $token""#
    ) async throws -> Program.Outcome {
        let calls = [
            rejected.map { #"curl -sS -o /dev/null \#($0) "$MOCKSERVER_URL/me""# },
            refreshed.map {
                #"token=$(curl -sS \#($0) "$MOCKSERVER_URL/auth/refresh" | sed 's/.*"accessToken": *"\([^"]*\)".*/\1/')"#
            },
            retried.map { #"curl -sS -o /dev/null \#($0) "$MOCKSERVER_URL/me""# },
        ]
        return try await wrapping("sh", "-c", calls.compactMap { $0 }.joined(separator: "\n"))
    }

    @Test("three curls that are right pass")
    func right() async throws {
        let outcome = try await curls()
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        #expect(outcome.error.steady == "passed: \(name) (3 requests, 3 of 3 steps)\n")
    }

    @Test("one header changed is told at its line and column")
    func changedHeader() async throws {
        let outcome = try await curls(refreshed: #"-H 'Content-Type: text/plain' -d '{"refreshToken": "rt-1"}'"#)
        #expect(outcome.status == 1)
        #expect(
            outcome.error.steady == """
                Scenarios/token-refresh.yaml:15:32: error: step "refresh": header Content-Type differs
                15 |       headers: { Content-Type: application/json }
                   |                                ^
                   - application/json
                   + text/plain
                   #N  POST /auth/refresh   connection N   +T   200  step "refresh"

                failed: \(name) (1 failure, 3 requests, 3 of 3 steps, seed N)

                """)
    }

    @Test("with the refresh left out, it says which step waits for which")
    func noRefresh() async throws {
        let outcome = try await curls(refreshed: nil)
        #expect(outcome.status == 1)
        #expect(
            outcome.error.steady == """
                Scenarios/token-refresh.yaml:20:5: error: GET /me came out of order
                20 |   - id: retried
                   |     ^ step "retried" would take it, but waits for step "refresh" (POST /auth/refresh, 0 of 1)
                   step "rejected" took its last request: 1 of exactly 1
                   #N  GET /me   connection N   +T   501  out_of_order
                   the first failure of 2

                Scenarios/token-refresh.yaml:12:5: error: step "refresh": 0 requests, expected exactly 1
                12 |   - id: refresh
                   |     ^ waiting for POST /auth/refresh; last was #N GET /me, 501
                   1 later step was not reached either: "retried"
                   the failure at Scenarios/token-refresh.yaml:20:5 follows from this one

                failed: \(name) (2 failures, 2 requests, 1 of 3 steps, seed N); the first is Scenarios/token-refresh.yaml:20:5: GET /me came \
                out of order

                """)
    }

    // MARK: - Clients of every kind

    /// A client that plays the scenario.
    enum Player: String, CaseIterable, Sendable {
        case curl = "token-refresh_right-curl.sh"
        case httpClient = "token-refresh_right-http-client.py"
        case httpx = "token-refresh_right-httpx.py"
        case urlSession
    }

    @Test("each kind of client passes, run by the command", arguments: Player.allCases)
    func wrapped(_ player: Player) async throws {
        guard player == .urlSession else {
            return check(
                try await Program(
                    [Program.binary, "--scenario", scenario, "--"] + Client(file: player.rawValue).command("{url}")
                ).outcome())
        }
        // The command replaces this process: it prints the server's URL, and ends when the client is done.
        let fifo = try Fifo()
        let server = try Program.mockserver(
            "--scenario", scenario, "--", "sh", "-c", #"echo "$MOCKSERVER_URL"; exec cat "$1" >&2"#, "sh", fifo.path)
        try await playURLSession(await server.url())
        _ = try await Program.output(of: "sh", "-c", ": >'\(fifo.path)'")
        let outcome = await server.outcome()
        check(outcome)
    }

    @Test("each kind of client passes against a server that ends with the last step", arguments: Player.allCases)
    func served(_ player: Player) async throws {
        let ready = try Fifo()
        let server = try Program.mockserver(
            "--scenario", scenario, "--ready-file", ready.path, "--exit-when-complete")
        let url = try await Program.output(of: "cat", ready.path).trimmingCharacters(in: .newlines)
        do {
            try await play(url, with: player)
        } catch {
            // The steps that would have ended it are missing.
            server.send(SIGTERM)
            throw error
        }
        let outcome = await server.outcome()
        check(Program.Outcome(status: outcome.status, output: "", error: outcome.error + verdict(outcome.output)))
        #expect(outcome.output.hasPrefix("\(url)  \(name)\n"))
    }

    private func check(_ outcome: Program.Outcome) {
        #expect(outcome.status == 0)
        #expect(outcome.error.steady == "passed: \(name) (3 requests, 3 of 3 steps)\n")
    }

    /// The text after the lines of the requests.
    private func verdict(_ output: String) -> String {
        output.range(of: "\n\n").map { String(output[$0.upperBound...]) } ?? output
    }

    private func play(_ url: String, with player: Player) async throws {
        guard player != .urlSession else { return try await playURLSession(url) }
        let outcome = try await Program(Client(file: player.rawValue).command(url)).outcome()
        try #require(outcome == Program.Outcome(status: 0, output: "", error: ""))
    }

    private func playURLSession(_ url: String) async throws {
        let client = try RESTClient(baseURL: url)
        let tokens = TokenStore(Tokens(access: "expired", refresh: "rt-1"), refreshingThrough: client)
        let profile = try await IdentityService(client: client.authorized(by: tokens)).fetchProfile()
        #expect(profile.name == "Ada Lovelace")
    }
}

/// A test's own named pipe.
private struct Fifo {
    let path: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/fifo"
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }
}
