import Foundation
import Testing

@Suite("mockserver validate", .timeLimit(.minutes(60))) struct ValidateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func validate(_ arguments: String..., environment: [String: String?] = [:]) async throws -> Program.Outcome
    {
        try await Program([Program.binary, "validate"] + arguments, environment: environment).outcome()
    }

    @Test("every scenario of the package is right")
    func package() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(Program.package.path)/Scenarios")
        let files = names.filter { $0.hasSuffix(".yaml") }.sorted().map { "Scenarios/\($0)" }
        try #require(files.count >= 5)
        let outcome = try await Program([Program.binary, "validate", "--strict"] + files).outcome()
        #expect(
            outcome == Program.Outcome(status: 0, output: "\(files.count) files: no errors, no warnings\n", error: ""))
    }

    @Test("each error is a line that editors read, in files one after the other")
    func errors() async throws {
        let bad = try folder.file(
            "bad.yaml", "mockserver: 1\nsteps:\n  - request: GET /a\n    respone: 200\n    times: 0\n")
        let worse = try folder.file("worse.yaml", "mockserver: 2\n")
        let outcome = try await validate(bad, Program.scenario("token-refresh"), worse)
        #expect(outcome.status == 65)
        #expect(outcome.error == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(outcome.output)")
        #expect(
            lines[0].hasPrefix("\(bad):4:5: error: ") && lines[0].contains("respone") && lines[0].contains("response"))
        #expect(lines[1].hasPrefix("\(bad):5:12: error: "))
        #expect(lines[2].hasPrefix("\(worse):1:13: error: "))
        #expect(lines[3] == "3 files: 3 errors, no warnings")
    }

    @Test("a missing file is told, and the others are still checked")
    func missing() async throws {
        let outcome = try await validate("no-such.yaml", Program.scenario("token-refresh"), folder.path)
        #expect(
            outcome
                == Program.Outcome(
                    status: 66,
                    output: """
                        no-such.yaml: error: there is no such file
                        \(folder.path): error: the folder has no scenario: no .yaml, .yml or .json file with the key mockserver
                        2 files: 2 errors, no warnings

                        """, error: ""))
    }

    private static let doubtful = """
        mockserver: 1
        steps:
          - request: GET /a/{id}
            response: { text: 'you asked for {id}' }

        """

    @Test("a warning ends with its code, and fails only with --strict, as an error")
    func warnings() async throws {
        let doubtful = try folder.file("doubtful.yaml", Self.doubtful)
        let message =
            "{id} is sent as it stands; write {{request.path.id}} for the value of {id} in the path [literal-braces]"
        #expect(
            try await validate(doubtful)
                == Program.Outcome(
                    status: 0,
                    output: "\(doubtful):4:38: warning: \(message)\n1 file: no errors, 1 warning\n", error: ""))
        #expect(
            try await validate("--strict", doubtful)
                == Program.Outcome(
                    status: 65, output: "\(doubtful):4:38: error: \(message)\n1 file: 1 error, no warnings\n",
                    error: ""))
    }

    @Test("a comment silences a warning")
    func allowed() async throws {
        let text = Self.doubtful.replacingOccurrences(
            of: "{id}' }", with: "{id}' } # mockserver: allow literal-braces")
        let path = try folder.file("allowed.yaml", text)
        #expect(
            try await validate("--strict", path)
                == Program.Outcome(status: 0, output: "1 file: no errors, no warnings\n", error: ""))
    }

    @Test("a folder's scenarios are checked in order, and other files are skipped")
    func folders() async throws {
        let manager = FileManager.default
        for name in ["b", "b/c", ".hidden", "node_modules"] {
            try manager.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
        let bad = "mockserver: 1\nsteps: [{ request: get /a }]\n"
        for name in ["b/2.yml", "a.yaml", "b/1.json.yaml", "b/c/x.yaml", ".hidden/x.yaml", "node_modules/x.yaml"] {
            _ = try folder.file(name, bad)
        }
        _ = try folder.file("c.json", #"{"mockserver": 1, "steps": [{"request": "get /a"}]}"#)
        _ = try folder.file("broken.yaml", "mockserver: 1\nsteps: [\n")
        _ = try folder.file("d.json", "{\n  \"mockserver\": 1,\n  \"steps\": [,]\n}\n")
        _ = try folder.file("tsconfig.json", "{\n  // no scenario\n  \"files\": [],\n}\n")
        _ = try folder.file("vars.yaml", "mockserver: 1\nvars: { a: 1 }\n")
        _ = try folder.file("package.json", #"{"name": "x"}"#)
        _ = try folder.file("other.yaml", "a: [\n")
        _ = try folder.file("read.me", "no scenario")
        try manager.createSymbolicLink(atPath: "\(folder.path)/b/loop", withDestinationPath: folder.path)
        let error = "error: a method is upper case: write GET /a"
        #expect(
            try await validate(folder.path)
                == Program.Outcome(
                    status: 65,
                    output: """
                        \(folder.path)/a.yaml:2:20: \(error)
                        \(folder.path)/b/1.json.yaml:2:20: \(error)
                        \(folder.path)/b/2.yml:2:20: \(error)
                        \(folder.path)/b/c/x.yaml:2:20: \(error)
                        \(folder.path)/broken.yaml:2:8: error: the [ that opens here is never closed: write ] where it ends
                        \(folder.path)/c.json:1:42: \(error)
                        \(folder.path)/d.json:3:13: error: , stands where a value should
                        7 files: 7 errors, no warnings; 4 other files skipped

                        """, error: ""))
    }

    #if os(Linux)
    @Test("of a folder only files with a name are read; what is in a name breaks no line", .timeLimit(.minutes(60)))
    func oddFiles() async throws {
        try #require(mkfifo("\(folder.path)/pipe.yaml", 0o600) == 0)
        _ = try folder.file("a\nb.yaml", "mockserver: 1\nsteps: [{ request: get /a }]\n")
        let outcome = try await Program.shell(
            #"cp "$folder"/a*.yaml "$folder/$(printf '\377.yaml')"; $mockserver validate "$folder""#,
            variables: ["folder": folder.path])
        #expect(
            outcome
                == Program.Outcome(
                    status: 66,
                    output: """
                        \(folder.path)/a\\nb.yaml:2:20: error: a method is upper case: write GET /a
                        \(folder.path)/\u{FFFD}.yaml: error: its name is not UTF-8; rename it
                        1 file: 2 errors, no warnings

                        """, error: ""))
        let link = "\(folder.path)/x\ny.yaml"
        #expect(try await validate(link).output.hasPrefix("\(folder.path)/x\\ny.yaml: error: there is no such file\n"))
    }
    #endif

    @Test("standard input is a scenario without a folder")
    func standardInput() async throws {
        let script = "printf '%s' \"$scenario\" | $mockserver validate -"
        func check(_ scenario: String) async throws -> Program.Outcome {
            try await Program.shell(script, variables: ["scenario": scenario])
        }
        #expect(
            try await check("mockserver: 1\nsteps: [{ request: GTE /a }]")
                == Program.Outcome(
                    status: 0,
                    output: """
                        <stdin>:2:20: warning: "GTE" is not a known method; did you mean GET? [unknown-method]
                        1 file: no errors, 1 warning

                        """, error: ""))
        #expect(
            try await check(#"{"mockserver": 1, "steps": [{"request": "/a", "response": {"file": "\ud83d\ude00"}}]}"#)
                == Program.Outcome(
                    status: 65,
                    output: """
                        <stdin>:1:68: error: the file "😀" can't be found: a scenario given as text has no folder; save it as \
                        a file beside those that it names
                        1 file: 1 error, no warnings

                        """, error: ""))
        let twice = try await validate("-", "-")
        #expect(twice.status == 64)
        #expect(twice.error.hasPrefix("Error: - is given twice, but standard input can be read once.\n"))
    }

    @Test("a value for a name that vars lacks is blamed on the option")
    func givenVariables() async throws {
        let path = try folder.file("vars.yaml", "mockserver: 1\nvars: { token: a }\nstubs: [{ request: / }]\n")
        #expect(
            try await validate("--var", "tokn=b", path)
                == Program.Outcome(
                    status: 65,
                    output: """
                        \(path): error: --var tokn: vars has no "tokn"; did you mean "token"?
                        1 file: 1 error, no warnings

                        """, error: ""))
    }

    @Test("programs get JSON, SARIF or a workflow's commands")
    func formats() async throws {
        let doubtful = try folder.file("doubtful.yaml", Self.doubtful)
        let json = try await validate("--format", "json", doubtful)
        #expect(json.status == 0)
        #expect(json.output.hasPrefix("{\n  \"files\": [\n    \"\(doubtful)\"\n  ],\n"))
        #expect(json.output.contains(#""code": "literal-braces""#))
        let sarif = try await validate("--strict", "--format=sarif", doubtful)
        #expect(sarif.status == 65)
        #expect(sarif.output.contains(#""exitCode": 65"#) && sarif.output.contains(#""level": "error""#))
        let message =
            "{id} is sent as it stands; write {{request.path.id}} for the value of {id} in the path [literal-braces]"
        #expect(
            try await validate("--format", "github", doubtful).output == """
                ::warning file=\(doubtful),line=4,col=38::\(message)
                1 file: no errors, 1 warning

                """)
        #expect(try await validate("--format", "xml", doubtful).status == 64)
    }

    @Test("only variables that are allowed can be read")
    func environment() async throws {
        let path = try folder.file(
            "env.yaml", "mockserver: 1\nvars: { key: '{{env.API_KEY}}' }\nstubs: [{ request: / }]\n")
        #expect(try await validate(path, environment: ["API_KEY": "k"]).status == 65)
        #expect(try await validate(path, "--allow-env", "API_KEY", environment: ["API_KEY": "k"]).status == 0)
    }
}
