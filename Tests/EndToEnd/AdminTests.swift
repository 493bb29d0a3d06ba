import ExactJSON
import Foundation
import Reports
import Testing

@testable import MockServerCLI

@Suite("a suite that asks while the server runs", .timeLimit(.minutes(60))) struct AdminTests {
    private let folder: TemporaryFolder
    private let scenario: String

    init() throws {
        folder = try TemporaryFolder()
        scenario = try folder.file(
            "a.yaml",
            """
            mockserver: 1
            name: a
            seed: 7
            steps:
              - { id: first, request: GET /a, response: { text: hello } }
              - { id: second, request: GET /slow, response: { text: late, delay: 3600s } }
            """)
    }

    /// The URLs of the server and of its admin API.
    private func urls(_ server: Program) async throws -> (server: String, admin: String) {
        let text = try await server.output { $0.contains("\nadmin: ") && $0.hasSuffix("\n") }
        let admin = try #require(text.firstMatch(of: /admin: (http\S+)/)?.1)
        return (String(text.prefix { $0 != " " }), String(admin))
    }

    @Test("plays a session for each of its tests, and each has its own verdict")
    func sessions() async throws {
        let server = try Program.mockserver("--admin-port", "0", "--report", "json=\(folder.path)/run.json")
        let (url, admin) = try await urls(server)
        let lines = "mockserver: 1\nname: pages\nseed: 7\nsteps: [{ id: first, request: GET /a }]"
        var ids: [String] = []
        for _ in 1...3 {
            let made = try await Program.output(of: "curl", "-sSf", "--data-binary", lines, "\(admin)/sessions")
            guard case .string(let id)? = try JSON(parsing: Array(made.utf8))["session"] else { return }
            ids.append(id)
        }
        _ = try await Program.output(of: "curl", "-sSf", "\(url)/s/\(ids[0])/a")
        _ = try await Program.output(of: "curl", "-sS", "\(url)/s/\(ids[1])/b")
        _ = try await Program.output(of: "curl", "-sSf", "-H", "Mockserver-Session: \(ids[2])", "\(url)/a")
        let passed = try await Program.output(of: "curl", "-sSf", "-X", "DELETE", "\(admin)/sessions/\(ids[0])")
        #expect(passed.contains(#""passed":true"#))
        let failed = try await Program.output(of: "curl", "-sSf", "-X", "DELETE", "\(admin)/sessions/\(ids[1])")
        #expect(failed.contains(#""passed":false"#))
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("session \(ids[1])\nscenario.yaml:4:"), "\(outcome.output)")
        #expect(
            outcome.output.hasSuffix(
                """

                failed: 1 of 3 sessions
                   session \(ids[1])  failed: pages (2 failures, 1 request, 0 of 1 step, seed 7)

                """), "\(outcome.output)")
        let report = try JSON(parsing: Array(Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/run.json"))))
        guard case .array(let sessions)? = report["sessions"] else { return }
        #expect(sessions.map { $0["session"] } == [ids[1], ids[0], ids[2]].map(JSON.string))
        #expect(sessions.map { $0["passed"] } == [false, true, true])
    }

    @Test("fails if requests named no session and nothing else came, and says so beside sessions")
    func missed() async throws {
        for begins in [false, true] {
            let server = try Program.mockserver("--admin-port", "0")
            let (url, admin) = try await urls(server)
            for path in ["me", "you"] { _ = try await Program.output(of: "curl", "-sS", "\(url)/\(path)") }
            if begins {
                let lines = "mockserver: 1\nstubs: [{ request: GET /a }]"
                _ = try await Program.output(of: "curl", "-sSf", "--data-binary", lines, "\(admin)/sessions")
            }
            server.send(SIGTERM)
            let outcome = await server.outcome()
            let told = "2 requests that named no session were refused: the first GET /me"
            #expect(outcome.status == (begins ? 0 : 1))
            if begins {
                #expect(outcome.output.hasSuffix("\n\npassed: 1 session\n\(told).\n"), "\(outcome.output)")
            } else {
                #expect(outcome.output.contains("\n\nsessions: error: \(told)\n"), "\(outcome.output)")
                #expect(outcome.output.contains("\nfailed: sessions (1 failure, 0 requests, "), "\(outcome.output)")
            }
        }
    }

    @Test("finds the admin API where the first lines say")
    func serving() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--admin-port", "0")
        let (url, admin) = try await urls(server)
        _ = try await Program.output(of: "curl", "-sSf", "\(url)/a")
        let taken = try await Program.output(of: "curl", "-sSf", "\(admin)/requests?step=first&wait=1&timeout=300s")
        #expect(taken.contains(#""count":1"#))
        let reset = try await Program.output(of: "curl", "-sSf", "-X", "POST", "\(admin)/reset")
        #expect(reset.hasPrefix(#"{"scenario":"a","ended":{"#))
        server.send(SIGTERM)
        let outcome = await server.outcome()
        #expect(outcome.status == 1)
        // The log contains the verdicts of the reset run and of the last one; the end contains both once more.
        let verdicts = outcome.output.matches(of: /(?m)^failed: a \(1 failure, (\d) requests?/).map { $0.1 }
        #expect(verdicts == ["1", "0"], "\(outcome.output)")
        #expect(
            outcome.output.hasSuffix(
                """

                failed: 2 of 2 runs
                   run 1  failed: a (1 failure, 1 request, 1 of 2 steps, seed 7)
                   run 2  failed: a (1 failure, 0 requests, 0 of 2 steps, seed 7)

                """), "\(outcome.output)")
    }

    @Test("a failed run that is reset or replaced fails the process, and each report has it", arguments: [false, true])
    func failedRunIsKept(quiet: Bool) async throws {
        let one = try folder.file(
            "one.yaml", "mockserver: 1\nname: one\nseed: 7\nsteps:\n  - { id: only, request: GET /a }\n")
        let reports = ReportFormat.allCases.flatMap { ["--report", "\($0.rawValue)=\(folder.path)/\($0.rawValue)"] }
        // The first run fails, the second is reset before any request, the third and the last pass.
        let script = """
            curl -sS "$MOCKSERVER_URL/wrong" >/dev/null
            curl -sSf -X POST "$MOCKSERVER_ADMIN_URL/reset" >/dev/null
            curl -sSf -X POST "$MOCKSERVER_ADMIN_URL/reset" >/dev/null
            curl -sSf "$MOCKSERVER_URL/a"
            curl -sSf -X PUT "$MOCKSERVER_ADMIN_URL/scenario?name=one.yaml" >/dev/null
            curl -sSf "$MOCKSERVER_URL/a"
            curl -sSf "$MOCKSERVER_ADMIN_URL/verdict" >"\(folder.path)/verdict"
            """
        let program = try Program(
            [Program.binary, "--scenario", one, "--admin-port", "0"] + (quiet ? ["-q"] : []) + reports
                + ["--", "sh", "-c", script])
        let outcome = await program.outcome()
        #expect(outcome.status == 1)
        #expect(
            outcome.error.hasSuffix(
                """
                passed: one (1 request, 1 of 1 step)

                failed: 1 of 3 runs
                   run 1  failed: one (2 failures, 1 request, 0 of 1 step, seed 7)

                """), "\(outcome.error)")
        func report(_ format: ReportFormat) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(format.rawValue)")))
        }
        let json = try JSON(parsing: report(.json))
        #expect(json["passed"] == false)
        #expect(json["verdict"]?["passed"] == true, "the last run's")
        #expect(json["earlier_runs"]?[0]?["verdict"]?["passed"] == false)
        #expect(json["earlier_runs"]?[0]?["journal"]?[0]?["target"] == "/wrong")
        #expect(json["earlier_runs"]?[1]?["verdict"]?["passed"] == true)
        #expect(json["earlier_runs"]?[2] == nil)
        let junit = String(decoding: try report(.junit), as: UTF8.self)
        let suites = junit.matches(of: /<testsuites? name="([^"]*)" tests="(\d)" failures="(\d)"/)
            .map { "\($0.1) \($0.2) \($0.3)" }
        #expect(suites == ["mockserver 4 2", "one (run 1) 2 2", "one (run 2) 1 0", "one (run 3) 1 0"])
        let sarif = try JSON(parsing: report(.sarif))
        #expect(sarif["runs"]?[0]?["results"]?[1] != nil && sarif["runs"]?[2]?["results"] == [])
        let har = try JSON(parsing: report(.har))
        let pages = (0..<3).map { har["log"]?["entries"]?[$0]?["pageref"] }
        #expect(pages == ["run 1", "run 2", "run 3"])
        #expect(String(decoding: try report(.text), as: UTF8.self).contains("\nfailed: 1 of 3 runs\n"))
        let verdict = try JSON(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/verdict"))))
        #expect(verdict["passed"] == true, "who asks while it runs is told of the run that it asks in")
    }

    @Test("is told of the admin API by a variable, beside the server's URL")
    func wrapped() async throws {
        let outcome = try await Program.shell(
            """
            MOCKSERVER_SCENARIO=$file MOCKSERVER_ADMIN_PORT=0 MOCKSERVER_QUIET=true $mockserver -- sh -c '
                curl -sSf "$MOCKSERVER_ADMIN_URL/health"; env | grep -c "^MOCKSERVER_"'
            """, variables: ["file": scenario])
        // Variables of the outer server are not passed on.
        let health = #"{"status":"ok","scenario":"a","url":"http://127.0.0.1:"#
        #expect(outcome.output.hasPrefix(health), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("\n2\n"))
        #expect(outcome.status == 1)
    }

    @Test("a held answer does not keep SIGTERM from the verdict", arguments: [SIGTERM, SIGINT])
    func held(signal: Int32) async throws {
        let server = try Program.mockserver("--scenario", scenario, "--admin-port", "0")
        let (url, admin) = try await urls(server)
        _ = try await Program.output(of: "curl", "-sSf", "\(url)/a")
        let client = try Program(["curl", "-sS", "\(url)/slow"])
        _ = try await Program.output(of: "curl", "-sSf", "\(admin)/requests?step=second&wait=1&timeout=300s")
        let waiting = try Program(["curl", "-sS", "\(admin)/verdict?wait=300s"])
        server.send(signal)
        let outcome = await server.outcome()
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("not answered to the end:\n   #2  GET /slow"))
        #expect(await client.outcome().status != 0)
        _ = await waiting.outcome()
    }

    @Test("a command whose every session is refused fails, with the last refusal")
    func refusedSessions() async throws {
        let script =
            #"curl -sS -d "x: 1" "$MOCKSERVER_ADMIN_URL/sessions?sed=1"; curl -sS -d "x: 1" "$MOCKSERVER_ADMIN_URL/sessions""#
        let outcome = try await Program.mockserver("--admin-port", "0", "--", "sh", "-c", script).outcome()
        #expect(outcome.status == 1, "\(outcome)")
        #expect(
            outcome.error.contains(
                "no session was begun: POST /sessions was refused 2 times, the last time with 422: "), "\(outcome)")
        #expect(!outcome.error.contains("No request reached"), "\(outcome)")
        let none = try await Program.mockserver("--admin-port", "0", "--", "true").outcome()
        #expect(none.status == 0)
    }

    @Test("off loopback there must be a token")
    func token() async throws {
        let open = try await Program.mockserver(
            "--scenario", scenario, "--host", "0.0.0.0", "--admin-port", "0",
            environment: ["MOCKSERVER_ADMIN_TOKEN": nil]
        ).outcome()
        #expect(open.status == 64)
        #expect(open.error.contains("--admin-port: The admin API would be open to everybody who reaches 0.0.0.0"))
        #expect(open.error.contains("MOCKSERVER_ADMIN_TOKEN"))
        let server = try Program.mockserver(
            "--scenario", scenario, "--host", "0.0.0.0", "--admin-port", "0",
            environment: ["MOCKSERVER_ADMIN_TOKEN": "t0ken"])
        let (_, admin) = try await urls(server)
        let script =
            "curl -sS -o /dev/null -w '%{http_code} ' \(admin)/verdict; curl -sSf -H 'Authorization: Bearer t0ken' \(admin)/verdict"
        #expect(try await Program.shell(script).output.hasPrefix(#"401 {"scenario":"a""#))
        server.send(SIGTERM)
        _ = await server.outcome()
    }

    @Test("is answered as the description says, whatever it asks")
    func openAPI() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--admin-port", "0")
        let (url, admin) = try await urls(server)
        _ = try await Program.output(of: "curl", "-sSf", "\(url)/a")
        _ = try await Program.output(of: "curl", "-sS", "\(url)/unmatched")
        let seen = try await Program.output(of: "python3", "Tests/EndToEnd/peers/openapi.py", admin)
        #expect(
            seen == """
                delete /sessions/{session} 200
                delete /sessions/{session} 400
                delete /sessions/{session} 410
                delete /sessions/{session}/stubs/{stub} 200
                delete /sessions/{session}/stubs/{stub} 404
                delete /sessions/{session}/stubs/{stub} 410
                get /clock 200
                get /clock 400
                get /clock 409
                get /health 200
                get /journal 200
                get /metrics 200
                get /openapi.json 200
                get /report 200
                get /report 400
                get /requests 200
                get /requests 400
                get /requests 404
                get /requests 504
                get /sessions 200
                get /sessions/{session} 200
                get /sessions/{session} 410
                get /sessions/{session}/clock 200
                get /sessions/{session}/clock 400
                get /sessions/{session}/clock 410
                get /sessions/{session}/clock 504
                get /sessions/{session}/journal 200
                get /sessions/{session}/journal 410
                get /sessions/{session}/report 200
                get /sessions/{session}/report 400
                get /sessions/{session}/report 410
                get /sessions/{session}/requests 200
                get /sessions/{session}/requests 400
                get /sessions/{session}/requests 404
                get /sessions/{session}/requests 410
                get /sessions/{session}/requests 504
                get /sessions/{session}/stubs 200
                get /sessions/{session}/stubs 410
                get /sessions/{session}/verdict 200
                get /sessions/{session}/verdict 400
                get /sessions/{session}/verdict 410
                get /verdict 200
                get /verdict 400
                post /clock 400
                post /clock 409
                post /reset 200
                post /sessions 201
                post /sessions 400
                post /sessions 404
                post /sessions 422
                post /sessions/{session}/clock 200
                post /sessions/{session}/clock 400
                post /sessions/{session}/reset 200
                post /sessions/{session}/reset 410
                post /sessions/{session}/stubs 201
                post /sessions/{session}/stubs 400
                post /sessions/{session}/stubs 410
                post /sessions/{session}/stubs 422
                put /scenario 200
                put /scenario 400
                put /scenario 404
                put /scenario 422
                put /sessions/{session}/scenario 200
                put /sessions/{session}/scenario 400
                put /sessions/{session}/scenario 404
                put /sessions/{session}/scenario 410
                put /sessions/{session}/scenario 422

                """)
        server.send(SIGTERM)
        _ = await server.outcome()
    }

    @Test("moves a virtual clock, which nothing else would move")
    func clock() async throws {
        let slow = try folder.file(
            "slow.yaml",
            "mockserver: 1\nclock: virtual\nsteps: [{request: GET /a, response: {delay: 1h, text: late}}]\n")
        let alone = try await Program.mockserver("--scenario", slow).outcome()
        #expect(alone.status == 64)
        #expect(
            alone.error.contains(
                """
                --admin-port: the scenario's clock is virtual, so nothing would move it; give an admin port and send \
                POST /clock {"advance": "1h"}, or write clock: instant
                """), "\(alone.error)")
        let outcome = try await Program.shell(
            """
            $mockserver --scenario $file --admin-port 0 -- sh -c '
                clock() { curl -sS -w "%{http_code}\\n" -d "$1" "$MOCKSERVER_ADMIN_URL/clock"; }
                curl -sS "$MOCKSERVER_URL/a" >"$folder/body" & client=$!
                until clock "{\\"advance\\": \\"1ms\\"}" | grep -q "\\"sleepers\\":1"; do :; done
                clock "{\\"advance\\": \\"1\\"}"
                clock "{\\"advance\\": \\"1h\\"}" | grep -o "\\"sleepers.*"
                wait $client
                cat "$folder/body"'
            """, variables: ["file": slow, "folder": folder.path])
        #expect(
            outcome.output == """
                {"error":"advance: a unit is needed: write 1ms or 1s."}
                400
                "sleepers":0}
                late
                """)
        #expect(outcome.status == 0, "\(outcome)")
        let real = try await Program.shell(
            """
            $mockserver --scenario $file --admin-port 0 -- sh -c \
                'curl -sS -w "%{http_code}" -d "{\\"advance\\": \\"1s\\"}" "$MOCKSERVER_ADMIN_URL/clock"'
            """, variables: ["file": scenario])
        #expect(
            real.output == """
                {"error":"the scenario's clock is real, and only a virtual one can be moved: write clock: virtual."}
                409
                """)
    }

    @Test("health says whether it is up")
    func health() async throws {
        let server = try Program.mockserver("--scenario", scenario, "--admin-port", "0")
        let (url, admin) = try await urls(server)
        for target in [url, admin, "\(admin)/health"] {
            let up = try await Program.mockserver("health", "--url", target).outcome()
            #expect(up == Program.Outcome(status: 0, output: "", error: ""))
        }
        server.send(SIGTERM)
        _ = await server.outcome()
        let down = try await Program.mockserver("health", "--url", url).outcome()
        #expect(down.status == 1)
        #expect(down.error == "not up: \(url.dropFirst(7)): Connection refused\n")
    }
}
