import Foundation
import Testing

@Suite("exit status and complaints", .timeLimit(.minutes(60))) struct ExitStatusTests {
    private func outcome(_ arguments: [String]) async throws -> Program.Outcome {
        try await Program([Program.binary] + arguments).outcome()
    }

    @Test(
        "what stops the command before there is a run has a status and a sentence of its own",
        arguments: [
            (
                [], 64,
                "Error: Name the scenario to play: --scenario <file>. With --admin-port it may be left out: then each session "
                    + "has its own.\nUsage: mockserver [--scenario] <file> [<options>]\n"
            ),
            (
                ["--no-such-option"], 64,
                "Error: Unknown option '--no-such-option'; leave it out, or, if it belongs to a command to run, write -- and "
                    + "the command before it; mockserver --help lists all options\n"
            ),
            (
                ["--scenario", "Scenarios/token-refresh.yaml", "--host", "example.com"], 64,
                "Error: --host: \"example.com\" is not an address to listen on: give an IPv4 or IPv6 literal such as "
            ),
            (
                ["--scenario", "no-such.yaml"], 66,
                "Error: --scenario no-such.yaml: there is no such file; give the path of a scenario file\n"
            ),
            (
                ["--scenario", "Scenarios/token-refresh.yaml", "--host", "192.0.2.1"], 69,
                "Error: --host 192.0.2.1 --port 0: Cannot listen on 192.0.2.1:0: no network interface of this machine has "
            ),
            (
                ["--scenario", "Scenarios/token-refresh.yaml", "--scenario", "Scenarios/pagination.yaml"], 64,
                "Error: --scenario is given twice, but a run plays one scenario: give one; include takes stubs and "
                    + "defaults from other files, and with --admin-port each session has a scenario of its own.\n"
            ),
            (
                ["--scenario", "Scenarios/token-refresh.yaml", "--ready-file", "/no/such/folder/url"], 73,
                "Error: --ready-file /no/such/folder/url: can't be written: No such file or directory; "
            ),
            (
                ["--scenario", "Scenarios/token-refresh.yaml", "--", "no-such-command"], 127,
                "Error: no-such-command: command not found; give its path, or add its folder to PATH\n"
            ),
            (
                ["--scenario", "Scenarios/token-refresh.yaml", "--", "/etc/passwd"], 126,
                "Error: /etc/passwd: not executable; is it a program, and has it been chmod +x?\n"
            ),
        ] as [([String], Int32, String)])
    func complaints(arguments: [String], status: Int32, text: String) async throws {
        let outcome = try await outcome(arguments)
        #expect(outcome.status == status)
        #expect(outcome.error.hasPrefix(text), "\(outcome.error)")
    }

    @Test("a misspelled variable alone is named with the one that is meant")
    func misspelledVariable() async throws {
        let outcome = try await Program.mockserver(environment: ["MOCKSERVER_SCENRIO": "a.yaml"]).outcome()
        #expect(
            outcome
                == Program.Outcome(
                    status: 64, output: "",
                    error: """
                        Error: Name the scenario to play: --scenario <file>. MOCKSERVER_SCENRIO: no option has this variable; did \
                        you mean MOCKSERVER_SCENARIO?
                        Usage: mockserver [--scenario] <file> [<options>]
                          See 'mockserver --help' for more information.

                        """))
        let validated = try await Program.mockserver(
            "validate", "Scenarios/polling.yaml", environment: ["MOCKSERVER_STRCT": "1"]
        ).outcome()
        #expect(validated.status == 0)
        #expect(
            validated.error
                == "Warning: MOCKSERVER_STRCT: no option has this variable; did you mean MOCKSERVER_STRICT?\n")
    }

    @Test("a port that is taken is named, with what to do")
    func portTaken() async throws {
        let server = try Program.mockserver("--scenario", Program.scenario("token-refresh"))
        let port = String(try await server.url().split(separator: ":").last ?? "")
        let outcome = try await outcome(["--scenario", Program.scenario("token-refresh"), "--port", port])
        server.send(SIGTERM)
        _ = await server.outcome()
        #expect(outcome.status == 69)
        #expect(outcome.output == "")
        #expect(
            outcome.error == """
                Error: --host 127.0.0.1 --port \(port): Cannot listen on 127.0.0.1:\(port): the port is taken by another \
                program; stop that one, or ask for port 0, which finds a free one (bind: Address already in use)

                """)
    }

    @Test("a scenario with errors serves nothing and names each")
    func badScenario() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("bad.yaml", "mockserver: 1\nsteps:\n  - request: GET me\n  - reqest: GET /me\n")
        let outcome = try await outcome(["--scenario", path, "--", "sh", "-c", "echo ran"])
        #expect(outcome.status == 65)
        #expect(outcome.output == "")
        let lines = outcome.error.split(separator: "\n")
        #expect(lines.first?.hasPrefix("\(path):3:") ?? false, "\(outcome.error)")
        #expect(lines.dropFirst().first?.hasPrefix("\(path):4:5: error: ") ?? false, "\(outcome.error)")
        #expect(lines.last?.hasPrefix("Error: the scenario has ") ?? false)
    }

    #if os(Linux)
    @Test("an argument that is not UTF-8 is refused, unless it is one of a command to run")
    func unreadableArgument() async throws {
        let wrong = try await Program.shell(#"$mockserver validate "$(printf 'a\377.yaml')""#)
        #expect(wrong.status == 64)
        #expect(
            wrong.error == "Error: the argument \"a\u{FFFD}.yaml\" is not UTF-8; rename the file that it names\n")
        let folder = try TemporaryFolder()
        let command = try await Program.shell(
            #"$mockserver --scenario "$file" -q -- printf '%s' "$(printf 'a\377')""#,
            variables: ["file": try folder.file("a.yaml", "mockserver: 1\nstubs: [{ request: /a }]\n")])
        #expect(command.status == 0)
    }

    @Test(
        "output that can't be written is told, unless nobody reads it any more",
        arguments: [
            "schema", "init -", "reference", "reference hold", "completions zsh", "manual", "--help", "--version",
            "help format", "validate --help",
            "validate Scenarios/pagination.yaml", "validate --format json Scenarios/pagination.yaml",
            "validate --format sarif Scenarios/pagination.yaml", "validate --format github Scenarios/pagination.yaml",
            "format --check Scenarios/pagination.yaml", "format - < Scenarios/pagination.yaml",
            "explain Scenarios/pagination.yaml --request 'GET /items'",
        ])
    func lostOutput(arguments: String) async throws {
        let script = "$mockserver \(arguments)"
        let full = try await Program.shell("\(script) >/dev/full")
        #expect(full.status == 73)
        #expect(full.error.lowercased() == "error: standard output can't be written: no space left on device\n")
        let closed = try await Program.shell("\(script) >&-")
        #expect(closed.status == 73)
        #expect(closed.error.lowercased() == "error: standard output can't be written: bad file descriptor\n")
        let folder = try TemporaryFolder()
        let unread = try await Program.shell(
            #"mkfifo "$pipe"; exec 3<>"$pipe"; exec 4>"$pipe"; exec 3>&-; \#(script) >&4; echo $?"#,
            variables: ["pipe": "\(folder.path)/pipe"])
        #expect(unread == Program.Outcome(status: 0, output: "\(arguments.hasPrefix("explain") ? 1 : 0)\n", error: ""))
    }
    #endif

    @Test("help and version go to standard output")
    func help() async throws {
        let version = try await outcome(["--version"])
        #expect(version == Program.Outcome(status: 0, output: "0.1.0\n", error: ""))
        for arguments in [["--help"], ["help", "validate"], ["validate", "-h"]] {
            let help = try await outcome(arguments)
            #expect(help.status == 0)
            #expect(help.output.contains("EXAMPLES:") && help.output.contains("EXIT STATUS:"))
            #expect(help.error == "")
        }
    }
}
