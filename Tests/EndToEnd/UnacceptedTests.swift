import Foundation
import Testing

@Suite("connections for which the server has no descriptors", .timeLimit(.minutes(60))) struct UnacceptedTests {
    /// Opens 60 connections, sends the request of the step on the first one and another on the last, and stays.
    private static let client = """
        import socket, sys, time
        clients = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(60)]
        clients[-1].sendall(b"DELETE /x HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n")
        clients[0].sendall(b"GET /x HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n")
        time.sleep(3600)
        """

    @Test("fail the run, and are told of when there are none left", arguments: [[], ["--exit-when-complete"]])
    func failing(options: [String]) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "s.yaml",
            """
            mockserver: 1
            steps: [{ request: GET /x }]
            stubs: [{ request: DELETE /x, never: true }]
            """)
        let server = try Program(
            ["sh", "-c", #"ulimit -n 56 && exec "$0" "$@""#, Program.binary, "--scenario", path] + options)
        let url = try await server.url()
        let port = try #require(url.split(separator: ":").last)
        let client = try Program(["python3", "-c", Self.client, String(port)])
        defer { client.send(SIGKILL) }
        let text =
            "connections wait that could not be accepted: the process may have 56 descriptors; raise the limit by ulimit -n"
        if options.isEmpty {
            try await server.output { $0.contains("Warning: \(text)\n") && $0.contains("step 1") }
            server.send(SIGTERM)
        }
        let outcome = await server.outcome()
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.output.components(separatedBy: "Warning: \(text)\n").count == 2)
        let verdict = outcome.output.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
        #expect(verdict.hasPrefix("\(path):1:1: error: \(text)\n"), "\(verdict)")
        #expect(verdict.contains("\n\nfailed: s.yaml (1 failure, 1 request, 1 of 1 step, seed "), "\(verdict)")
    }

    @Test("too few for the server itself are an error before it listens, with a command or without")
    func tooFew() async throws {
        let path = try TemporaryFolder().file("s.yaml", "mockserver: 1\nstubs: [{request: /x}]")
        for command in [[], ["--", "true"]] {
            let outcome = try await Program(
                ["sh", "-c", #"ulimit -n 47 && exec "$0" "$@""#, Program.binary, "--scenario", path] + command
            ).outcome()
            #expect(outcome.status == 69)
            #expect(
                outcome.error == """
                    Error: this process may have 47 descriptors and needs 48, besides one for each connection: raise the \
                    limit by ulimit -n

                    """)
        }
    }
}
