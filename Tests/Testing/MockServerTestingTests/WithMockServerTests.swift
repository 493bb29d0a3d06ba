import Foundation
import MockServerTesting
import Testing

/// The issues that `withMockServer` records for a test, seen from outside it.
@Suite("withMockServer records") struct WithMockServerTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private let greeting = folder.appendingPathComponent("Scenarios/greeting.yaml").path

    /// Whether this process still listens there. A client that asked could reach another process, which has got the port
    /// since.
    private func isListening(_ port: Int?) -> Bool {
        let most = min(Int32(clamping: sysconf(Int32(_SC_OPEN_MAX))), 1 << 16)
        return (0..<most).contains { descriptor in
            var listens: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0 else {
                return false
            }
            var address = sockaddr_in()
            size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
            }
            return status == 0 && Int(UInt16(bigEndian: address.sin_port)) == port
        }
    }

    @Test("nothing for a run that holds, and returns what its body does") func passing() async throws {
        let issues = await RecordedIssue.all {
            let count = try await withMockServer("greeting") { server in
                try await Guest(of: server).visit()
                return server.journal.count
            }
            #expect(count == 2)
        }
        #expect(issues.isEmpty)
    }

    @Test("nothing later: a complete run is not listened to for its linger", .timeLimit(.minutes(60)))
    func noLinger() async throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nlinger: 1h\nsteps: [{ request: GET /hello }]")
        try await withMockServer(scenario) { try await Guest(of: $0).hello() }
    }

    @Test("each failure of the run, whole, at the scenario's own path and line") func failing() async {
        let issues = await RecordedIssue.all {
            try await withMockServer("greeting") { try await Guest(of: $0).hello(in: "fr") }
        }
        #expect(issues.map(\.path) == [greeting, greeting])
        #expect(issues.map(\.line) == [7, 10])
        #expect(
            issues.map(\.text) == [
                """
                step "greeting": header Accept-Language differs
                Tests/Testing/MockServerTestingTests/Scenarios/greeting.yaml:7:35
                7 |       headers: { Accept-Language: en }
                  |                                   ^
                   - en
                   + fr
                   #1  GET /hello   connection 1   +T   200  step "greeting"
                """,
                """
                step "farewell": 0 requests, expected exactly 1
                Tests/Testing/MockServerTestingTests/Scenarios/greeting.yaml:10:5
                10 |   - id: farewell
                   |     ^ waiting for GET /goodbye; last was #1 GET /hello, 200
                """,
            ])
    }

    @Test("the failures of a scenario given by URL as of one given by name") func byURL() async {
        let url = URL(fileURLWithPath: greeting)
        let issues = await RecordedIssue.all { try await withMockServer(contentsOf: url) { _ in } }
        #expect(issues.map(\.path) == [greeting])
        #expect(issues.map(\.line) == [4])
    }

    @Test("the failures of a scenario without a file at the call") func byValue() async throws {
        let scenario = try Scenario(yaml: "mockserver: 1\nsteps: [{ request: GET /health }]")
        let line = #line + 1
        let issues = await RecordedIssue.all { try await withMockServer(scenario) { _ in } }
        #expect(issues.map(\.line) == [line])
        #expect(issues.map(\.path) == [#filePath])
    }

    @Test("the failures of a body that throws, beside its error; the server is stopped") func throwing() async {
        struct Mishap: Error {}
        let issues = await RecordedIssue.all {
            var port: Int?
            defer { #expect(port != nil) }
            do {
                try await withMockServer("greeting") { server in
                    port = server.endpoint.port
                    #expect(isListening(port))
                    throw Mishap()
                }
            } catch {
                #expect(!isListening(port))
                throw error
            }
        }
        #expect(issues.count == 2)
        #expect(issues.first?.line == 4)
        #expect(issues.last?.text == "Mishap()")
    }

    @Test("the failures of a cancelled body; the server is stopped when it returns") func cancelled() async {
        let issues = await RecordedIssue.all {
            let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
            let task = Task {
                try await withMockServer("greeting") { server in
                    continuation.yield(server.endpoint.port ?? 0)
                    try await server.waitFor(step: "farewell", timeout: .seconds(3_600))
                }
            }
            let port = await ports.first { _ in true }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(!isListening(port))
        }
        #expect(issues.map(\.line) == [4])
    }

    @Test("nothing where there is no test or no server: it says what to do") func misuse() async throws {
        #expect(throws: HarnessMisuse.noCurrentServer) { try MockServer.current }
        await Task.detached {
            #expect(throws: HarnessMisuse.outsideSwiftTesting) { try MockServer.current }
            await #expect(throws: HarnessMisuse.outsideSwiftTesting) {
                try await withMockServer("greeting") { _ in Issue.record("it has a server") }
            }
        }.value
    }

    @MainActor @Test("on the main actor as elsewhere") func mainActor() async throws {
        var languages: [String] = []
        try await withMockServer("greeting") { server in
            languages.append("en")
            try await Guest(of: server).visit()
        }
        #expect(languages == ["en"])
    }
}
