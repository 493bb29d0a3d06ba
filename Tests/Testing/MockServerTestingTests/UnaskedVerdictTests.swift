import Locking
import MockServerTesting
import MockServerURLProtocol
import SocketClient
import TestSupport
import Testing

/// Servers that a test starts by itself, and forgets.
@Suite("A server that is released unasked") struct UnaskedVerdictTests {
    private static let lines = "mockserver: 1\nname: Tokens\nlinger: 0ms\nsteps: [{ request: GET /me }]"

    private static func server() throws -> MockServer {
        var options = MockServer.Options()
        options.seed = 7
        options.sessions = .init()
        return try MockServer(Scenario(yaml: lines), options: options)
    }

    @Test("fails its test, also if it was stopped or released in a task of the test")
    func unasked() async throws {
        let text = """
            nobody asked for the verdict of this server before it was released:
               failed: Tokens (1 failure, 0 requests, 0 of 1 step, seed 7)
               Call await server.verify() and look at its failures, or start the server by startMockServer \
            (MockServerXCTest), or by the trait .mockServer or withMockServer (MockServerTesting), which record them.
            """
        let path = try #require(Test.current?.sourceLocation.filePath)
        for release in [
            { _ in }, { await $0.stop() }, { server in await Task { await server.stop() }.value },
        ] as [@Sendable (MockServer) async -> Void] {
            let issues = await RecordedIssue.all { await release(try Self.server()) }
            #expect(issues.map(\.text) == [text])
            #expect(issues.map(\.path) == [path])
        }
    }

    @Test("fails its test if it is a session") func session() async throws {
        let server = try Self.server()
        let issues = await RecordedIssue.all { _ = try server.beginSession(server.scenario, seed: 7) }
        #expect(issues.map { $0.text.hasPrefix("nobody asked for the verdict of this session ") } == [true])
        #expect(await !server.finish().passed)
    }

    @Test("fails its test if it plays in process") func inProcess() async throws {
        let path = try #require(Test.current?.sourceLocation.filePath)
        let issues = await RecordedIssue.all {
            var options = InProcessMockServer.Options()
            options.seed = 7
            _ = try InProcessMockServer(Scenario(yaml: Self.lines), options: options)
            _ = await (try InProcessMockServer(Scenario(yaml: Self.lines))).verify(timeout: .seconds(600))
        }
        let text = """
            nobody asked for the verdict of this server before it was released:
               failed: Tokens (1 failure, 0 requests, 0 of 1 step, seed 7)
               Call await server.verify() and look at its failures before its end.
            """
        #expect(issues.map(\.text) == [text])
        #expect(issues.map(\.path) == [path])
    }

    @Test("does not fail it if somebody has asked, before its stop or after that") func asked() async throws {
        let issues = await RecordedIssue.all {
            _ = await (try Self.server()).verify(timeout: .seconds(600))
            _ = await (try Self.server()).finish()
            _ = try Self.server().verdict
            _ = try Self.server().report()
            let server = try Self.server()
            await server.stop()
            _ = server.verdict
        }
        #expect(issues.isEmpty)
    }

    @Test("fails its test if it has failed since somebody asked, and not if it had failed before")
    func askedTooEarly() async throws {
        let path = try #require(Test.current?.sourceLocation.filePath)
        let asks: [@Sendable (MockServer) async -> Void] = [
            { _ = $0.verdict }, { _ = await $0.verify(timeout: .seconds(600)) }, { _ = $0.report() },
        ]
        for ask in asks {
            let issues = await RecordedIssue.all {
                let server = try Self.server()
                let client = SocketClient(port: server.endpoint.port ?? 0)
                _ = try await client.send("GET", "/me")
                await ask(server)
                _ = try await client.send("GET", "/me")
            }
            let text =
                "nobody asked for the verdict of this server after its last requests and stubs, before it was released:\n"
            #expect(issues.map { $0.text.hasPrefix(text + "   failed: Tokens (1 failure, 2 requests") } == [true])
            #expect(issues.map(\.path) == [path])
            let others = await RecordedIssue.all {
                let server = try Self.server()
                let client = SocketClient(port: server.endpoint.port ?? 0)
                await ask(server)
                // Nothing more fails.
                _ = try await client.send("GET", "/me")
                let failed = try Self.server()
                _ = try await SocketClient(port: failed.endpoint.port ?? 0).send("GET", "/you")
                await ask(failed)
            }
            #expect(others.isEmpty)
        }
    }

    @Test("fails its test by stubs that were written since somebody asked, and were not called or came too late")
    func stubbedLater() async throws {
        let issues = await RecordedIssue.all {
            let server = try MockServer()
            let client = SocketClient(port: server.endpoint.port ?? 0)
            server.stub(.get, "/a").respond(text: "a")
            _ = try await client.send("GET", "/a")
            #expect(await server.verify(timeout: .seconds(600)).passed)
            server.stub(.get, "/b").respond(text: "b")
        }
        #expect(issues.count == 1)
        #expect(issues.first?.text.contains(" after its last requests and stubs, before it was released:") == true)
        let others = await RecordedIssue.all {
            let server = try Self.server()
            _ = try await SocketClient(port: server.endpoint.port ?? 0).send("GET", "/me")
            #expect(await server.verify(timeout: .seconds(600)).passed)
            server.stub(.get, "/you")
        }
        #expect(others.count == 1)
        let passed = await RecordedIssue.all {
            let server = try MockServer()
            let client = SocketClient(port: server.endpoint.port ?? 0)
            for path in ["/a", "/b"] {
                server.stub(.get, path).respond(text: "a")
                _ = try await client.send("GET", path)
                if path == "/a" { #expect(await server.verify(timeout: .seconds(600)).passed) }
            }
        }
        #expect(passed.isEmpty)
    }

    @Test("fails its test by a session that has failed since somebody asked, once") func sessionAskedTooEarly()
        async throws
    {
        let asks: [@Sendable (MockServer, MockServer.Session) async -> Void] = [
            { _ = $1.verdict }, { _ = await $1.verify(timeout: .seconds(600)) }, { server, _ in _ = server.verdict },
            { server, _ in _ = await server.verify(timeout: .seconds(600)) },
        ]
        for ask in asks {
            let issues = await RecordedIssue.all {
                let server = try MockServer(sessions: .init(), options: .init())
                let session = try server.beginSession(Scenario(yaml: Self.lines))
                await ask(server, session)
                let client = SocketClient(port: server.endpoint.port ?? 0)
                _ = try await client.send("GET", "/s/\(session.id)/you")
                await server.stop()
            }
            #expect(issues.count == 1)
            #expect(issues.first?.text.contains(" after its last requests and stubs, before it was released:") == true)
        }
    }

    @Test("fails its test if it has only sessions, none was begun, and requests were refused") func noSession()
        async throws
    {
        let issues = await RecordedIssue.all {
            let server = try MockServer(sessions: .init(), options: .init())
            _ = try await SocketClient(port: server.endpoint.port ?? 0).send("GET", "/me")
            await server.stop()
        }
        #expect(issues.map { $0.text.hasPrefix("nobody asked for the verdict of this server ") } == [true])
        let none = await RecordedIssue.all { await (try MockServer(sessions: .init(), options: .init())).stop() }
        #expect(none.isEmpty)
    }

    @Test("fails no test if it is released on a thread outside of one, but says so on standard error")
    func elsewhere() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let server = Locked<MockServer?>(try Self.server())
            try await OwnThread.run { server.withLock { $0 = nil } }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.hasPrefix("mockserver: warning: nobody asked for the verdict of this server "))
    }
}
