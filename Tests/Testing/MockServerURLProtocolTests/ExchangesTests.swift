import Foundation
import MockServerURLProtocol
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Reading the requests of an in-process server one after the other", .alone, .timeLimit(.minutes(60)))
struct ExchangesTests {
    private func server() throws -> InProcessMockServer {
        try InProcessMockServer(Scenario(yaml: "mockserver: 1\nstubs: [{request: \"GET /{path}\"}]"))
    }

    private func send(_ path: String, to server: InProcessMockServer) async throws {
        _ = try await server.session.data(from: server.url.appendingPathComponent(path))
    }

    @Test("takes each once, and waits for one that has not come")
    func taking() async throws {
        let server = try server()
        try await send("1", to: server)
        #expect(try await server.takeRequest(timeout: .seconds(600)).request.path == "/1")
        async let second = server.takeRequest(timeout: .seconds(300))
        try await send("2", to: server)
        #expect(try await second.request.path == "/2")
        let error = await #expect(throws: WaitError.self) { try await server.takeRequest(timeout: .milliseconds(1)) }
        #expect("\(try #require(error))".hasPrefix("no request came within 0.001 seconds\n"))
        #expect(await server.finish().passed)
    }

    @Test("goes through all, to the end of the server")
    func sequence() async throws {
        let server = try server()
        try await send("1", to: server)
        let exchanges = server.exchanges
        let reading = Task {
            var paths: [String] = []
            for await exchange in exchanges { paths.append(exchange.request.path) }
            return paths
        }
        try await send("2", to: server)
        await server.stop()
        #expect(await reading.value == ["/1", "/2"])
        #expect(server.verdict.passed)
    }
}
