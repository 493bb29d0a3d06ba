import MockServerTesting
import SocketClient
import Testing

/// Many tests at once, each with a server and values of its own. CI also runs them under the thread sanitizer.
@Suite struct ParallelTests {
    @Test("a token of the test's own is refreshed, and no other test's", arguments: 1...500)
    func refresh(number: Int) async throws {
        let vars = ["refreshToken": "rt-\(number)", "accessToken": "at-\(number)"]
        try await withMockServer("token-refresh", vars: vars) { server in
            let client = SocketClient(port: server.endpoint.port ?? 0)
            let rejected = try await client.send("GET", "/me", headers: ["Authorization": "Bearer expired"])
            #expect(rejected.status == 401)
            let refreshed = try await client.send(
                "POST", "/auth/refresh", headers: ["Content-Type": "application/json"],
                body: #"{"refreshToken":"rt-\#(number)"}"#)
            #expect(refreshed.body == #"{"result":{"accessToken":"at-\#(number)"}}"#)
            let retried = try await client.send("GET", "/me", headers: ["Authorization": "Bearer at-\(number)"])
            #expect(retried.status == 200)
            #expect(server.journal.map(\.step) == ["rejected", "refresh", "retried"])
        }
    }

    @Test("a token of another test fails the test", arguments: 1...20)
    func mixedUp(number: Int) async throws {
        let issues = await RecordedIssue.all {
            try await withMockServer("token-refresh", vars: ["refreshToken": "rt-\(number)"]) { server in
                let client = SocketClient(port: server.endpoint.port ?? 0)
                _ = try await client.send("GET", "/me")
                _ = try await client.send(
                    "POST", "/auth/refresh", headers: ["Content-Type": "application/json"],
                    body: #"{"refreshToken":"rt-\#(number + 1)"}"#)
            }
        }
        #expect(issues.map(\.line) == [16, 20])
        #expect(issues.first?.text.contains("   + \"rt-\(number + 1)\"") == true)
    }
}
