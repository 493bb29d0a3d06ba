import Foundation
import Testing

@Suite("listening on a Unix-domain socket", .timeLimit(.minutes(60))) struct UnixSocketTests {
    private let folder: TemporaryFolder
    private let scenario: String
    private let socket: String

    init() throws {
        folder = try TemporaryFolder()
        scenario = try folder.file(
            "a.yaml", "mockserver: 1\nname: a\nseed: 7\nsteps:\n  - request: GET /a\n    response: { text: hello }\n")
        socket = "\(folder.path)/s"
    }

    @Test("a command gets the socket's path, wherever it goes, and no URL")
    func wrapped() async throws {
        let script = #"""
            cd "$folder"
            MOCKSERVER_URL=http://outer $mockserver --scenario a.yaml --unix s -- sh -c '
                cd / && curl -sS --unix-socket "$MOCKSERVER_UNIX_SOCKET" http://localhost/a
                echo " <$MOCKSERVER_URL>"'
            """#
        let outcome = try await Program.shell(script, variables: ["folder": folder.path])
        #expect(
            outcome
                == Program.Outcome(
                    status: 0, output: "hello <>\n", error: "passed: a (1 request, 1 of 1 step)\n"))
        #expect(folder.names == ["a.yaml"])
    }

    @Test("serving alone it says where, and leaves nothing behind")
    func serving() async throws {
        let server = try Program.mockserver(
            "--scenario", scenario, "--unix", socket, "--ready-file", "\(folder.path)/ready", "--exit-when-complete")
        let line = "unix:\(socket)  a\n"
        try await server.output { $0.contains(line) }
        #expect(try String(contentsOfFile: "\(folder.path)/ready", encoding: .utf8) == "unix:\(socket)\n")
        _ = try await Program.output(of: "curl", "-sS", "--unix-socket", socket, "http://localhost/a")
        let outcome = await server.outcome()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(folder.names == ["a.yaml"])
    }

    @Test("{url} in an argument is wrong usage")
    func url() async throws {
        let outcome = try await Program.mockserver(
            "--scenario", scenario, "--unix", socket, "--", "curl", "{url}/a"
        ).outcome()
        #expect(outcome.status == 64)
        #expect(outcome.error.contains("{url}: a server on a Unix-domain socket has no URL"))
    }

    @Test("a path that can't be had names the option")
    func taken() async throws {
        _ = try folder.file("s", "precious")
        let outcome = try await Program.mockserver("--scenario", scenario, "--unix", socket).outcome()
        #expect(outcome.status == 69)
        #expect(outcome.error.contains("--unix \(socket): Cannot listen on unix:\(socket): another program listens"))
        #expect(folder.names == ["a.yaml", "s"])
    }
}
