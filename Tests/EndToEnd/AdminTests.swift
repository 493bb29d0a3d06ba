import Foundation
import Testing

@testable import MockServerCLI

@Suite("a suite that asks while the server runs", .timeLimit(.minutes(10))) struct AdminTests {
    private let folder: TemporaryFolder
    private let scenario: String

    init() throws {
        folder = try TemporaryFolder()
        scenario = try folder.file(
            "a.yaml",
            """
            mockserver: 1
            name: a
            seed: 7
            steps:
              - { id: first, request: GET /a, response: { text: hello } }
              - { id: second, request: GET /slow, response: { text: late, delay: 3600s } }
            """)
    }

    /// The server's URL and that of its admin API.
    private func urls(_ server: Program) async throws -> (server: String, admin: String) {
        let text = try await server.output { $0.contains("\nadmin: ") && $0.hasSuffix("\n") }
        let admin = try #require(text.firstMatch(of: /admin: (http\S+)/)?.1)
        return (String(text.prefix { $0 != " " }), String(admin))
    }

    @Test("finds the admin API where the first lines say")
    func serving() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--admin-port", "0")
        let (url, admin) = try await urls(server)
        _ = try await Program.output(of: "curl", "-sSf", "\(url)/a")
        let taken = try await Program.output(of: "curl", "-sSf", "\(admin)/requests?step=first&wait=1&timeout=300s")
        #expect(taken.contains(#""count":1"#))
        let reset = try await Program.output(of: "curl", "-sSf", "-X", "POST", "\(admin)/reset")
        #expect(reset.hasPrefix(#"{"scenario":"a","ended":{"#))
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        // The verdict of the run that was reset stands in the log, and that of the last one.
        let verdicts = outcome.output.matches(of: /(?m)^failed: a \(1 failure, (\d) requests?/).map { $0.1 }
        #expect(verdicts == ["1", "0"], "\(outcome.output)")
    }

    @Test("is told of the admin API by a variable, beside the server's URL")
    func wrapped() async throws {
        let outcome = try await Program.shell(
            """
            MOCKSERVER_SCENARIO=$file MOCKSERVER_ADMIN_PORT=0 MOCKSERVER_QUIET=true $mockserver -- sh -c '
                curl -sSf "$MOCKSERVER_ADMIN_URL/health"; env | grep -c "^MOCKSERVER_"'
            """, variables: ["file": scenario])
        // What the outer one was told is not handed on.
        #expect(outcome.output == #"{"status":"ok","scenario":"a"}"# + "\n2\n")
        #expect(outcome.status == 1)
    }

    @Test("a held answer does not keep SIGTERM from the verdict", arguments: [SIGTERM, SIGINT])
    func held(signal: Int32) async throws {
        let server = try Program.mockserver("--scenario", scenario, "--admin-port", "0")
        let (url, admin) = try await urls(server)
        _ = try await Program.output(of: "curl", "-sSf", "\(url)/a")
        let client = try Program(["curl", "-sS", "\(url)/slow"])
        _ = try await Program.output(of: "curl", "-sSf", "\(admin)/requests?step=second&wait=1&timeout=300s")
        let waiting = try Program(["curl", "-sS", "\(admin)/verdict?wait=300s"])
        server.send(signal)
        let outcome = await server.outcome()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("not answered to the end:\n   #2  GET /slow"))
        #expect(await client.outcome().status != 0)
        _ = await waiting.outcome()
    }

    @Test("off loopback there must be a token")
    func token() async throws {
        let open = try await Program.mockserver(
            "--scenario", scenario, "--host", "0.0.0.0", "--admin-port", "0",
            environment: ["MOCKSERVER_ADMIN_TOKEN": nil]
        ).outcome()
        #expect(open.status == 64)
        #expect(open.error.contains("--admin-port: The admin API would be open to everybody who reaches 0.0.0.0"))
        #expect(open.error.contains("MOCKSERVER_ADMIN_TOKEN"))
        let server = try Program.mockserver(
            "--scenario", scenario, "--host", "0.0.0.0", "--admin-port", "0",
            environment: ["MOCKSERVER_ADMIN_TOKEN": "t0ken"])
        let (_, admin) = try await urls(server)
        let script =
            "curl -sS -o /dev/null -w '%{http_code} ' \(admin)/verdict; curl -sSf -H 'Authorization: Bearer t0ken' \(admin)/verdict"
        #expect(try await Program.shell(script).output.hasPrefix(#"401 {"scenario":"a""#))
        server.send(SIGTERM)
        _ = await server.outcome()
    }

    @Test("is answered as the description says, whatever it asks")
    func openAPI() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--admin-port", "0")
        let (url, admin) = try await urls(server)
        _ = try await Program.output(of: "curl", "-sSf", "\(url)/a")
        _ = try await Program.output(of: "curl", "-sS", "\(url)/unmatched")
        let seen = try await Program.output(of: "python3", "Tests/EndToEnd/peers/openapi.py", admin)
        #expect(
            seen == """
                get /health 200
                get /journal 200
                get /openapi.json 200
                get /requests 200
                get /requests 400
                get /requests 404
                get /requests 504
                get /verdict 200
                get /verdict 400
                post /reset 200
                put /scenario 200
                put /scenario 400
                put /scenario 404
                put /scenario 422

                """)
        server.send(SIGTERM)
        _ = await server.outcome()
    }

    @Test("health says whether it is up")
    func health() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--admin-port", "0")
        let (url, admin) = try await urls(server)
        for place in [url, admin, "\(admin)/health"] {
            let up = try await Program.mockserver("health", "--url", place).outcome()
            #expect(up == Program.Outcome(status: 0, output: "", error: ""))
        }
        server.send(SIGTERM)
        _ = await server.outcome()
        let down = try await Program.mockserver("health", "--url", url).outcome()
        #expect(down.status == 1)
        #expect(down.error == "not up: \(url.dropFirst(7)): Connection refused\n")
    }
}
