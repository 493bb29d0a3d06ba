import Foundation
import Testing

/// Tests with the clients in the folder `http2`, which send single frames.
@Suite("HTTP/2 over sockets", .timeLimit(.minutes(60))) struct HTTP2Tests {
    private func client(_ name: String, _ arguments: String...) async throws -> Program.Outcome {
        try await Program(["/usr/bin/python3", "Tests/EndToEnd/http2/\(name).py"] + arguments).outcome()
    }

    @Test("what RFC 9113 forbids is answered as it says")
    func conformance() async throws {
        let server = try Program.mockserver("--scenario", "Tests/EndToEnd/http2/conformance.yaml")
        defer { server.send(SIGKILL) }
        let outcome = try await client("conformance", try await server.url())
        #expect(outcome.status == 0, "\(outcome)")
        let sum = try #require(
            try /([0-9]+) cases, ([0-9]+) exceptions, 0 wrong\n/.firstMatch(in: outcome.output), "\(outcome)")
        #expect(try #require(Int(sum.1)) >= 60)
        #expect(try #require(Int(sum.2)) <= 2)
        server.send(SIGINT)
        // Broken requests are failures of the run.
        #expect(await server.outcome().status == 1)
    }

    @Test("a flood ends with its code, takes no memory, and keeps nobody else from being answered")
    func floods() async throws {
        let server = try Program.mockserver("--scenario", "Tests/EndToEnd/http2/conformance.yaml")
        defer { server.send(SIGKILL) }
        let outcome = try await client(
            "floods", "--seconds", "0.1", "--pid", "\(server.pid)", try await server.url())
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("14 floods, 0 wrong\n"), "\(outcome)")
    }
}
