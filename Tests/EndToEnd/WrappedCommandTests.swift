import Foundation
import Testing

@Suite("serving for a command", .timeLimit(.minutes(60))) struct WrappedCommandTests {
    private let folder: TemporaryFolder
    private let none: String

    init() throws {
        folder = try TemporaryFolder()
        none = try folder.file(
            "none.yaml", "mockserver: 1\nname: none\nseed: 7\nstubs:\n  - request: /a\n    response: { text: hello }\n")
    }

    private let passed = "passed: none (0 requests, 0 of 0 steps)\n"

    @Test(
        "the command's own failure is ours and named, and the verdict is printed all the same",
        arguments: [
            ("exit 0", 0, ""), ("exit 3", 3, "The command \"sh\" ended with status 3.\n"),
            ("exit 255", 255, "The command \"sh\" ended with status 255.\n"),
            ("kill -TERM $$", 143, "The command \"sh\" was ended by signal 15 (SIGTERM).\n"),
            ("kill -KILL $$", 137, "The command \"sh\" was ended by signal 9 (SIGKILL).\n"),
            ("kill -ABRT $$", 134, "The command \"sh\" was ended by signal 6 (SIGABRT).\n"),
            ("kill -SEGV $$", 139, "The command \"sh\" was ended by signal 11 (SIGSEGV).\n"),
            ("kill -TERM $$; exit 1", 143, "The command \"sh\" was ended by signal 15 (SIGTERM).\n"),
        ] as [(String, Int32, String)])
    func status(script: String, status: Int32, text: String) async throws {
        let outcome = try await Program.mockserver("--scenario", none, "--", "sh", "-c", script).outcome()
        #expect(outcome == Program.Outcome(status: status, output: "", error: passed + text))
    }

    /// A scenario whose only step waits for `GET /a`.
    private func one() throws -> String {
        try folder.file("one.yaml", "mockserver: 1\nname: one\nseed: 7\nsteps:\n  - id: first\n    request: GET /a\n")
    }

    @Test("a command that never reaches the server is told how a client finds it, on the terminal and in reports")
    func noRequest() async throws {
        let scenario = try one()
        let outcome = try await Program.mockserver(
            "--scenario", scenario, "--report", "text=\(folder.path)/text", "--report", "junit=\(folder.path)/junit",
            "--",
            "true"
        ).outcome()
        let text = """
            \(scenario):5:5: error: step "first": 0 requests, expected exactly 1
            5 |   - id: first
              |     ^ waiting for GET /a

            failed: one (1 failure, 0 requests, 0 of 1 step, seed 7)
            No request reached the server. A client finds it by {url} in the command's arguments or by $MOCKSERVER_URL in \
            its environment.

            """
        #expect(outcome == Program.Outcome(status: 1, output: "", error: text))
        #expect(try String(contentsOfFile: "\(folder.path)/text", encoding: .utf8) == text)
        #expect(
            try String(contentsOfFile: "\(folder.path)/junit", encoding: .utf8).contains(
                "<system-err>No request reached the server. A client finds it by {url}"))
    }

    @Test("a command that only connects, or fails before it asks, is told so")
    func connectedOnly() async throws {
        let script =
            "import os, socket, sys; socket.create_connection(('127.0.0.1', int(sys.argv[1].split(':')[2]))).close(); sys.exit(3)"
        let outcome = try await Program.mockserver(
            "--scenario", try one(), "--", "python3", "-c", script, "{url}"
        ).outcome()
        #expect(outcome.status == 3)
        #expect(
            outcome.error.hasSuffix(
                """
                \nNo request reached the server. A client finds it by {url} in the command's arguments or by \
                $MOCKSERVER_URL in its environment.
                A client connected, but sent no request: The client closed the connection without a byte.
                The command "python3" ended with status 3.

                """), "\(outcome.error)")
    }

    @Test(
        "a command whose shell expanded $MOCKSERVER_URL too early is told what to write",
        arguments: [
            (["sh", "-c", "exit 3", "sh", "/no/such/path"], true), (["sh", "-c", "exit 3", ""], true),
            (["sh", "-c", "exit 3", "/"], false), (["sh", "-c", "exit 3", "{url}", "/no/such/path"], false),
            (["sh", "-c", "exit 0", "/no/such/path"], false),
        ] as [([String], Bool)])
    func expandedTooEarly(command: [String], isTold: Bool) async throws {
        let outcome = try await Program([Program.binary, "--scenario", none, "--"] + command).outcome()
        let note =
            "Your shell may have expanded $MOCKSERVER_URL in the arguments before the server had an address; write {url} in "
            + "its place.\n"
        let end = outcome.status == 0 ? "" : "The command \"sh\" ended with status 3.\n"
        #expect(outcome.error == passed + (isTold ? note : "") + end)
    }

    @Test("the command gets the address, our standard streams and nothing else of ours")
    func address() async throws {
        let script = #"echo "$MOCKSERVER_URL $1"; env | grep -c ^MOCKSERVER_; cat; echo oops >&2"#
        let outcome = try await Program.shell(
            #"echo in | $mockserver --scenario "$file" -- sh -c '\#(script)' sh "<{url}/x>""#, variables: ["file": none]
        )
        let lines = outcome.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(outcome)")
        let words = lines[0].split(separator: " ").map(String.init)
        #expect(words.count == 2 && words[1] == "<\(words[0])/x>" && words[0].hasPrefix("http://127.0.0.1:"))
        #expect(lines[1...] == ["1", "in"])
        #expect(outcome.error == "oops\n" + passed)
    }

    @Test("with --tls the command gets an https URL and the authority's PEM, in a file that is gone at the end")
    func tls() async throws {
        let script = #"echo "$MOCKSERVER_CA_FILE $1"; curl -sS --cacert "$MOCKSERVER_CA_FILE" "$MOCKSERVER_URL/a""#
        let outcome = try await Program.mockserver(
            "--scenario", none, "--tls", "--", "sh", "-c", script, "sh", "{url}"
        ).outcome()
        let words = outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
        try #require(words.count == 3, "\(outcome)")
        #expect(words[1].hasPrefix("https://127.0.0.1:"))
        #expect(words[2] == "hello")
        #expect(!FileManager.default.fileExists(atPath: words[0]))
        #expect(outcome.status == 0)
    }

    @Test("--verbose prints requests on standard error, --quiet not even a verdict that passed")
    func loudness() async throws {
        let loud = try await Program.mockserver("--scenario", none, "-v", "--", "curl", "-sS", "{url}/a").outcome()
        #expect(loud.status == 0)
        #expect(loud.output == "hello")
        #expect(loud.error.contains("  #1   GET     /a                        200  stub 1\n"))
        #expect(loud.error.hasSuffix("\npassed: none (1 request, 0 of 0 steps, seed 7)\n"), "only then with the seed")
        let quiet = try await Program.mockserver("--scenario", none, "-q", "--", "curl", "-sS", "{url}/a").outcome()
        #expect(quiet == Program.Outcome(status: 0, output: "hello", error: ""))
    }

    /// A client that plays the token refresh with these lines, which decide what it does wrong.
    private func refresh(_ lines: String...) async throws -> Program.Outcome {
        try await Program.mockserver(
            "--scenario", Program.scenario("token-refresh"), "--", "sh", "-c", lines.joined(separator: "\n")
        ).outcome()
    }

    private let rejected = #"curl -sS -o /dev/null "$MOCKSERVER_URL/me""#
    private let refreshed =
        #"token=$(curl -sS -H 'Content-Type: application/json' -d '{"refreshToken": "rt-1"}' "$MOCKSERVER_URL/auth/refresh" | sed 's/.*"accessToken": *"\([^"]*\)".*/\1/')"#
    private let retried = #"curl -sS -o /dev/null -H "Authorization: Bearer $token" "$MOCKSERVER_URL/me""#

    @Test("a right client passes")
    func rightClient() async throws {
        let outcome = try await refresh(rejected, refreshed, retried)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output == "")
        #expect(
            outcome.error.hasPrefix(
                "passed: An expired token is refreshed once, then the call is retried (3 requests, "))
    }

    @Test("a wrong header fails at its line and column")
    func wrongHeader() async throws {
        let outcome = try await refresh(rejected, refreshed, "token=tok-1", retried)
        #expect(outcome.status == 1)
        let text = """
            Scenarios/token-refresh.yaml:23:33: error: step "retried": header Authorization differs
            23 |       headers: { Authorization: "Bearer {{accessToken}}" }
               |                                 ^

            """
        #expect(outcome.error.hasPrefix(text), "\(outcome.error)")
        #expect(outcome.error.contains("\n   + Bearer tok-1\n"))
    }

    @Test("a client that does not refresh is told which step waits for which")
    func noRefresh() async throws {
        let outcome = try await refresh(rejected, rejected)
        #expect(outcome.status == 1)
        #expect(
            outcome.error.contains(
                #"step "retried" would take it, but waits for step "refresh" (POST /auth/refresh, 0 of 1)"#),
            "\(outcome.error)")
    }

    // MARK: - Time limit

    @Test("a command that hangs is ended, with the steps that were not reached in the verdict")
    func timeLimit() async throws {
        let scenario = try one()
        let outcome = try await Program.mockserver(
            "--scenario", scenario, "--timeout", "300ms", "--report", "json=\(folder.path)/json", "--", "tail", "-f",
            "/dev/null"
        ).outcome()
        let text = """
            \(scenario):5:5: error: step "first": 0 requests, expected exactly 1
            5 |   - id: first
              |     ^ waiting for GET /a

            failed: one (1 failure, 0 requests, 0 of 1 step, ended after 300ms, seed 7)
            No request reached the server. A client finds it by {url} in the command's arguments or by $MOCKSERVER_URL in \
            its environment.
            --timeout 300ms ended the command "tail" and its processes; not reached: "first" (0 of 1).

            """
        #expect(outcome == Program.Outcome(status: 1, output: "", error: text))
        #expect(
            try String(contentsOfFile: "\(folder.path)/json", encoding: .utf8).contains("\"timeout\": \"300ms\""))
    }

    @Test("a run that had passed otherwise does not pass")
    func timeLimitOfPassedRun() async throws {
        let script = #"curl -sS "$MOCKSERVER_URL/a"; exec tail -f /dev/null"#
        let outcome = try await Program.mockserver(
            "--scenario", try one(), "--timeout", "2s", "--", "sh", "-c", script
        ).outcome()
        #expect(
            outcome
                == Program.Outcome(
                    status: 1, output: "",
                    error: """
                        failed: one (1 request, 1 of 1 step, ended after 2s, seed 7)
                        --timeout 2s ended the command "sh" and its processes; every step was complete.

                        """))
    }

    private static let descendants: [String] = {
        let inGroup = ["tail -f /dev/null", #"(trap "" TERM; exec tail -f /dev/null)"#]
        #if os(Linux)
        return inGroup + [
            "setsid tail -f /dev/null", "setsid sh -c 'setsid tail -f /dev/null & exec tail -f /dev/null'",
            "(setsid setsid tail -f /dev/null &)",
        ]
        #else
        return inGroup
        #endif
    }()

    @Test(
        "all processes of the command are ended, those that ignore SIGTERM or have a session of their own too",
        arguments: descendants)
    func timeLimitOfGroup(descendant: String) async throws {
        // The outcome comes only when nobody holds the output any more.
        let outcome = try await Program.mockserver(
            "--scenario", none, "--timeout", "300ms", "--", "sh", "-c", "\(descendant) & exec tail -f /dev/null"
        ).outcome()
        #expect(outcome.status == 1)
        #expect(
            outcome.error.hasPrefix("failed: none (0 requests, 0 of 0 steps, ended after 300ms, seed 7)\n"),
            "\(outcome.error)")
        #expect(outcome.error.hasSuffix("\n--timeout 300ms ended the command \"sh\" and its processes.\n"))
    }

    @Test("a command that ends in time is not touched, and keeps its status", arguments: [0, 3] as [Int32])
    func inTime(status: Int32) async throws {
        let outcome = try await Program.mockserver(
            "--scenario", none, "--timeout", "1h", "--", "sh", "-c", "exit \(status)"
        ).outcome()
        let text = status == 0 ? "" : "The command \"sh\" ended with status 3.\n"
        #expect(outcome == Program.Outcome(status: status, output: "", error: passed + text))
    }

    // MARK: - Signals

    /// A child that prints when it is ready and which signals it gets, until SIGUSR1 ends it with 7.
    private let listener = """
        import signal, sys
        def tell(number, frame):
            print("got", signal.Signals(number).name, flush=True)
            if number == signal.SIGTERM: sys.exit(7)
        for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2):
            signal.signal(number, tell)
        print("ready", flush=True)
        while True: signal.pause()
        """

    @Test("signals are passed on to the command", arguments: [[], ["--timeout", "1h"]])
    func passedOn(options: [String]) async throws {
        let server = try Program(
            [Program.binary, "--scenario", none] + options + ["--", "python3", "-c", listener])
        var expected = "ready\n"
        try await server.output { $0 == "ready\n" }
        let signals = [
            (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGHUP, "SIGHUP"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
            // The last one, because 5 seconds after it the command is killed, however slow the machine is.
            (SIGTERM, "SIGTERM"),
        ]
        for (signal, name) in signals {
            expected += "got \(name)\n"
            server.send(signal)
            let soFar = expected
            try await server.output { $0 == soFar }
        }
        let outcome = await server.outcome()
        #expect(
            outcome
                == Program.Outcome(
                    status: 7, output: expected, error: passed + "The command \"python3\" ended with status 7.\n"))
    }

    @Test(
        "a signal of a timer, which is for the server only, asks the command for its end",
        arguments: [SIGALRM, SIGXCPU])
    func timer(signal: Int32) async throws {
        // It ends at once: 5 seconds later it would be killed, which a slow machine may take for a test.
        let script =
            "import os, signal; signal.signal(signal.SIGTERM, lambda *_: os._exit(7)); print('ready', flush=True)\nwhile True: signal.pause()"
        let server = try Program.mockserver("--scenario", none, "--", "python3", "-c", script)
        try await server.output { $0 == "ready\n" }
        server.send(signal)
        let outcome = await server.outcome()
        #expect(outcome.status == 7)
        #expect(outcome.error == passed + "The command \"python3\" ended with status 7.\n")
    }

    @Test("a command that ignores SIGTERM is killed 5 seconds after it")
    func killed() async throws {
        let script =
            "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True)\nwhile True: signal.pause()"
        let server = try Program.mockserver("--scenario", none, "--", "python3", "-c", script)
        try await server.output { $0 == "ready\n" }
        let start = ContinuousClock.now
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 137)
        #expect(outcome.error == passed + "The command \"python3\" was ended by signal 9 (SIGKILL).\n")
        #expect(ContinuousClock.now - start >= .milliseconds(4_900))
    }

    @Test("a second signal just behind the command's end takes nothing from the verdict and the reports")
    func secondSignal() async throws {
        let scenario = try one()
        for round in 0..<20 {
            let report = "\(folder.path)/\(round).json"
            let script = "trap '' INT QUIT; kill -INT $PPID; (sleep 0.00\(round % 5); kill -QUIT $PPID) & exit 0"
            let start = ContinuousClock.now
            let outcome = try await Program.mockserver(
                "--scenario", scenario, "--report", "json=\(report)", "--", "bash", "-c", script
            ).outcome()
            // Half a second later it is another one, which ends the server at once.
            guard ContinuousClock.now - start < .milliseconds(500) else { continue }
            #expect(outcome.status == 1, "\(outcome)")
            #expect(outcome.error.contains("failed: one (1 failure"), "\(outcome)")
            #expect(FileManager.default.fileExists(atPath: report))
        }
    }

    @Test("Ctrl-C on the terminal reaches the command once", arguments: [[], ["--timeout", "1h"]])
    func terminal(options: [String]) async throws {
        let script = """
            import os, pty, signal, sys
            pid, master = pty.fork()
            if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
            text = b""
            def until(end):
                global text
                while end not in text: text += os.read(master, 4096)
            until(b"ready")
            os.write(master, b"\\x03")
            until(b"got SIGINT")
            os.kill(pid, signal.SIGUSR2)
            until(b"got SIGUSR2")
            os.kill(pid, signal.SIGTERM)
            until(b"got SIGTERM")
            try:
                while True: text += os.read(master, 4096)
            except OSError: pass
            print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), text.count(b"got SIGINT"))
            """
        let outcome = try await Program(
            ["python3", "-c", script, Program.binary, "--scenario", none] + options
                + ["--", "python3", "-c", listener]
        ).outcome()
        #expect(outcome == Program.Outcome(status: 0, output: "7 1\n", error: ""))
    }
}
