import Foundation
import Testing

@Suite("serving until the end", .timeLimit(.minutes(60))) struct ServingTests {
    private let folder: TemporaryFolder
    /// A scenario that one request completes.
    private let one: String

    init() throws {
        folder = try TemporaryFolder()
        one = try folder.file(
            "one.yaml",
            "mockserver: 1\nname: one\nseed: 7\nsteps:\n  - request: GET /a\n    response: { text: hello }\n")
    }

    /// The output with the URL and the times, which differ from run to run, replaced by names.
    private func normalized(_ output: String, _ url: String) -> String {
        output.replacingOccurrences(of: url, with: "URL")
            .replacingOccurrences(
                of: "[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}", with: "TIME", options: .regularExpression
            )
            .replacingOccurrences(of: "\\+[0-9.]+ m?s", with: "+OFFSET", options: .regularExpression)
    }

    /// The signals whose default is to end a process, except SIGKILL, SIGPIPE and those of a crash.
    private static let endings: [Int32] = {
        let signals = [
            SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2,
        ]
        #if os(Linux)
        // The last ones are real-time signals; systemd stops containers by the fourth.
        return signals + [SIGIO, SIGPWR, SIGSTKFLT, 34, 37, 64]
        #else
        return signals
        #endif
    }()

    @Test("signals that ask for the end end it with the verdict", arguments: endings)
    func signals(_ signal: Int32) async throws {
        let server = try Program.mockserver("--scenario", one)
        let url = try await server.url()
        #expect(try await Program.output(of: "curl", "-sS", "\(url)/a") == "hello")
        server.send(signal)
        let outcome = await server.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.error == "")
        #expect(
            normalized(outcome.output, url) == """
                URL  one
                TIME  #1   GET     /a                        200  step 1

                passed: one (1 request, 1 of 1 step)

                """)
    }

    @Test(
        "a crash's signal that another process sends ends it by that signal at once, without a verdict or a backtrace",
        arguments: [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP])
    func crashSignals(_ signal: Int32) async throws {
        // A trace of a crash is written where the environment asks for it.
        let server = try Program.mockserver("--scenario", one, environment: ["SWIFT_BACKTRACE": "enable=yes"])
        let url = try await server.url()
        server.send(signal)
        let outcome = await server.outcome()
        #expect(outcome.status == 128 + signal)
        #expect(outcome.output == "\(url)  one\n")
        // A static program says so at its start.
        let start = "swift runtime: unable to locate swift-backtrace; disabling backtracing.\n"
        #expect(["", start].contains(outcome.error), "\(outcome.error)")
    }

    @Test("a run that takes longer than its time limit fails", arguments: [[], ["--exit-when-complete"]])
    func timeLimit(options: [String]) async throws {
        let server = try Program([Program.binary, "--scenario", one, "--timeout", "300ms"] + options)
        let url = try await server.url()
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        #expect(outcome.error == "")
        #expect(
            normalized(outcome.output, url) == """
                URL  one

                \(one):5:5: error: step 1: 0 requests, expected exactly 1
                5 |   - request: GET /a
                  |     ^ waiting for GET /a

                failed: one (1 failure, 0 requests, 0 of 1 step, ended after 300ms, seed 7)
                --timeout 300ms ended the run; not reached: step 1 (0 of 1).

                """)
    }

    @Test("the time limit can be a variable")
    func timeLimitVariable() async throws {
        let server = try Program.mockserver("--scenario", one, environment: ["MOCKSERVER_TIMEOUT": "300ms"])
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        #expect(outcome.output.hasSuffix("--timeout 300ms ended the run; not reached: step 1 (0 of 1).\n"))
    }

    @Test("a signal that was ignored when it started, a window's and a stopped job's end nothing")
    func harmlessSignals() async throws {
        let script = #"trap "" USR1 HUP ALRM; exec "$0" --scenario "$1""#
        let server = try Program(["sh", "-c", script, Program.binary, one])
        let url = try await server.url()
        for signal in [SIGUSR1, SIGHUP, SIGALRM, SIGWINCH, SIGCHLD, SIGURG, SIGCONT, SIGPIPE] { server.send(signal) }
        #expect(try await Program.output(of: "curl", "-sS", "\(url)/a") == "hello")
        server.send(SIGALRM)
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\npassed: one (1 request"))
    }

    @Test("a response that its client has read is never named as dropped, however soon the end is asked for")
    func endBehindResponse() async throws {
        for _ in 0..<12 {
            let server = try Program.mockserver("--scenario", one)
            let address = try await server.url().dropFirst("http://".count).split(separator: ":")
            // The signal follows the last byte at once.
            let script =
                "exec 3<>/dev/tcp/$host/$port; printf 'GET /a HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n' >&3; while read -r line <&3; do "
                + "[ \"$line\" = $'\\r' ] && break; done; read -r -N 5 body <&3; kill -TERM $pid; echo $body"
            let variables = ["host": "\(address[0])", "port": "\(address[1])", "pid": "\(server.pid)"]
            let client = try await Program(["bash", "-c", script], environment: variables).outcome()
            #expect(client.output == "hello\n", "\(client)")
            let outcome = await server.outcome()
            #expect(outcome.status == 0, "\(outcome)")
            #expect(!outcome.output.contains("not answered"), "\(outcome)")
        }
    }

    @Test(
        "a signal ends the run at once, and a request of which only a part has come fails it",
        arguments: [SIGTERM, SIGINT],
        [#"GET /a HTTP/1.1\r\nHo"#, #"GET /a HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc"#])
    func begun(signal: Int32, part: String) async throws {
        let server = try Program.mockserver("--scenario", one)
        let address = try await server.url().dropFirst("http://".count).split(separator: ":")
        // It stays connected until the server ends.
        let script = #"exec 3<>/dev/tcp/$host/$port; printf "$part" >&3; kill -$signal $pid; cat <&3"#
        let client = try Program(
            ["bash", "-c", script],
            environment: [
                "host": "\(address[0])", "port": "\(address[1])", "pid": "\(server.pid)", "signal": "\(signal)",
                "part": part,
            ])
        let outcome = await server.outcome()
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.output.contains(/1 unfinished request: begun on connection \d+, but not whole when the run ended/),
            "\(outcome)")
        #expect(await client.outcome().output == "")
    }

    @Test("an https target in the clear is only taken with --trust-forwarded", arguments: [false, true])
    func forwarded(isTrusted: Bool) async throws {
        let option = isTrusted ? ["--trust-forwarded"] : []
        let server = try Program(
            [Program.binary, "--scenario", one, "--quiet"] + option + [
                "--", "bash", "-c",
                """
                a=${1#http://}; exec 3<>/dev/tcp/${a/://}
                printf 'GET https://h/a HTTP/1.1\\r\\nHost: h\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3
                """, "bash", "{url}",
            ])
        let outcome = await server.outcome()
        #expect(outcome.output.contains("HTTP/1.1 \(isTrusted ? 200 : 421) "), "\(outcome)")
        #expect((outcome.status == 0) == isTrusted, "\(outcome)")
        #expect(outcome.output.contains("--trust-forwarded") == !isTrusted, "\(outcome)")
    }

    @Test("a client that left is named by the log, and a wrapped run does not wait for it")
    func left() async throws {
        let slow = try folder.file(
            "slow.yaml", "mockserver: 1\nsteps:\n  - { id: slow, request: GET /slow, response: { delay: 60s } }\n")
        // It asks, and closes its connection.
        let client =
            #"a=${1#http://}; exec 3<>/dev/tcp/${a/://}; printf 'GET /slow HTTP/1.1\r\nHost: h\r\n\r\n' >&3"#
        let outcome = try await Program.mockserver(
            "--scenario", slow, "--verbose", "--", "bash", "-c", client, "bash", "{url}"
        ).outcome()
        #expect(outcome.status == 0, "\(outcome)")
        let text = outcome.output + outcome.error
        #expect(
            text.contains("GET     /slow                     left  step \"slow\"  the client left after "), "\(outcome)"
        )
        // A run that waited would give up in the end, and list the response that nobody received.
        #expect(!text.contains("not answered"), "\(outcome)")
    }

    @Test("a request that its client cut in the body is named by the log and behind the verdict")
    func cut() async throws {
        let server = try Program.mockserver("--scenario", one)
        let url = try await server.url()
        let address = url.dropFirst("http://".count).split(separator: ":")
        let script =
            "exec 3<>/dev/tcp/$host/$port; printf 'PUT /b HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 9\\r\\n\\r\\nabc' >&3"
        let variables = ["host": "\(address[0])", "port": "\(address[1])"]
        _ = try await Program(["bash", "-c", script], environment: variables).outcome()
        try await server.output { $0.contains("PUT ") }
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(
            normalized(outcome.output, url).hasPrefix(
                "URL  one\nTIME  -    PUT     /b                        cut  The client closed the connection in the body"
            ),
            "\(outcome)")
        #expect(
            outcome.output.contains(
                "\n\nnot received to the end:\n   PUT /b   connection 1   The client closed the connection in the body"),
            "\(outcome)")
    }

    @Test("a run that failed ends with 1, and its output has no colors in a pipe")
    func failed() async throws {
        let server = try Program.mockserver("--scenario", one, environment: ["TERM": "xterm-256color"])
        let url = try await server.url()
        _ = try await Program.output(of: "curl", "-sS", "\(url)/b")
        server.send(SIGINT)
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        #expect(!outcome.output.contains("\u{1B}"))
        #expect(
            normalized(outcome.output, url).contains(
                """
                URL  one
                TIME  #1   GET     /b                        501  unmatched at \(one):4:1

                \(one):4:1: error: nothing takes GET /b
                """))
    }

    @Test("--exit-when-complete ends it after the last step")
    func exitWhenComplete() async throws {
        let server = try Program.mockserver("--scenario", one, "--exit-when-complete")
        let url = try await server.url()
        _ = try await Program.output(of: "curl", "-sS", "\(url)/a")
        let outcome = await server.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("\npassed: one (1 request, 1 of 1 step)\n"))
    }

    @Test("--exit-when-complete is refused where no step needs a request")
    func nothingToComplete() async throws {
        for lines in ["stubs: [{ request: GET /a }]", "steps: [{ request: GET /a, times: { at_most: 3 } }]"] {
            let scenario = try folder.file("\(UUID()).yaml", "mockserver: 1\n\(lines)\nexpect: [{ request: GET /a }]\n")
            let outcome = try await Program.mockserver("--scenario", scenario, "--exit-when-complete").outcome()
            #expect(
                outcome
                    == Program.Outcome(
                        status: 64, output: "",
                        error: """
                            Error: --exit-when-complete: the scenario has no step that needs a request, so the run would \
                            end at once; add such a step, or leave the option out

                            """))
        }
    }

    @Test("a variable that nothing reads is a warning")
    func unknownVariable() async throws {
        let outcome = try await Program.mockserver(
            "--scenario", one, "--", "curl", "-sS", "{url}/a",
            environment: ["MOCKSERVER_REPROT": "junit=a.xml", "MOCKSERVER_SERVICE_PORT": "80"]
        ).outcome()
        #expect(outcome.status == 0)
        #expect(
            outcome.error.hasPrefix(
                "Warning: MOCKSERVER_REPROT: no option has this variable; did you mean MOCKSERVER_REPORT?\n"),
            "\(outcome.error)")
    }

    @Test("--quiet leaves only a failed verdict")
    func quiet() async throws {
        let passed = try await Program.shell(
            #"mkfifo "$dir/q"; $mockserver --scenario "$file" -q --exit-when-complete --ready-file "$dir/q" & read url <"$dir/q"; curl -s "$url/a"; wait $!"#,
            variables: ["dir": folder.path, "file": one])
        #expect(passed == Program.Outcome(status: 0, output: "hello", error: ""))
        let failed = try await Program.shell(
            #"mkfifo "$dir/r"; $mockserver --scenario "$file" -q --ready-file "$dir/r" & read url <"$dir/r"; kill -TERM $!; wait $!"#,
            variables: ["dir": folder.path, "file": one])
        #expect(failed.status == 1)
        #expect(failed.output.hasPrefix("\(one):5:5: error: step 1: 0 requests, expected exactly 1\n"))
    }

    @Test("the ready file is there, whole, as long as the server is")
    func readyFile() async throws {
        let ready = try folder.file("url", "http://stale\n")
        let server = try Program.mockserver("--scenario", one, "--ready-file", ready)
        let url = try await server.url()
        // The file is written after the line, and the first response comes after both.
        _ = try await Program.output(of: "sh", "-c", "until grep -qxF '\(url)' '\(ready)'; do :; done")
        #expect(folder.names == ["one.yaml", "url"])
        server.send(SIGTERM)
        _ = await server.outcome()
        #expect(folder.names == ["one.yaml"])
    }

    @Test("a named pipe that nobody reads as a ready file keeps it from nothing")
    func readyPipeWithoutReader() async throws {
        let outcome = try await Program.shell(
            #"""
            mkfifo "$dir/pipe"
            $mockserver --scenario "$file" --ready-file "$dir/pipe" -- curl -sS {url}/a
            """#, variables: ["dir": folder.path, "file": one])
        #expect(outcome.status == 0)
        #expect(outcome.output == "hello")
    }

    @Test("a scenario may come by a pipe, at any pace, and a signal ends the wait for it")
    func scenarioByPipe() async throws {
        let named = try await Program.shell(
            #"""
            mkfifo "$dir/s"; cat "$file" >"$dir/s" &
            $mockserver --scenario "$dir/s" -q -- curl -sS {url}/a
            cat "$file" | $mockserver --scenario /dev/stdin -q -- curl -sS {url}/a
            $mockserver validate /dev/stdin <"$file"
            """#, variables: ["dir": folder.path, "file": one])
        #expect(named.output == "hellohello1 file: no errors, no warnings\n", "\(named)")
        let nothing = try await Program.shell(": | $mockserver validate /dev/stdin")
        #expect(nothing.status == 65, "\(nothing)")
        for signal in [SIGTERM, SIGINT, SIGQUIT] {
            let waiting = try Program.mockserver("--scenario", "\(folder.path)/s", "--ready-file", "\(folder.path)/r")
            // Once the pipe has both ends, the server waits for the scenario.
            let writer = try Program(
                ["sh", "-c", #"exec 3>"$pipe"; kill -"$signal" "$pid"; exec sleep 3600"#],
                environment: ["pipe": "\(folder.path)/s", "signal": "\(signal)", "pid": "\(waiting.pid)"])
            #expect(await waiting.outcome().status == 128 + signal)
            writer.send(SIGKILL)
        }
    }

    @Test("a ready file that is standard output stays, also where that leads to a file")
    func readyFileIsStandardOutput() async throws {
        let outcome = try await Program.shell(
            #"""
            ln -s /dev/fd/1 "$dir/out"
            $mockserver --scenario "$file" -q --exit-when-complete --ready-file "$dir/out" >"$dir/log" &
            until grep -qs http "$dir/log"; do :; done
            curl -sS "$(cat "$dir/log")/a"; wait $!; wc -l <"$dir/log"; readlink "$dir/out"
            """#, variables: ["dir": folder.path, "file": one])
        #expect(outcome == Program.Outcome(status: 0, output: "hello1\n/dev/fd/1\n", error: ""))
    }

    @Test("a reader that leaves takes nothing with it")
    func brokenPipe() async throws {
        let outcome = try await Program.shell(
            #"""
            { $mockserver --scenario "$file" --exit-when-complete; echo "status $?" >&2; } |
            { read url rest; exec <&-; curl -sS "$url/a" >&2; }
            """#, variables: ["file": one])
        #expect(outcome.error == "hellostatus 0\n")
    }

    @Test("descriptors that the caller closed are not given to sockets")
    func closedDescriptors() async throws {
        let outcome = try await Program.shell(
            #"mkfifo "$dir/q"; $mockserver --scenario "$file" --exit-when-complete --ready-file "$dir/q" <&- >&- 2>&- & read url <"$dir/q"; curl -s "$url/a"; wait $!"#,
            variables: ["dir": folder.path, "file": one])
        #expect(outcome == Program.Outcome(status: 0, output: "hello", error: ""))
    }

    /// Begins a Python script with `writer`, the end of a pipe that is full, and `await_stop`.
    private static let fullPipe = """
        import os, signal, socket, subprocess, sys
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        try:
            while True: os.write(writer, b"x" * 4096)
        except BlockingIOError: pass
        try:
            while True: os.write(writer, b"x")
        except BlockingIOError: pass
        os.set_blocking(writer, True)
        os.mkfifo(sys.argv[3])
        def await_stop(port):
            try:
                while True: socket.create_connection(("127.0.0.1", port)).close()
            except ConnectionError: pass

        """

    @Test("a second SIGINT or SIGQUIT ends at once, even where nobody reads the verdict", arguments: [SIGINT, SIGQUIT])
    func secondInterrupt(_ second: Int32) async throws {
        let script =
            Self.fullPipe + """
                def status():
                    server = subprocess.Popen(
                        [sys.argv[1], "--scenario", sys.argv[2], "--ready-file", sys.argv[3]], stdout=writer,
                        stderr=subprocess.DEVNULL)
                    port = int(open(sys.argv[3]).read().rsplit(":", 1)[1])
                    server.send_signal(signal.SIGINT)
                    await_stop(port)
                    # One that comes at once is taken for the first again.
                    while True:
                        server.send_signal(int(sys.argv[4]))
                        try: return server.wait(timeout=0.1)
                        except subprocess.TimeoutExpired: continue
                # 1 where it no longer waited for a reader when the signal came.
                while (found := status()) == 1: pass
                print(found)
                """
        let outcome = try await Program(
            ["python3", "-c", script, Program.binary, one, "\(folder.path)/fifo", "\(second)"]
        ).outcome()
        #expect(outcome == Program.Outcome(status: 0, output: "\(128 + second)\n", error: ""))
    }

    /// Ways to end a run whose output nobody reads.
    private static let endsUnread: [[String]] = [
        ["--signal", "\(SIGTERM)"], ["--signal", "\(SIGTERM)", "--verbose"], ["--timeout", "300ms"],
    ]

    @Test(
        "where nobody reads the output, a run ends all the same, with its reports and its status",
        arguments: endsUnread,
        [false, true])
    func unread(options: [String], isErrorUnread: Bool) async throws {
        let script =
            Self.fullPipe + """
                report, options = sys.argv[4], sys.argv[6:]
                number = None
                if options[0] == "--signal": number, options = int(options[1]), options[2:]
                server = subprocess.Popen(
                    [sys.argv[1], "--scenario", sys.argv[2], "--ready-file", sys.argv[3], "--report", "text=" + report] + options,
                    stdout=writer, stderr=writer if sys.argv[5] == "true" else None)
                open(sys.argv[3]).read()
                if number: server.send_signal(number)
                print(server.wait(), "failed: " in open(report).read())
                """
        let outcome = try await Program(
            [
                "python3", "-c", script, Program.binary, one, "\(folder.path)/fifo", "\(folder.path)/report.txt",
                "\(isErrorUnread)",
            ] + options
        ).outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output == "1 True\n")
        if isErrorUnread {
            #expect(outcome.error == "")
        } else {
            #expect(
                outcome.error.hasPrefix(
                    "Warning: standard output has a reader that reads nothing, so the rest of the output is lost\n"))
            #expect(outcome.error.contains("\nfailed: "))
        }
    }

    @Test("a signal that is sent twice, as `timeout` does, ends it with the verdict and its reports")
    func repeatedInterrupt() async throws {
        let server = try Program.mockserver("--scenario", one, "--report", "text=\(folder.path)/report.txt")
        _ = try await server.url()
        for _ in 0..<3 { server.send(SIGINT) }
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\nfailed: "))
        #expect(try String(contentsOfFile: "\(folder.path)/report.txt", encoding: .utf8).contains("\nfailed: "))
    }

    @Test("a first SIGINT while the verdict of a complete run is printed loses nothing")
    func interruptAtEnd() async throws {
        let script =
            Self.fullPipe + """
                import urllib.request
                server = subprocess.Popen(
                    [sys.argv[1], "--scenario", sys.argv[2], "--exit-when-complete", "--ready-file", sys.argv[3]], stdout=writer,
                    stderr=subprocess.PIPE)
                os.close(writer)
                url = open(sys.argv[3]).read().strip()
                urllib.request.urlopen(url + "/a").read()
                await_stop(int(url.rsplit(":", 1)[1]))
                server.send_signal(signal.SIGINT)
                text = b""
                while piece := os.read(reader, 65536): text += piece
                # It may have given up the reader on a machine that is slow.
                print(server.wait(), b"passed: " in text or b"reads nothing" in server.stderr.read())
                """
        let outcome = try await Program(
            ["python3", "-c", script, Program.binary, one, "\(folder.path)/fifo"]
        ).outcome()
        #expect(outcome == Program.Outcome(status: 0, output: "0 True\n", error: ""))
    }

    @Test("on a terminal lines are colored, but not with NO_COLOR")
    func terminal() async throws {
        let script = """
            import os, pty, signal, sys
            pid, master = pty.fork()
            if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
            text = b""
            while b"\\n" not in text: text += os.read(master, 4096)
            os.write(master, b"\\x03")
            try:
                while True:
                    piece = os.read(master, 4096)
                    if not piece: break
                    text += piece
            except OSError: pass
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            print(status, text.count(b"\\x1b["), b"failed" in text)
            """
        for (variables, colors) in [(["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": "1"], false)] {
            let outcome = try await Program(
                ["python3", "-c", script, Program.binary, "--scenario", one], environment: variables
            ).outcome()
            let words = outcome.output.split(separator: " ").map(String.init)
            try #require(words.count == 3, "\(outcome)")
            #expect(words[0] == "1")
            #expect(((Int(words[1]) ?? -1) > 0) == colors)
            #expect(words[2] == "True\n")
        }
    }
}
