import Foundation
import Locking
import MockServerRemoteTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Failures that a test shows its user are not printed again by the program that played the scenario.
@Suite("a failure that a test shows", .timeLimit(.minutes(60))) struct ShownFailuresTests {
    private let folder: TemporaryFolder
    private let scenario: String

    init() throws {
        folder = try TemporaryFolder()
        scenario = try folder.file(
            "order.yaml",
            """
            mockserver: 1
            name: order
            seed: 7
            linger: 0ms
            steps:
              - { id: placed, request: POST /orders, assert: { headers: { Idempotency-Key: k-1 } } }
              - { id: paid, request: POST /payments }
            """)
    }

    /// Places an order with a wrong key, and doesn't pay.
    private func place(_ server: RemoteMockServer) async throws {
        var request = URLRequest(url: server.url.appendingPathComponent("orders"))
        request.httpMethod = "POST"
        request.setValue("k-2", forHTTPHeaderField: "Idempotency-Key")
        _ = try await URLSession.shared.data(for: request)
    }

    /// The headlines of the issues that a test records.
    private func headlines(_ body: @Sendable () async throws -> Void) async throws -> [String] {
        let found = Locked<[String]>([])
        try await withKnownIssue {
            try await body()
        } matching: { issue in
            found.withLock { $0.append("\(issue.kind)") }
            return true
        }
        return found.withLock { $0 }
    }

    private func remote(of server: Program) async throws -> RemoteMockServer {
        let text = try await server.output { $0.contains("\nadmin: ") && $0.hasSuffix("\n") }
        let admin = try #require(text.firstMatch(of: /admin: (http\S+)/)?.1)
        return try await RemoteMockServer(adminURL: try #require(URL(string: String(admin))))
    }

    private let texts = [
        "Caught error: step \"placed\": header Idempotency-Key differs",
        "Caught error: step \"paid\": 0 requests, expected exactly 1",
    ]

    @Test("is not in the verdict of the server's own run, in which tests take turns")
    func byTurns() async throws {
        let server = try Program.mockserver(
            "--scenario", scenario, "--admin-port", "0", "--report", "text=\(folder.path)/report")
        let remote = try await remote(of: server)
        for _ in 1...2 {
            let shown = try await headlines { try await withRemoteMockServer(remote) { try await place($0) } }
            #expect(shown == texts)
        }
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        #expect(!outcome.output.contains("error: step"), "\(outcome.output)")
        #expect(
            outcome.output.hasSuffix(
                """

                failed: order (2 failures, 1 request, 1 of 2 steps, seed 7)
                   the test that asked for the verdict shows 2 failures

                failed: 2 of 2 runs
                   run 1  failed: order (2 failures, 1 request, 1 of 2 steps, seed 7)
                   run 2  failed: order (2 failures, 1 request, 1 of 2 steps, seed 7)

                """), "\(outcome.output)")
        let report = try String(contentsOfFile: "\(folder.path)/report", encoding: .utf8)
        #expect(report.matches(of: /error: step "placed": header Idempotency-Key differs/).count == 2)
    }

    @Test("is not in the verdict of its session")
    func bySession() async throws {
        let server = try Program.mockserver("--admin-port", "0")
        let remote = try await remote(of: server)
        let scenario = RemoteScenario.contents(of: URL(fileURLWithPath: scenario))
        let shown = try await headlines {
            try await withRemoteMockServer(remote, playing: scenario) { session in
                try await place(session)
                // The test ends a run itself, whose failures it shows, too.
                try await session.reset()
                try await place(session)
            }
        }
        #expect(shown == texts + texts)
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        #expect(!outcome.output.contains("error: step"), "\(outcome.output)")
        #expect(outcome.output.contains("the test that asked for the verdict shows 2 failures\n"))
        #expect(outcome.output.contains("\nfailed: 1 of 1 session\n"), "\(outcome.output)")
    }

    @Test("is printed once by a command and the program around it; what nobody has shown, by the program")
    func wrapped() async throws {
        let script = """
            curl -sS -o /dev/null -X POST "$MOCKSERVER_URL/orders"
            curl -sSf "$MOCKSERVER_ADMIN_URL/verdict?settle=1s&shown=true" | python3 -c '
            import json, sys
            for failure in json.load(sys.stdin)["failures"]: print(failure["text"], file=sys.stderr)'
            curl -sS -o /dev/null "$MOCKSERVER_URL/other"
            """
        let outcome = try await Program.mockserver(
            "--scenario", scenario, "--admin-port", "0", "--", "sh", "-c", script
        ).outcome()
        #expect(outcome.status == 1)
        for title in [
            "step \"placed\": header Idempotency-Key", "step \"paid\": 0 requests", "nothing takes GET /other",
        ] {
            #expect(outcome.error.components(separatedBy: "error: \(title)").count == 2, "\(title): \(outcome.error)")
        }
        #expect(
            outcome.error.hasSuffix(
                """

                failed: order (3 failures, 2 requests, 1 of 2 steps, seed 7)
                   the test that asked for the verdict shows 2 failures

                """), "\(outcome.error)")
    }

    @Test("is asked for by true or false")
    func flag() async throws {
        let outcome = try await Program.mockserver(
            "-q", "--scenario", scenario, "--admin-port", "0", "--", "sh", "-c",
            #"curl -sS "$MOCKSERVER_ADMIN_URL/verdict?shown=yes""#
        ).outcome()
        #expect(outcome.output == #"{"error":"shown: \"yes\" is neither true nor false."}"# + "\n")
    }
}
