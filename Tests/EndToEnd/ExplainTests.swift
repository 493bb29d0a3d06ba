import Foundation
import Testing

@Suite("mockserver explain", .timeLimit(.minutes(60))) struct ExplainTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func explain(_ arguments: String...) async throws -> Program.Outcome {
        try await Program([Program.binary, "explain"] + arguments).outcome()
    }

    private static let refresh = [
        Program.binary, "explain", Program.scenario("token-refresh"), "--request", "POST /auth/refresh", "--header",
        "Content-Type: application/json",
    ]

    @Test("a request that a step takes passes, with a body of the option, of a file and of standard input")
    func passes() async throws {
        let body = try folder.file("body.json", #"{"refreshToken": "rt-1"}"#)
        for given in [#"{"refreshToken": "rt-1"}"#, "@\(body)"] {
            let outcome = try await Program(Self.refresh + ["--after", "rejected", "--body", given]).outcome()
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.output.hasPrefix("POST /auth/refresh: step \"refresh\" takes it\n"))
        }
        let piped = try await Program.shell(
            #"printf '{"refreshToken": "rt-1"}' | "$mockserver" explain "$file" --request 'POST /auth/refresh' "#
                + "--after rejected --header 'Content-Type: application/json' --body @-",
            variables: ["file": Program.scenario("token-refresh")])
        #expect(piped.status == 0, "\(piped)")
    }

    @Test("a request that no step takes, or whose assertions fail, has the status 1")
    func fails() async throws {
        let early = try await Program(Self.refresh).outcome()
        #expect(early.status == 1)
        #expect(early.output.hasPrefix("POST /auth/refresh: nothing takes it (out_of_order)\n"))
        let wrong = try await Program(Self.refresh + ["--after", "rejected", "--body", "{}"]).outcome()
        #expect(wrong.status == 1)
        #expect(wrong.output.contains("step \"refresh\": json $.refreshToken is missing; it has no members\n"))
    }

    @Test("json has the same in parts")
    func json() async throws {
        let outcome = try await Program(Self.refresh + ["--after", "rejected", "--format", "json"]).outcome()
        let found = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(found["taken"] as? Bool == true)
        #expect(found["passed"] as? Bool == false)
        let rules = try #require(found["rules"] as? [[String: Any]])
        #expect(rules.map { $0["standing"] as? String } == ["differs", "takes", "differs"].map(Optional.some))
    }

    @Test("the archive of a run is explained as it was played")
    func archive() async throws {
        let archive = "\(folder.path)/run.har"
        let played = try await Program.mockserver(
            "--scenario", Program.scenario("token-refresh"), "--report", "har=\(archive)", "--", "python3",
            "Tests/EndToEnd/clients/token-refresh_broken.py"
        ).outcome()
        #expect(played.status == 1)
        let outcome = try await explain(Program.scenario("token-refresh"), "--har", archive)
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("#1  GET /me"), "\(outcome)")
    }

    @Test("the archive of a run that passed is explained as one that passes, with its random and redacted values")
    func passedArchive() async throws {
        let archive = "\(folder.path)/right.har"
        let played = try await Program.mockserver(
            "--scenario", Program.scenario("token-refresh"), "--report", "har=\(archive)", "--", "python3",
            "Tests/EndToEnd/clients/token-refresh_right.py"
        ).outcome()
        #expect(played.status == 0, "\(played)")
        let outcome = try await explain(Program.scenario("token-refresh"), "--har", archive)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("redacted values are not compared"), "\(outcome)")
    }

    @Test("each session in the archive of a server is explained as it was played")
    func sessions() async throws {
        let scenario = try folder.file(
            "session.yaml",
            "mockserver: 1\nname: S\nsteps: [{id: a, request: GET /a}, {id: b, request: POST /b, assert: {json: {n: 1}}}]\n"
        )
        let archive = "\(folder.path)/sessions.har"
        let client = """
            import json, os, urllib.error, urllib.request
            def call(method, url, body=None):
                try:
                    return urllib.request.urlopen(urllib.request.Request(url, body, method=method)).read()
                except urllib.error.HTTPError as error:
                    return error.read()
            for n in (1, 2):
                source = open(os.environ["scenario"], "rb").read()
                url = json.loads(call("POST", os.environ["MOCKSERVER_ADMIN_URL"] + "/sessions", source))["url"]
                call("GET", url + "/a?b")
                call("POST", url + "/b", b'{"n": %d}' % n)
            """
        let played = try await Program(
            [Program.binary, "--admin-port", "0", "--report", "har=\(archive)", "--", "python3", "-c", client],
            environment: ["scenario": scenario]
        ).outcome()
        #expect(played.status == 1, "\(played)")
        let outcome = try await explain(scenario, "--har", archive)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\n#1  GET /a?b  step \"a\"\n#2  POST /b   step \"b\"\n"), "\(outcome)")
        #expect(outcome.output.contains("\n#2  POST /b   step \"b\"  json $.n differs, at "), "\(outcome)")
        #expect(outcome.output.contains("\nfailed: 1 of 2 runs: session "), "\(outcome)")
    }

    @Test("what an archive can't decide has a status of its own")
    func undecided() async throws {
        let scenario = try folder.file(
            "large.yaml", "mockserver: 1\nsteps: [{request: POST /a, assert: {json: {n: 1}}}]\n")
        let archive = try folder.file(
            "cut.har", #"{"log": {"entries": [{"request": {"method": "POST", "url": "http://h/a", "bodySize": 9}}]}}"#)
        let outcome = try await explain(scenario, "--har", archive)
        #expect(outcome.status == 2)
        #expect(
            outcome.output.hasPrefix(
                "#1  POST /a  step 1  not decided: the archive does not have its body of 9 bytes\n"),
            "\(outcome)")
    }

    @Test("the seed of the option and of the variable draws the values of that run")
    func seed() async throws {
        let scenario = try folder.file(
            "random.yaml",
            "mockserver: 1\nvars: {n: \"{{random.int(10000, 99999)}}\"}\nsteps: [{request: \"GET /n/{{n}}\"}]\n")
        func line(_ arguments: String..., variables: [String: String?] = [:]) async throws -> String {
            let program = try Program(
                [Program.binary, "explain", scenario, "--request", "GET /n/5"] + arguments, environment: variables)
            let lines = await program.outcome().output.split(separator: "\n")
            return lines.dropFirst().first.map(String.init) ?? ""
        }
        #expect(try await line().contains("it uses {{n}}: it is random in each run; --seed gives the values of a run"))
        let drawn = "path differs (expected /n/74062, received /n/5)"
        #expect(try await line("--seed", "7").contains(drawn))
        #expect(try await line(variables: ["MOCKSERVER_SEED": "7"]).contains(drawn))
    }

    @Test("errors name the option or the position")
    func errors() async throws {
        let scenario = Program.scenario("token-refresh")
        let bad = try folder.file("bad.yaml", "mockserver: 2\n")
        let har = try folder.file("bad.har", "{\"log\": {}}")
        let rows: [([String], Int32, String)] = [
            ([scenario], 64, "Error: Say what to explain: --request 'GET /path', or --har and an HTTP archive.\n"),
            (
                [scenario, "--request", "/me"], 64,
                "Error: --request /me: give a method and a path, such as 'GET /me'.\n"
            ),
            (
                [scenario, "--request", "get /me"], 64,
                "Error: --request get /me: methods are upper case: GET /me\n"
            ),
            (
                [scenario, "--request", "GET me"], 64,
                "Error: --request GET me: \"me\" is not a path; a path begins with /: /me\n"
            ),
            (
                [scenario, "--request", "GET /me", "--header", "X"], 64,
                "Error: --header: give a name and a value: 'Name: value'\n"
            ),
            // Nothing repeats what may be secret.
            (
                [scenario, "--request", "GET /me", "--header", "A: b", "--header", "Authorization Bearer s3cr3t"], 64,
                "Error: --header number 2: give a name and a value: 'Name: value'\n"
            ),
            (
                [scenario, "--request", "GET /me", "--header", "Authorization Bearer s3cr3t: a"], 64,
                "Error: --header: what is before the first colon is not the name of a header; write Name: value\n"
            ),
            (
                [scenario, "--request", "GET me?token=s3cr3t"], 64,
                "Error: --request GET me…: \"me…\" is not a path; a path begins with /: /me…\n"
            ),
            (
                [scenario, "--request", "GET http://ada:s3cr3t@h^/a#b"], 64,
                "Error: --request GET http://…@h^/a…: \"…@h^\" is not a host with an optional port\n"
            ),
            (
                [scenario, "--request", "GET /me", "Authorization: Bearer s3cr3t"], 64,
                "Error: A header stands without its option; write --header before it: --header 'Name: value'\n"
            ),
            (
                [scenario, "--request", "GET /me", "--after", "refrsh"], 64,
                "Error: --after refrsh: there is no such step; did you mean \"refresh\"?\n"
            ),
            (
                [scenario, "--request", "GET /me", "--body", "@no-such"], 66,
                "Error: --body @no-such: there is no such file\n"
            ),
            ([scenario, "--har", "no-such.har"], 66, "Error: --har no-such.har: there is no such file\n"),
            ([scenario, "--har", har], 65, "Error: \(har):1:1: this is not an HTTP archive: it has no log.entries\n"),
            (["no-such.yaml", "--request", "GET /me"], 66, "no-such.yaml: error: there is no such file\n"),
            (
                [bad, "--request", "GET /me"], 65,
                "\(bad):1:13: error: this is version 1 of the format: write mockserver: 1\n"
            ),
        ]
        for (arguments, status, text) in rows {
            let outcome = try await Program([Program.binary, "explain"] + arguments).outcome()
            #expect(outcome.status == status, "\(arguments)")
            #expect(outcome.error.hasPrefix(text), "\(outcome.error)")
        }
    }
}
