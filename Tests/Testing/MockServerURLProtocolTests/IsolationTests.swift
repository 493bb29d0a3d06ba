import Foundation
import Locking
import TestSupport
import Testing

@testable import MockServerURLProtocol

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Servers in process", .alone, .timeLimit(.minutes(60)))
struct IsolationTests {
    private static func scenario(_ lines: String) throws -> Scenario {
        try Scenario(yaml: "mockserver: 1\nlinger: 0ms\n" + lines)
    }

    @Test("never meet, however many there are at once")
    func parallel() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...300 {
                group.addTask {
                    let server = try InProcessMockServer(
                        Self.scenario("steps: [{request: GET /\(number), response: {text: \"\(number)\"}}]"))
                    let (data, _) = try await server.session.data(from: server.url.appendingPathComponent("\(number)"))
                    #expect(String(decoding: data, as: UTF8.self) == "\(number)")
                    let verdict = await server.verify(timeout: .seconds(600))
                    #expect(verdict.passed, "\(verdict.text())")
                    await server.stop()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("are found by their configuration until they are stopped")
    func configuration() async throws {
        let configuration = try URLSessionConfiguration.mockServer(Self.scenario("steps: [{request: GET /x}]"))
        let session = URLSession(configuration: configuration)
        let server = try #require(session.configuration.mockServer)
        #expect(configuration.mockServer === server)
        _ = try await session.data(from: server.url.appendingPathComponent("x"))
        #expect(await configuration.mockServer?.verify(timeout: .seconds(600)).passed == true)
        await server.stop()
        #expect(configuration.mockServer == nil)
        #expect(URLSessionConfiguration.default.mockServer == nil)
        let error = await #expect(throws: URLError.self) { try await session.data(from: server.url) }
        #expect(error?.code == .cannotConnectToHost)
        #expect(error?.localizedDescription.contains("has been stopped or released") == true)
    }

    @Test("that are released let no request of their sessions go anywhere")
    func released() async throws {
        let session: URLSession
        do {
            let server = try InProcessMockServer(Self.scenario("stubs: [{request: GET /x}]"))
            session = URLSession(configuration: server.configuration)
            #expect(server.verdict.passed)
        }
        let url = try #require(URL(string: "http://mockserver.local/x"))
        let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
        #expect(error?.localizedDescription.contains("keep it as long as the session") == true)
    }

    @Test("say so when they end and nobody has asked for their verdict")
    func unverified() async throws {
        let (warnings, continuation) = AsyncStream<String>.makeStream()
        var options = InProcessMockServer.Options()
        options.onUnverified = { continuation.yield($0) }
        options.seed = 7
        do {
            let server = try InProcessMockServer(Self.scenario("name: n\nstubs: [{request: GET /x}]"), options: options)
            _ = try await server.session.data(from: server.url.appendingPathComponent("x"))
        }
        do {
            _ = try await InProcessMockServer(Self.scenario("stubs: [{request: GET /x}]"), options: options).verify(
                timeout: .seconds(600))
        }
        continuation.finish()
        var seen: [String] = []
        for await warning in warnings { seen.append(warning) }
        #expect(
            seen == [
                """
                mockserver: warning: nobody asked for the verdict of this server before it was released:
                   passed: n (1 request, 0 of 0 steps, seed 7)
                   Call await server.verify() and look at its failures before its end.

                """
            ])
    }

    @Test("say so when they end and a request has come that nobody judged after their verdict")
    func unjudged() async throws {
        let warnings = Locked<[String]>([])
        var options = InProcessMockServer.Options()
        options.onUnverified = { warning in warnings.withLock { $0.append(warning) } }
        let scenario = Scenario("n", linger: .zero) { Stub(.get, "/x").verify { _ in } }
        for isLast in [false, true] {
            let server = try InProcessMockServer(scenario, options: options)
            if !isLast { #expect(await server.verify(timeout: .seconds(600)).passed) }
            _ = try await server.session.data(from: server.url.appendingPathComponent("x"))
            if isLast { #expect(await server.verify(timeout: .seconds(600)).passed) }
        }
        let text =
            "mockserver: warning: nobody called verify() on this server, whose closures still have requests to judge,"
        #expect(warnings.withLock { $0 }.map { $0.hasPrefix(text) } == [true])
    }

    @Test("that are found by a configuration say how it has their verdict")
    func unverifiedConfiguration() throws {
        let warnings = Locked<[String]>([])
        var options = InProcessMockServer.Options()
        options.onUnverified = { warning in warnings.withLock { $0.append(warning) } }
        let configuration = try URLSessionConfiguration.mockServer(
            Self.scenario("stubs: [{request: GET /x}]"), options: options)
        // As at the end of the process.
        configuration.mockServer?.warnIfUnverified()
        let remedy = "Call await configuration.mockServer?.verify() and look at its failures before its end."
        #expect(warnings.withLock { $0.map { $0.contains("\n   \(remedy)\n") } } == [true])
        stop(configuration)
        #expect(warnings.withLock { $0.count } == 1)
    }

    /// The blocking `stop`, for tests that may also await.
    private func stop(_ configuration: URLSessionConfiguration) { configuration.mockServer?.stop() }

    @Test("end what still waits when they stop, and the verdict lists it")
    func stopped() async throws {
        let server = try InProcessMockServer(
            Self.scenario("steps: [{id: a, request: GET /x, response: {delay: 60s}}]"))
        let session = URLSession(configuration: server.configuration)
        let url = server.url.appendingPathComponent("x")
        let loading = Task { try await session.data(from: url) }
        try await server.waitFor(step: "a", timeout: .seconds(600))
        await server.stop()
        await #expect(throws: URLError.self) { try await loading.value }
        #expect(server.verdict.droppedResponses.count == 1)
    }

    @Test("take requests to any host, by any scheme of HTTP")
    func anyHost() async throws {
        let server = try InProcessMockServer(
            Self.scenario("steps: [{request: {host: api.example}}, {request: {path: /x, host: other.example}}]"))
        for text in ["https://api.example/x", "http://other.example:8080/x"] {
            _ = try await server.session.data(from: try #require(URL(string: text)))
        }
        #expect(server.journal.map(\.request.host) == ["api.example", "other.example:8080"])
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("fail requests to hosts that the scenario is not about")
    func otherHost() async throws {
        let configuration = try URLSessionConfiguration.mockServer(
            Self.scenario("name: n\nstubs: [{request: GET /x}]"), hosts: ["api.example"])
        let server = try #require(configuration.mockServer)
        #expect(server.url.absoluteString == "http://api.example")
        let session = URLSession(configuration: configuration)
        _ = try await session.data(from: try #require(URL(string: "http://API.example:81/x")))
        let other = try #require(URL(string: "http://other.example/x"))
        let error = await #expect(throws: URLError.self) { try await session.data(from: other) }
        #expect(error?.code == .cannotFindHost)
        #expect(
            error?.localizedDescription.hasPrefix(
                "The scenario \"n\" is not about other.example, only about api.example: name that host") == true)
        #expect(server.journal.count == 1)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        await server.stop()
    }

    @Test("or let them pass to where they lead")
    func pass() async throws {
        let beyond = try PlayedScenario(
            playing: "linger: 0ms\nsteps: [{request: /x, response: {text: beyond}}]", .socket)
        var options = InProcessMockServer.Options()
        options.hosts = ["api.example"]
        options.otherRequests = .pass
        let server = try InProcessMockServer(Self.scenario("stubs: [{request: GET /x}]"), options: options)
        let (data, _) = try await server.session.data(from: beyond.url.appendingPathComponent("x"))
        #expect(String(decoding: data, as: UTF8.self) == "beyond")
        #expect(server.journal.isEmpty)
        #expect(await server.verify(timeout: .seconds(600)).passed)
        #expect(await beyond.finish().passed)
        await server.stop()
    }
}
