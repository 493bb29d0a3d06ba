import Foundation
import Testing

@Suite("playing a scenario that changes", .timeLimit(.minutes(60))) struct WatchTests {
    private let folder: TemporaryFolder
    private let scenario: String

    init() throws {
        folder = try TemporaryFolder()
        scenario = try folder.file("a.yaml", Self.text("one"))
    }

    private static func text(_ body: String) -> String {
        """
        mockserver: 1
        name: \(body)
        seed: 7
        steps:
          - { id: first, request: GET /a, response: { text: \(body) } }
          - { id: second, request: GET /b }

        """
    }

    private func get(_ url: String) async throws -> String { try await Program.output(of: "curl", "-sS", url) }

    @Test("a change begins a new run, and what the run before had not reached is not a failure")
    func change() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--watch")
        let url = try await server.url()
        #expect(try await get(url + "/a") == "one")
        _ = try folder.file("a.yaml", Self.text("two"))
        let output = try await server.output { $0.contains("reloaded") }
        #expect(
            output.contains(
                """

                passed: one (1 request, 1 of 2 steps, ended by a reload)
                reloaded \(scenario): two, in a new run

                """))
        #expect(try await get(url + "/a") == "two")
        #expect(try await get(url + "/b") == "")
        server.send(SIGINT)
        let outcome = await server.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("\npassed: two (2 requests, 2 of 2 steps)\n\npassed: 2 runs\n"))
    }

    @Test("a scenario with errors is not played, and its errors are printed; a failed run stays failed")
    func broken() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--watch")
        let url = try await server.url()
        _ = try await get(url + "/x")
        _ = try folder.file("a.yaml", "mockserver: 1\nstep: []\n")
        let output = try await server.output { $0.contains("is not reloaded") }
        #expect(
            output.contains(
                """
                \(scenario):2:1: error: unknown key "step" in a scenario; did you mean "steps"?
                \(scenario) is not reloaded; the run goes on with the scenario as it was

                """))
        #expect(try await get(url + "/a") == "one")
        _ = try folder.file("a.yaml", Self.text("two"))
        try await server.output { $0.contains("reloaded \(scenario)") }
        _ = try await get(url + "/a")
        _ = try await get(url + "/b")
        server.send(SIGINT)
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("nothing takes GET /x"))
        #expect(!outcome.output.contains("expected exactly 1"))
        #expect(
            outcome.output.hasSuffix(
                """
                failed: 1 of 2 runs
                   run 1  failed: one (1 failure, 2 requests, 1 of 2 steps, ended by a reload, seed 7)

                """))
    }

    @Test("a pipe in the scenario's place is not waited for")
    func pipe() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--watch")
        let url = try await server.url()
        try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        try #require(rename("\(folder.path)/pipe", scenario) == 0)
        let output = try await server.output { $0.contains("is not reloaded") }
        #expect(
            output.contains(
                """
                \(scenario): error: it is not a regular file
                \(scenario) is not reloaded; the run goes on with the scenario as it was

                """))
        #expect(try await get(url + "/a") == "one")
        _ = try await get(url + "/b")
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("\npassed: one (2 requests, 2 of 2 steps)\n"))
    }

    @Test("SIGHUP begins one more run, and does not end the server")
    func hangup() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--watch")
        _ = try await server.url()
        server.send(SIGHUP)
        try await server.output { $0.contains("reloaded \(scenario): one, in a new run\n") }
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("reloaded ") } == 1)
        #expect(outcome.status == 1)
    }

    @Test("a reload decides a hold that only a further request could open, and a failure is printed once")
    func held() async throws {
        _ = try folder.file(
            "a.yaml",
            """
            mockserver: 1
            name: held
            seed: 7
            stubs:
              - { request: GET /held, hold: { until: { arrivals: 2 }, timeout: 1h }, response: { text: sent } }
              - { request: GET /slow, client: answered, response: { delay: 1h } }
            """)
        let server = try Program.mockserver("--scenario", scenario, "--watch")
        let url = try await server.url()
        _ = try await get(url + "/x")
        let held = try Program(["curl", "-sS", url + "/held"])
        let slow = try Program(["curl", "-sS", url + "/slow"])
        try await server.output { $0.contains(" /held ") && $0.contains(" /slow ") }
        _ = try folder.file("a.yaml", Self.text("two"))
        try await server.output { $0.contains("reloaded") }
        #expect(await held.outcome().output == "sent")
        _ = try await get(url + "/a")
        _ = try await get(url + "/b")
        server.send(SIGTERM)
        let outcome = await server.outcome()
        _ = await slow.outcome()
        #expect(outcome.status == 1)
        #expect(outcome.output.ranges(of: "error: nothing takes GET /x").count == 1, "\(outcome.output)")
        #expect(!outcome.output.contains("its hold"), "\(outcome.output)")
        #expect(
            outcome.output.contains(
                """
                failed: held (2 failures, 3 requests, 0 of 0 steps, ended by a reload, seed 7)
                   its other failure is told above
                """), "\(outcome.output)")
    }

    @Test("while a command runs, the scenario changes under it")
    func command() async throws {
        let script = """
            curl -sS "$MOCKSERVER_URL/a"
            sed -i 's/one/two/' "$SCENARIO"
            while [ "$(curl -sS "$MOCKSERVER_URL/stub")" != two ]; do :; done
            """
        _ = try folder.file(
            "a.yaml", "mockserver: 1\nname: n\nseed: 7\nstubs: [{ request: \"GET /{any}\", response: { text: one } }]\n"
        )
        let outcome = try await Program.shell(
            #"exec "$mockserver" --scenario "$SCENARIO" --watch -- sh -c "$SCRIPT""#,
            variables: ["SCENARIO": scenario, "SCRIPT": script])
        #expect(outcome.status == 0)
        #expect(outcome.output == "one")
        #expect(outcome.error.contains("reloaded \(scenario): n, in a new run\n"))
    }

    @Test(
        "a watch that could see nothing is refused",
        arguments: [
            (["--scenario", "/dev/stdin", "--watch"], "Error: --watch: /dev/stdin is not a regular file"),
            (["--admin-port", "0", "--watch"], "Error: --watch: there is no scenario to watch; add --scenario <file>"),
            (
                ["--scenario", "a.yaml", "--watch", "--exit-when-complete"],
                "Error: --watch and --exit-when-complete contradict each other"
            ),
        ])
    func refused(arguments: [String], text: String) async throws {
        let outcome = try await Program([Program.binary] + arguments).outcome()
        #expect(outcome.status == 64)
        #expect(outcome.error.hasPrefix(text))
    }

    @Test("a run that waits at its end says for what")
    func waiting() async throws {
        let slow = try folder.file(
            "slow.yaml",
            "mockserver: 1\nname: n\nseed: 7\nlinger: 1200ms\nsteps: [{ id: late, request: GET /late }]\n")
        let program = try Program.mockserver("--scenario", slow, "--", "curl", "-sS", "{url}/late")
        #expect(
            await program.outcome(withNotice: true).error == """
                every step is complete; listening for late requests, until nothing has come for 1.20 s (linger)
                passed: n (1 request, 1 of 1 step)

                """)
    }

    @Test("on a terminal each request's line says how many steps are complete, and in a pipe none does")
    func progress() async throws {
        // Python's pseudo-terminal is both ends' only one.
        let script = #"""
            import os, pty, sys
            os.environ["NO_COLOR"] = "1"
            sys.exit(os.waitstatus_to_exitcode(pty.spawn([os.environ["mockserver"], *sys.argv[1:]])))
            """#
        let outcome = try await Program(
            ["python3", "-c", script, "--scenario", scenario, "--verbose", "--", "curl", "-sS", "{url}/a", "{url}/b"],
            environment: ["mockserver": Program.binary, "TERM": "xterm"]
        ).outcome()
        let lines = outcome.output.split(whereSeparator: \.isNewline)
        #expect(lines.contains { $0.contains("#1   1/2 steps  GET     /a") })
        #expect(lines.contains { $0.contains("#2   2/2 steps  GET     /b") })
        let piped = try await Program.mockserver(
            "--scenario", scenario, "--verbose", "--", "curl", "-sS", "{url}/a", "{url}/b"
        ).outcome()
        #expect(piped.error.contains("#1   GET     /a"))
    }
}
